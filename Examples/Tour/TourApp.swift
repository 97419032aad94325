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
  /// Looks through the library without leaving the screen.
  static let find = ShellCommand(
    "find", usage: "find TEXT", summary: "List the books whose title or author has the text."
  ) { call in
    guard !call.text.isEmpty else { throw ShellFailure("Usage: find TEXT", status: .usage) }
    let books = Library.books.filter { book in
      "\(book.title) \(book.author)".lowercased().contains(call.text.lowercased())
    }
    guard !books.isEmpty else { throw ShellFailure("No books match '\(call.text)'.") }
    return .lines(books.map { "\($0.title), by \($0.author), number \($0.id)." })
  }
}
