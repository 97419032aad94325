import Testing
import WaylineSystem

@testable import WaylineShell

@Suite("Session machine")
struct SessionMachineTests {
  private typealias Event = SessionMachine.Event
  private typealias Effect = SessionMachine.Effect

  /// The effects of events, in order, of a session that has just begun.
  private func effects(of events: [Event], isStrict: Bool = false) -> [Effect] {
    var machine = SessionMachine(isScript: true, isStrict: isStrict)
    return events.flatMap { machine.take($0) }
  }

  private let copies = LineQuestion(prompt: "Copies")
  private let note = LineQuestion(prompt: "Note", isMultiline: true)

  @Test("A line is a command, and after a question it is the answer")
  func answer() {
    let found = effects(of: [.line("2"), .asked(copies), .line("3"), .line("3")])
    #expect(found == [.carryOut("2"), .answer("3"), .carryOut("3")])
  }

  @Test("An answer of several lines ends with a single dot")
  func editor() {
    let lines: [Event] = [.asked(note), .line("a"), .line(""), .line(".."), .line("."), .line("x")]
    #expect(effects(of: lines) == [.answer("a\n\n.."), .carryOut("x")])
  }

  @Test("A whole answer may have many lines; without a question it is not accepted")
  func answered() {
    let found = effects(of: [.asked(note), .answered("a\nb"), .answered("c")])
    #expect(found == [.answer("a\nb"), .report(.problem(.noQuestion))])
  }

  @Test("An answer that is too long is refused whole at its end")
  func tooLong() {
    let half = String(repeating: "x", count: LineBuffer.limit / 2)
    let found = effects(of: [.asked(note), .line(half), .line(half), .line("."), .line("x")])
    #expect(
      found == [
        .dropQuestion, .report(.problem(.answerTooLong(limit: LineBuffer.limit))),
        .carryOut("x"),
      ])
  }

  @Test("The end of input is not an answer: the question is dropped with a message, and counts")
  func endInQuestion() {
    var machine = SessionMachine(isScript: true)
    _ = machine.take(.asked(copies))
    let reported = Message.problem(.inputEnded(prompt: "Copies"))
    #expect(machine.take(.endOfInput) == [.dropQuestion, .report(reported), .end(.endOfInput)])
    #expect(machine.account.status == .notAccepted)
  }

  @Test("The end of input ends in order")
  func endOfInput() {
    var machine = SessionMachine(isScript: true)
    #expect(machine.take(.endOfInput) == [.end(.endOfInput)])
    #expect(machine.ending == .endOfInput && machine.account.status == .success)
    #expect(machine.take(.line("1")).isEmpty)
  }

  @Test("^C drops what was typed; twice on an empty line it leaves with 130")
  func idleInterrupts() {
    var machine = SessionMachine(isScript: false)
    let reported = [Effect.report(.note(.pressAgainToLeave))]
    #expect(machine.take(.interrupt(hadText: true)).isEmpty)
    #expect(machine.take(.interrupt(hadText: false)) == reported)
    #expect(machine.take(.line("1")) == [.carryOut("1")])
    #expect(machine.take(.interrupt(hadText: false)) == reported)
    #expect(machine.take(.interrupt(hadText: false)) == [.end(.signal(.interrupt))])
    #expect(machine.account.status == .interrupted)
  }

  @Test("^C in a question drops the question, and the next line is a command")
  func interruptInQuestion() {
    let found = effects(of: [.asked(copies), .interrupt(hadText: true), .line("1")])
    #expect(found == [.dropQuestion, .carryOut("1")])
  }

  @Test("^C while something runs cancels it, and leaves when that does not help")
  func interruptWhileRunning() {
    let events: [Event] = [.started, .interrupt(hadText: false), .interrupt(hadText: false)]
    #expect(effects(of: events) == [.cancel, .end(.signal(.interrupt))])
  }

  @Test("No line is wanted while a command runs, except the answer it asks for")
  func running() {
    var machine = SessionMachine(isScript: true)
    let wants = [Event.started, .asked(copies), .line("3"), .finished].map { event in
      _ = machine.take(event)
      return machine.wantsInput
    }
    #expect(wants == [false, true, false, true])
  }

  @Test("Signals and a closed output end it from anywhere, once")
  func killed() {
    let starts: [[Event]] = [[], [.asked(copies)], [.started]]
    for start in starts {
      let found = effects(of: start + [.killed(.terminate), .killed(.hangUp), .outputClosed])
      #expect(found == [.end(.signal(.terminate))])
    }
    #expect(effects(of: [.outputClosed]) == [.end(.outputClosed)])
  }

  @Test("A strict script ends at the first line that is not accepted; any other continues")
  func strict() {
    #expect(effects(of: [.unreadable, .line("1")]) == [.carryOut("1")])
    #expect(effects(of: [.unreadable, .line("1")], isStrict: true) == [.end(.strict)])
  }

  @Test(
    "Every ending has its status",
    arguments: [
      (.left, .success), (.endOfInput, .success), (.strict, .notAccepted),
      (.outputClosed, .outputClosed), (.outputFailed, .outputFailed),
      (.signal(.interrupt), .interrupted),
      (.signal(.terminate), .terminated), (.signal(.hangUp), .hungUp),
    ] as [(Ending, ShellStatus)])
  func endings(ending: Ending, status: ShellStatus) {
    #expect(ending.status == status)
  }
}
