import WaylineGraph
import WaylineViews

// Environment values of SwiftUI that can mean nothing on lines; see the views. Those that programs set
// have their types, so that the compiler reports the name and not the value.

extension EnvironmentValues {
  /// Unavailable: rows can always be edited; use onDelete or a Button.
  @available(*, unavailable, message: "rows can always be edited; use onDelete or a Button")
  public var editMode: Binding<EditMode>? {
    get { fatalError() }
    set {}
  }

  /// Unavailable: lines have no sizes; the terminal wraps them.
  @available(*, unavailable, message: "lines have no sizes; the terminal wraps them")
  public var horizontalSizeClass: UserInterfaceSizeClass? {
    get { fatalError() }
    set {}
  }

  /// Unavailable: lines have no sizes; the terminal wraps them.
  @available(*, unavailable, message: "lines have no sizes; the terminal wraps them")
  public var verticalSizeClass: UserInterfaceSizeClass? {
    get { fatalError() }
    set {}
  }

  /// Unavailable: lines have no sizes; the terminal wraps them.
  @available(*, unavailable, message: "lines have no sizes; the terminal wraps them")
  public var displayScale: Double {
    get { fatalError() }
    set {}
  }

  /// Unavailable: lines begin at the left; the terminal turns them.
  @available(*, unavailable, message: "lines begin at the left; the terminal turns them")
  public var layoutDirection: LayoutDirection {
    get { fatalError() }
    set {}
  }

  /// Unavailable: a field is addressed by its number or label.
  @available(*, unavailable, message: "a field is addressed by its number or label")
  public var isFocused: Never { fatalError() }

  /// Unavailable: a terminal shows one window; use openURL.
  @available(*, unavailable, message: "a terminal shows one window; use openURL")
  public var openWindow: Never { fatalError() }

  /// Unavailable: a terminal shows one window; use dismiss.
  @available(*, unavailable, message: "a terminal shows one window; use dismiss")
  public var dismissWindow: Never { fatalError() }

  /// Unavailable: lines have one font; use bold or italic.
  @available(*, unavailable, message: "lines have one font; use bold or italic")
  public var font: Font? {
    get { fatalError() }
    set {}
  }

  /// Unavailable: the terminal wraps lines; leave it out.
  @available(*, unavailable, message: "the terminal wraps lines; leave it out")
  public var lineLimit: Int? {
    get { fatalError() }
    set {}
  }

  /// Unavailable: the terminal wraps lines; leave it out.
  @available(*, unavailable, message: "the terminal wraps lines; leave it out")
  public var lineSpacing: Double {
    get { fatalError() }
    set {}
  }

  /// Unavailable: the terminal wraps lines; leave it out.
  @available(*, unavailable, message: "the terminal wraps lines; leave it out")
  public var truncationMode: TruncationMode {
    get { fatalError() }
    set {}
  }

  /// Unavailable: lines begin at the left; leave it out.
  @available(*, unavailable, message: "lines begin at the left; leave it out")
  public var multilineTextAlignment: TextAlignment {
    get { fatalError() }
    set {}
  }

  /// Unavailable: lines have no sizes; leave it out.
  @available(*, unavailable, message: "lines have no sizes; leave it out")
  public var controlSize: ControlSize {
    get { fatalError() }
    set {}
  }

  /// Unavailable: lines have no images; leave it out.
  @available(*, unavailable, message: "lines have no images; leave it out")
  public var imageScale: SymbolEffect {
    get { fatalError() }
    set {}
  }

  /// Unavailable: the terminal has the size of the text.
  @available(*, unavailable, message: "the terminal has the size of the text")
  public var dynamicTypeSize: DynamicTypeSize {
    get { fatalError() }
    set {}
  }

  /// Unavailable: the terminal has the size of the text.
  @available(*, unavailable, message: "the terminal has the size of the text")
  public var sizeCategory: DynamicTypeSize {
    get { fatalError() }
    set {}
  }

  /// Unavailable: the terminal has the look of the text.
  @available(*, unavailable, message: "the terminal has the look of the text")
  public var legibilityWeight: Font.Weight? {
    get { fatalError() }
    set {}
  }

  /// Unavailable: lines have no sizes; leave it out.
  @available(*, unavailable, message: "lines have no sizes; leave it out")
  public var headerProminence: Prominence {
    get { fatalError() }
    set {}
  }

  /// Unavailable: lines have no sizes; leave it out.
  @available(*, unavailable, message: "lines have no sizes; leave it out")
  public var defaultMinListRowHeight: Double {
    get { fatalError() }
    set {}
  }

  /// Unavailable: lines have no sizes; leave it out.
  @available(*, unavailable, message: "lines have no sizes; leave it out")
  public var pixelLength: Double {
    get { fatalError() }
    set {}
  }

  /// Unavailable: nothing moves; leave it out.
  @available(*, unavailable, message: "nothing moves; leave it out")
  public var accessibilityReduceMotion: Bool {
    get { fatalError() }
    set {}
  }

  /// Unavailable: nothing is transparent; leave it out.
  @available(*, unavailable, message: "nothing is transparent; leave it out")
  public var accessibilityReduceTransparency: Bool {
    get { fatalError() }
    set {}
  }

  /// Unavailable: colour never carries a meaning alone.
  @available(*, unavailable, message: "colour never carries a meaning alone")
  public var accessibilityDifferentiateWithoutColor: Bool {
    get { fatalError() }
    set {}
  }

  /// Unavailable: lines are text, which every screen reader reads.
  @available(*, unavailable, message: "lines are text, which every screen reader reads")
  public var accessibilityVoiceOverEnabled: Bool {
    get { fatalError() }
    set {}
  }

  /// Unavailable: the terminal has the colours.
  @available(*, unavailable, message: "the terminal has the colours")
  public var colorSchemeContrast: ColorScheme {
    get { fatalError() }
    set {}
  }

  /// Unavailable: a terminal shows one window.
  @available(*, unavailable, message: "a terminal shows one window")
  public var supportsMultipleWindows: Bool {
    get { fatalError() }
    set {}
  }

  /// Unavailable: use a Button that opens a screen.
  @available(*, unavailable, message: "use a Button that opens a screen")
  public var openSettings: Never { fatalError() }

  /// Unavailable: use a TextField for the path.
  @available(*, unavailable, message: "use a TextField for the path")
  public var openDocument: Never { fatalError() }

  /// Unavailable: use a Button.
  @available(*, unavailable, message: "use a Button")
  public var newDocument: Never { fatalError() }

  /// Unavailable: a field is addressed by its number or label.
  @available(*, unavailable, message: "a field is addressed by its number or label")
  public var resetFocus: Never { fatalError() }

  /// Unavailable: print a Text that says so.
  @available(*, unavailable, message: "print a Text that says so")
  public var requestReview: Never { fatalError() }

  /// Unavailable: use a TextField.
  @available(*, unavailable, message: "use a TextField")
  public var rename: Never { fatalError() }

  /// Unavailable: use @AppStorage or @Persisted.
  @available(*, unavailable, message: "use @AppStorage or @Persisted")
  public var managedObjectContext: Any {
    get { fatalError() }
    set {}
  }

  /// Unavailable: use @AppStorage or @Persisted.
  @available(*, unavailable, message: "use @AppStorage or @Persisted")
  public var modelContext: Any {
    get { fatalError() }
    set {}
  }
}
