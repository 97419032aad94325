import Glibc

/// How long the random walks are: `WAYLINE_TEST_SCALE`, 1 if it is not set.
///
/// With 17 they take more than 100,000 steps.
enum Scale {
  static let factor = max(1, getenv("WAYLINE_TEST_SCALE").flatMap { Int(String(cString: $0)) } ?? 1)
}
