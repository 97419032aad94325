import WaylineGraph

/// The clock behind the environment's `clock`.
private struct ClockKey: EnvironmentKey {
  static let defaultValue: any Clock<Duration> = ContinuousClock()
}

extension EnvironmentValues {
  /// The clock of the scene: real time in a program, a clock that tests advance in a test.
  ///
  /// ```swift
  /// @Environment(\.clock) private var clock
  /// …
  /// .task {
  ///   try? await clock.sleep(for: .seconds(3))
  ///   isBannerShown = false
  /// }
  /// ```
  ///
  /// A test host and the explorer set a clock of their own, so that no test waits for real time and
  /// the end of each sleep is a command of an exploration. `Task.sleep` always takes real time.
  public var clock: any Clock<Duration> {
    get { self[ClockKey.self] }
    set { self[ClockKey.self] = newValue }
  }
}
