import WaylineGraph
import WaylineViews

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

// Forms of available names that can mean nothing on lines; see the views.

extension View {
  /// Unavailable: use Toggles beside the field.
  @available(*, unavailable, message: "use Toggles beside the field")
  nonisolated public func searchable<Tokens: RandomAccessCollection, TokenLabel: View>(
    text: Binding<String>, tokens: Binding<Tokens>,
    placement: SearchFieldPlacement = .automatic, prompt: Text? = nil,
    @ViewBuilder token: (Tokens.Element) -> TokenLabel
  ) -> Self where Tokens.Element: Identifiable { self }

  /// Unavailable: use Toggles beside the field.
  @available(*, unavailable, message: "use Toggles beside the field")
  nonisolated public func searchable<Tokens: RandomAccessCollection, TokenLabel: View>(
    text: Binding<String>, tokens: Binding<Tokens>, suggestedTokens: Binding<Tokens>,
    placement: SearchFieldPlacement = .automatic, prompt: Text? = nil,
    @ViewBuilder token: (Tokens.Element) -> TokenLabel
  ) -> Self where Tokens.Element: Identifiable { self }

  /// Unavailable: use Toggles beside the field.
  @available(*, unavailable, message: "use Toggles beside the field")
  nonisolated public func searchable<
    Tokens: RandomAccessCollection & RangeReplaceableCollection, TokenLabel: View
  >(
    text: Binding<String>, editableTokens: Binding<Tokens>,
    placement: SearchFieldPlacement = .automatic, prompt: Text? = nil,
    @ViewBuilder token: (Binding<Tokens.Element>) -> TokenLabel
  ) -> Self where Tokens.Element: Identifiable { self }

  /// Unavailable: lines have no shapes; leave out the shape.
  @available(*, unavailable, message: "lines have no shapes; leave out the shape")
  nonisolated public func background<Outline: Shape>(_ color: Color, in shape: Outline) -> Self {
    self
  }

  /// Unavailable: lines have no shapes; leave out the shape.
  @available(*, unavailable, message: "lines have no shapes; leave out the shape")
  nonisolated public func background<Outline: Shape>(
    _ material: Material, in shape: Outline
  ) -> Self { self }

  /// Unavailable: a menu is opened at once; leave out the preview.
  @available(*, unavailable, message: "a menu is opened at once; leave out the preview")
  nonisolated public func contextMenu<Items: View, Preview: View>(
    @ViewBuilder menuItems: () -> Items, @ViewBuilder preview: () -> Preview
  ) -> Self { self }

  /// Unavailable: use contextMenu(menuItems:) for each row.
  @available(*, unavailable, message: "use contextMenu(menuItems:) for each row")
  nonisolated public func contextMenu<Item: Hashable, Items: View>(
    forSelectionType type: Item.Type = Item.self,
    @ViewBuilder menu: (Set<Item>) -> Items, primaryAction: ((Set<Item>) -> Void)? = nil
  ) -> Self { self }
}

extension Group {
  /// Unavailable: use a Section for each.
  @available(*, unavailable, message: "use a Section for each")
  nonisolated public init<Base: View>(
    sections view: Base, @ViewBuilder transform: (SubviewsCollection) -> Content
  ) { fatalError() }
}

extension ForEach {
  /// Unavailable: use a Section for each.
  @available(*, unavailable, message: "use a Section for each")
  nonisolated public init<Base: View>(
    sections view: Base, @ViewBuilder content: (Subview) -> Content
  ) where Data == SubviewsCollection, ID == Subview.ID, Content: View { fatalError() }
}

extension Picker {
  /// Unavailable: the label of the chosen option is shown.
  @available(*, unavailable, message: "the label of the chosen option is shown")
  nonisolated public init<Title: StringProtocol, CurrentValueLabel: View>(
    _ title: Title, selection: Binding<SelectionValue>, @ViewBuilder content: () -> Content,
    @ViewBuilder currentValueLabel: () -> CurrentValueLabel
  ) where Label == Text { fatalError() }
}

extension TextField {
  /// Unavailable: use onSubmit.
  @available(*, unavailable, message: "use onSubmit")
  nonisolated public init<Title: StringProtocol>(
    _ title: Title, text: Binding<String>, onCommit: () -> Void
  ) where Label == Text { fatalError() }

  /// Unavailable: use onChange for the text.
  @available(*, unavailable, message: "use onChange for the text")
  nonisolated public init<Title: StringProtocol>(
    _ title: Title, text: Binding<String>, onEditingChanged: (Bool) -> Void,
    onCommit: () -> Void = {}
  ) where Label == Text { fatalError() }

  /// Unavailable: use a format.
  @available(*, unavailable, message: "use a format")
  nonisolated public init<Title: StringProtocol, Value, Formatter>(
    _ title: Title, value: Binding<Value>, formatter: Formatter
  ) where Label == Text { fatalError() }
}

extension SecureField {
  /// Unavailable: use onSubmit.
  @available(*, unavailable, message: "use onSubmit")
  nonisolated public init<Title: StringProtocol>(
    _ title: Title, text: Binding<String>, onCommit: () -> Void
  ) where Label == Text { fatalError() }
}

extension Color {
  /// Unavailable: lines have the named colours.
  @available(*, unavailable, message: "lines have the named colours")
  public init(red: Double, green: Double, blue: Double, opacity: Double = 1) { fatalError() }

  /// Unavailable: lines have the named colours.
  @available(*, unavailable, message: "lines have the named colours")
  public init(hue: Double, saturation: Double, brightness: Double, opacity: Double = 1) {
    fatalError()
  }

  /// Unavailable: lines have the named colours.
  @available(*, unavailable, message: "lines have the named colours")
  public init(white: Double, opacity: Double = 1) { fatalError() }

  /// Unavailable: lines have the named colours.
  @available(*, unavailable, message: "lines have the named colours")
  public init(_ name: String) { fatalError() }
}

extension Table {
  /// Unavailable: import Foundation and WaylineFoundation.
  @available(*, unavailable, message: "import Foundation and WaylineFoundation")
  nonisolated public init<Order>(
    _ data: Data, sortOrder: Binding<[Order]>,
    @TableColumnBuilder<Data.Element> columns: () -> TableColumns<Data.Element>
  ) { fatalError() }
}

extension ForEach where Content: View {
  /// Unavailable: import WaylineFoundation for the positions of an IndexSet.
  @available(*, unavailable, message: "import WaylineFoundation for the positions of an IndexSet")
  nonisolated public func onDelete<Positions>(perform action: ((Positions) -> Void)?) -> Self {
    self
  }

  /// Unavailable: import WaylineFoundation for the positions of an IndexSet.
  @available(*, unavailable, message: "import WaylineFoundation for the positions of an IndexSet")
  nonisolated public func onMove<Positions>(perform action: ((Positions, Int) -> Void)?) -> Self {
    self
  }
}

extension MutableCollection where Self: RangeReplaceableCollection, Index == Int {
  /// Unavailable: import WaylineFoundation for the positions of an IndexSet.
  @available(*, unavailable, message: "import WaylineFoundation for the positions of an IndexSet")
  public mutating func remove<Positions>(atOffsets positions: Positions) {}
}

extension NotificationCenter {
  /// Unavailable: import Foundation and WaylineFoundation.
  @available(*, unavailable, message: "import Foundation and WaylineFoundation")
  public func publisher<Name>(
    for name: Name, object: AnyObject? = nil
  ) -> FoundationPublisher<Name> { fatalError() }
}
