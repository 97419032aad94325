import WaylineGraph
import WaylineViews

/// A list that is longer than a person reads.
@MainActor
enum LazyRows {
  static var all: [Benchmark] { [first, change] }

  private static let books = Book.shelf(100_000)

  private static var first: Benchmark {
    Benchmark(
      "first screen of a lazy stack of 100,000 rows",
      scope: """
        Each row is a view with a body; the host, its nodes and bodies are made, and the page is put \
        together with all lines; taking them away is not timed.
        """,
      reach: .times(20)
    ) {
      Stage(mount, floor: strings) {
        let host = make()
        try expect("lines of the page", host.page().lines.count, is: books.count)
        host.end()
      }
    }
  }

  private static var change: Benchmark {
    Benchmark(
      "@State write in one of 100,000 lazy rows against 10",
      scope: "Both sides from the write to a valid rope of the page.", reach: .times(1.2)
    ) {
      let (many, few) = (CountedScreen.lazyCounters(100_000), CountedScreen.lazyCounters(10))
      return Stage(many.writes(), floor: few.writes("the same, 10 rows")) {
        try many.check()
        try few.check()
      }
    }
  }

  private static func make() -> ViewHost {
    ViewHost { LazyVStack { ForEach(books) { BookRow(book: $0) } } }
  }

  private static var mount: Work {
    Work(
      "",
      once: {
        let host = make()
        blackHole(host.page().lines.count)
        return host
      }, rest: { $0.end() })
  }

  private static var strings: Work {
    Work(
      "build 100,000 strings", once: { books.map { "The Go-Between, copy \($0.id)" } },
      rest: { blackHole($0) })
  }
}
