/// What a program shows: one window group, which a terminal shows as one scene.
///
/// Source: SwiftUI's `Scene`.
@preconcurrency
@MainActor
public protocol Scene {
  associatedtype Body: Scene
  /// What the scene consists of.
  @SceneBuilder var body: Body { get }

  /// The view of a scene; a program never implements this.
  static func makeRoot(_ scene: Self) -> AnyView
}

extension Scene {
  /// The view of the scene that the body leads to.
  public static func makeRoot(_ scene: Self) -> AnyView { Body.makeRoot(scene.body) }
}

extension Never: Scene {}

/// Makes a scene of the statements of a body.
@resultBuilder
public enum SceneBuilder {
  /// A scene as it is; a terminal shows one.
  public static func buildBlock<Content: Scene>(_ content: Content) -> Content { content }
}

/// A scene whose screens are those of a view.
///
/// Source: SwiftUI's `WindowGroup`.
public struct WindowGroup<Content> {
  fileprivate let content: Content
}

extension WindowGroup where Content: View {
  /// Shows the views of `content`.
  nonisolated public init(@ViewBuilder content: () -> Content) {
    self.content = content()
  }

  /// Shows the views of `content`; a terminal has no window that could have a title.
  nonisolated public init(_ title: String, @ViewBuilder content: () -> Content) {
    self.content = content()
  }

  /// Shows the views of `content`; a terminal has one window.
  nonisolated public init(id: String, @ViewBuilder content: () -> Content) {
    self.content = content()
  }
}

extension WindowGroup: Scene where Content: View {
  /// Never evaluated: the group has a view, not a body.
  public var body: Never { preconditionFailure("A window group has a view, not a body.") }

  /// The view of the group.
  public static func makeRoot(_ scene: Self) -> AnyView { AnyView(scene.content) }
}

extension Scene {
  /// The view of the scene, or of the one that its body leads to.
  var root: AnyView { Self.makeRoot(self) }
}
