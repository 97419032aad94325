import Testing

@testable import Wayline
@testable import WaylineFlows
@testable import WaylineShell

private enum Shelf: String, CaseIterable { case fiction, travel }

/// An option with a letter and a variable: the values that it accepts, and those that were given.
private struct Kind: CustomStringConvertible {
  let description: String
  let options: [AppOptions.Element]
  /// A command that has the same options.
  let command: ShellCommand
  let accepts: (String) -> Bool
  let given: (OptionValues) -> [String]

  init<Value>(
    _ option: AppOption<Value>, accepts: @escaping (String) -> Bool = { _ in true },
    given: @escaping (Value) -> [String]
  ) {
    description = "\(Value.self)\(option.repeats ? " …" : "")"
    let all = AppOptions(option, Kind.brief)
    options = all.valid
    command = ShellCommand("give", usage: "give", summary: "", options: all) { _ in .done }
    self.accepts = accepts
    self.given = { given($0[option]) }
  }

  static let brief = AppOption("brief", short: "b", summary: "Say less.")

  var repeats: Bool { options[0].repeats }

  @MainActor static let all: [Kind] = [
    Kind(AppOption("tag", short: "t", variable: "TAG", operand: "A", default: "-", summary: "")) {
      $0 == "-" ? [] : [$0]
    },
    Kind(AppOption<String?>("tag", short: "t", variable: "TAG", operand: "A", summary: "")) {
      $0.map { [$0] } ?? []
    },
    Kind(
      AppOption("tag", short: "t", variable: "TAG", operand: "N", default: 0, summary: ""),
      accepts: { Int($0) != nil }, given: { $0 == 0 ? [] : ["\($0)"] }),
    Kind(
      AppOption("tag", short: "t", variable: "TAG", default: Shelf.travel, summary: ""),
      accepts: { $0 == "fiction" }, given: { $0 == .travel ? [] : [$0.rawValue] }),
    Kind(AppOption("tag", short: "t", repeats: true, variable: "TAG", summary: "")) { $0 },
    Kind(AppOption("tag", short: "t", repeats: false, variable: "TAG", summary: "")) { $0 },
    Kind(
      AppOption<[Int]>(
        "tag", short: "t", repeats: true, variable: "TAG", operand: "N", summary: ""),
      accepts: { Int($0) != nil }, given: { $0.map(String.init) }),
    Kind(
      AppOption<[Shelf]>("tag", short: "t", repeats: true, variable: "TAG", summary: ""),
      accepts: { $0 == "fiction" }, given: { $0.map(\.rawValue) }),
    Kind(
      AppOption<[Substring]>(
        "tag", short: "t", repeats: true, variable: "TAG", operand: "A", summary: "",
        expectation: "a text", read: { $0[...] })
    ) { $0.map(String.init) },
  ]
}

/// A way to give a value.
private enum Way: CaseIterable {
  case word, equals, letter, attached, letterEquals, afterSwitch, variable

  /// The words for a value; nil where the way cannot express it.
  func words(_ value: String) -> [String]? {
    switch self {
    case .word: ["--tag", value]
    case .equals: ["--tag=\(value)"]
    case .letter: ["-t", value]
    case .attached: value.isEmpty || value.hasPrefix("=") ? nil : ["-t\(value)"]
    case .letterEquals: ["-t=\(value)"]
    case .afterSwitch: ["-bt", value]
    case .variable: value.isEmpty || value.contains("\n") ? nil : []
    }
  }

  /// The name in a refusal.
  var source: String {
    switch self {
    case .variable: "TAG"
    default: "--tag"
    }
  }
}

@MainActor
@Suite("Ways to give an option")
struct OptionWayTests {
  private static let texts = [
    "", " ", "a", "7", "-1", "--", "--brief", "fiction", "=", "a=b", "Ä 😀", "a\nb", "nan",
  ]

