extension View {
  /// Does something after the view has come to the screen, and again when it is uncovered.
  ///
  /// On several views (a `Group`, a `ForEach`) it happens once, with the first of them.
  nonisolated public func onAppear(
    perform action: (@MainActor () -> Void)? = nil
  ) -> some View {
    AppearanceObserver(self, appear: action, disappear: nil)
  }

  /// Does something after the view has left the screen for good.
  ///
  /// On several views (a `Group`, a `ForEach`) it happens once, with the last of them. A screen
  /// that is covered has not left.
  nonisolated public func onDisappear(
    perform action: (@MainActor () -> Void)? = nil
  ) -> some View {
    AppearanceObserver(self, appear: nil, disappear: action)
  }

  /// Does something when a value differs from the last body's, with the new body's closure.
  nonisolated public func onChange<Value: Equatable>(
    of value: Value, initial: Bool = false,
    _ action: @escaping @MainActor (_ oldValue: Value, _ newValue: Value) -> Void
  ) -> some View {
    ChangeObserver(self, value: value, isInitial: initial, action: action)
  }

  /// Does something when a value differs from the last body's.
  nonisolated public func onChange<Value: Equatable>(
    of value: Value, initial: Bool = false, _ action: @escaping @MainActor () -> Void
  ) -> some View {
    ChangeObserver(self, value: value, isInitial: initial) { _, _ in action() }
  }

  /// Does something with the new value when it differs, with the closure of the body before.
  ///
  /// The older form. Prefer the one with two parameters, which gets the new body's closure.
  nonisolated public func onChange<Value: Equatable>(
    of value: Value, perform action: @escaping @MainActor (_ newValue: Value) -> Void
  ) -> some View {
    ChangeObserver(self, value: value, isInitial: false, closure: .ofOldBody) { _, new in
      action(new)
    }
  }

  /// Runs a task while the view is on the screen; it is cancelled when the view leaves.
  nonisolated public func task(
    priority: TaskPriority = .userInitiated,
    @_inheritActorContext _ action: @escaping @Sendable () async -> Void
  ) -> some View {
    TaskRunner(self, id: 0, name: "a task", priority: priority, action: action)
  }

  /// Runs a task while the view is on the screen, anew whenever `id` differs.
  nonisolated public func task<ID: Equatable>(
    id value: ID, priority: TaskPriority = .userInitiated,
    @_inheritActorContext _ action: @escaping @Sendable () async -> Void
  ) -> some View {
    TaskRunner(self, id: value, name: "a task", priority: priority, action: action)
  }
}
