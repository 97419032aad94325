import Testing
import WaylineGraph
import WaylineNavigation
import WaylineViews

@testable import WaylineShell

@Suite("Completion at the prompt")
@MainActor
struct CompletionTests {
  private func desk() -> Desk {
    let navigator = NotingNavigator()
    navigator.places = ["settings", "book <id>"]
    let lend = ShellCommand("lend", usage: "lend [all|one]", summary: "Lend a book.") { _ in .done }
    return Desk(BookPage(isPrivate: false), navigator: navigator) {
      $0.commands = [lend]
      $0.placeValues = { words, beginning in
        let books = [
          ("42", "The Go-Between"), ("43", "Emma"), ("a b", "Two words"), ("it's $1", "A price"),
        ]
        return words == ["book"] ? books.filter { $0.0.hasPrefix(beginning) } : []
      }
    }
  }

  private func offers(_ beginning: String) -> [String] {
    Completion.list(desk().session.completions(of: beginning))
  }

  @Test("Labels, commands and places are offered, with the meanings of commands beside them")
  func offered() {
    #expect(offers("le") == ["Lend", "lend  Lend a book."])
    #expect(offers("lend ") == ["lend all", "lend one"])
    #expect(offers("help len") == ["help lend  Lend a book."])
    #expect(offers("\"Me") == ["\"Member\""])
    // In another case the completed label would be refused.
    #expect(offers("\"me") == [])
    #expect(offers("zebra") == [])
  }

  @Test("Tab on an empty line offers labels, then commands, without their quotes and meanings")
  func empty() {
    let lines = offers("")
    #expect(lines.prefix(5) == ["Member", "Notify me", "Passcode", "Lend", "back"])
    #expect(lines.last == "lend" && !lines.contains { $0.contains("\"") || $0.contains("  ") })
  }

  @Test(
    "Lines without meanings stand in columns that are read from top to bottom",
    arguments: [
      (23, ["Emma        Persuasion", "Ulysses"]), (22, ["Emma", "Ulysses", "Persuasion"]),
      (80, ["Emma        Ulysses     Persuasion"]), (1, ["Emma", "Ulysses", "Persuasion"]),
    ])
  func columns(width: Int, lines: [String]) {
    let found = ["Emma", "Ulysses", "Persuasion"].map { Completion(line: $0) }
    #expect(Completion.list(found, columns: width) == lines)
    #expect(lines.allSatisfy { $0.count <= max(width, 10) })
    let described = [Completion(line: "Emma", meaning: "A book."), Completion(line: "Ulysses")]
    #expect(Completion.list(described, columns: 80) == ["Emma     A book.", "Ulysses"])
  }

  @Test("More than a hundred lines are listed when Tab is pressed again, and not before")
  func many() {
    let editor = LineEditor(program: "desk", input: -1, output: -1)
    var listed: [[String]] = []
    editor.list = { listed.append($0) }
    editor.columns = { 80 }
    var count = Completion.listed
    editor.completions = { text in (0..<count).map { Completion(line: "\(text)\($0)") } }
    #expect(editor.completion(of: "book ") == nil && listed.count == 1)
    count += 1
    listed = []
    #expect(editor.completion(of: "book ") == nil)
    #expect(listed == [["101 possibilities. Press Tab again to list them."]])
    #expect(editor.completion(of: "book ") == nil && listed.count == 2 && listed[1].count > 1)
    // A third Tab begins again.
    #expect(editor.completion(of: "book ") == nil && listed[2].count == 1)
  }

  @Test(
    "Of choices, those with a part or the letters of a name are offered, in their order",
    arguments: [
      ("Theme: l", ["Theme: light"]), ("theme: t", ["theme: light", "theme: auto"]),
      ("1 drk", ["1 dark"]), ("1 x", []),
      ("Members: Ada, g", ["Members: Ada, Grace"]), ("2 +ra", ["2 +Grace"]),
      ("2 Ada,", ["2 Ada,Ada", "2 Ada,Grace"]),
    ])
  func choices(typed: String, lines: [String]) {
    let desk = Desk(Choosing())
    #expect(desk.session.completions(of: typed).map(\.line) == lines)
  }

