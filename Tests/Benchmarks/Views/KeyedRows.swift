import WaylineGraph
import WaylineViews

/// Edits of a list whose rows have identities.
@MainActor
enum KeyedRows {
  static var all: [Benchmark] {
    [
      edit("one row inserted or removed, of 1,000 keyed rows") { books, step in
        if step % 2 == 0 {
          books.insert(Book(id: -1, title: "The Go-Between, new"), at: 500)
        } else {
          books.remove(at: 500)
        }
      },
      edit("one row moved, of 1,000 keyed rows") { books, step in
        let (from, to) = step % 2 == 0 ? (100, 900) : (900, 100)
        books.insert(books.remove(at: from), at: to)
      },
      replacement,
    ]
  }

  private static let included = """
    from the write through the contents of all rows and their comparison to a valid rope of the \
    page.
    """

  private static func edit(
    _ name: String, _ change: @escaping (inout [Book], _ step: Int) -> Void
  ) -> Benchmark {
    Benchmark(
      name, scope: "The middle of a ForEach in a stack; " + included, reach: .rate(3_334),
      hasTail: true
    ) {
      let shelf = EditedShelf(Book.shelf(1_000))
      return Stage(shelf.edits(change), floor: comparisons, check: shelf.check)
    }
  }

  private static var replacement: Benchmark {
    Benchmark(
      "all of 1,000 keyed rows replaced", scope: "No identity stays; " + included,
      reach: .rate(400), hasTail: true
    ) {
      let shelf = EditedShelf(Book.shelf(1_000))
      let replace = shelf.edits { books, _ in
        let first = (books.last?.id ?? 0) + 1
        books = (first..<first + 1_000).map { Book(id: $0, title: "The Go-Between, copy \($0)") }
      }
      return Stage(replace, floor: strings, check: shelf.check)
    }
  }

  private static var comparisons: Work {
    let (old, new) = (Book.shelf(1_000).map(\.id), Book.shelf(1_000).map(\.id))
    return Work("compare 1,000 ids") { count in
      for _ in 0..<count {
        guard old == new else { throw WrongOutput("The identities differ.") }
        blackHole(old)
      }
    }
  }

  private static var strings: Work {
    Work("build 1,000 rows") { count in
      for _ in 0..<count { blackHole(Book.shelf(1_000)) }
    }
  }
}

/// A hosted stack of books that other code can edit.
@MainActor
private struct EditedShelf {
  private let host: ViewHost
  private let outlet = Outlet()

  /// Leads to the books of the view.
  final class Outlet {
    private(set) var books: Binding<[Book]>?

    func take(_ books: Binding<[Book]>) { self.books = books }
  }

  init(_ books: [Book]) {
    let outlet = outlet
    host = ViewHost { VStack { BookRows(outlet: outlet, initial: books) } }
  }

  func edits(_ change: @escaping (inout [Book], _ step: Int) -> Void) -> Work {
    var step = 0
    return Work("") { [host, outlet] count in
      guard let books = outlet.books else { throw WrongOutput("No body ran.") }
      for _ in 0..<count {
        host.graph.perform { change(&books.wrappedValue, step) }
        blackHole(host.lineCount)
        step += 1
      }
    }
  }

  func check() throws {
    let books = outlet.books?.wrappedValue ?? []
    try expect("the lines", host.page().texts, is: books.map(\.title))
  }

  private struct BookRows: View {
    let outlet: Outlet
    @State private var books: [Book]

    init(outlet: Outlet, initial: [Book]) {
      self.outlet = outlet
      _books = State(initialValue: initial)
    }

    var body: some View {
      let _ = outlet.take($books)
      ForEach(books) { BookRow(book: $0) }
    }
  }
}
