import WaylineGraph
import WaylineViews

/// The first appearance of many rows.
@MainActor
enum MountRows {
  static var all: [Benchmark] { [memory, stack, list] }

  private static let books = Book.shelf(10_000)
  private static let included = """
    the host, its nodes, bodies and the rope of the page are made; taking them away is not timed.
    """

  private static var stack: Benchmark {
    mount("first mount of 10,000 rows", .times(20)) {
      ViewHost { VStack { ForEach(books) { BookRow(book: $0) } } }
    }
  }

  private static var list: Benchmark {
    mount("first mount of 10,000 buttons in a List", nil) {
      ViewHost { List(books) { book in Button(book.title) {} } }
    }
  }

  private static func mount(
    _ name: String, _ reach: Reach?, _ make: @escaping @MainActor () -> ViewHost
  ) -> Benchmark {
    Benchmark(name, scope: "Each row is a view with a body; " + included, reach: reach) {
      Stage(mounts(make), floor: strings) {
        let host = make()
        try expect("lines", host.lineCount, is: books.count)
        try expect("lines of the page", host.page().lines.count, is: books.count)
        host.end()
      }
    }
  }

  private static func mounts(_ make: @escaping @MainActor () -> ViewHost) -> Work {
    Work(
      "",
      once: {
        let host = make()
        blackHole(host.lineCount)
        return host
      }, rest: { $0.end() })
  }

  private static var memory: Benchmark {
    Benchmark(
      "idle row, 100,000 shown, memory of each",
      scope: """
        A row with a body, its text and its line, without the book: the resident pages that they \
        add to the process.
        """,
      unit: .bytes
    ) {
      let books = Book.shelf(100_000)
      giveBackFreeMemory()
      let before = residentBytes()
      let host = ViewHost { VStack { ForEach(books) { BookRow(book: $0) } } }
      blackHole(host.lineCount)
      let bytes = Double(residentBytes() - before) / Double(books.count)
      return Stage(Work(timed: "") { UInt64(bytes * Double($0)) }) {
        try expect("lines", host.lineCount, is: books.count)
      }
    }
  }

  private static var strings: Work {
    Work(
      "build 10,000 strings", once: { books.map { "The Go-Between, copy \($0.id)" } },
      rest: { blackHole($0) })
  }
}
