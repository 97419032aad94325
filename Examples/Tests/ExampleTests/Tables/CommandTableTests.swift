import TestThreads
import Testing
import WaylineTesting

@Suite("The table of commands", .waitsForPrograms)
struct CommandTableTests {
  private static let rows = [
    Course("3", [("3", "Tour › Settings")]),
    Course("3 value", at: ["orders"], [("3 Emma", "[3] Title: Emma")]),
    Course("3 \"\"", at: ["orders"], [("3 Emma", nil), ("3 \"\"", "[3] Title: (empty)")]),
    Course("label", [("two VIEWS", "Tour › Two views")]),
    Course("label: value", at: ["orders"], [("title: Emma", "[3] Title: Emma")]),
    Course("beginning of a label", [("sett", "Tour › Settings")]),
    Course("\"Label\"", at: ["orders"], [("3 x", nil), ("\"Order\"", "[2] x       1")]),
    Course(
      "label equal to a command", at: ["orders"],
      [
        ("3 History", nil), ("Order", "[2] History       1"), ("history", "Order"),
        (
          "help",
          "  [2] History: type 2 or \"History\" in quotes; without quotes it is a command."
        ),
        ("\"History\"", "Sheet: History"), ("dismiss", nil), ("2", "Sheet: History"),
      ]),
    Course(
      "label that begins with a command", at: ["orders"],
      [
        ("3 open a", nil), ("Order", "[2] open a       1"),
        ("open a", "'open a' was taken as the command. To choose it on the screen, type 2."),
        ("2", "Sheet: open a"),
      ], status: 1),
    Course(
      "label equal to a command of the program", at: ["orders"],
      [
        ("3 Find", nil), ("Order", "[2] Find       1"),
        ("find", "Sheet: Find"), ("dismiss", nil), ("\"Find\"", "Sheet: Find"),
      ]),
    Course(
      "longest label", at: ["orders"],
      [
        ("3 Title: Emma", nil), ("Order", "[2] Title: Emma       1"),
        ("Title: Emma: 2", "'Title: Emma' takes no value."),
        ("Title: Persuasion", "[4] Title: Persuasion"),
      ], status: 1),
    Course("shortcut", at: ["orders"], [("3 x", nil), ("o", "[2] x       1")]),
    Course(":command", at: ["settings"], [(":back", "[3] Settings")]),
    Course("back", at: ["settings"], [("back", "Tour")]),
    Course("back n", at: ["desk", "book", "42"], [("back 2", "Tour")]),
    Course("forward", at: ["settings"], [("back", "Tour"), ("forward", "Tour › Settings")]),
    Course("home", at: ["desk", "book", "42"], [("home", "[6] Desk")]),
    Course(
      "dismiss", at: ["settings"], [("edit", "Sheet: Profile"), ("dismiss", "Tour › Settings")]),
    Course(
      "undo", at: ["settings"],
      [
        ("home", "Tour"), ("help undo", "You can undo: leaving 'Settings'."),
        ("undo", "Undone: leaving 'Settings'."), ("show", "Tour › Settings"),
      ]),
    Course(
      "redo", at: ["settings"], [("home", nil), ("undo", "Tour › Settings"), ("redo", "Tour")]),
    Course(
      "redo of a sheet that a binding shows", at: ["settings"],
      [
        ("edit", "Sheet: Profile"), ("1 Ann", nil), ("undo", "Undone: setting 'Name'."),
        ("undo", "Tour › Settings"), ("redo", "Sheet: Profile"), ("show", "[1] Name: (empty)"),
        ("redo", "[1] Name: Ann"), ("cancel", "Tour › Settings"),
        ("redo", "There is nothing to redo."),
      ], status: 1),
    Course(
      "undo of an edit", at: ["orders"],
      [
        ("Title: Emma", nil), ("Order", nil), ("More", nil), ("Cancel all orders", nil),
        ("Cancel them", "You can undo: Cancel all orders."),
        ("undo", "Undone: Cancel all orders."), ("show", "[2] Emma       1"),
        ("redo", "Redone: Cancel all orders."),
      ]),
    Course(
      "undo of an edit whose screen was left", at: ["orders"],
      [
        ("Title: Emma", nil), ("Order", nil), ("Emma", nil),
        ("Cancel this order", "You can undo: Cancel this order."), ("home", "Tour"),
        ("undo", "Undone: leaving 'Orders'."),
        ("undo", "'Cancel this order' can no longer be undone."),
        ("show", "Sheet: Emma"),
      ]),
    Course(
      "a mistyped place, without open and within a link", at: ["orders"],
      [
        (
          "setings",
          "'setings' is neither a command nor a label here. Did you mean 'open settings'?"
        ),
        ("open desk bok 42", "There is no place 'bok'. Did you mean 'open desk book 42'?"),
        ("cd ..", "'cd ..' is neither a command nor a label here. Did you mean 'back'?"),
      ], status: 1),
    Course(
      "help of a command with several forms",
      [
        ("help store", "  store doctor: Check the stored data."),
        ("help store", "  store import FILE: Read the values or secrets of an exported file."),
      ]),
    Course("open link", [("open /desk/book/42", "Tour › Desk › The Go-Between")]),
    Course("open words", [("open desk book 42", "Tour › Desk › The Go-Between")]),
    Course(
      "where", at: ["desk", "book", "42"],
      [
        ("where", "Tour › Desk › The Go-Between"), ("where", "/desk/book/42"),
        ("where", "tour desk book 42"),
      ]),
    Course("history", [("Settings", nil), ("back", nil), ("history", "Settings")]),
    Course("wait", at: ["feed"], first: "Loading the feed …", [("wait 5", "Tour › Feed")]),
    Course("show", at: ["settings"], [("show", "Tour › Settings")]),
    Course(
      "more", [("more", "There are no more lines. Type show to print the screen again.")], status: 1
    ),
    Course("top", at: ["settings"], [("top", "Tour › Settings")]),
    Course("all", at: ["settings"], [("all", "Tour › Settings")]),
    Course(
      "/text",
      [("/FEED", "[5] Feed"), ("/text", "No line on this screen contains 'text'.")], status: 1),
    Course("a comment", [("# 3", nil), ("  # back", nil), ("3", "Tour › Settings")]),
    Course(
      "aliases", at: ["settings"],
      [("?", "Commands:"), ("-h", "Commands:"), ("b", "Tour"), ("q", nil)]),
    Course(
      "words of a link in any case", at: ["SETTINGS"], first: "Tour › Settings",
      [
        ("open Desk BOOK 42", "Tour › Desk › The Go-Between"), ("where", "/desk/book/42"),
        ("open Preferences", "Tour › Settings"),
      ]),
    Course(
      "a member or a book that the library does not have", at: ["desk"],
      [
        ("open desk book 1", "There is no book 1. 'open desk' lists the books."),
        ("open /desk/book/999", "There is no book 999. 'open desk' lists the books."),
        ("open desk member Zoë", "There is no member 'Zoë'. 'open desk' lists the members."),
        ("where", "Tour › Desk"),
        ("open login", nil), ("1 1234", nil), ("Log in", nil),
        ("open desk member Zoë", "There is no member 'Zoë'. 'open desk' lists the members."),
      ], status: 1),
    Course(
      "a vault entry that does not exist", program: "vault",
      [
        ("open entry gitlab", "There is no entry 'gitlab'. 'home' lists the entries."),
        ("where", "Vault"),
      ], status: 1),
    Course(
      "a place typed elsewhere", at: ["orders"],
      [
        (
          "settings",
          "'settings' is neither a command nor a label here. Did you mean 'open settings'?"
        ),
        (
          "desk book 42",
          "'desk book 42' is neither a command nor a label here. "
            + "Did you mean 'open desk book 42'?"
        ),
      ], status: 1),
    Course("help", [("help", "Commands:")]),
    Course("help command", [("help back", "back [n]: Go back one screen, or n.")]),
    Course("store", [("store status", nil), ("store doctor", nil)]),
    Course("keys", [("keys", "showOnboarding: bool")]),
    Course(
      "lock and unlock",
      [
        ("lock", "The secrets are locked. Type 'unlock' to use them."),
        ("unlock", "The secrets are unlocked."),
      ]),
    Course(
      "scene", [("scene", "This is the session 'script'."), ("scene list", "No session is saved.")]),
    Course(
      "a program's own",
      [("find leopard", "The Leopard, by Giuseppe Tomasi di Lampedusa, number 99.")]),
    Course(
      "a program's own, with an apostrophe",
      [("find l'étranger", "No books match 'l'étranger'.")],
      status: 1),
    Course(
      "a program's own, refused", [("find nothing", "No books match 'nothing'.")], status: 1),
    Course("quit", [("quit", nil)]),
    Course("exit", [("exit", nil)]),
    Course(
      "quit, refused by a leave guard", at: ["orders"],
      [
        ("3 Emma", nil), ("Order", nil),
        ("quit", "'Emma' has not been sent. Send or cancel it before you leave."),
        ("Send", "[2] Send the orders (unavailable)"), ("quit", nil),
      ], status: 1),
    Course(
      "on the command line", at: ["help", "back"], first: "back [n]: Go back one screen, or n."),
    Course(
      "unknown",
      [("Sttings", "'Sttings' is neither a command nor a label here. Did you mean 'Settings'?")],
      status: 1),
    Course(
      "a value without a colon", at: ["orders"],
      [
        (
          "copies 5", "'copies 5' is neither a command nor a label here. Did you mean 'Copies: 5'?"
        ),
        ("Copies: 5", "[5] Copies: 5 (1 to 9)"),
      ], status: 1),
    Course(
      "words of other programs",
      [
        ("ls", "'ls' is neither a command nor a label here. Did you mean 'show'?"),
        ("cd desk", "'cd desk' is neither a command nor a label here. Did you mean 'open desk'?"),
        ("..", "'..' is neither a command nor a label here. Did you mean 'back'?"),
        ("close", "'close' is neither a command nor a label here. Did you mean 'dismiss'?"),
        ("grep desk", "'grep desk' is neither a command nor a label here. Did you mean '/desk'?"),
        (":q", nil),
      ], status: 1),
    Course(
      "an unknown place",
      [("open zebra", "There is no place 'zebra'. 'help' lists the places.")],
      status: 1),
    Course(
      "a quote that is not closed",
      [
        (
          "open desk member O'Brien",
          "A quote is not closed. Close it, or put a backslash before it."
        )
      ], status: 1),
    Course(
      "ambiguous", at: ["settings"],
      [
        ("Lend", "'Lend' could be one of these. Type the number:"),
        ("Lend", "  [4] Lend at the upper desk"), ("Lend", "  [5] Lend at the lower desk"),
      ], status: 1),
    Course(
      "a value for a button", at: ["login"],
      [("1 x", nil), ("Log in: now", "'Log in' takes no value.")], status: 1),
    Course("a value for a link", [("3 x", "'Settings' takes no value.")], status: 1),
    Course(
      "arguments that do not fit", [("back many", "Usage: back [n]")], status: 1),
  ]

