import Testing
import WaylineSystem
import WaylineViews

@testable import WaylineShell

@Suite("Plain renderer")
struct PlainRendererTests {
  private func text(_ screen: Screen) -> String {
    PlainRenderer().text(of: Frame(screen: screen))
  }

  @Test("A screen is its place, its lines and its numbered elements")
  func book() {
    #expect(
      text(.book) == """
        Lending desk › Catalog › The Go-Between
        1 copy on the shelf.
        [1] Lend to a member
        [2] Copies: 3
        [3] Notify me: off
        [4] Delete (unavailable)

        """)
  }

  @Test("A disabled element has a number like any other, also inside a line")
  func numbers() {
    let elements = [Element.make(.button, "A", isEnabled: false), .make(.button, "B")]
    var page = Page(layer: .root, titles: [])
    page.lines = [Line([.element(0), .text(" or ", TextStyle()), .element(1)])]
    page.elements = elements
    #expect(text(Screen(page: page)) == "[1] A (unavailable) or [2] B\n")
  }

  private nonisolated static let kinds: [Element.Kind] = [
    .button, .link, .toggle, .text, .secret, .editor, .choice, .number, .tab, .disclosure,
  ]

  @Test(
    "An element of any kind is printed with its value, as hosts and columns show it",
    arguments: kinds, ["", "up, 17 % load"])
  func values(kind: Element.Kind, value: String) {
    var element = Element.make(kind, "Web")
    element.value = value
    var page = Page(layer: .root, titles: [])
    (page.lines, page.elements) = ([Line([.element(0)])], [element])
    #expect(text(Screen(page: page)) == "[1] \(element.displayText)\n")
    #expect(value.isEmpty || element.displayText.contains(value))
  }

  @Test(
    "A presented screen has a header of its own",
    arguments: [
      (.sheet("Lend"), "Sheet: Lend\n"), (.cover("Lend"), "Cover: Lend\n"),
      (.sheet(""), "Sheet:\n"),
      (
        .alert(title: "Sure?", message: "It is\nthe last one."),
        "Alert: Sure?\nIt is\nthe last one.\n"
      ),
    ] as [(Page.Layer, String)])
  func layers(layer: Page.Layer, header: String) {
    #expect(text(.make(layer: layer)) == header)
  }

  @Test(
    "A place names the first title and the last three",
    arguments: [
      ([], nil), (["A"], "A"), (["A", "", "B"], "A › B"), (["A", "B", "C", "D"], "A › B › C › D"),
      (["A", "B", "C", "D", "E"], "A › … › C › D › E"),
      (["A", "B", "C", "D", "E", "F"], "A › … › D › E › F"),
    ] as [([String], String?)])
  func place(titles: [String], line: String?) {
    #expect(Place.line(titles) == line)
  }

  @Test(
    "A message that poses as the shell is printed with one leading blank",
    arguments: [
      "[1] Give", "[12]x", "[3] Gone", "> quit", ">", "A › B", "Sheet: Pay", "Cover: Pay",
      "Alert: Pay",
    ])
  func posing(line: String) {
    #expect(PlainRenderer().text(of: Frame(messages: [.note(line, .notice)])) == " \(line)\n")
  }

  @Test(
    "Harmless data is printed as it is", arguments: ["[x] y", "[]", "[1", "a > b", "", " [1] x"])
  func harmless(line: String) {
    #expect(text(.make(titles: [], lines: [.text(line)])) == "\(line)\n")
  }

  @Test(
    "A title cannot pose as an element, a prompt, a modal or another place",
    arguments: [
      ("[1] Give", " [1] Give"), ("> quit", " > quit"), ("Sheet: Pay", " Sheet: Pay"),
      ("A › B", "A <U+203A> B"), ("… and so on", "… and so on"),
    ])
  func posingTitle(title: String, line: String) {
    #expect(text(.make(titles: [title])) == line + "\n")
    #expect(Place.wholeLine([title, "C"]) == line + " › C")
  }

  @Test("The message of an alert and a prompt cannot pose as the shell")
  func posingElsewhere() {
    let alert = Page.Layer.alert(title: "Sure?", message: "[1] Yes\n> quit")
    #expect(text(.make(layer: alert)) == "Alert: Sure?\n [1] Yes\n > quit\n")
    #expect(PlainRenderer().prompt(LineQuestion(prompt: "> quit")) == " > quit: ")
  }

  @Test("Control characters in a message are shown, and its lines stay lines")
  func message() {
    let frame = Frame(messages: [.note("a\u{1B}[2J\u{7}\nb\u{9B}\u{202E}\u{7F}", .notice)])
    #expect(PlainRenderer().text(of: frame) == "a␛[2J␇\nb<U+009B><U+202E>␡\n")
  }

  @Test("A prompt asks for a command, an answer, or several lines")
  func prompts() {
    let renderer = PlainRenderer()
    #expect(renderer.prompt(nil) == "> ")
    #expect(renderer.prompt(LineQuestion(prompt: "Copies")) == "Copies: ")
    let note = renderer.prompt(LineQuestion(prompt: "Note", isMultiline: true))
    #expect(note == "Note (end with a line that is a single dot):\n")
    var present = LineQuestion(prompt: "Name")
    present.present = "Zoë\u{1B}"
    #expect(renderer.prompt(present) == "Name [Zoë␛]: ")
    var text = LineQuestion(prompt: "Note", isMultiline: true)
    text.present = "one\ntwo"
    #expect(
      renderer.prompt(text)
        == "Note (a single dot keeps the text, or ends the new one):\n  one\n  two\n")
  }

  @Test("A text in a transcript stands line by line, safe, and cannot pose as what is typed next")
  func echoOfText() {
    var frame = Frame()
    frame.line = "a\u{1B}[2J\n\n> quit\n[1] Lend"
    #expect(PlainRenderer().echo(frame) == "a␛[2J␤␤> quit␤[1] Lend\n")
    frame.isText = true
    #expect(PlainRenderer().echo(frame) == "a␛[2J\n\n > quit\n [1] Lend\n.\n")
    #expect(JSONRenderer().echo(frame).isEmpty && PlainRenderer().echo(Frame()).isEmpty)
  }
}

