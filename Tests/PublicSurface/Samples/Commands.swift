import Wayline

/// The samples of the article Commands and options.
enum CommandSample {
  enum Shelf: String, CaseIterable, Sendable { case fiction, travel }

  static let quiet = AppOption("quiet", summary: "Say less.")
  static let copies = AppOption("copies", operand: "N", default: 1, summary: "Lend N copies.")
    .requiring("a number from 1 to 9") { (1...9).contains($0) }
  static let feed = AppOption<String?>("feed", operand: "URL", summary: "Read URL.")
  static let shelf = AppOption("shelf", default: Shelf.fiction, summary: "Show a shelf.")
  static let options = AppOptions(quiet, copies, feed, shelf)

  static let importBooks = ShellCommand(
    "import", usage: "import FILE", summary: "Import the titles in FILE."
  ) { call in
    let titles = try await readTitles(call.text)
    for (index, title) in titles.enumerated() {
      call.report("Importing", value: Double(index), total: Double(titles.count))
      try await store(title)
    }
    return .lines(["\(titles.count) books were imported."])
  }

  static let signIn = ShellCommand("signin", summary: "Sign in.") { call in
    let name = try await call.ask("Name")
    _ = try await call.askSecret("Passcode")
    return .lines(["Welcome, \(name)."])
  }

  static let log = ShellCommand("log", usage: "log SHELF", summary: "Print what happens.") { call in
    for await line in events(at: call.text) { call.print(line) }
  }

  struct Loans: Encodable {
    var shelf: String
    var lent: Int
  }

  static let loans = ShellCommand("loans", summary: "Count the loans.") { call in
    .value(Loans(shelf: "fiction", lent: 2), lines: ["fiction: 2 lent"])
  }

  private static func events(at shelf: String) -> AsyncStream<String> {
    AsyncStream { $0.finish() }
  }
  private static func readTitles(_ path: String) async throws -> [String] { [path] }
  private static func store(_ title: String) async throws {}
}
