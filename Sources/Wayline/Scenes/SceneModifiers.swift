import Observation

extension Scene {
  /// Gives a value to the views of the scene.
  ///
  /// Source: SwiftUI's `environment(_:_:)` of a scene.
  public func environment<Value>(
    _ keyPath: WritableKeyPath<EnvironmentValues, Value>, _ value: Value
  ) -> some Scene {
    ModifiedScene(self) { AnyView($0.environment(keyPath, value)) }
  }

  /// Gives an `@Observable` object to the views of the scene, which read it by its type.
  public func environment<Object: AnyObject & Observable>(
    _ object: Object?
  ) -> some Scene {
    ModifiedScene(self) { AnyView($0.environment(object)) }
  }

  /// Gives an object to the views of the scene, which read it with `@EnvironmentObject`.
  public func environmentObject<Object: ObservableObject>(
    _ object: Object
  ) -> some Scene {
    ModifiedScene(self) { AnyView($0.environmentObject(object)) }
  }

  /// Sets the store of `@AppStorage` and `@Persisted` in the views of the scene.
  public func defaultAppStorage(_ store: any PersistentStore) -> some Scene {
    ModifiedScene(self) { AnyView($0.defaultAppStorage(store)) }
  }

  /// Runs an action when a value of the program differs from that of its last body.
  ///
  /// Source: SwiftUI's `onChange(of:initial:_:)` of a scene.
  public func onChange<Value: Equatable>(
    of value: Value, initial: Bool = false,
    _ action: @escaping @MainActor (_ oldValue: Value, _ newValue: Value) -> Void
  ) -> some Scene {
    ModifiedScene(self) { AnyView($0.onChange(of: value, initial: initial, action)) }
  }

  /// Runs an action when a value of the program differs from that of its last body.
  public func onChange<Value: Equatable>(
    of value: Value, initial: Bool = false, _ action: @escaping @MainActor () -> Void
  ) -> some Scene {
    ModifiedScene(self) { AnyView($0.onChange(of: value, initial: initial, action)) }
  }

  /// Runs an action with the new value when a value of the program differs from that of its last body.
  ///
  /// The older form. Source: SwiftUI's `onChange(of:perform:)` of a scene.
  public func onChange<Value: Equatable>(
    of value: Value, perform action: @escaping @MainActor (_ newValue: Value) -> Void
  ) -> some Scene {
    ModifiedScene(self) { AnyView($0.onChange(of: value, perform: action)) }
  }
}

/// A scene whose view is modified.
private struct ModifiedScene<Content: Scene> {
  let content: Content
  let change: @MainActor (AnyView) -> AnyView

  nonisolated init(_ content: Content, change: @escaping @MainActor (AnyView) -> AnyView) {
    (self.content, self.change) = (content, change)
  }
}

extension ModifiedScene: Scene {
  var body: Never { preconditionFailure("A modified scene has a view, not a body.") }

  static func makeRoot(_ scene: Self) -> AnyView { scene.change(Content.makeRoot(scene.content)) }

  static func verbs(of scene: Self) -> [LaunchVerb] { Content.verbs(of: scene.content) }

  static var outline: SceneOutline { Content.outline }
}
