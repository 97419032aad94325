import Testing
import WaylineGraph
import WaylineNavigation
import WaylineViews

@testable import WaylineShell

@Suite("Text that looks like other text")
@MainActor
struct LookalikeTests {
  private struct LendPage: View {
    @State private var lent = "nothing"

    var body: some View {
      Text("Lent: \(lent)")
      Button("Lend") { lent = "Emma" }
      Button("Le\u{200B}nd") { lent = "Ulysses" }
      TextField("Lent", text: $lent)
      Button("\u{231A}\u{FE0F} Wait") { lent = "later" }
    }
  }

  @Test("Labels, values and typed lines show what cannot be seen, and no label passes for another")
  func shown() {
    let desk = Desk(LendPage())
    #expect(desk.printed().contains("[1] Lend\n[2] Le<U+200B>nd\n"))
    #expect(desk.answer("lend").contains("Lent: Emma\n"))
    #expect(desk.answer("le\u{200B}nd").hasPrefix("'le<U+200B>nd' is neither a command"))
    #expect(desk.answer("ba\u{2060}ck").hasPrefix("'ba<U+2060>ck' is neither a command"))
    #expect(desk.answer("Le<U+200B>nd").contains("Lent: Ulysses\n"))
    #expect(desk.answer("3 Em\u{200D}ma\u{202E}").contains("[3] Lent: Em<U+200D>ma<U+202E>\n"))
  }

  @Test("A label is known with and without the selector of the form that its emoji has anyway")
  func repeatedForm() {
    let desk = Desk(LendPage())
    #expect(desk.printed().contains("[4] \u{231A} Wait\n"))
    for label in ["\u{231A} wait", "\u{231A}\u{FE0F} wait"] {
      _ = desk.answer("lend")
      #expect(desk.answer(label).contains("Lent: later\n"))
    }
  }
}

@Suite("Command parser")
struct CommandParserTests {
  private static let commands = CommandNames([
    ShellCommand("store", usage: "store [status|doctor]", summary: "Store.") { _ in .done },
    ShellCommand("Report", summary: "Report.") { _ in .done },
    ShellCommand("find", usage: "find TEXT", summary: "Find.") { _ in .done },
  ])
  private let parser = CommandParser(screen: .book, registered: commands)

  private func read(_ line: String) -> Command? {
    try? parser.read(line).get()
  }

  private static let forms: [(String, Command)] = [
    ("", .nothing), ("  \t", .nothing),
    ("1", .act(on: 0, value: nil)), ("  3  ", .act(on: 2, value: nil)),
    ("3 on", .act(on: 2, value: "on")), ("[3] on", .act(on: 2, value: "on")),
    ("[1]", .act(on: 0, value: nil)), ("2  two ", .act(on: 1, value: " two ")),
    ("2 \"\"", .act(on: 1, value: "")), ("2 \"3\"", .act(on: 1, value: "\"3\"")),
    ("back", .navigate(.back(1))), ("back 3", .navigate(.back(3))), ("BACK", .navigate(.back(1))),
    (":back 2", .navigate(.back(2))),
    ("home", .navigate(.home)), ("forward", .navigate(.forward)), ("dismiss", .navigate(.dismiss)),
    ("undo", .navigate(.undo)),
    ("redo", .navigate(.redo)), ("where", .place), ("history", .history), ("show", .show),
    ("open /book/42", .navigate(.open(["/book/42"]))),
    ("open book 42", .navigate(.open(["book", "42"]))),
    ("open book 'The Go-Between'", .navigate(.open(["book", "The Go-Between"]))),
    ("wait", .wait(WaitRequest())), ("wait 0.5", .wait(WaitRequest(limit: .milliseconds(500)))),
    ("help", .help(nil)),
    ("help back", .help("back")), (":tree", .tree), (":graph", .tree), (":why", .why),
    ("quit", .navigate(.leave)), ("exit", .navigate(.leave)),
    (
      "store  status now",
      .registered(name: "store", words: ["status", "now"], text: "status now")
    ),
    ("report", .registered(name: "Report", words: [], text: "")),
    ("Lend to a member", .act(on: 0, value: nil)), ("notify ME", .act(on: 2, value: nil)),
    ("notify me: on", .act(on: 2, value: "on")), ("Copies:4", .act(on: 1, value: "4")),
    ("Copies: \"\"", .act(on: 1, value: "")), ("Copies:", .act(on: 1, value: nil)),
    ("\"Copies\"", .act(on: 1, value: nil)), ("\"Copies\": 4", .act(on: 1, value: "4")),
    ("lend", .act(on: 0, value: nil)), ("cop", .act(on: 1, value: nil)),
    ("delete", .act(on: 3, value: nil)),
  ]

