import Wayline

/// A catalogue that is searched while a person types: the books and the authors that match are fetched by
/// tasks of their own, each after a pause, and a search that is replaced is cancelled.
///
/// It has 1,336 states: each task may have come as far as it can while the others wait.
struct SearchView: View {
  static let states = 1_336

  @Environment(\.clock) private var clock
  @State private var query = ""
  @State private var isRecent = false
  @State private var books: [String] = []
  @State private var authors: [String] = []

  private struct Search: Hashable {
    let query: String
    let isRecent: Bool
  }

  var body: some View {
    TextField("Query", text: $query)
    Toggle("Recent books only", isOn: $isRecent)
    ForEach(books, id: \.self) { Text($0) }
    ForEach(authors, id: \.self) { Text($0) }
      .task(id: query) { await fetchAuthors(query) }
    Text("\(books.count) books, \(authors.count) authors")
      .task(id: Search(query: query, isRecent: isRecent)) { await fetchBooks(query, isRecent) }
  }

  private func fetchBooks(_ query: String, _ isRecent: Bool) async {
    guard !query.isEmpty else {
      books = []
      return
    }
    guard (try? await clock.sleep(for: .seconds(1))) != nil else { return }
    await Task.yield()
    books =
      isRecent ? ["\(query), new edition"] : ["\(query), first edition", "\(query), new edition"]
  }

  private func fetchAuthors(_ query: String) async {
    guard !query.isEmpty else {
      authors = []
      return
    }
    guard (try? await clock.sleep(for: .seconds(1))) != nil else { return }
    await Task.yield()
    authors = ["An author of \(query)"]
  }
}
