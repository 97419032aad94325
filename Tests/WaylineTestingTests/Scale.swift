import FoundationEssentials

/// How much the explorations of programs search: `WAYLINE_TEST_SCALE`, 1 if it is not set.
enum Scale {
  /// The factor.
  static let factor = max(
    1, ProcessInfo.processInfo.environment["WAYLINE_TEST_SCALE"].flatMap(Int.init) ?? 1)
}