@Suite("Colour")
struct ColorTests {
  @Test("Colour only adds: without its codes the text is the plain one")
  func additionsOnly() {
    var style = TextStyle()
    (style.isBold, style.color) = (true, .red)
    let late = Line([.text("late", style)])
    let screen = Screen.make(lines: [late], elements: Screen.book.elements)
    let frame = Frame(messages: [.problem("No.", .valueNotStored)], screen: screen)
    let colored = PlainRenderer(style: .ansi).text(of: frame)
    #expect(colored.contains("\u{1B}[1;31mlate\u{1B}[0m"))
    #expect(colored.replacing(/\u{1B}\[[0-9;]*m/, with: "") == PlainRenderer().text(of: frame))
  }

  @Test("The pieces of an element are its text, for every kind, value and number of choices")
  func elementParts() {
    let kinds: [Element.Kind] = [
      .button, .link, .toggle, .text, .secret, .editor, .choice, .number, .tab, .disclosure,
    ]
    let choices = [[], ["dark"], ["light", "dark", "auto"], (1...40).map { "choice \($0)" }]
    for kind in kinds {
      for (label, value) in [
        ("Theme", "dark"), ("Theme", ""), ("", "dark"), ("Theme", "light, dark"),
      ] {
        for (names, range) in choices.flatMap({ [($0, nil), ($0, "0 to 9")] })
          as [([String], String?)]
        {
          var element = Element.make(kind, label, value)
          (element.choices, element.range) = (names, range)
          element.allowsSeveral = value.contains(",")
          let parts = element.displayParts
          #expect(parts.map(\.text).joined() == element.displayText, "\(kind) \(names)")
          #expect(parts.contains { $0.part == .value } == !value.isEmpty)
        }
      }
    }
  }

