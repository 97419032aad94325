import Glibc

/// How much the random suites do: `WAYLINE_TEST_SCALE`, 1 if it is not set.
enum Scale {
  /// The factor.
  static let factor = max(1, getenv("WAYLINE_TEST_SCALE").flatMap { Int(String(cString: $0)) } ?? 1)
}
