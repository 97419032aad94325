import WaylineViews

/// A book on the shelf of the desk that the view rows show.
struct Book: Identifiable, Equatable {
  let id: Int
  let title: String

  /// Books with titles that are longer than what a string keeps in itself.
  static func shelf(_ count: Int) -> [Book] {
    (0..<count).map { Book(id: $0, title: "The Go-Between, copy \($0)") }
  }
}

/// One row of a list: a line of text.
struct BookRow: View, Equatable {
  let book: Book

  var body: some View { Text(book.title) }
}

extension Page {
  /// The text of the lines, without elements.
  var texts: [String] {
    lines.map { line in
      line.spans.map { if case .text(let text, _) = $0 { text } else { "" } }.joined()
    }
  }
}
