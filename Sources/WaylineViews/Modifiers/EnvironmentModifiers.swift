import Observation
import WaylineGraph

extension View {
  /// Gives a value to the views below.
  nonisolated public func environment<Value>(
    _ keyPath: WritableKeyPath<EnvironmentValues, Value>, _ value: Value
  ) -> some View {
    EnvironmentWriter(self) { $0[keyPath: keyPath] = value }
  }

  /// Gives an `@Observable` object to the views below, which read it by its type.
  nonisolated public func environment<Object: AnyObject & Observable>(
    _ object: Object?
  ) -> some View {
    EnvironmentWriter(self) { $0[ObjectKey<Object>.self] = object }
  }

  /// Gives an object to the views below, which read it with `@EnvironmentObject`.
  nonisolated public func environmentObject<Object: ObservableObject>(
    _ object: Object
  ) -> some View {
    EnvironmentWriter(self) { $0[ObjectKey<Object>.self] = object }
  }

  /// Changes a value for the views below.
  nonisolated public func transformEnvironment<Value>(
    _ keyPath: WritableKeyPath<EnvironmentValues, Value>,
    transform: @escaping (inout Value) -> Void
  ) -> some View {
    EnvironmentWriter(self) { transform(&$0[keyPath: keyPath]) }
  }
}
