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

  static let tag = AppOption(
    "tag", short: "t", repeats: true, variable: "DESK_TAG", summary: "Add the tag TEXT.")
  static let copy = AppOption<[Int]>(
    "copy", repeats: true, operand: "N", summary: "Lend copy N.")
  static let shelves = AppOption<[Shelf]>(
    "shelves", short: "s", repeats: true, variable: "DESK_SHELVES", summary: "Show shelves.")
  static let weight = AppOption(
    "weight", short: "w", variable: "DESK_WEIGHT", operand: "KG", default: 1.0,
    summary: "Set the weight.", expectation: "a number", read: { Double($0) })
  static let repeated = AppOptions(tag, copy, shelves, weight)

  static let importBooks = ShellCommand(
    "import", usage: "import FILE", summary: "Import the titles in FILE."
  ) { call in
    let titles = try await readTitles(call.words[0])
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

  enum DeskRoute: Hashable, Sendable { case book(id: Int) }

  @Observable @MainActor final class Desk {
    func book(titled title: String) -> Int? { title == "Emma" ? 1 : nil }
  }

  static let open = ShellCommand("lookup", usage: "lookup TITLE", summary: "Open a book.") { call in
    @Environment(Desk.self) var desk
    guard let book = desk.book(titled: call.text) else {
      throw ShellFailure("There is no book '\(call.text)'.")
    }
    call.router.push(DeskRoute.book(id: book))
  }

  private static func events(at shelf: String) -> AsyncStream<String> {
    AsyncStream { $0.finish() }
  }
  private static func readTitles(_ path: String) async throws -> [String] { [path] }
  private static func store(_ title: String) async throws {}
}

/// A command with an option of its own.
enum OrderSample {
  static let copies = AppOption(
    "copies", short: "c", operand: "N", default: 1, summary: "Order N copies.")
  static let order = ShellCommand(
    "order", usage: "order TITLE", summary: "Order a book.", options: AppOptions(copies)
  ) { call in
    .lines(["Ordered \(call.options[copies]) of \(call.text)."])
  }

  struct BookView: View {
    let title: String
    @State private var member = ""

    var body: some View {
      Text(member.isEmpty ? "On the shelf." : "Lent to \(member).")
        .shellCommand(lend)
    }

    private var lend: ShellCommand {
      ShellCommand("lend", usage: "lend MEMBER", summary: "Lend this book.") { call in
        member = call.text
      }
    }
  }
}
