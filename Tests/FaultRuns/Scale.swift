import Glibc

/// How much the long suites do: `WAYLINE_TEST_SCALE`, 1 if it is not set.
package enum Scale {
  /// The factor of all long suites.
  package static let factor = max(
    1, getenv("WAYLINE_TEST_SCALE").flatMap { Int(String(cString: $0)) } ?? 1)

  /// A number of rounds, as often as the scale says.
  package static func rounds(_ count: Int) -> Int { count * factor }
}
