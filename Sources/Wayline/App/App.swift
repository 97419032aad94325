import WaylineStorage

/// A program: its name, its options and commands, and the scene it shows.
///
/// Mark the conforming type with `@main`. It may hold dynamic properties, as a view may.
///
/// ```swift
/// @main
/// struct CounterApp: App {
///   var body: some Scene { WindowGroup { CounterView() } }
/// }
/// ```
///
/// Source: SwiftUI's `App`.
@preconcurrency
@MainActor
public protocol App {
  associatedtype Body: Scene
  /// The scene of the program.
  @SceneBuilder var body: Body { get }
  /// Creates the program, on the main thread, when its stores are ready.
  ///
  /// A start calls it once, also for a command. If the scene has a ``LaunchVerb`` of the program's own, it is
  /// called for `--help` too, and in memory before a first word that is neither a command nor a place.
  init()

  /// The name of the program in folders, messages and its `<NAME>_STORE` variable.
  static var name: String { get }
  /// The version that `--version` prints after the name.
  static var version: String { get }
  /// One line about the program, for `--help` and its manual page.
  static var summary: String { get }
  /// Options beside those of every program; views read them with `@Environment(\.options)`.
  static var options: AppOptions { get }
  /// Commands beside the built-in ones.
  static var commands: [ShellCommand] { get }
  /// The steps from older formats of stored values to the present ones.
  ///
  /// They are registered before the first value is read: with the secrets of the program if the key is in
  /// `StoreKey.keychain`, and otherwise with its store.
  static var migrations: [Migration] { get }
}

extension App {
  /// The name of the type in lower case, without `App` at its end.
  public static var name: String {
    let type = "\(Self.self)"
    let name = type.hasSuffix("App") && type.count > 3 ? String(type.dropLast(3)) : type
    return name.lowercased()
  }

  /// `1.0`.
  public static var version: String { "1.0" }

  /// Empty.
  public static var summary: String { "" }

  /// None.
  public static var options: AppOptions { AppOptions() }

  /// None.
  public static var commands: [ShellCommand] { [] }

  /// None.
  public static var migrations: [Migration] { [] }
}

// MARK: - Scenes

/// A part of a program that is shown on its own; a terminal shows one.
///
/// ```swift
/// WindowGroup { DeskView() }
/// ```
///
/// Source: SwiftUI's `Scene`.
@preconcurrency
@MainActor
public protocol Scene {
  associatedtype Body: Scene
  /// The scenes that this one consists of.
  @SceneBuilder var body: Body { get }

  /// The view of a scene; a program never implements this.
  static func makeRoot(_ scene: Self) -> AnyView
  /// The words that run something else; a program never implements this.
  static func verbs(of scene: Self) -> [LaunchVerb]
  /// The description of the scene by its types; a program never implements this.
  static var outline: SceneOutline { get }
}

/// The parts of a scene that its types describe, so that the scene need not be made.
public struct SceneOutline {
  /// The type of the first view.
  let root: any View.Type
  /// The words that run something else than the screens, as far as types describe them.
  var verbs: [LaunchVerb.Description] = []
  /// True if there are other such words.
  var hasOtherVerbs = false
}

extension Scene {
  /// The view of the scene that the body leads to.
  public static func makeRoot(_ scene: Self) -> AnyView { Body.makeRoot(scene.body) }

  /// The verbs of the scene that the body leads to.
  public static func verbs(of scene: Self) -> [LaunchVerb] {
    Body.self == Never.self ? [] : Body.verbs(of: scene.body)
  }

  /// The outline of the scene that the body leads to.
  public static var outline: SceneOutline {
    Body.self == Never.self ? SceneOutline(root: EmptyView.self) : Body.outline
  }

  /// The view of the scene, or of the one that its body leads to.
  var root: AnyView { Self.makeRoot(self) }
}

extension Never: Scene {}

/// Builds a scene from the statements of a body.
@resultBuilder
public enum SceneBuilder {
  /// A scene as it is.
  public static func buildBlock<Content: Scene>(_ content: Content) -> Content { content }
}

/// A scene whose screens are those of a view.
///
/// ```swift
/// WindowGroup { DeskView() }
/// ```
///
/// Source: SwiftUI's `WindowGroup`.
public struct WindowGroup<Content> {
  private let content: Content
}

extension WindowGroup where Content: View {
  /// Creates a scene that shows the views of `content`.
  nonisolated public init(@ViewBuilder content: () -> Content) {
    self.content = content()
  }

  /// Creates a scene that shows the views of `content`; a terminal shows no window title.
  nonisolated public init(_ title: String, @ViewBuilder content: () -> Content) {
    self.content = content()
  }

  /// Creates a scene that shows the views of `content`; a terminal shows no window title.
  nonisolated public init(
    _ title: some TextRepresentable, @ViewBuilder content: () -> Content
  ) {
    self.content = content()
  }

  /// Creates a scene that shows the views of `content`; a terminal has one window without a title.
  nonisolated public init(_ title: String, id: String, @ViewBuilder content: () -> Content) {
    self.content = content()
  }

  /// Creates a scene that shows the views of `content`; a terminal has one window without a title.
  nonisolated public init(
    _ title: some TextRepresentable, id: String, @ViewBuilder content: () -> Content
  ) {
    self.content = content()
  }

  /// Creates a scene that shows the views of `content`; a terminal has one window.
  nonisolated public init(id: String, @ViewBuilder content: () -> Content) {
    self.content = content()
  }
}

extension WindowGroup: Scene where Content: View {
  /// Never evaluated: the group has a view, not a body.
  public var body: Never { preconditionFailure("A window group has a view, not a body.") }

  /// The view of the group.
  public static func makeRoot(_ scene: Self) -> AnyView { AnyView(scene.content) }

  /// The group by its types.
  public static var outline: SceneOutline { SceneOutline(root: Content.self) }
}
