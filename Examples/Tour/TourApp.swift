import Wayline
import WaylineTesting

/// A walk through what Wayline does, one screen at a time.
@main
struct TourApp: App {
  static let version = "0.1"
  static let summary = "Show what Wayline does, one screen at a time."
  static let feed = AppOption<String?>(
    "feed", operand: "URL", summary: "Fetch the feed's posts from URL.")
  static let options = AppOptions(feed)
  static let commands: [ShellCommand] = [.find]

  @Environment(\.options) private var options

  var body: some Scene {
    WindowGroup { HomeView().environment(\.feedClient, client) }
      .explorable { plan in
        plan.environment(\.credentialIssuer, .fixed)
        plan.values(["Emma", "Ulysses"], for: "Title")
      }
  }

  private var client: any FeedClient {
    if let address = options[Self.feed] { NetworkFeed(address: address) } else { BundledFeed() }
  }
}

extension ShellCommand {
  private static let author = AppOption("author", short: "a", summary: "Look at the authors only.")
  private static let opens = AppOption("open", short: "o", summary: "Open the first of them.")

  /// Looks through the library, and opens a book if that is wanted.
  static let find = ShellCommand(
    "find", usage: "find TEXT", summary: "List the books whose title or author has the text.",
    options: AppOptions(author, opens)
  ) { call in
    guard !call.text.isEmpty else { throw ShellFailure("Usage: find TEXT", status: .usage) }
    let books = Library.books.filter { book in
      let text = call.options[author] ? book.author : "\(book.title) \(book.author)"
      return text.lowercased().contains(call.text.lowercased())
    }
    guard let first = books.first else { throw ShellFailure("No books match '\(call.text)'.") }
    if call.options[opens] { call.router.open("/desk/book/\(first.id)") }
    return .lines(books.map { "\($0.title), by \($0.author), number \($0.id)." })
  }
}
