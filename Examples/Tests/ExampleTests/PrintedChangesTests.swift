import Glibc
import TestPrograms
import TestThreads
import Testing
import WaylineTesting

@Suite("Whatever changes the screen is printed, by a program", .waitsForPrograms)
struct PrintedChangesTests {
  /// The receiver of the screens.
  enum Receiver: Sendable {
    case terminal(LineReading)
    case typing(LineReading)
    case socket, json, jsonSocket

    static let all: [Self] =
      LineReading.all.map(Self.terminal) + LineReading.all.map(Self.typing)
      + [.socket, .json, .jsonSocket]

    var readsJSON: Bool {
      switch self {
      case .json, .jsonSocket: true
      case .terminal, .typing, .socket: false
      }
    }

    /// The end of an answer.
    var ready: String { readsJSON ? #""type":"ready""# : "\r\n> " }
  }

  private static let changes = ["push", "sheet", "alert", "state", "stored", "both"]
  private static let origins = ["task", "detached", "queue", "timer"]

  private let probe = Built("terminal-probe")

  private func start(_ receiver: Receiver) throws -> TerminalProgram {
    let changes = ["PROBE": "changes"]
    switch receiver {
    case .terminal(let reading), .typing(let reading):
      return try probe.inTerminal(reading, [], changes)
    case .json: return try probe.inTerminal(["--json"], changes)
    case .socket: return try probe.inTerminal([], ["PROBE": "socket"])
    case .jsonSocket: return try probe.inTerminal([], ["PROBE": "json-socket"])
    }
  }

  @Test("The screen that a change leads to is printed at once", arguments: Receiver.all)
  func printed(receiver: Receiver) throws {
    let run = try start(receiver)
    #expect(run.hear(receiver.readsJSON ? receiver.ready : "> "))
    var round = 0
    for change in Self.changes {
      for origin in Self.origins {
        round += 1
        let name = "\(change) by \(origin) for \(receiver)"
        #expect(run.say("\(change) by \(origin)\n", hear: receiver.ready), "\(name)")
        if case .typing = receiver { #expect(run.say("sho", hear: "sho"), "\(name)") }
        run.send(SIGUSR1)
        let shown = change == "stored" ? "stored \(1000 + round)" : "Round \(round)"
        try #require(run.hear(shown), "\(name): \(run.heard.suffix(3000))")
        if case .typing = receiver { #expect(run.say("w\n", hear: shown), "\(name)") }
        if !receiver.readsJSON { #expect(run.hear("> "), "\(name)") }
        let way = ["alert": "Close", "state": nil, "stored": nil].first { $0.key == change }
        guard let line = way.map(\.value) ?? "back" else { continue }
        #expect(run.say("\(line)\n", hear: receiver.ready), "\(name)")
      }
    }
    run.say("quit\n")
    #expect(run.end() == 0)
    if receiver.readsJSON { #expect(tornScreens(in: run.heard) == []) }
  }

  /// The JSON screens with the lines of one place and the link of another.
  private func tornScreens(in text: String) -> [String] {
    text.split(separator: "\r\n").map(String.init).filter { line in
      guard line.contains(#""type":"screen""#), let place = line.firstMatch(of: /\/round\/(\d+)/)
      else { return false }
      return !line.contains("\"Round \(place.1)\"")
    }
  }

  @Test(
    "A value that another process stores is printed, also while a line is typed",
    arguments: LineReading.all)
  func otherProcess(reading: LineReading) throws {
    let run = try probe.inTerminal(reading, [], ["PROBE": "changes"])
    #expect(run.hear("stored 0") && run.hear("\r\n> "))
    for number in 1...3 {
      #expect(run.say("sho", hear: "sho"))
      let other = try probe.program.run(
        ["--store", probe.store.path], input: "Store: \(number)\n",
        environment: ["HOME": probe.store.path, "PATH": "/usr/bin:/bin", "PROBE": "changes"])
      #expect(other.status == 0, "\(other.errors)")
      #expect(run.hear("stored \(number)"), "\(run.heard.suffix(2000))")
      #expect(run.say("w\n", hear: "stored \(number)") && run.hear("\r\n> "))
    }
    #expect(run.say("quit\n", hear: "quit") && run.end() == 0)
  }

  @Test(
    "A command that does not listen to ^C is named after it, and a second ^C ends the program",
    arguments: LineReading.all)
  func cancelling(reading: LineReading) throws {
    let run = try probe.inTerminal(reading)
    #expect(run.hear("> ") && run.say("stay\n", hear: "staying"))
    #expect(run.say("\u{3}", hear: "Cancelling. Press ^C again to end the program."))
    run.say("\u{3}")
    #expect(run.end() == 130)
  }

  @Test("^C with nothing to cancel asks whether to leave, and changes nothing")
  func nothingToCancel() throws {
    let run = try start(.json)
    #expect(run.hear(#""type":"ready""#))
    #expect(run.say("{\"cancel\":true}\n", hear: "There is nothing to cancel."))
    #expect(run.hear(#""type":"ready""#) && run.say("quit\n", hear: #""type":"bye""#))
    #expect(run.end() == 0)
  }
}
