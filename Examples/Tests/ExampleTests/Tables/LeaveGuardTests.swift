import Glibc
import TestThreads
import Testing
import WaylineTesting

@Suite("A place that must not be left yet", .waitsForPrograms)
struct LeaveGuardTests {
  private let tour = Built("tour")
  private let sentence = "'Emma' has not been sent. Send or cancel it before you leave."

  @Test(
    "Each way out is refused with the reason, and nothing changes",
    arguments: ["quit", "exit", "back", "home", "undo", "open settings", "open /desk/book/42"])
  func refused(command: String) throws {
    let run = try tour.run(["orders"], "3 Emma\nOrder\n\(command)\nshow\n")
    let refusal = (command == "undo" ? "Cannot undo opening 'Orders': " : "") + sentence
    let reported = run.lines.drop { $0 != "line 3: \(refusal)" }
    #expect(reported.dropFirst().first == "Tour › Orders", "\(run.output)")
    #expect(reported.contains("[2] Emma       1"))
    #expect(run.status == 1)
  }

  @Test("Its number is printed when there are several")
  func several() throws {
    let run = try tour.run(["orders"], "3 Emma\nOrder\nTitle: Persuasion\nOrder\nquit\n")
    #expect(
      run.lines.last
        == "line 5: 2 orders have not been sent. Send or cancel them before you leave.")
  }

  @Test(
    "It is left when the reason no longer holds",
    arguments: ["Send", "Emma\nCancel this order", "More\nCancel all\nCancel them"])
  func allowed(lines: String) throws {
    let run = try tour.run(["--strict", "orders"], "3 Emma\nOrder\n\(lines)\nquit\nnonsense\n")
    #expect(run.status == 0, "\(run.output)")
  }

  @Test("In JSON it is a problem and a navigation that was blocked, and no line is the last")
  func json() throws {
    let run = try tour.run(["--json", "orders"], "3 Emma\nOrder\nquit\nback\nwhere\n")
    let problem =
      #"{"type":"message","kind":"problem","code":"navigation-refused","text":"\#(sentence)"}"#
    #expect(run.lines.filter { $0 == problem }.count == 2)
    #expect(run.output.contains(#"{"type":"transition","outcome":"blocked""#))
    #expect(run.lines.last == #"{"type":"bye","status":1}"#)
  }

  @Test("Neither the end of a script, nor a second ^D, nor a signal asks")
  func unasked() throws {
    #expect(try tour.run(["orders"], "3 Emma\nOrder\n").status == 0)
    for (ending, status) in [("\u{4}", 0), ("", 143)] as [(String, Int32)] {
      let run = try tour.inTerminal(["--plain", "orders"])
      #expect(run.hear("> ") && run.say("3 Emma\nOrder\n", hear: "[9] Emma       1\r\n"))
      #expect(run.hear("> ") && run.say("quit\n", hear: sentence) && run.hear("> "))
      if ending.isEmpty {
        run.send(SIGTERM)
      } else {
        #expect(run.say(ending, hear: sentence) && run.hear("> "))
        run.say(ending)
      }
      #expect(run.end() == status, "\(run.heard)")
    }
  }
}