  /// Reads the words as those of a program, and after a command with the same options.
  private func read(_ kind: Kind, _ words: [String], variable: String?) throws -> OptionValues {
    let variable = { $0 == "TAG" ? variable : nil }
    let arguments = try LaunchArguments(
      ["give"] + words, commands: CommandOptions([kind.command]))
    #expect(arguments.scene.arguments == ["give"] + words)
    let ofCommand = Result { () throws -> OptionValues in
      try OptionReader.read(words, kind.command.validOptions, variable: variable).values
    }
    let ofProgram = Result { () throws -> OptionValues in
      try LaunchArguments(words, options: kind.options, variable: variable).scene.values
    }
    #expect(ofCommand.error == ofProgram.error)
    if let values = try? ofProgram.get() { #expect(try ofCommand.get() == values) }
    return try ofProgram.get()
  }

  @Test("Every kind of option takes a value in every way, or refuses it in one sentence")
  func values() throws {
    for kind in Kind.all {
      for way in Way.allCases {
        for text in Self.texts {
          guard let words = way.words(text) else { continue }
          let variable = way == .variable ? text : nil
          guard kind.accepts(text) else {
            let error = #expect(throws: UsageError.self, "\(kind) \(way) \(text)") {
              try read(kind, words, variable: variable)
            }
            let beginning = "\(way.source) cannot be '\(text)'; it takes "
            #expect(error?.description.hasPrefix(beginning) == true, "\(error?.description ?? "")")
            continue
          }
          let values = try read(kind, words, variable: variable)
          #expect(kind.given(values) == [text], "\(kind) \(way) \(text)")
          #expect(values[Kind.brief] == (way == .afterSwitch))
        }
      }
    }
  }

  @Test("Given in any two ways, an option that repeats has both values, and another one the last")
  func twice() throws {
    let ways = Way.allCases.filter { $0 != .variable }
    for kind in Kind.all {
      for first in ways {
        for second in ways {
          let text = ["fiction", "7"].first(where: kind.accepts) ?? ""
          let words = (first.words(text) ?? []) + (second.words(text) ?? [])
          let values = try read(kind, words + ["home"], variable: "x")
          #expect(kind.given(values) == (kind.repeats ? [text, text] : [text]))
          var logged = OptionValues()
          for (name, text) in values.texts {
            let option = try #require(kind.options.first { $0.name == name })
            try logged.read(logged: text, for: option)
          }
          #expect(logged == values && kind.given(logged) == kind.given(values))
        }
      }
    }
  }

  @Test("A variable counts where the option is not given, unless it is empty")
  func variables() throws {
    for kind in Kind.all {
      #expect(kind.given(try read(kind, [], variable: nil)).isEmpty)
      #expect(kind.given(try read(kind, [], variable: "")).isEmpty)
      let text = ["fiction", "7"].first(where: kind.accepts) ?? ""
      let lines = try read(kind, [], variable: kind.repeats ? "\(text)\n\(text)\n" : text)
      #expect(kind.given(lines) == (kind.repeats ? [text, text] : [text]))
    }
  }

  @Test(
    "A switch takes true or false from its variable",
    arguments: [("1", true), ("true", true), ("TRUE", true), ("0", false), ("false", false)])
  func switches(text: String, value: Bool) throws {
    let option = AppOption("brief", short: "b", variable: "BRIEF", summary: "")
    let options = AppOptions(option).valid
    #expect(try LaunchArguments([], options: options) { _ in text }.scene.values[option] == value)
    #expect(try LaunchArguments(["-b"], options: options) { _ in text }.scene.values[option])
  }

  @Test("Neither a description nor a replay reads variables")
  func unread() throws {
    let options = AppOptions(
      AppOption("copies", variable: "COPIES", operand: "N", default: 1, summary: "")
    ).valid
    for words in [["--help"], ["--version"], ["--replay", "log"]] {
      #expect(try LaunchArguments(words, options: options) { _ in "x" }.scene.values.texts.isEmpty)
    }
  }

