import Wayline

/// Reads and writes a key by itself: every copy of this view shows the same value.
struct BooksLentView: View {
  let desk: String
  @AppStorage("booksLent") private var booksLent = 0

  var body: some View {
    Group {
      Text("Books lent, says the \(desk) desk: \(booksLent).")
      Button("Lend at the \(desk) desk") { booksLent += 1 }
    }
  }
}
