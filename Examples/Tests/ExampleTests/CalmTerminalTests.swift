import FoundationEssentials
import TestPrograms
import TestThreads
import Testing
import WaylineTesting

@Suite("A calm terminal", .waitsForPrograms)
struct CalmTerminalTests {
  /// An order with corrections, as it is typed.
  private static let order = [
    "Title: Ema", "Copies: 3", "Shelf: poetry", "Title: Emma", "Copies: 2", "Shelf: history",
    "Details", "Urgent: on", "Requested by: Ada", "Requested by: Grace", "Details", "Order", "Send",
  ]

  /// The lines that the program prints after the first screen.
  private static func answers(_ options: [String]) throws -> [String] {
    let run = try Built("tour").inTerminal(options + ["orders"], ["ACCESSIBLE": "1"])
    #expect(run.hear("> "))
    let start = run.shown.utf8.count
    for line in order { #expect(run.say("\(line)\n", hear: "\r\n") && run.hear("> ")) }
    #expect(run.say("quit\n", hear: "quit") && run.end() == 0)
    let printed = String(decoding: Array(run.shown.utf8.dropFirst(start)), as: UTF8.self)
    return printed.replacing("\r\n", with: "\n").split(separator: "\n").map(String.init)
      .filter { !$0.hasPrefix("> ") }
  }

  private static func words(_ lines: [String]) -> Int {
    lines.reduce(0) { $0 + $1.split(separator: " ").count }
  }

  @Test(
    "An order with corrections is a quarter of the words of whole screens, and never names its place"
  )
  func order() throws {
    let (whole, changes) = (
      try Self.answers(["--full"]), try Self.answers([])
    )
    let counts = [changes, whole].map(Self.words)
    #expect(counts[0] * 4 <= counts[1], "\(counts):\n\(changes.joined(separator: "\n"))")
    let places = { (lines: [String]) in lines.count { $0.hasPrefix("Tour › Orders") } }
    #expect(places(changes) == 0 && places(whole) == Self.order.count)
  }

  @Test("A screen reader gets a long list by pages, and a sentence at the end of each")
  func pages() throws {
    let expenses = Built("expenses")
    _ = try expenses.run(["--scene", "main"], "Import the card statement\nwait\n")
    let run = try expenses.inTerminal([], ["ACCESSIBLE": "1"])
    run.resize(columns: 20, rows: 12)
    #expect(run.hear("> ") && run.say("show\n", hear: "[9] Payment 45, 56.25\r\n"), "\(run.shown)")
    #expect(run.hear("44 more lines. Type more, all, or a slash and a text to find.\r\n> "))
    #expect(run.say("more\n", hear: "[19] Payment 35, 43.75\r\n34 more lines."))
    #expect(run.hear("> ") && run.say("quit\n", hear: "quit") && run.end() == 0)
    #expect(!run.shown.contains("\u{1B}"))
  }

  @Test(
    "A secret that was typed openly is masked on its rows, where escape bytes may be printed",
    arguments: [
      ("xterm", "Passcode: hunter2", "\u{1B}[1A\r\u{1B}[J> Passcode: ********"),
      ("xterm", "1 a passcode that needs two rows", "\u{1B}[2A\r\u{1B}[J> Passcode: ********"),
      ("dumb", "Passcode: hunter2", nil),
    ])
  func secret(terminal: String, line: String, mask: String?) throws {
    let run = try Built("tour").inTerminal(["login"], ["TERM": terminal])
    run.resize(columns: 30, rows: 24)
    #expect(run.hear("> ") && run.say("\(line)\n", hear: "without showing it"), "\(run.shown)")
    #expect(run.hear("> ") && run.say("quit\n", hear: "quit") && run.end() == 0)
    if let mask { #expect(run.shown.contains(mask), "\(run.shown.debugDescription)") }
    #expect(run.shown.contains("\u{1B}[1A") == (mask != nil && line.count < 28))
  }

  @Test(
    "Tab on an empty line lists what can be typed in columns",
    .enabled(if: LineReading.hasLibrary, "libedit is not installed."))
  func everything() throws {
    let run = try Built("tour").inTerminal(["login"])
    run.resize(columns: 80)
    #expect(run.hear("> ") && run.say("\t", hear: "Passcode ") && run.hear("> "), "\(run.shown)")
    let rows = run.shown.split(separator: "\r\n").filter { $0.contains("   ") }
    #expect((2...9).contains(rows.count) && rows.allSatisfy { $0.count <= 80 }, "\(rows)")
    #expect(rows.contains { $0.contains("fill") } && rows.contains { $0.contains("quit") })
    #expect(run.say("quit\n", hear: "quit") && run.end() == 0)
  }
}
