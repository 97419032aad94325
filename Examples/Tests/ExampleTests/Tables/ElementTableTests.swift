import TestThreads
import Testing
import WaylineTesting

@Suite("The table of elements", .waitsForPrograms)
struct ElementTableTests {
  private static let rows = [
    Course("button", program: "counter", first: "[1] Lend", [("1", "Books lent: 1")]),
    Course("link to a place", first: "[3] Settings", [("3", "Tour › Settings")]),
    Course(
      "link to elsewhere", at: ["orders"],
      [
        ("More", "[10] How orders are paid"),
        ("10", "Open https://library.example/orders in a browser."),
      ]),
    Course(
      "menu item", at: ["orders"],
      [("More", "[9] Cancel all orders"), ("9", "Alert: Cancel all orders?")]),
    Course(
      "row of a list", at: ["desk"], first: "[3] The Go-Between",
      [("3", "Tour › Desk › The Go-Between")]),
    Course(
      "toggle", at: ["settings"], first: "[1] Welcome at the next start: off",
      [
        ("1", "[1] Welcome at the next start: on"), ("1 off", "[1] Welcome at the next start: off"),
        ("1 on", "[1] Welcome at the next start: on"),
      ]),
    Course(
      "text", at: ["orders"], first: "[3] Title: (empty)",
      [
        ("3 Emma", "[3] Title: Emma"), ("3", nil), ("quit", "[3] Title: quit"),
        ("3 \"\"", "[3] Title: (empty)"),
      ]),
    Course(
      "text with a placeholder", at: ["settings"], first: "[2] Note of this scene: (nothing noted)"),
    Course(
      "search", at: ["orders"], first: "[1] Search orders: (empty)",
      [("1 emma", "[1] Search orders: emma")]),
    Course(
      "secret", at: ["login"], first: "[1] Passcode: (empty)",
      [("1 hunter2", nil), ("", "[1] Passcode: (hidden, 7 characters)")]),
    Course(
      "editor", at: ["orders"],
      [
        ("Details", "[8] Note: (empty)"), ("8", nil), ("one", nil), ("two", nil), ("4", nil),
        (".", "[8] Note: 3 lines"),
      ]),
    Course(
      "choice", at: ["orders"], first: "[4] Shelf: fiction (fiction, history, poetry)",
      [
        ("4 history", "[4] Shelf: history (fiction, history, poetry)"),
        ("4 3", "[4] Shelf: poetry (fiction, history, poetry)"),
      ]),
    Course(
      "choice by a part of its name, or by its letters in order", at: ["orders"],
      [
        ("4 story", "[4] Shelf: history (fiction, history, poetry)"),
        ("4 ptr", "[4] Shelf: poetry (fiction, history, poetry)"),
      ]),
    Course(
      "choice that could be several", at: ["orders"],
      [
        ("4 i", "'i' could be fiction or history. Type more of the name."),
        ("show", "[4] Shelf: fiction (fiction, history, poetry)"),
      ], status: 1),
    Course(
      "rows of a list to select", at: ["orders"],
      [
        ("Details", "[9] Requested by: none (Ada, Grace, Mary)"),
        ("9 grace", "[9] Requested by: Grace (Ada, Grace, Mary)"),
        ("9 mary", "[9] Requested by: Mary (Ada, Grace, Mary)"),
        ("9 +ada, +grace, -mary", "[9] Requested by: Ada, Grace (Ada, Grace, Mary)"),
        ("9 - 2", "[9] Requested by: Ada (Ada, Grace, Mary)"),
        (
          "9 ada, +grace",
          "Type names alone to choose these, or a + or - before each name to add or remove it."
        ),
        ("9 1, mary", "[9] Requested by: Ada, Mary (Ada, Grace, Mary)"),
        ("9 Eve", "'Eve' is not a choice. Choose Ada, Grace or Mary."),
        ("3 Emma", nil), ("Order", nil), ("emma", "Requested by: Ada, Mary"),
      ], status: 1),
    Course(
      "rows of a list to select, none", at: ["orders"],
      [
        ("Details", nil), ("9 Ada", "[9] Requested by: Ada (Ada, Grace, Mary)"),
        ("9 \"\"", "[9] Requested by: none (Ada, Grace, Mary)"),
      ]),
    Course(
      "stepper", at: ["orders"], first: "[5] Copies: 1 (1 to 9)",
      [
        ("5 7", "[5] Copies: 7 (1 to 9)"), ("5 +", "[5] Copies: 8 (1 to 9)"),
        ("5 -", "[5] Copies: 7 (1 to 9)"),
      ]),
    Course(
      "stepper at its end", at: ["orders"],
      [("5 9", "[5] Copies: 9 (1 to 9)"), ("5 +", nil), ("show", "[5] Copies: 9 (1 to 9)")],
      status: 1),
    Course(
      "tab", at: ["desk"], first: "[1] Tab: Books (Books, Members)",
      [("1 Members", "[1] Tab: Members (Books, Members)")]),
    Course(
      "tab that is shown already", at: ["desk"], [("books", "'Books' is already shown.")]),
    Course(
      "tab by its name", at: ["desk"],
      [
        ("members", "[1] Tab: Members (Books, Members)"),
        ("Tab: books", "[1] Tab: Books (Books, Members)"),
      ]),
    Course(
      "disclosure", at: ["orders"], first: "[6] Details: closed",
      [("6", "[7] Urgent: off"), ("6", "[6] Details: closed")]),
    Course(
      "menu", at: ["orders"], first: "[8] More: closed",
      [("8", "[8] More: open"), ("8", "[8] More: closed")]),
    Course("progress with an end", at: ["orders"], first: "Money spent: 0 %"),
    Course("progress without an end", at: ["feed"], first: "Loading the feed …"),
    Course(
      "table", at: ["orders"], first: "Book  Copies",
      [("Title: The Go-Between", nil), ("Order", "[2] The Go-Between       1")]),
    Course(
      "row of a table that acts", at: ["orders"],
      [
        ("3 Emma", nil), ("4 poetry", nil), ("Order", "[2] Emma       1"), ("2", "Sheet: Emma"),
        ("show", "Shelf: poetry"), ("dismiss", "Tour › Orders"), ("emma", "Sheet: Emma"),
        ("Cancel", "Tour › Orders"), ("show", "Book  Copies"),
        ("show", "[2] Send the orders (unavailable)"),
      ]),
    Course(
      "table of wide characters", at: ["orders"],
      [("Title: ab日本", nil), ("Order", "Book        Copies"), ("show", "[2] ab日本       1")]),
    Course(
      "text of several lines", at: ["orders"],
      [
        ("Details", nil), ("8", nil), ("A gift", nil), ("> quit", nil), (".", nil),
        ("3 Emma", nil),
        ("Order", nil), ("Emma", "A gift"), ("show", " > quit"),
      ]),
    Course(
      "disabled", at: ["orders"], first: "[7] Order (unavailable)",
      [("Order", "'Order' is unavailable: Enter a title first.")], status: 1),
    Course(
      "disabled without a reason", at: ["orders"], first: "[2] Send the orders (unavailable)",
      [("Send", "'Send the orders' is unavailable.")], status: 1),
    Course("sheet", at: ["settings"], [("edit", "Sheet: Profile")]),
    Course("cover", at: ["login"], [("1 1234", nil), ("Log in", "Cover: Account")]),
    Course(
      "alert", at: ["orders"],
      [
        ("More", nil), ("Cancel all", "Alert: Cancel all orders?"),
        ("show", "The publishers are informed at once."), ("show", "[1] Keep them"),
        ("Keep them", "Tour › Orders"),
      ]),
  ]