  @Test(
    "Of elements with one label, the lines with their numbers are offered, each with its own rows")
  func equalLabels() {
    let desk = Desk(TwoShelves())
    let lines = { (typed: String) in desk.session.completions(of: typed).map(\.line) }
    #expect(lines("1 ") == ["1 Emma down", "1 Iris up"])
    #expect(lines("2 ") == ["2 Milk down", "2 Iris up"])
    #expect(lines("Move: i") == ["1 Iris up", "2 Iris up"])
    #expect(lines("move: milk") == ["2 Milk down"])
    #expect(Completion.list(desk.session.completions(of: "Move: m"))[0] == "1 Emma down  Move")
    // One that cannot be changed is no other one.
    #expect(lines("Theme: l") == ["Theme: light"])
    let refusal = desk.answer("Move: Iris up")
    #expect(
      refusal == """
        'Move' could be one of these. Type the number:
          [1] Move: (Emma down, Emma to 2)
          [2] Move: (Milk down, Milk to 2)

        """)
    // The only one that has it among its choices takes it.
    #expect(desk.answer("Move: Milk down").contains("Iris"))
    #expect(lines("2 ") == ["2 Iris down", "2 Milk up"] && lines("1 ")[0] == "1 Emma down")
  }

  @Test("An answer is completed by a part of a choice, too, and each of several names")
  func answers() {
    let desk = Desk(Choosing())
    _ = desk.answer("Theme")
    #expect(desk.session.completions(of: "a").map(\.line) == ["auto"])
    #expect(desk.session.completions(of: "a, l").isEmpty)
    #expect(desk.session.completions(of: "").map(\.line) == ["light", "dark", "auto"])
    _ = desk.answer("dark", "Members")
    #expect(desk.session.completions(of: "Grace, -a").map(\.line) == ["Grace, -Ada"])
  }

  @Test("A place is offered up to its first value, with its form beside it")
  func places() {
    #expect(offers("open s") == ["open settings"])
    #expect(offers("open b") == ["open book   book <id>"])
    #expect(offers("open book x") == [] && offers("open settings 4") == [])
  }

  @Test("The values of a place are offered, with their meanings beside them")
  func values() {
    #expect(offers("open book 4") == ["open book 42  The Go-Between", "open book 43  Emma"])
    #expect(
      offers("open book ") == [
        "open book 42            The Go-Between", "open book 43            Emma",
        "open book 'a b'         Two words", #"open book 'it'\''s $1'  A price"#,
      ])
  }

  @Test(
    "A value that needs quotes is offered behind its beginning, inside and outside of quotes",
    arguments: [
      ("a", #"open book a\ b"#), ("'a", "open book 'a b'"), ("'a ", "open book 'a b'"),
      ("\"a ", "open book \"a b\""), (#"a\ "#, #"open book a\ b"#), ("\"", nil), (#"a\"#, nil),
      ("i", #"open book it\'s\ \$1"#), ("'i", #"open book 'it'\''s $1'"#),
      ("\"i", #"open book "it's \$1""#),
    ])
  func quoted(typed: String, line: String?) {
    let found = desk().session.completions(of: "open book \(typed)")
    if let line { #expect(found.map(\.line) == [line]) } else { #expect(found.count != 1) }
    for completion in found {
      let words = ShellWord.split(completion.line)
      #expect(words?.count == 3 && ["42", "43", "a b", "it's $1"].contains(words?.last ?? ""))
    }
  }
}

private struct TwoShelves: View {
  @State private var books = ["Emma", "Iris"]
  @State private var goods = ["Milk", "Iris"]
  @State private var theme = "light"

  var body: some View {
    List { ForEach(books, id: \.self) { Text($0) }.onMove { books.moveSubranges($0, to: $1) } }
    List { ForEach(goods, id: \.self) { Text($0) }.onMove { goods.moveSubranges($0, to: $1) } }
    ForEach([false, true], id: \.self) { isDisabled in
      Picker("Theme", selection: $theme) {
        ForEach(["light", "dark"], id: \.self) { Text($0) }
      }
      .disabled(isDisabled)
    }
  }
}

private struct Choosing: View {
  @State private var theme = "light"
  @State private var members: Set<String> = []

  var body: some View {
    Picker("Theme", selection: $theme) {
      ForEach(["light", "dark", "auto"], id: \.self) { Text($0) }
    }
    List(["Ada", "Grace"], id: \.self, selection: $members) { Text($0) }
      .accessibilityLabel("Members")
  }
}
