/// Commands that come through a pipe, each answered by a screen.
@MainActor
enum CommandRows {
  static var all: [Benchmark] { [lend, lockstep, longSession] }

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

  private static var lockstep: Benchmark {
    Benchmark(
      "a command in JSON lockstep, by the Python client",
      scope: """
        The client of the examples sends 'where' to the built tour, and the next when it has read \
        and decoded the answer. The floor is the same client with a program that prints four such \
        objects for each line.
        """,
      reach: .rate(10_000), rounds: 5
    ) {
      Stage(
        exchanges("", [Programs.own.tour, "--store", ":memory:"]),
        floor: exchanges("the same client, print", [Programs.own.floor] + answer)
      ) {}
    }
  }

  /// The objects of an answer of the tour.
  private static let answer = [
    #"{"type":"message","kind":"place","code":"titles","text":"Tour"}"#,
    #"{"type":"message","kind":"note","code":"place-link","text":"/"}"#,
    #"{"type":"message","kind":"note","code":"place-command","text":"tour"}"#, #"{"type":"ready"}"#,
  ]

  /// Commands that the client sends and counts; it prints how many a second holds.
  private static func exchanges(_ name: String, _ program: [String]) -> Work {
    Work(timed: name) { count in
      let client = try Child("/usr/bin/env", ["python3", Programs.client, "--measure"] + program)
      let words = String(decoding: try client.exchange([]), as: UTF8.self).split(separator: " ")
      guard try client.end() == 0,
        let rate = words.first.flatMap({ Double($0.filter(\.isNumber)) }),
        rate > 0
      else { throw WrongOutput("The client says '\(words.joined(separator: " "))'.") }
      return UInt64(Double(count) * 1_000_000_000 / rate)
    }
  }

  private static var longSession: Benchmark {
    Benchmark(
      "1,000,000 piped commands in one session, memory flat",
      scope: """
        The built counter lends a million times; its memory after the last tenth may be 2 % more \
        than after the first at most. All of it is timed, once.
        """,
      rounds: 1
    ) {
      Stage(
        Work(timed: "") { count in
          let start = now()
          for _ in 0..<count { try runLongSession() }
          return now() - start
        }
      ) {}
    }
  }

  private static func runLongSession() throws {
    let child = try Child(Programs.own.counter, ["--store", ":memory:"])
    try child.read(until: "(unavailable)\n")
    var sizes: [Int] = []
    for tenth in 1...10 {
      try child.send(lines: 100_000, "1\n", until: "Books lent: \(tenth * 100_000)\n")
      sizes.append(child.residentPages)
    }
    try child.end()
    guard let first = sizes.first, let last = sizes.last, first > 0, last <= first + first / 50
    else { throw WrongOutput("The memory grew, in pages: \(sizes).") }
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