  @Test("Each row is printed and typed as it says", arguments: rows)
  func row(_ course: Course) throws {
    try course.check()
  }

  /// A place, lines that lead to the element, and what it is called in JSON.
  private static let kinds: [(row: String, place: String, lines: String, json: String)] = [
    ("button", "login", "1 x\n", #""kind":"button","label":"Log in","value":"","enabled":true"#),
    ("link", "desk", "", #""kind":"link","label":"Middlemarch","value":"","enabled":true"#),
    ("menu item", "orders", "More\n", #""number":9,"kind":"button","label":"Cancel all orders""#),
    ("link to elsewhere", "orders", "More\n", #""kind":"link","label":"How orders are paid""#),
    (
      "row of a table that acts", "orders", "3 Emma\nOrder\n",
      #""number":2,"kind":"button","label":"Emma","value":"","enabled":true"#
    ),
    (
      "toggle", "settings", "",
      #""kind":"toggle","label":"Welcome at the next start","value":"off""#
    ),
    ("text", "orders", "3 Emma\n", #""number":3,"kind":"text","label":"Title","value":"Emma""#),
    ("search", "orders", "", #""number":1,"kind":"text","label":"Search orders","value":"""#),
    (
      "secret", "login", "1 hunter2\n",
      #""kind":"secret","label":"Passcode","value":"(hidden)""#
    ),
    (
      "editor", "orders", #"Details"# + "\n" + #"{"label":"Note","value":"a\nb"}"# + "\n",
      #""kind":"editor","label":"Note","value":"2 lines""#
    ),
    (
      "choice", "orders", "",
      #""kind":"choice","label":"Shelf","value":"fiction","choices":["fiction","history","poetry"]"#
    ),
    ("number", "orders", "", #""kind":"number","label":"Copies","value":"1""#),
    (
      "selection", "orders", "Details\n9 Ada\n",
      #""kind":"choice","label":"Requested by","value":"Ada","choices":["Ada","Grace","Mary"]"#
    ),
    (
      "text with a line end", "orders", #"{"label":"Title","value":"a\nb"}"# + "\n",
      #""kind":"text","label":"Title","value":"a␤b""#
    ),
    (
      "tab", "desk", "",
      #""kind":"tab","label":"Tab","value":"Books","choices":["Books","Members"]"#
    ),
    ("disclosure", "orders", "", #""kind":"disclosure","label":"Details","value":"closed""#),
    (
      "disabled", "orders", "",
      #""number":7,"kind":"button","label":"Order","value":"","enabled":false"#
    ),
  ]

  @Test("Each row has its kind in JSON", arguments: kinds)
  func kind(row: String, place: String, lines: String, json: String) throws {
    let run = try Built("tour").run(["--json", place], lines)
    #expect(run.output.contains(json), "\(run.output)")
    #expect(!run.output.contains("hunter2"))
    #expect(run.status == 0)
  }

  @Test("The heading of a section stands below a blank line")
  func section() throws {
    let lines = try Built("tour").run(["settings"]).lines
    #expect(
      lines.firstRange(of: ["", "Profile", "No name yet.", "[3] Edit the profile", ""]) != nil)
  }

  @Test("A screen is printed when it has changed; otherwise there are only messages")
  func changed() throws {
    let run = try Built("tour").run(["settings"], "1 off\nhelp back\n1 on\n")
    let reported = run.lines.split(separator: "back [n]: Go back one screen, or n.")
    #expect(reported.map(\.first) == ["Tour › Settings", "Tour › Settings"], "\(run.output)")
    #expect(run.lines.filter { $0 == "Tour › Settings" }.count == 2)
  }

  @Test("A number means the element on the last printed screen")
  func lastPrinted() throws {
    let run = try Built("tour").run(["login"], "1 x\n2\n1\n")
    #expect(run.lines.contains("Cover: Account"))
    #expect(run.lines.suffix(3).first == "Tour › Log in")
  }

  @Test(
    "A line of data that begins like the shell's own has a leading blank",
    arguments: ["[9] Lend", "> quit", "Sheet: Profile", "Tour › Settings"])
  func posing(name: String) throws {
    let run = try Built("tour").run(["settings"], "edit\nName: \(name)\nSave\n")
    let lines = run.lines.filter { $0.hasSuffix("\(name), 18") }
    #expect(lines == [" \(name), 18"], "\(run.output)")
  }

  @Test("Data cannot pose as the shell, and control bytes are made visible")
  func safe() throws {
    let bytes = Array("3 \u{1B}[2J[9] Lend\u{202E}\u{9B}\nOrder\n".utf8)
    let run = try Built("tour").run(["orders"], bytes: bytes)
    #expect(run.lines.contains("[2] ␛[2J[9] Lend<U+202E><U+009B>       1"), "\(run.output)")
    #expect(!run.output.unicodeScalars.contains { $0.value == 0x1B || $0.value == 0x202E })
  }
}