  @Test(
    "A mistake with a letter or a variable is one sentence",
    arguments: [
      (["-t"], nil, "-t needs a value: -t TEXT."),
      (["-bt"], nil, "-t needs a value: -t TEXT."),
      (["-b=yes"], nil, "-b takes no value."),
      (["-bx"], nil, "There is no option '-x'."),
      (["-x"], nil, "There is no option '-x'."),
      (["-T", "a"], nil, "There is no option '-T'."),
      (["-br"], nil, "There is no option '-r'."),
      ([], "perhaps", "DESK_BRIEF cannot be 'perhaps'; it takes true or false."),
      ([], "a\u{10FFFF}", "DESK_BRIEF cannot be 'a\u{10FFFF}'; it takes UTF-8 text."),
    ] as [([String], String?, String)])
  func mistakes(words: [String], variable: String?, reported: String) {
    let options = AppOptions(
      AppOption("tag", short: "t", repeats: true, summary: ""),
      AppOption("brief", short: "b", variable: "DESK_BRIEF", summary: "")
    ).valid
    let error = #expect(throws: UsageError.self) {
      try LaunchArguments(words, options: options) { $0 == "DESK_BRIEF" ? variable : nil }
    }
    #expect(error?.description == reported)
  }

  @Test("The help of every program is also the letter h behind others")
  func help() throws {
    let options = AppOptions(Kind.brief).valid
    #expect(try LaunchArguments(["-bh"], options: options).request == .help)
  }

  @Test("After the first word a dash begins no letters")
  func words() throws {
    let options = AppOptions(Kind.brief).valid
    let arguments = try LaunchArguments(["find", "-b"], options: options)
    #expect(arguments.scene.arguments == ["find", "-b"] && !arguments.scene.values[Kind.brief])
  }

  @Test("A letter or variable that is taken, or cannot be typed, is reported with its option")
  func declarations() {
    let reported = Sentences()
    let handler: @Sendable (String) -> Void = { reported.append($0) }
    func option(_ name: String, _ short: Character?, _ variable: String? = nil) -> AppOption<Bool> {
      AppOption(name, short: short, variable: variable, summary: "")
    }
    let valid = Misuse.withHandler(handler) {
      AppOptions(
        option("tag", "t", "DESK_TAG"), option("top", "t"), option("hold", "h"),
        option("dash", "-"), option("upper", "T"), option("tags", nil, "DESK_TAG"),
        option("desk", nil, "DESK TAG"), option("first", nil, "1ST"), option("none", nil, "")
      ).valid
    }
    #expect(valid.map(\.name) == ["tag", "upper"])
    #expect(
      reported.all == [
        "'--tag' has the letter '-t': choose another one for '--top'.",
        "Every program has an option '-h': choose another letter for '--hold'.",
        "The option '--dash' cannot have the letter '-': choose a letter or digit.",
        "'--tag' has the variable 'DESK_TAG': choose another one for '--tags'.",
        "The variable 'DESK TAG' of '--desk' cannot be set: write letters, digits and '_' only.",
        "The variable '1ST' of '--first' cannot be set: write letters, digits and '_' only.",
        "The variable '' of '--none' cannot be set: write letters, digits and '_' only.",
      ])
  }

  @Test("Help, manual and completion have the letter, the variable and that an option repeats")
  func descriptions() {
    let options = AppOptions(
      AppOption("tag", short: "t", repeats: true, variable: "DESK_TAG", summary: "Add a tag."),
      AppOption("shelf", short: "s", default: Shelf.travel, summary: "Show a shelf."), Kind.brief
    ).valid
    let reference = CommandReference(program: "desk", options: options)
    let help = reference.help(columns: nil)
    #expect(
      help.contains { $0.hasPrefix("  -t, --tag TEXT …") && $0.hasSuffix("Add a tag.") })
    #expect(
      help.contains {
        $0.hasPrefix("  DESK_TAG ") && $0.hasSuffix("  Same as --tag; each line is a value.")
      })
    #expect(reference.markdown.contains("- `-t, --tag TEXT …`: Add a tag."))
    #expect(reference.roff.contains(".B \"\\-b, \\-\\-brief\""))
    let table = CompletionTable(
      options: options, commands: [], places: { _ in [] }, scenes: { _ in [] })
    #expect(table.lines(completing: ["-t"]) == ["-t\tAdd a tag."])
    for words in [["-s", ""], ["--shelf", ""], ["-bs", ""], ["-s="], ["--shelf="]] {
      #expect(table.lines(completing: words) == ["fiction", "travel"], "\(words)")
    }
    for words in [["-t", ""], ["-bt", "a"], ["--tag", ""]] {
      #expect(table.lines(completing: words).isEmpty, "\(words)")
    }
  }
}

// Proof: `Misuse` reports on the thread of the test, one sentence after the other.
private final class Sentences: @unchecked Sendable {
  private(set) var all: [String] = []
  func append(_ sentence: String) { all.append(sentence) }
}

extension Result where Failure == any Error {
  fileprivate var error: String? { if case .failure(let error) = self { "\(error)" } else { nil } }
}
