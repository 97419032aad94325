import FoundationEssentials

/// The size of the long suites, and the seed of the random times in them.
package enum Scale {
  /// The factor of all long suites: `WAYLINE_TEST_SCALE`, 1 if it is not set.
  package static let factor = max(1, number("WAYLINE_TEST_SCALE") ?? 1)

  /// The seed of the fault suites: `WAYLINE_TEST_SEED`, 1 if it is not set.
  ///
  /// It decides when a process is killed, not how far the process has come by then.
  package static let seed = UInt64(clamping: number("WAYLINE_TEST_SEED") ?? 1)

  /// A number of rounds, as often as the factor says.
  package static func rounds(_ count: Int) -> Int { count * factor }

  private static func number(_ name: String) -> Int? {
    ProcessInfo.processInfo.environment[name].flatMap(Int.init)
  }
}
