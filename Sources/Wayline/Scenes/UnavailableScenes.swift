#if SwiftUINames
  // Scenes of SwiftUI and their modifiers that can mean nothing in a terminal, which shows one window.

  extension Scene {
    /// Unavailable: use the commands of the App.
    @available(*, unavailable, message: "use the commands of the App")
    public func commands<Content: View>(@ViewBuilder content: () -> Content) -> Self { self }

    /// Unavailable: use the commands of the App.
    @available(*, unavailable, message: "use the commands of the App")
    public func commandsRemoved() -> Self { self }

    /// Unavailable: use @AppStorage or @Persisted.
    @available(*, unavailable, message: "use @AppStorage or @Persisted")
    public func modelContainer<Models>(for models: Models, inMemory: Bool = false) -> Self { self }

    /// Unavailable: use @AppStorage or @Persisted.
    @available(*, unavailable, message: "use @AppStorage or @Persisted")
    public func modelContainer<Container>(_ container: Container) -> Self { self }

    /// Unavailable: the terminal is the window; leave it out.
    @available(*, unavailable, message: "the terminal is the window; leave it out")
    public func windowStyle(_ style: WindowOption) -> Self { self }

    /// Unavailable: the terminal is the window; leave it out.
    @available(*, unavailable, message: "the terminal is the window; leave it out")
    public func windowToolbarStyle(_ style: WindowOption) -> Self { self }

    /// Unavailable: the terminal is the window; leave it out.
    @available(*, unavailable, message: "the terminal is the window; leave it out")
    public func windowResizability(_ resizability: WindowOption) -> Self { self }

    /// Unavailable: the terminal is the window; leave it out.
    @available(*, unavailable, message: "the terminal is the window; leave it out")
    public func defaultSize(width: Double, height: Double) -> Self { self }

    /// Unavailable: the terminal is the window; leave it out.
    @available(*, unavailable, message: "the terminal is the window; leave it out")
    public func defaultPosition(_ position: UnitPoint) -> Self { self }

    /// Unavailable: use a task of a view.
    @available(*, unavailable, message: "use a task of a view")
    public func backgroundTask(_ task: WindowOption, action: () async -> Void) -> Self { self }
  }

  /// Unavailable: use a screen that a NavigationLink opens.
  @available(*, unavailable, message: "use a screen that a NavigationLink opens")
  public struct Settings<Content: View>: Scene {
    /// Unavailable.
    public var body: Never { fatalError() }
    /// Unavailable.
    public init(@ViewBuilder content: () -> Content) {}
  }

  /// Unavailable: use a WindowGroup.
  @available(*, unavailable, message: "use a WindowGroup")
  public struct Window<Content: View>: Scene {
    /// Unavailable.
    public var body: Never { fatalError() }
    /// Unavailable.
    public init(_ title: String, id: String, @ViewBuilder content: () -> Content) {}
  }

  /// Unavailable: use a WindowGroup.
  @available(*, unavailable, message: "use a WindowGroup")
  public struct MenuBarExtra<Content: View>: Scene {
    /// Unavailable.
    public var body: Never { fatalError() }
    /// Unavailable.
    public init(_ title: String, systemImage: String = "", @ViewBuilder content: () -> Content) {}
  }

  /// Unavailable: use a WindowGroup, and an option for the file.
  @available(*, unavailable, message: "use a WindowGroup, and an option for the file")
  public struct DocumentGroup<Document, Content: View>: Scene {
    /// Unavailable.
    public var body: Never { fatalError() }
    /// Unavailable.
    public init(newDocument: Document, @ViewBuilder editor: (Binding<Document>) -> Content) {}
  }

  /// Unavailable: use the commands of the App.
  @available(*, unavailable, message: "use the commands of the App")
  public struct CommandMenu<Content: View>: View {
    /// Unavailable.
    public var body: Never { fatalError() }
    /// Unavailable.
    public init(_ name: String, @ViewBuilder content: () -> Content) {}
  }

  /// Unavailable: use the commands of the App.
  @available(*, unavailable, message: "use the commands of the App")
  public struct CommandGroup<Content: View>: View {
    /// Unavailable.
    public var body: Never { fatalError() }
    /// Unavailable.
    public init(replacing group: WindowOption, @ViewBuilder addition: () -> Content) {}
    /// Unavailable.
    public init(after group: WindowOption, @ViewBuilder addition: () -> Content) {}
    /// Unavailable.
    public init(before group: WindowOption, @ViewBuilder addition: () -> Content) {}
  }

  /// An argument of an unavailable name.
  @available(*, unavailable, message: "the terminal is the window; leave it out")
  public struct WindowOption {
    /// Unavailable.
    public static var automatic: Self { Self() }
    /// Unavailable.
    public static var hiddenTitleBar: Self { Self() }
    /// Unavailable.
    public static var plain: Self { Self() }
    /// Unavailable.
    public static var unified: Self { Self() }
    /// Unavailable.
    public static var unifiedCompact: Self { Self() }
    /// Unavailable.
    public static var contentSize: Self { Self() }
    /// Unavailable.
    public static var contentMinSize: Self { Self() }
    /// Unavailable.
    public static var newItem: Self { Self() }
    /// Unavailable.
    public static var help: Self { Self() }
    /// Unavailable.
    public static var sidebar: Self { Self() }
    /// Unavailable.
    public static var appSettings: Self { Self() }
    /// Unavailable.
    public static func appRefresh(_ identifier: String) -> Self { Self() }
  }
#endif
