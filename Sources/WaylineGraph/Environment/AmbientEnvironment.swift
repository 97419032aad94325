import Dispatch
import WaylineSystem

// Proof: the values are made once, on the main actor, before any other thread can have the object or
// while the main thread reads them; afterwards they are constant.
/// The environment of code that belongs to no view, such as a command of the program.
///
/// `@Environment` in that code, and in the tasks it starts, reads these values, as a property of a view
/// reads those of its node.
package final class AmbientEnvironment: @unchecked Sendable {
  @TaskLocal private static var current: AmbientEnvironment?
  /// Marks the main queue, which the main thread runs only where `main` is synchronous.
  private static let mainQueue = {
    let key = DispatchSpecificKey<Bool>()
    DispatchQueue.main.setSpecific(key: key, value: true)
    return key
  }()

  private let make: @MainActor @Sendable () -> EnvironmentValues
  private var made: EnvironmentValues?

  /// An environment that is made when it is first used.
  package init(_ make: @escaping @MainActor @Sendable () -> EnvironmentValues) { self.make = make }

  /// The values.
  @MainActor package var values: EnvironmentValues {
    if let made { return made }
    let values = make()
    made = values
    return values
  }

  /// The values of the present code; nil where it belongs to no such environment.
  ///
  /// Values that are not made yet are made on the main actor only; elsewhere they are the defaults.
  static var values: EnvironmentValues? {
    guard let current else { return nil }
    if let made = current.made { return made }
    guard MainQueueHandle.isOnMainThread || DispatchQueue.getSpecific(key: mainQueue) == true else {
      return EnvironmentValues()
    }
    // Proof: this is the thread of the main actor, which waits here; the values stay on it.
    nonisolated(unsafe) var values = EnvironmentValues()
    MainActor.assumeIsolated { values = current.values }
    return values
  }

  /// Runs code, and the tasks that it starts, in this environment.
  package func use<Result>(_ action: () throws -> Result) rethrows -> Result {
    try Self.$current.withValue(self, operation: action)
  }
}
