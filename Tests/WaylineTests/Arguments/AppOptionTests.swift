import Testing
import WaylineTesting

@testable import Wayline
@testable import WaylineFlows

private enum Sound: String, CaseIterable {
  case quiet, loud
}

private enum Desk {
  static let name = AppOption("desk", operand: "NAME", default: "main", summary: "Work at NAME.")
  static let member = AppOption<String?>("member", operand: "NAME", summary: "Lend to NAME.")
  static let copies = AppOption("copies", operand: "N", default: 1, summary: "Lend N copies.")
    .requiring("a number from 1 to 9") { (1...9).contains($0) }
  static let sound = AppOption("sound", default: Sound.quiet, summary: "Set the sound.")
  static let brief = AppOption("brief", summary: "Say less.")
  static let all = AppOptions(name, member, copies, sound, brief)
}

@Suite("A program's own options")
struct AppOptionTests {
  private func read(_ words: String...) throws -> OptionValues {
    try LaunchArguments(words, options: Desk.all.valid).scene.values
  }

  @Test("A value follows as the next word or after an equals sign, and the last one holds")
  func values() throws {
    #expect(try read("--desk", "upper")[Desk.name] == "upper")
    #expect(try read("--desk=upper=1")[Desk.name] == "upper=1")
    #expect(try read("--desk", "upper", "--desk", "lower")[Desk.name] == "lower")
  }

  @Test("A value has the type of its option")
  func types() throws {
    let values = try read("--copies", "7", "--member", "Ada", "--sound", "loud", "--brief")
    #expect(values[Desk.copies] == 7)
    #expect(values[Desk.member] == "Ada")
    #expect(values[Desk.sound] == .loud)
    #expect(values[Desk.brief])
  }

  @Test(
    "A number is finite, unless the option reads its text itself",
    arguments: ["nan", "inf", "-infinity", "1e999"])
  func finite(text: String) throws {
    let typed = AppOption("weight", operand: "KG", default: 1.0, summary: "Set the weight.")
    let optional = AppOption<Double?>("weight", operand: "KG", summary: "Set the weight.")
    let own = AppOption(
      "weight", operand: "KG", default: 1.0, summary: "Set the weight.", expectation: "a number",
      read: { Double($0) })
    for options in [AppOptions(typed), AppOptions(optional)] {
      #expect(throws: UsageError.self) {
        try LaunchArguments(["--weight", text], options: options.valid)
      }
    }
    let arguments = try LaunchArguments(["--weight", text], options: AppOptions(own).valid)
    #expect(!arguments.scene.values[own].isFinite)
  }

  @Test("An option that is not given has its default")
  func defaults() throws {
    let values = try read()
    #expect(values[Desk.name] == "main" && values[Desk.copies] == 1)
    #expect(values[Desk.member] == nil && values[Desk.sound] == .quiet && !values[Desk.brief])
    #expect(!values.contains(Desk.name))
    #expect(try read("--brief").contains(Desk.brief))
  }

  @Test("They stand among the others, and after -- they are words")
  func mixed() throws {
    let words = ["--json", "--desk", "upper", "settings", "--", "--brief"]
    let arguments = try LaunchArguments(words, options: Desk.all.valid)
    #expect(arguments.scene.form == .json)
    #expect(arguments.scene.values[Desk.name] == "upper")
    #expect(arguments.scene.arguments == ["settings", "--brief"])
  }

  @Test(
    "A value that cannot be read is refused with the accepted ones",
    arguments: [
      (["--desk"], "--desk needs a value: --desk NAME."),
      (["--copies="], "--copies cannot be ''; it takes a number from 1 to 9."),
      (["--copies", ""], "--copies cannot be ''; it takes a number from 1 to 9."),
      (["--sound="], "--sound cannot be ''; it takes quiet or loud."),
      (["--brief=yes"], "--brief takes no value."),
      (["--dsek", "upper"], "There is no option '--dsek'. Did you mean --desk?"),
      (["--copies", "x"], "--copies cannot be 'x'; it takes a number from 1 to 9."),
      (["--copies", "12"], "--copies cannot be '12'; it takes a number from 1 to 9."),
      (["--sound", "off"], "--sound cannot be 'off'; it takes quiet or loud."),
    ])
  func wrong(words: [String], reported: String) {
    let error = #expect(throws: UsageError.self) {
      try LaunchArguments(words, options: Desk.all.valid)
    }
    #expect(error?.description == reported)
  }

  @Test("--help lists them under the program's name")
  func help() {
    let lines = CommandReference(program: "lending", options: Desk.all.valid).help(columns: nil)
    #expect(lines.contains("Options of lending"))
    #expect(lines.contains("  --desk NAME         Work at NAME."))
    #expect(lines.contains("  --sound quiet|loud  Set the sound."))
    #expect(lines.contains("  --brief             Say less."))
  }

  @Test("A name that cannot be typed, is taken, or stands twice is left out and reported")
  func mistakes() {
    let reported = Reports()
    let handler: @Sendable (String) -> Void = { reported.append($0) }
    func option(_ name: String) -> AppOption<Bool> { AppOption(name, summary: "") }
    let valid = Misuse.withHandler(handler) {
      AppOptions(
        option("desk"), option("json"), option("desk"), option("--upper"), option("two words"),
        option("")
      ).valid
    }
    #expect(valid.map(\.name) == ["desk"])
    #expect(
      reported.sentences == [
        "Every program has an option '--json': choose another name for yours.",
        "Two options are called '--desk': only the first is used.",
        "The option '--upper' cannot be typed: write letters, digits and '-' only.",
        "The option 'two words' cannot be typed: write letters, digits and '-' only.",
        "The option '' cannot be typed: write letters, digits and '-' only.",
      ])
  }

  @Test("A view reads them from its environment")
  @MainActor
  func environment() {
    let host = TestHost { DeskNameView().environment(\.options[Desk.name], "upper") }
    #expect(host.lines == ["At the upper desk."])
    #expect(TestHost { DeskNameView() }.lines == ["At the main desk."])
  }
}

private struct DeskNameView: View {
  @Environment(\.options) private var options
  var body: some View { Text("At the \(options[Desk.name]) desk.") }
}

// Proof: `Misuse` reports on the thread of the test, one sentence after the other.
private final class Reports: @unchecked Sendable {
  private(set) var sentences: [String] = []
  func append(_ sentence: String) { sentences.append(sentence) }
}
