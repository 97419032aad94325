import Foundation
import Testing
import WaylineTestThreads
import WaylineTesting

@Suite("A running command of a built program", .waitsForPrograms)
struct RunningCommandTests {
  private let program = WaylineTesting.Program.built("WaylinePlanted").path

  /// Runs a script of the shell in which `$P` is the program, with its values in memory.
  private func shell(_ script: String) throws -> ProgramRun {
    try WaylineTesting.Program(path: "/bin/sh").run(
      ["-c", "P='\(program) --store :memory:'; \(script)"],
      environment: ["PATH": "/usr/bin:/bin", "HOME": "/nonexistent"])
  }

  @Test(
    "One without an end is ended by a reader that leaves, with 141, in text and in JSON",
    arguments: ["", "--json "])
  func closedOutput(form: String) throws {
    let run = try shell("($P \(form)log; echo $? >&2) | head -2")
    #expect(run.lines.count == 2 && run.errors == "141\n" && !run.isTimedOut, "\(run)")
  }

  @Test("100,000 lines are all printed, in order")
  func many() throws {
    let run = try shell("$P lines 100000")
    #expect(run.lines == (1...100_000).map { "line \($0) of a log" })
  }

  @Test("What ran in 500 flows is released when they end", arguments: ["lines", "pipes"])
  func flows(form: String) throws {
    let run = try shell("$P flows \(form)")
    // Less than a kilobyte each: a scene takes more than twenty.
    #expect(try #require(Int(run.lines.first ?? "")) < 500, "\(run)")
  }

  @Test("A value is an object with --json, and its lines otherwise")
  func value() throws {
    #expect(try shell("$P status").lines == ["The desk is ground."])
    #expect(
      try shell("$P --json status").lines.dropFirst()
        == [
          #"{"type":"value","command":"status","value":{"desk":"ground"}}"#,
          #"{"type":"bye","status":0}"#,
        ])
  }

  @Test("Progress is an object with --json, at most ten a second, and nothing in a pipe")
  func progress() throws {
    let lines = try shell("$P --json steps").lines.filter { $0.contains(#""type":"progress""#) }
    #expect(
      lines.first == #"{"type":"progress","async":true,"title":"Build","value":1,"total":100}"#)
    #expect(lines.count < 100 && lines.count >= 2, "\(lines)")
    #expect(try shell("$P steps").output == "")
  }

  /// What runs when a signal comes: a command, or the task of a view.
  enum Work: CaseIterable {
    case command, scriptedCommand, view

    /// The lines of the shell that start it, with its output in `$F/out`; its input stays open.
    var start: String {
      switch self {
      case .command: "$P clean $F/cleaned > $F/out &"
      case .scriptedCommand: "echo clean $F/cleaned >&3; $P < $F/in > $F/out &"
      case .view: "PLANTED_CLEANUP=$F/cleaned $P < $F/in > $F/out &"
      }
    }
  }

  // A shell lets what it starts in the background ignore SIGINT.
  @Test(
    "A signal that ends the program lets what runs clean up first",
    arguments: Work.allCases, [("TERM", "143"), ("HUP", "129")])
  func cleanup(work: Work, signal: (name: String, status: String)) throws {
    let run = try shell(
      """
      F=$(mktemp -d)
      mkfifo $F/in
      exec 3<>$F/in
      \(work.start)
      while ! grep -q Waiting $F/out 2>/dev/null; do sleep 0.05; done
      kill -\(signal.name) $!
      wait $!
      echo $?
      cat $F/cleaned
      rm -r $F
      """)
    #expect(run.output == "\(signal.status)\nclean" && !run.isTimedOut, "\(run)")
  }

  @Test("A command that does not listen has the time of --timeout, and a second signal ends it")
  func deaf() throws {
    let wait = "sleep 0; while ! grep -q Waiting $F; do :; done; kill -TERM $!"
    let limited = try shell(
      "F=$(mktemp); $P --timeout 300ms ignore > $F & \(wait); wait $!; echo $?; rm $F")
    #expect(limited.lines == ["143"] && !limited.isTimedOut, "\(limited)")
    let second = try shell(
      "F=$(mktemp); $P --timeout 50 ignore > $F & \(wait); sleep 0.3; kill -TERM $!; wait $!; echo $?; rm $F"
    )
    #expect(second.lines.last == "143" && !second.isTimedOut, "\(second)")
  }
}
