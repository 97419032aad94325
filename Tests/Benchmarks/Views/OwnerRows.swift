import WaylineGraph
import WaylineViews

/// State in the screen that owns rows which do not change.
@MainActor
enum OwnerRows {
  static var all: [Benchmark] { [owner] }

  private static var owner: Benchmark {
    Benchmark(
      "@State write in the screen that owns 1,000 rows",
      scope: """
        The body of the screen and the content of its ForEach run, 1,000 row values are made and \
        compared, no row's body runs; then the rope of the page is valid.
        """,
      reach: .times(10), hasTail: true
    ) {
      let books = Book.shelf(1_000)
      let screen = CountedScreen { Shelf(outlet: $0, books: books) }
      return Stage(screen.writes(), floor: comparisons(of: books), check: screen.check)
    }
  }

  private static func comparisons(of books: [Book]) -> Work {
    let old = books.map(BookRow.init)
    return Work("compare 1,000 row values") { count in
      for _ in 0..<count {
        let new = books.map(BookRow.init)
        guard old == new else { throw WrongOutput("The rows differ.") }
      }
    }
  }
}

/// A line that counts above the books it owns.
private struct Shelf: View {
  let outlet: Outlet
  let books: [Book]
  @State private var copies = 0

  var body: some View {
    let _ = outlet.take($copies)
    Text("Copies: \(copies)")
    ForEach(books) { BookRow(book: $0) }
  }
}
