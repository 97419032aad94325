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
  /// The scene that is shown.
  @SceneBuilder var body: Body { get }
  /// Makes the program; called once, on the main thread.
  init()

  /// The name of its folders, its `<NAME>_STORE` variable and its messages.
  static var name: String { get }
  /// What `--version` prints after the name.
  static var version: String { get }
  /// Options beside those that every program has; views read them with `@Environment(\.options)`.
  static var options: [AppOption] { get }
  /// Words that can be typed besides the built-in commands.
  static var commands: [ShellCommand] { get }
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

  /// None.
  public static var options: [AppOption] { [] }

  /// None.
  public static var commands: [ShellCommand] { [] }
}
