import Testing

@testable import Wayline
@testable import WaylineFlows

@Suite("Arguments that are not UTF-8")
struct ByteArgumentTests {
  private static let wrong = "a\u{10FFFF}"

  /// The options of every program that need a value.
  private static let flags = LaunchOption.all.filter(\.needsValue).map(\.flag)

  private func read(_ words: [String]) throws -> LaunchArguments {
    try LaunchArguments(
      words, options: AppOptions(AppOption("desk", operand: "N", default: "", summary: "")).valid)
  }

  @Test("A name of a file keeps its bytes, and another value is refused", arguments: flags)
  func values(flag: String) throws {
    let option = try #require(LaunchOption.named(flag[...]))
    for words in [[flag, Self.wrong], ["\(flag)=\(Self.wrong)"]] {
      guard option.takesPath else {
        let error = #expect(throws: UsageError.self) { try read(words) }
        #expect(
          error?.description == "\(flag) cannot be '\(Self.wrong)'; it takes UTF-8 text.")
        continue
      }
      let isReplay = flag.hasPrefix("--replay-")
      let given = try read(isReplay ? words + ["--replay", "log"] : words)
      let names = [
        given.store, given.script, given.record, given.replay, given.answers,
        given.passphraseFile, given.keyFile,
      ]
      #expect(names.contains(Self.wrong))
    }
  }

  @Test("A value of a program's own option is refused", arguments: ["--desk", "--desk="])
  func ownOptions(flag: String) {
    let words = flag.hasSuffix("=") ? [flag + Self.wrong] : [flag, Self.wrong]
    let error = #expect(throws: UsageError.self) { try read(words) }
    #expect(error?.description == "--desk cannot be '\(Self.wrong)'; it takes UTF-8 text.")
  }
}
