import Glibc

/// From Tab in a shell to the words that may follow.
@MainActor
enum CompletionRows {
  static var all: [Benchmark] { [row("a place", reach: 0.020, places), storedValues] }

  private static let count = 10_000

  private static func row(
    _ name: String, reach seconds: Double, _ stage: @escaping () throws -> Stage
  ) -> Benchmark {
    Benchmark(
      "completion of \(name)",
      scope: """
        From posix_spawn of the built program with --complete to the end of its output.
        """,
      reach: .rate(1 / seconds), stage: stage)
  }

  private static func places() throws -> Stage {
    let words = ["--complete", "--store", ":memory:", "desk", ""]
    return Stage(completions(Programs.own.tour, words)) {
      let lines = try output(Programs.own.tour, words)
      try expect("the places of the desk", lines.contains { $0 == "book" }, is: true)
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
      return Stage(completions(Programs.own.expenses, words)) {
        let lines = try output(Programs.own.expenses, words)
        try expect("the values that begin with 99", lines.count, is: 111)
        blackHole(folder)
      }
    }
  }

  private static func expense(_ number: Int) -> String {
    #"{"category":"books","cents":250,"id":\#(number),"isApproved":false,"title":"Book \#(number)"}"#
  }

  private static func completions(_ path: String, _ words: [String]) -> Work {
    Work(
      "",
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
