/// Commands at a terminal: each is typed when the prompt has come.
@MainActor
enum TerminalRows {
  static var all: [Benchmark] { [edited, unedited] }

  private static let commands = 500
  private static let memory = ["--store", ":memory:", "--color", "never"]
  private static let xterm = ["TERM": "xterm", "LANG": "C.UTF-8"]

  private static var edited: Benchmark {
    row("libedit", "The line is edited by libedit.") {
      TerminalSession(arguments: memory, environment: xterm, echoes: "Lend")
    }
  }

  private static var unedited: Benchmark {
    row("no libedit", "The terminal edits the line by itself (--plain).") {
      TerminalSession(arguments: memory + ["--plain"], environment: xterm, echoes: "Lend")
    }
  }

  private static func row(
    _ name: String, _ note: String, _ session: @escaping () -> TerminalSession
  ) -> Benchmark {
    Benchmark(
      "terminal round trip, \(name)",
      scope: """
        The built counter in a pseudo-terminal: 'Lend' is typed at the prompt; its screen and the \
        next prompt are read before the next line is typed. \(note)
        """,
      reach: .rate(1 / 0.000150)
    ) {
      let session = session()
      return Stage(
        Work(timed: "") { count in try session.time(count) },
        floor: Work(timed: "readLine, print, fflush, at a terminal") { count in
          try session.timeFloor(count)
        }
      ) {}
    }
  }
}

/// The two programs that are talked with, each for a whole row.
@MainActor
private final class TerminalSession {
  private let arguments: [String]
  private let environment: [String: String]
  private let line: String
  private var program: TerminalChild?
  private var floor: TerminalChild?
  private var lent = 0

  init(arguments: [String], environment: [String: String], echoes line: String) {
    (self.arguments, self.environment, self.line) = (arguments, environment, line)
  }

  func time(_ count: Int) throws -> UInt64 {
    if program == nil {
      let started = try TerminalChild(Programs.own.counter, arguments, environment)
      try started.read(until: Array("(unavailable)\r\n> ".utf8))
      program = started
    }
    guard let program else { return 0 }
    let start = now()
    for _ in 0..<count {
      lent += 1
      program.type("\(line)\n")
      try program.read(until: Array("Books lent: \(lent)\r\n".utf8))
      try program.read(until: Array("[2] Return\r\n> ".utf8))
    }
    return now() - start
  }

  func timeFloor(_ count: Int) throws -> UInt64 {
    if floor == nil {
      let screen = ["Books lent: 1", "[1] Lend", "[2] Return"]
      floor = try TerminalChild(Programs.own.floor, screen, environment)
    }
    guard let floor else { return 0 }
    let start = now()
    for _ in 0..<count {
      floor.type("\(line)\n")
      try floor.read(until: Array("[2] Return\r\n".utf8))
    }
    return now() - start
  }
}
