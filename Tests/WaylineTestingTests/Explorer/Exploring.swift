import FoundationEssentials

/// The condition of the suites that explore whole programs.
///
/// They hold the main actor for minutes, so they run as a test run of their own:
/// `WAYLINE_EXPLORE=1 swift test --filter 'PlantedTests|CorrectProgramTests'`.
enum Exploring {
  static let isAlone = ProcessInfo.processInfo.environment["WAYLINE_EXPLORE"] != nil
}
