import Testing
import WaylineTesting

@testable import Wayline

extension AppOption {
  fileprivate static let desk = AppOption("desk", operand: "NAME", summary: "Work at NAME.")
  fileprivate static let quiet = AppOption("quiet", summary: "Say less.")
}

@Suite("A program's own options")
struct AppOptionTests {
  private func read(_ words: String...) throws -> LaunchArguments {
    try LaunchArguments(words, options: [.desk, .quiet])
  }

  @Test("A value follows as the next word or after an equals sign, and the last one holds")
  func values() throws {
    #expect(try read("--desk", "upper").options[.desk] == "upper")
    #expect(try read("--desk=upper=1").options[.desk] == "upper=1")
    #expect(try read("--desk", "upper", "--desk", "lower").options == [.desk: "lower"])
    #expect(try read().options[.desk] == nil)
  }

  @Test("A switch is there or not")
  func switches() throws {
    #expect(try read("--quiet").options.contains(.quiet))
    #expect(try !read().options.contains(.quiet))
  }

  @Test("They stand among the others, and after -- they are words")
  func mixed() throws {
    let arguments = try read("--json", "--desk", "upper", "settings", "--", "--quiet")
    #expect(arguments.isJSON)
    #expect(arguments.options == [.desk: "upper"])
    #expect(arguments.words == ["settings", "--quiet"])
  }

  @Test(
    "What is wrong is told",
    arguments: [
      (["--desk"], "--desk needs a value: --desk NAME."),
      (["--desk="], "--desk needs a value: --desk NAME."),
      (["--quiet=yes"], "--quiet takes no value."),
      (["--dsek", "upper"], "There is no option '--dsek'. Did you mean --desk?"),
    ])
  func wrong(words: [String], told: String) {
    let error = #expect(throws: UsageError.self) {
      try LaunchArguments(words, options: [.desk, .quiet])
    }
    #expect(error?.description == told)
  }

  @Test("--help lists them under the program's name")
  func help() {
    let lines = UsageText.lines(program: "lending", options: [.desk, .quiet], commands: [])
    #expect(lines.contains("Options of lending"))
    #expect(lines.contains("  --desk NAME                 Work at NAME."))
    #expect(lines.contains("  --quiet                     Say less."))
  }

  @Test("A name that cannot be typed, is taken, or stands twice is left out and told")
  func mistakes() {
    let names = ["desk", "json", "desk", "--upper", "two words", ""]
    let told = Told()
    let handler: @Sendable (String) -> Void = { told.append($0) }
    let valid = Misuse.$handler.withValue(handler) {
      AppOption.valid(names.map { AppOption($0, summary: "") })
    }
    #expect(valid.map(\.name) == ["desk"])
    #expect(
      told.sentences == [
        "Every program has an option '--json': choose another name for yours.",
        "Two options are called '--desk': the first one is kept.",
        "The option '--upper' cannot be typed: write letters, digits and '-' only.",
        "The option 'two words' cannot be typed: write letters, digits and '-' only.",
        "The option '' cannot be typed: write letters, digits and '-' only.",
      ])
  }

  @Test("A view reads them from its environment")
  @MainActor
  func environment() {
    let host = Host { DeskNameView().environment(\.options, [.desk: "upper"]) }
    #expect(host.lines == ["At the upper desk."])
    #expect(Host { DeskNameView() }.lines == ["At the main desk."])
  }
}

private struct DeskNameView: View {
  @Environment(\.options) private var options
  var body: some View { Text("At the \(options[.desk] ?? "main") desk.") }
}

// Proof: `Misuse` is told on the thread of the test, one sentence after the other.
private final class Told: @unchecked Sendable {
  private(set) var sentences: [String] = []
  func append(_ sentence: String) { sentences.append(sentence) }
}