  @Test("Each row does what it says", arguments: rows)
  func row(_ course: Course) throws {
    try course.check()
  }

  @Test("help begins with the items of the screen, in its own words, and then lists commands")
  func screenFirst() throws {
    func help(_ place: String, _ lines: String = "") throws -> [String] {
      let run = try Built("tour").run(["--echo", place], lines + "help\n")
      return run.lines.drop { $0 != "> help" }.dropFirst().prefix { $0 != "Commands:" }.map { $0 }
    }
    #expect(try help("twoViews") == ["Type a number or a label to use an item."])
    let other =
      "Type a number or a label to use an item. To set a value: `1 Members` or `Tab: Members`."
    #expect(try help("desk") == [other])
    #expect(
      try help("login") == [
        "Type a number or a label to use an item. To set a value: `1 text` or `Passcode: text`.",
        "  [1] Passcode: `1`, then the text, which is not shown",
        "  [2] Log in: unavailable: Enter a passcode first.",
      ])
    let reason = "  [7] Order: unavailable: Enter a title first."
    #expect(try help("orders").last == reason)
    #expect(try !help("orders", "3 Emma\n").contains(reason))
  }

  @Test("In JSON a label is never read as a command")
  func labelInJSON() throws {
    let lines = ["3 Quit", "Order", #"{"label":"quit"}"#, "dismiss", #"{"command":"Send"}"#]
    let run = try Built("tour").run(["--json", "orders"], lines.joined(separator: "\n"))
    #expect(run.output.contains(#""layer":"sheet","title":"Quit""#), "\(run.output)")
    #expect(run.status == 0)
  }

  @Test("Every command that help lists has a row, or a suite of its own")
  func complete() throws {
    let lines = try Built("tour").run([], "help\n").lines.drop { $0 != "Commands:" }
    let words = lines.filter { $0.hasPrefix("  ") && !$0.hasPrefix("  open ") }
      .compactMap { $0.split(separator: " ").first.map(String.init) }
    let typed = Set(
      Self.rows.flatMap { $0.typed }.compactMap {
        $0.line.split(separator: " ").first.map(String.init)
      }
    )
    #expect(words.count >= 20)
    #expect(words.filter { !typed.contains($0) } == ["passphrase", "rotate"])
  }
}
