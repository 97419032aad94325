import LendingDesk
import TestPrograms
import TestThreads
import Testing
import Wayline
import WaylineTesting

@testable import lend

@Suite("Lending by one flow", .waitsForPrograms)
struct LendTests {
  private let lend = Program.built("lend")

  @Test("The value goes to standard output, the dialogue to standard error")
  func value() throws {
    let run = try lend.run(["42"], input: "Choose a member\nAda\nRemark: torn\nLend\n")
    #expect(run.status == 0 && run.output == "42\tAda\ttorn\n")
    #expect(run.errors.hasPrefix("Lend The Go-Between\nNobody has been chosen yet.\n"))
  }

  @Test(
    "Left without a value, it prints nothing and says 3",
    arguments: ["quit\n", "dismiss\n", "back\n"])
  func cancelled(input: String) throws {
    let run = try lend.run(["42"], input: input)
    #expect(run.status == 3 && run.output.isEmpty)
    #expect(run.errors.hasSuffix("lend: 'The Go-Between' was not lent.\n"))
  }

  @MainActor
  @Test("The flow keeps every law, and a member can be chosen")
  func laws() async throws {
    let book = try #require(Catalog.books.first)
    let report = await Explorer(program: "lend") {
      CoordinatorView(coordinator: LoanCoordinator(book: book))
    }
    .values(["torn"], for: "Remark")
    .sometimes("A member is chosen") { $0.lines.contains("To Ada.") }
    .budget(states: 40)
    .run()
    #expect(report.isSound, "\(report)")
  }

  @Test("An inner flow that is left does not end the outer one")
  func innerCancelled() throws {
    let run = try lend.run(["42"], input: "Choose a member\nback\nChoose a member\nMary\nLend\n")
    #expect(run.status == 0 && run.output == "42\tMary\t\n")
  }

  @Test("The end of the input is not an answer", arguments: ["", "Choose a member\n"])
  func endOfInput(input: String) throws {
    let run = try lend.run(["42"], input: input)
    #expect(run.status == 3 && run.output.isEmpty)
    #expect(run.errors.hasSuffix("lend: The input ended before 'The Go-Between' was lent.\n"))
  }

  @Test("At a terminal its lines wrap at the width, and a long text is printed by pages")
  func pages() throws {
    let run = try TerminalProgram(
      "/bin/sh", ["-c", "stty rows 20 cols 60; exec \(lend.path) 42"],
      environment: ["PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", "TERM": "xterm", "NO_COLOR": "1"])
    #expect(run.hear("> "))
    #expect(run.say("help\n", hear: "more lines: more, /text, top, all"), "\(run.heard)")
    let widest = run.shown.split(whereSeparator: \.isNewline).map(\.count).max() ?? 0
    #expect(widest <= 60, "\(run.shown)")
    #expect(run.hear("> ") && run.say("all\n", hear: "Cancel and quit.") && run.hear("> "))
    #expect(run.say("quit\n", hear: "was not lent") && run.end() == 3)
  }

  @Test("--help and -h print the usage, and nothing is lent", arguments: ["--help", "-h"])
  func help(option: String) throws {
    let run = try lend.run([option])
    #expect(run.lines.first == "Usage: lend BOOK [MEMBER]" && run.status == 0 && run.errors.isEmpty)
  }

  @Test("A value is given although a line was not accepted, and the status says both")
  func notAccepted() throws {
    let run = try lend.run(["42"], input: "nonsense\nChoose a member\nAda\nLend\n")
    #expect(run.status == 1 && run.output == "42\tAda\t\n")
  }

  @Test(
    "Its own command line is its own",
    arguments: [
      (["42", "Ada"], 0, "42\tAda\t\n", ""),
      ([], 2, "", "lend: Usage: lend BOOK [MEMBER]\n"),
      (["x"], 2, "", "lend: 'x' is not a book number. Usage: lend BOOK [MEMBER]\n"),
      (["1"], 1, "", "lend: The library has no book with the number 1.\n"),
      (["42", "Eve"], 1, "", "lend: 'Eve' is not a member. Members are Ada, Grace, Mary.\n"),
    ] as [([String], Int32, String, String)])
  func arguments(words: [String], status: Int32, output: String, errors: String) throws {
    let run = try lend.run(words)
    #expect((run.status, run.output, run.errors) == (status, output, errors))
  }
}
