/// Commands that come through a pipe, each answered by a screen.
@MainActor
enum CommandRows {
  static var all: [Benchmark] { [lend] }

  private static let commands = 10_000

  private static var lend: Benchmark {
    Benchmark(
      "10,000 piped commands, one screen each",
      scope: """
        The built counter lends 10,000 times into a store in memory; it flushes each screen. From \
        the first byte of input to the end of output, after the first screen.
        """,
      reach: .share(0.25)
    ) {
      let programs = Programs.own
      return Stage(
        conversation("", programs.counter, ["--store", ":memory:"], first: "(unavailable)\n"),
        floor: conversation(
          "readLine, print, fflush", programs.floor,
          ["Books lent: 10000", "[1] Lend", "[2] Return"],
          first: nil)
      ) {}
    }
  }

  private static func conversation(
    _ name: String, _ path: String, _ arguments: [String], first: String?
  ) -> Work {
    let input = Array(String(repeating: "1\n", count: commands).utf8)
    let end = "Books lent: \(commands)\n[1] Lend\n[2] Return\n"
    return Work(timed: name) { count in
      var total: UInt64 = 0
      for _ in 0..<count {
        let child = try Child(path, arguments)
        if let first { try child.read(until: first) }
        let start = now()
        let text = try child.exchange(input)
        total += now() - start
        try child.end()
        guard text.ends(with: end.utf8) else {
          throw WrongOutput(
            "\(path) ends with '\(String(decoding: text.suffix(60), as: UTF8.self))'.")
        }
      }
      return total
    }
  }
}
