import Glibc
import Testing
import WaylineTestThreads
import WaylineTesting

@Suite("Programs as processes", .waitsForPrograms)
struct ProgramTests {
  private let shell = Program(path: "/bin/sh")
  private let cat = Program(path: "/bin/cat")

  private func run(_ script: String, input: String = "", limit: Int = 60) throws -> ProgramRun {
    try shell.run(
      ["-c", script], input: input, environment: ["PATH": "/usr/bin:/bin"], limit: limit)
  }

  @Test("Output, errors and status come apart")
  func parts() throws {
    let run = try run("echo one; echo two >&2; exit 3")
    #expect(run.lines == ["one"])
    #expect(run.errors == "two\n")
    #expect(run.status == 3)
    #expect(!run.isTimedOut)
  }

  @Test("A signal is 128 and its number", arguments: [SIGTERM, SIGHUP, SIGKILL, SIGPIPE])
  func signals(number: Int32) throws {
    // The second run would have inherited what the first one made of SIGPIPE here.
    _ = try run("exit 0")
    #expect(try run("kill -\(number) $$").status == 128 + number)
  }

  @Test("A program that takes too long is killed with its children, and the run says so")
  func limit() async throws {
    let run = try await onAnotherThread { [shell] in
      try shell.run(
        ["-c", "echo begun; sleep 300; echo done"], environment: ["PATH": "/usr/bin:/bin"],
        limit: 1)
    }
    #expect(run.isTimedOut)
    #expect(run.output == "begun\n")
    #expect(run.status == 128 + SIGKILL)
  }

  @Test("Much input and much output at once do not wait for each other")
  func muchAtOnce() throws {
    let text = String(repeating: "The Go-Between, L. P. Hartley\n", count: 100_000)
    let run = try cat.run(input: text, limit: 60)
    #expect(run.output == text)
    #expect(run.status == 0)
  }

  @Test("Input that is not read is not a failure")
  func unread() throws {
    let run = try run("exit 4", input: String(repeating: "x", count: 1 << 20))
    #expect(run.status == 4)
  }

  @Test("Bytes that are no UTF-8 are replaced")
  func invalid() throws {
    #expect(try cat.run(input: [0x41, 0xFF, 0x42]).output == "A\u{FFFD}B")
  }

  @Test("It sees the given variables and no others")
  func environment() throws {
    let run = try Program(path: "/usr/bin/env").run(environment: ["DESK": "upper"])
    #expect(run.lines == ["DESK=upper"])
  }

  @Test("Lines keep blank ones, and have none after the last newline")
  func lines() throws {
    #expect(try cat.run(input: "one\n\ntwo").lines == ["one", "", "two"])
    #expect(try cat.run(input: "one\n").lines == ["one"])
    #expect(try cat.run(input: "").lines.isEmpty)
  }

  @Test("A missing program is reported with its path and what to do")
  func missing() {
    let error = #expect(throws: ProgramError.self) { try Program(path: "/no/desk").run() }
    #expect(
      error?.description
        == "'/no/desk' could not be started: No such file or directory. "
        + "Build it first, e.g. with swift build.")
  }
}