  @Test("A value is set off, and so is what is chosen among the options")
  func values() {
    var theme = Element.make(.choice, "Theme", "dark")
    theme.choices = ["light", "dark", "auto"]
    let screen = Screen.make(
      titles: [], elements: [theme, .make(.text, "Title", ""), .make(.button, "Lend")])
    let frame = Frame(screen: screen)
    #expect(
      PlainRenderer(style: .ansi).text(of: frame) == """
        \u{1B}[36m[1]\u{1B}[0m Theme: \u{1B}[1mdark\u{1B}[0m (light, \u{1B}[1;4mdark\u{1B}[0m, auto)
        \u{1B}[36m[2]\u{1B}[0m Title: (empty)
        \u{1B}[36m[3]\u{1B}[0m Lend

        """)
  }

  @Test(
    "A share in words has a bar behind it at a terminal with room, and elsewhere words alone"
  )
  func shares() {
    let lines = [0, 4, 5, 40, 100].map { percent in
      var style = TextStyle()
      style.share = UInt8(percent)
      return Line([.text("Spent: ", TextStyle()), .text("\(percent) %", style)])
    }
    var frame = Frame(screen: .make(titles: [], lines: lines))
    let plain = "Spent: 0 %\nSpent: 4 %\nSpent: 5 %\nSpent: 40 %\nSpent: 100 %\n"
    #expect(PlainRenderer().text(of: frame) == plain)
    let bars = ["░░░░░░░░░░", "░░░░░░░░░░", "█░░░░░░░░░", "████░░░░░░", "██████████"]
    let words = plain.split(separator: "\n")
    let drawn = zip(words, bars).map { "\($0) \($1)\n" }
    #expect(PlainRenderer(style: .ansi).text(of: frame) == drawn.joined())
    #expect(PlainRenderer(style: .characters).text(of: frame) == drawn.joined())
    // The last one is a column wider than the others.
    frame.columns = 22
    #expect(
      PlainRenderer(style: .ansi).text(of: frame) == drawn.dropLast().joined() + "Spent: 100 %\n")
    #expect(!JSONRenderer().text(of: frame).contains("█"))
  }

  @Test(
    "Colour is for terminals that want it",
    arguments: [
      (ColorChoice.auto, true, ["TERM": "xterm"], Appearance.color),
      (.auto, true, ["TERM": "xterm", "NO_COLOR": ""], .color),
      (.auto, true, ["TERM": "xterm", "NO_COLOR": "1"], .monochrome),
      (.auto, true, ["TERM": "xterm", "ACCESSIBLE": "1"], .plain),
      (.auto, true, ["TERM": "dumb"], .plain), (.auto, true, [:], .plain),
      (.auto, false, ["TERM": "xterm"], .plain), (.never, true, ["TERM": "xterm"], .monochrome),
      (.always, false, [:], .color), (.auto, false, ["CLICOLOR_FORCE": "1"], .color),
      (.auto, false, ["CLICOLOR_FORCE": "0"], .plain),
      (.auto, true, ["CLICOLOR_FORCE": "1", "TERM": "dumb"], .plain),
      (.always, true, ["CLICOLOR_FORCE": "1", "TERM": "dumb"], .color),
      (.auto, false, ["CLICOLOR_FORCE": "1", "NO_COLOR": "1"], .plain),
      (.never, false, ["CLICOLOR_FORCE": "1"], .plain),
    ])
  func appearance(
    choice: ColorChoice, isTerminal: Bool, environment: [String: String], expected: Appearance
  ) {
    let found = Appearance.of(color: choice, isTerminal: isTerminal, environment: environment)
    #expect(found == expected)
  }
}

extension ColorTests {
  @Test("NO_COLOR removes colour only: a line can still be edited")
  func editing() {
    #expect(TerminalAbilities.allowsEscapes(["TERM": "xterm", "NO_COLOR": "1"]))
    #expect(!TerminalAbilities.allowsEscapes(["TERM": "dumb"]))
    #expect(!TerminalAbilities.allowsEscapes(["TERM": "xterm", "ACCESSIBLE": "1"]))
  }
}

@Suite("JSON renderer")
struct JSONRendererTests {
  @Test("A screen is one line with the numbers of the plain screen")
  func screen() {
    let elements = [
      Element.make(.text, "Na\"me", "a\nb"), .make(.button, "Delete", isEnabled: false),
    ]
    let frame = Frame(screen: .make(titles: ["Desk"], lines: [.text("Hi")], elements: elements))
    #expect(
      JSONRenderer().text(of: frame)
        == #"{"type":"screen","layer":"root","place":"Desk","url":null,"titles":["Desk"],"#
        + #""lines":["Hi","[1] Na\"me: a\nb","[2] Delete (unavailable)"],"elements":["#
        + #"{"number":1,"kind":"text","label":"Na\"me","value":"a\nb","enabled":true},"#
        + #"{"number":2,"kind":"button","label":"Delete","value":"","enabled":false}]}"# + "\n")
  }

  @Test("Messages, questions, greetings and endings are objects of their own")
  func others() {
    var frame = Frame(messages: [.problem("No\u{1B}\u{85}é", .valueNotStored)])
    frame.ending = .notAccepted
    let renderer = JSONRenderer()
    #expect(
      renderer.text(of: frame)
        == #"{"type":"message","kind":"problem","code":"value-not-stored","text":"No\u001b\u0085é"}"#
        + "\n" + #"{"type":"bye","status":1}"# + "\n")
    #expect(
      renderer.greeting(program: "desk") == #"{"type":"hello","version":2,"app":"desk"}"# + "\n")
    var moved = Frame()
    moved.transitions = [Transition(outcome: "completed", cause: "person", from: "/", to: nil)]
    #expect(
      renderer.text(of: moved)
        == #"{"type":"transition","outcome":"completed","cause":"person","from":"/","to":null}"#
        + "\n")
    #expect(renderer.prompt(nil, isAsync: false) == #"{"type":"ready"}"# + "\n")
    #expect(
      renderer.prompt(LineQuestion(prompt: "Pin"), isAsync: true)
        == #"{"type":"ask","async":true,"prompt":"Pin","secret":false,"multiline":false}"# + "\n")
  }
}
