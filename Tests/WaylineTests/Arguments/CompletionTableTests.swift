import Testing

@testable import Wayline
@testable import WaylineFlows

private enum ShelfRoute: NavigationValue {
  case book(id: Int)
  case search(text: String)
  case rules
}

private struct ShelfApp: App {
  static let options = AppOptions(
    AppOption("sound", default: Loudness.quiet, summary: "Set the sound."))
  static let commands = [ShellCommand("lend", summary: "Lend a book.") { _ in .done }]

  enum Loudness: String, CaseIterable {
    case quiet, loud
  }

  var body: some Scene {
    WindowGroup {
      NavigationStack {
        List(0..<3) { id in NavigationLink("Book \(id)", value: ShelfRoute.book(id: id * 7)) }
          .navigationDestination(for: ShelfRoute.self) { Text("\($0)") }
      }
    }
  }
}

/// A program whose shelf has books with names that somebody else has chosen.
private struct DonatedApp: App {
  static let names = [
    "plain", "\u{1B}[31mred", "bell\u{7}", "turned\u{202E}", "a\u{9B}2J", "two\nlines", "tab\there",
    "é",
  ]

  var body: some Scene {
    WindowGroup {
      NavigationStack {
        List(Self.names, id: \.self) { NavigationLink($0, value: ShelfRoute.search(text: $0)) }
          .navigationDestination(for: ShelfRoute.self) { Text("\($0)") }
      }
    }
  }
}

@Suite("Completion")
@MainActor
struct CompletionTableTests {
  private func lines(_ words: String...) -> [String] {
    ProgramDescription<ShelfApp>(options: ShelfApp.options.valid).completions(of: words)
  }

  private func words(_ words: String...) -> [String] {
    ProgramDescription<ShelfApp>(options: ShelfApp.options.valid).completions(of: words)
      .map { String($0.split(separator: "\t")[0]) }
  }

  @Test("A verb that takes them offers the options of the program beside its own, and their values")
  func optionsAfterVerb() {
    let depth = LaunchVerb.Option("--depth", operand: "N", summary: "")
    func words(takesOptions: Bool, _ words: String...) -> [String] {
      let verb = LaunchVerb.Description(
        "search", summary: "", options: [depth], takesProgramOptions: takesOptions)
      let table = CompletionTable(
        options: ShelfApp.options.valid, commands: [], verbs: [verb], places: { _ in [] },
        scenes: { _ in [] })
      return table.lines(completing: words).map { String($0.split(separator: "\t")[0]) }
    }
    #expect(words(takesOptions: true, "search", "") == ["--depth", "--sound"])
    #expect(words(takesOptions: true, "search", "--sound", "") == ["quiet", "loud"])
    #expect(words(takesOptions: true, "search", "--sound", "l") == ["loud"])
    #expect(words(takesOptions: false, "search", "") == ["--depth"])
    #expect(words(takesOptions: false, "search", "--sound", "") == ["--depth"])
  }

  @Test("The first word is a place or a command, with its meaning")
  func first() {
    #expect(Array(words("").prefix(4)) == ["book", "search", "rules", "lend"])
    #expect(lines("len") == ["lend\tLend a book."])
  }

  @Test("The value of a place is one that a link on the screen leads to, with its label")
  func values() {
    #expect(lines("book", "") == ["0\tBook 0", "7\tBook 1", "14\tBook 2"])
    #expect(lines("open", "book", "1") == ["14\tBook 2"])
    #expect(lines("search", "") == [])
    #expect(lines("book", "7", "") == [])
  }

  @Test("A word that a shell could not print safely is not offered, and a meaning is made safe")
  func safety() {
    let lines = ProgramDescription<DonatedApp>(options: []).completions(of: ["search", ""])
    #expect(lines.map { $0.split(separator: "\t")[0] } == ["plain", "é"])
    let ids = ProgramDescription<DonatedApp>(options: []).completions(of: ["open", "search", ""])
    #expect(ids == lines)
    let acting = lines.joined().unicodeScalars.filter {
      $0 != "\t" && ($0.properties.generalCategory == .control || $0 == "\u{202E}")
    }
    #expect(acting.isEmpty)
  }

  @Test("Options and their values; after -- there are none")
  func options() {
    #expect(words("--sou") == ["--sound"])
    #expect(words("--sound", "") == ["quiet", "loud"])
    #expect(words("--color=al") == ["always"])
    #expect(words("--color", "never", "bo") == ["book"])
    #expect(lines("--script", "x") == ["//files"])
    #expect(lines("--", "--co") == [])
  }

  @Test(
    "The words of a usage that may follow its command",
    arguments: [
      ("scene [list|erase [NAME]]", ["list", "erase"]),
      ("store [status|export [secrets] FILE|erase]", ["status", "export", "erase"]),
      ("back [n]", []), ("show", []),
    ] as [(String, [String])])
  func usages(usage: String, words: [String]) {
    #expect(ShellCommand.words(after: usage) == words)
  }

  @Test(
    "The script of each shell says how many values are offered", arguments: CompletionShell.allCases
  )
  func remark(_ shell: CompletionShell) {
    let lines = CompletionScript(program: "desk").lines(for: shell)
    let remark = "# At Tab it asks desk, which offers the first 1000 values that begin as typed."
    #expect(lines.prefix(2).contains(remark))
    #expect(shell != .zsh || lines[0] == "#compdef desk")
  }

  @Test("Of a screen with many links the first thousand that begin as typed are offered")
  func bounded() {
    let host = SceneHost {
      NavigationStack {
        List(0..<1_500) { NavigationLink("Book \($0)", value: ShelfRoute.book(id: $0)) }
          .navigationDestination(for: ShelfRoute.self) { Text("\($0)") }
      }
    }
    var cuts = 0
    let places = PlaceCompletions(forms: host.router.linkPatterns) {
      host
    } onCut: {
      cuts += 1
    }
    #expect(places.candidates(for: .init(words: ["book"])).count == PlaceCompletions.limit)
    #expect(cuts == 1)
    let late = places.candidates(for: .init(words: ["book"], last: "149"))
    #expect(late.map(\.word) == ["149"] + (1_490..<1_500).map(String.init))
    #expect(cuts == 1)
  }
}

@Suite("The description of a program")
struct CommandReferenceTests {
  private let reference = CommandReference(
    program: "desk", version: "1.2", summary: "Lend books - or \\not.", places: ["book <id>"])

  @Test("The manual page escapes what roff reads as something else")
  func roff() {
    let lines = reference.roff
    #expect(lines[0] == ".TH \"DESK\" 1 \"\" \"desk 1.2\" \"User Commands\"")
    #expect(lines.contains("desk \\- Lend books \\- or \\enot."))
    #expect(lines.contains(".B \"\\-\\-color auto|always|never\""))
  }

  @Test("Help, manual page and Markdown name the same forms")
  func same() {
    let forms = reference.sections.flatMap(\.entries).map(\.form)
    #expect(forms.count > 50 && forms.contains("desk book <id>"))
    for form in forms {
      #expect(reference.help(columns: nil).contains { $0.hasPrefix("  \(form)") }, "\(form)")
      #expect(reference.markdown.contains { $0.hasPrefix("- `\(form)`") }, "\(form)")
    }
  }
}
