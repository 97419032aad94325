import Wayline

/// What a test decides for a scene because it differs from run to run: its time and its random numbers.
@MainActor
struct TestSources {
  /// The clock, which stands still until the test advances it.
  let clock = TestClock()
  /// The random numbers, which equal commands draw again.
  var random = RandomSource(seed: 1)

  /// Sets the sources in the environment of a scene.
  func set(in environment: inout EnvironmentValues) {
    (environment.clock, environment.randomSource) = (clock, random)
  }
}

extension View {
  /// Gives a first screen the sources of a test.
  @MainActor
  func sources(_ sources: TestSources) -> some View {
    environment(\.clock, sources.clock).environment(\.randomSource, sources.random)
  }
}
