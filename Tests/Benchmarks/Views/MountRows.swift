import WaylineGraph
import WaylineViews

/// The first appearance of many rows.
@MainActor
enum MountRows {
  static var all: [Benchmark] { [stack, list] }

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

  private static var strings: Work {
    Work(
      "build 10,000 strings", once: { books.map { "The Go-Between, copy \($0.id)" } },
      rest: { blackHole($0) })
  }
}
