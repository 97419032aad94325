import Glibc
import Wayline

/// From Tab in a shell to the words that may follow.
@MainActor
enum CompletionRows {
  static var all: [Benchmark] {
    [row("a place", reach: 0.020, places), values, storedValues, routes]
  }

  private static let count = 10_000

  private static func row(
    _ name: String, reach seconds: Double, _ stage: @escaping () throws -> Stage
  ) -> Benchmark {
    Benchmark(
      "completion of \(name)",
      scope: """
        From posix_spawn of the built program with --complete to the end of its output; the floor \
        is the same program that prints its version.
        """,
      reach: .rate(1 / seconds), stage: stage)
  }

  private static func places() throws -> Stage {
    let words = ["--complete", "--store", ":memory:", "desk", ""]
    return Stage(completions(Programs.own.tour, words), floor: version(Programs.own.tour)) {
      let lines = try output(Programs.own.tour, words)
      try expect("the places of the desk", lines.contains { $0 == "book" }, is: true)
    }
  }

  private static var values: Benchmark {
    row("a place with \(count) values", reach: 0.050) {
      let words = ["--complete", "--store", ":memory:", "book", "99"]
      let shelf = Programs.own.benchmarks
      return Stage(
        completions(shelf, words),
        floor: completions(shelf, [Programs.oneLine], name: "same libraries, one line")
      ) {
        let lines = try output(shelf, words)
        try expect("the values that begin with 99", lines.count, is: 111)
      }
    }
  }

  private static var storedValues: Benchmark {
    row("a place with \(count) stored values", reach: 0.050) {
      let folder = try ScratchFolder()
      let export = folder.file("export.json")
      try write(
        """
        {"format":1,"values":[{"kind":"json","name":"expenses","namespace":"persisted","version":2,\
        "value":[\((1...count).map(expense).joined(separator: ","))]}]}
        """, to: export)
      let store = ["--store", folder.file("store")]
      _ = try output(Programs.own.expenses, store + ["store", "import", export])
      let words = ["--complete"] + store + ["expense", "99"]
      let expenses = Programs.own.expenses
      return Stage(completions(expenses, words), floor: version(expenses)) {
        let lines = try output(Programs.own.expenses, words)
        try expect("the values that begin with 99", lines.count, is: 111)
        blackHole(folder)
      }
    }
  }

  private static var routes: Benchmark {
    Benchmark(
      "the graph of a screen with \(count) links",
      scope: """
        From posix_spawn of the built program with --routes to the end of its output; the floor is \
        the same libraries with one line.
        """,
      reach: .rate(1 / 0.3)
    ) {
      let words = ["--routes", "dot", "--store", ":memory:"]
      let shelf = Programs.own.benchmarks
      return Stage(
        completions(shelf, words),
        floor: completions(shelf, [Programs.oneLine], name: "same libraries, one line")
      ) {
        let lines = try output(shelf, words)
        try expect(
          "the links that are counted", lines.contains("  // Not read in /: 9500 more links"),
          is: true)
      }
    }
  }

  private static func expense(_ number: Int) -> String {
    #"{"category":"books","cents":250,"id":\#(number),"isApproved":false,"title":"Book \#(number)"}"#
  }

  private static func version(_ path: String) -> Work {
    completions(path, ["--version"], name: "--version")
  }

  private static func completions(
    _ path: String, _ words: [String], name: String = ""
  ) -> Work {
    Work(
      name,
      once: {
        let child = try Child(path, words)
        _ = try child.exchange([])
        return child
      }, rest: { _ = try $0.end() })
  }

  private static func output(_ path: String, _ words: [String]) throws -> [Substring] {
    let child = try Child(path, words)
    let text = try child.exchange([])
    try expect("exit status", child.end(), is: 0)
    return String(decoding: text, as: UTF8.self).split(separator: "\n")
      .map { $0.split(separator: "\t")[0] }
  }

  private static func write(_ text: String, to path: String) throws {
    guard let file = fopen(path, "w") else { throw WrongOutput("'\(path)': \(errno).") }
    fputs(text, file)
    fclose(file)
  }
}

/// A program with a place of many values, which this process is when it is asked for completions.
struct ShelfApp: App {
  /// True if completions or the graph of the routes are requested.
  static let isWanted = ["--complete", "--routes"]
    .contains(CommandLine.arguments.dropFirst().first ?? "")

  var body: some Scene {
    WindowGroup {
      NavigationStack {
        List(1...10_000, id: \.self) { number in
          NavigationLink("The Go-Between, copy \(number)", value: ShelfPlace.book(id: number))
        }
        .navigationDestination(for: ShelfPlace.self) { Text("\($0)") }
      }
    }
  }
}

/// The places of the shelf.
enum ShelfPlace: NavigationValue {
  case book(id: Int)
}
