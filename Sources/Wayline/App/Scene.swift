/// What a program shows: one window group, which a terminal shows as one scene.
///
/// Source: SwiftUI's `Scene`.
@preconcurrency
@MainActor
public protocol Scene {
  associatedtype Body: Scene
  /// What the scene consists of.
  @SceneBuilder var body: Body { get }
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
public struct WindowGroup<Content: View> {
  let content: Content

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

extension WindowGroup: RootScene {
  /// Never evaluated: the group has a view, not a body.
  public var body: Never { preconditionFailure("A window group has a view, not a body.") }

  var rootView: AnyView { AnyView(content) }
}

/// A scene that has a view instead of a body.
@MainActor
protocol RootScene: Scene where Body == Never {
  var rootView: AnyView { get }
}

extension Scene {
  /// The view of the scene, or of the one that its body leads to.
  var root: AnyView {
    func root<Inner: Scene>(of scene: Inner) -> AnyView { scene.body.root }
    if let scene = self as? any RootScene { return scene.rootView }
    return root(of: self)
  }
}