  @Test("A command of the program goes before a short form, also where its words do not fit")
  func commandBeforeShortForm() {
    let bids = ShellCommand("b", usage: "b [all|one]", summary: "Bids.") { _ in .done }
    let parser = CommandParser(screen: .book, registered: CommandNames([bids]))
    for word in ["one", "two"] {
      #expect(
        (try? parser.read("b \(word)").get())
          == .registered(name: "b", words: [word], text: word))
    }
    #expect(read("b") == .navigate(.back(1)))
  }

  @Test("A line is read in the documented order", arguments: forms)
  func order(line: String, command: Command) {
    #expect(read(line) == command)
  }

  @Test(
    "A line that cannot be read says why and names what is near",
    arguments: [
      ("5", "There is no 5 on this screen: the numbers are 1 to 4."),
      ("0", "There is no 0 on this screen: the numbers are 1 to 4."),
      (
        "99999999999999999999",
        "There is no 99999999999999999999 on this screen: the numbers are 1 to 4."
      ),
      ("1 x", "'Lend to a member' takes no value."),
      ("lend to a member: x", "'Lend to a member' takes no value."),
      ("back zero", "Usage: back [n]"), ("back 0", "Usage: back [n]"),
      ("open", "Usage: open place…"), ("wait for", "Usage: wait [time] [for task|until text]"),
      ("open 'book", "A quote is not closed. Close it, or put a backslash before it."),
      (":tree x", "Usage: :tree"),
      ("copeis", "'copeis' is neither a command nor a label here. Did you mean 'Copies'?"),
      ("hoem", "'hoem' is neither a command nor a label here. Did you mean 'home'?"),
      (
        "xyzzy",
        "'xyzzy' is neither a command nor a label here. Type help to see what can be typed."
      ),
      (":bakc", "There is no command 'bakc'. Did you mean 'back'?"),
      ("\"Copes\"", "Nothing here is labelled 'Copes'. Did you mean 'Copies'?"),
    ])
  func problems(line: String, sentence: String) {
    guard case .failure(let problem) = parser.read(line) else {
      Issue.record("'\(line)' was read")
      return
    }
    #expect(problem.description == sentence)
  }

  @Test("A screen without numbers says so")
  func noNumbers() {
    let parser = CommandParser(screen: .make())
    #expect(
      throws: ShellMessage.noElement(number: "1", count: 0),
      performing: { try parser.read("1").get() })
  }

  @Test("Several elements that fit are named with their numbers, and none is taken")
  func ambiguous() {
    let screen = Screen.make(elements: [
      .make(.button, "Delete"), .make(.button, "Details"), .make(.button, "Delete"),
    ])
    let parser = CommandParser(screen: screen)
    let exact = ShellMessage.ambiguous(
      "Delete", choices: [.init(number: 1, label: "Delete"), .init(number: 3, label: "Delete")])
    #expect(parser.read("Delete") == .failure(exact))
    #expect(parser.read("deta") == .success(.act(on: 1, value: nil)))
    #expect(
      exact.description
        == "'Delete' could be one of these. Type the number:\n  [1] Delete\n  [3] Delete")
  }

  @Test("An enabled element wins over a disabled one of the same label")
  func enabledWins() {
    let screen = Screen.make(elements: [
      .make(.button, "Lend", isEnabled: false), .make(.button, "Lend"),
    ])
    #expect(CommandParser(screen: screen).read("lend") == .success(.act(on: 1, value: nil)))
  }

  @Test(
    "A label is the same in any case, however its characters are written",
    arguments: [
      ("Über", "ÜBER"), ("Caf\u{E9}", "CAFE\u{301}"), ("Cafe\u{301}", "caf\u{E9}"),
      ("Café", "caf"), ("日本", "日"), ("\u{212A}elvin", "kelvin"), ("Kelvin", "\u{212A}ELVIN"),
      ("ΟΔΟΣ", "οδοσ"),
    ])
  func anyCase(label: String, typed: String) {
    let screen = Screen.make(elements: [.make(.button, "Other"), .make(.button, label)])
    let parser = CommandParser(screen: screen)
    #expect(parser.read(typed) == .success(.act(on: 1, value: nil)))
    #expect(parser.read("\"\(label)\"") == .success(.act(on: 1, value: nil)))
  }

  @Test("A part of a character is not a beginning, and a longer line is not a label")
  func notSame() {
    let screen = Screen.make(elements: [.make(.button, "e\u{301}t"), .make(.button, "Lend")])
    let parser = CommandParser(screen: screen)
    for typed in ["e", "lends", "len d", "lend\u{301}"] {
      guard case .failure(.unknown) = parser.read(typed) else {
        Issue.record("'\(typed)' was read")
        continue
      }
    }
  }

  @Test("A value goes to the longest label that fits")
  func longestLabel() {
    let screen = Screen.make(elements: [.make(.text, "Time"), .make(.text, "Time: from")])
    let parser = CommandParser(screen: screen)
    #expect(parser.read("time: from: 9:30") == .success(.act(on: 1, value: "9:30")))
    #expect(parser.read("time: 9:30") == .success(.act(on: 0, value: "9:30")))
  }

  @Test("A long value full of colons does not hide the label")
  func manyColons() {
    let value = String(repeating: ":", count: 1_000_000)
    #expect(parser.read("copies: \(value)") == .success(.act(on: 1, value: value)))
  }

  @Test("A label that starts with a command word is a label when the command does not fit")
  func commandWordInLabel() {
    let screen = Screen.make(elements: [.make(.button, "Back to shelf"), .make(.button, "Home")])
    let parser = CommandParser(screen: screen)
    #expect(parser.read("back to shelf") == .success(.act(on: 0, value: nil)))
    #expect(parser.read("home") == .success(.navigate(.home)))
    #expect(parser.read("\"Home\"") == .success(.act(on: 1, value: nil)))
  }

  @Test(
    "A label goes before a command of the program whose words do not fit, and before no other",
    arguments: [
      ("Store the cards", 0), ("store the cards", 0), ("store the", 0), ("Report a damage", 1),
      ("store", nil), ("store status", nil), ("Report", nil), ("Find a book", nil),
      ("Report me", nil), (":store the cards", nil),
    ] as [(String, Int?)])
  func unfitWords(line: String, element: Int?) {
    let screen = Screen.make(
      elements: ["Store the cards", "Report a damage", "Report", "Find a book"].map {
        .make(.button, $0)
      })
    let parser = CommandParser(screen: screen, registered: Self.commands)
    switch parser.read(line) {
    case .success(.act(let index, nil)): #expect(index == element)
    case .success(.registered): #expect(element == nil)
    default: Issue.record("'\(line)' was not read")
    }
    #expect(parser.shadow(ofLabel: "Store the cards") == nil)
    #expect(parser.shadow(ofLabel: "Find a book") != nil)
  }

  @Test("A value goes to a label that begins like a command whose words do not fit")
  func unfitValue() {
    let screen = Screen.make(elements: [.make(.text, "Store name"), .make(.text, "Report to")])
    let parser = CommandParser(screen: screen, registered: Self.commands)
    #expect(parser.read("Store name: Main") == .success(.act(on: 0, value: "Main")))
    #expect(parser.read("Report to: Ada") == .success(.act(on: 1, value: "Ada")))
  }

  @Test("The unique beginning of a tab's name selects it, after the labels; others suggest it")
  func nearTab() {
    var tabs = Element.make(.tab, "Tab")
    tabs.choices = ["Jobs", "Settings", "Members", "Meetings"]
    let parser = CommandParser(screen: .make(elements: [tabs, .make(.button, "Jobless")]))
    #expect(parser.read("sett") == .success(.act(on: 0, value: "Settings")))
    #expect(parser.read("Jobl") == .success(.act(on: 1, value: nil)))
    #expect(parser.read("Job") == .success(.act(on: 1, value: nil)))
    #expect(parser.read("Me") == .failure(.unknown("Me", nearest: ["Members", "Meetings"])))
    #expect(
      parser.read("Setings") == .failure(.unknown("Setings", nearest: ["Settings", "Meetings"])))
  }

  @Test("Of elements with one label, the one that offers the value takes it")
  func offeringTabs() {
    var (inner, outer) = (Element.make(.tab, "Tab"), Element.make(.tab, "Tab"))
    (inner.choices, outer.choices) = (["X", "Y"], ["A", "B", "Y"])
    let parser = CommandParser(screen: .make(elements: [inner, outer]))
    #expect(parser.read("Tab: x") == .success(.act(on: 0, value: "x")))
    #expect(parser.read("Tab: B") == .success(.act(on: 1, value: "B")))
    #expect(parser.act(onLabel: "Tab", value: "B") == .success(.act(on: 1, value: "B")))
    for line in ["Tab: Y", "Tab: C", "Tab"] {
      guard case .failure(.ambiguous) = parser.read(line) else {
        Issue.record("\(line)")
        continue
      }
    }
  }

  @Test("The name of a tab is a label, also in quotes and for programs")
  func tabLabel() {
    var tabs = Element.make(.tab, "Tab")
    tabs.choices = ["Jobs", "Help"]
    let parser = CommandParser(screen: .make(elements: [tabs]))
    #expect(parser.read("\"Help\"") == .success(.act(on: 0, value: "Help")))
    #expect(parser.act(onLabel: "help", value: nil) == .success(.act(on: 0, value: "Help")))
    #expect(parser.act(onLabel: "Tab", value: "Jobs") == .success(.act(on: 0, value: "Jobs")))
  }

  @Test(
    "A value after a label without a colon is suggested with it, but not that of a secret",
    arguments: [
      ("copies 5", "Copies: 5"), ("copies = 5", "Copies: 5"), ("copies=5", "Copies: 5"),
      ("copies left 5", "Copies left: 5"), ("lend 5", "Lend"), ("pin 5", nil),
      ("copies5", "Copies"),
      ("copies", nil),
    ])
  func withoutColon(line: String, suggestion: String?) {
    let screen = Screen.make(elements: [
      .make(.number, "Copies", "1"), .make(.number, "Copies left", "1"), .make(.button, "Lend"),
      .make(.secret, "Pin"), .make(.text, "Copies", isEnabled: false),
    ])
    guard case .failure(.unknown(_, let near)) = CommandParser(screen: screen).read(line) else {
      return #expect(suggestion == nil)
    }
    #expect(near.lines.first == suggestion)
  }

  @Test(
    "A line of a shell suggests what follows the name of the program",
    arguments: [
      ("desk book 42", "open book 42"), ("Desk find emma", "find emma"), ("desk back", "back"),
      ("desk", nil), ("desks book", nil),
    ])
  func withProgram(line: String, suggestion: String?) {
    let parser = CommandParser(screen: .book, registered: Self.commands, program: "desk")
    #expect(
      parser.read(line)
        == .failure(.unknown(line, nearest: suggestion.map { [$0] } ?? [])))
  }

  @Test(
    "A line whose label or command is nearly right is suggested with it, and its value",
    arguments: [
      ("Titel: Emma", "Title: Emma"), ("1: Emma", "1 Emma"), ("itle:Emma", "Title: Emma"),
      ("Titel: Emma: a novel", "Title: Emma: a novel"), ("Pni: 1234", nil), ("Edn: x", nil),
      ("2: x", nil), ("Titel:", "Title"), ("bakc 2", "back 2"), ("bakc two", nil),
      ("opne book 42", "open book 42"), ("fnd Emma", "find Emma"),
      ("reprot Emma", nil), ("stroe nothing", nil),
    ])
  func corrected(line: String, suggestion: String?) {
    let screen = Screen.make(elements: [
      .make(.text, "Title"), .make(.secret, "Pin"), .make(.button, "End"),
      .make(.text, "Tilte", isEnabled: false),
    ])
    let parser = CommandParser(screen: screen, registered: Self.commands)
    guard case .failure(.unknown(_, let near)) = parser.read(line) else {
      return #expect(suggestion == nil)
    }
    #expect(near.lines == (suggestion.map { [$0] } ?? []))
  }

  @Test(
    "A word of other programs suggests the command, where nothing on the screen is nearer",
    arguments: [
      ("ls", "show"), ("cd book 42", "open book 42"), ("cd", nil), ("go back", "back"),
      ("cd ..", "back"), ("cd  .. ", "back"),
      ("grep emma", "/emma"), ("clos", "Clos"), ("menu", "Men"),
    ])
  func foreign(line: String, suggestion: String?) {
    let screen = Screen.make(elements: [.make(.button, "Closer"), .make(.button, "Men")])
    guard case .failure(.unknown(_, let near)) = CommandParser(screen: screen).read(line) else {
      return #expect(line == "clos")
    }
    #expect(near.lines.first == suggestion)
  }

  @Test("A short form is read after a colon, too")
  func aliasAfterColon() {
    let parser = CommandParser(screen: .make(elements: [.make(.button, "q")]))
    #expect(parser.read(":q") == .success(.navigate(.leave)))
    #expect(parser.read("q") == .success(.act(on: 0, value: nil)))
  }

  @Test("A label that reads as something else is known as shadowed")
  func shadowed() {
    let screen = Screen.make(elements: [
      .make(.button, "Home"), .make(.button, "1"), .make(.button, "Catalog"),
      .make(.button, "Back to shelf"), .make(.button, "\"Catalog\""), .make(.button, ":Back"),
    ])
    let parser = CommandParser(screen: screen)
    #expect(parser.shadow(ofLabel: "Home") == .navigate(.home))
    #expect(parser.shadow(ofLabel: "1") == .act(on: 0, value: nil))
    #expect(parser.shadow(ofLabel: "\"Catalog\"") == .act(on: 2, value: nil))
    #expect(parser.shadow(ofLabel: ":Back") == .navigate(.back(1)))
    #expect(parser.shadow(ofLabel: "Catalog") == nil)
    #expect(parser.shadow(ofLabel: "Back to shelf") == nil)
    #expect(parser.read("\"1\"") == .success(.act(on: 1, value: nil)))
  }
}
