import Testing

@testable import WaylineShell

@Suite("Replay")
@MainActor
struct ReplayTests {
  /// The steps of a session over the desk's page of a book.
  private func steps(
    _ lines: String..., isPrivate: Bool = false, then change: (inout LogStep) -> Void = { _ in }
  ) -> [LogStep] {
    var steps: [LogStep] = []
    let follower = SessionFollower { steps.append($0) }
    let desk = Desk(BookPage(isPrivate: isPrivate))
    follower.add(desk.frames[0])
    let print = desk.session.onFrame
    desk.session.onFrame = { frame in
      print(frame)
      follower.add(frame)
    }
    for line in lines {
      follower.endStep(of: desk.session)
      desk.session.receive(.line(line))
    }
    follower.endStep(of: desk.session)
    for index in steps.indices { change(&steps[index]) }
    return steps
  }

  private func report(_ old: [LogStep], _ new: [LogStep]) -> [String] {
    var replay = Replay(SessionLog(app: "desk", steps: old))
    for step in new { replay.take(step) }
    replay.finish()
    return replay.report
  }

  @Test("A log is read as it was written")
  func roundTrip() throws {
    let steps = steps("2", "9", "3 hunter2", "1", "Ann", isPrivate: true)
    var text = SessionLog.header(app: "desk", words: ["a b"])
    for step in steps { text += SessionLog.line(step) }
    #expect(try SessionLog(text: text) == SessionLog(app: "desk", words: ["a b"], steps: steps))
    #expect(!text.contains("hunter2"))
  }

  @Test("What is no log says why")
  func problems() {
    #expect(throws: SessionLogProblem.noLog) { try SessionLog(text: "") }
    #expect(throws: SessionLogProblem.noLog) { try SessionLog(text: "{}\n") }
    #expect(throws: SessionLogProblem.version(9)) {
      try SessionLog(text: #"{"log":9,"app":"x","words":[]}"#)
    }
    #expect(throws: SessionLogProblem.unreadable(line: 2)) {
      try SessionLog(text: SessionLog.header(app: "x", words: []) + "no step\n")
    }
  }

  @Test("The same session is as recorded; another is reported field by field and line by line")
  func differences() {
    let old = steps("2", "9")
    #expect(report(old, steps("2", "9")) == ["3 steps, as recorded."])
    #expect(
      report(old, steps("2 off", "9")) == [
        "Step 2, '2':", "  screen:", "    - [2] Notify me: on", "    + [2] Notify me: off",
        "Step 3, '9':", "  screen:", "    - [2] Notify me: on", "    + [2] Notify me: off",
        "3 steps, 2 not as recorded.",
      ])
    #expect(
      report(old, steps("2", "show")) == [
        "Step 3, '9':", "  status: was 1, is none", "  messages:",
        "    - There is no 9 on this screen: the numbers are 1 to 4.",
        "3 steps, 1 not as recorded.",
      ])
    #expect(report(old, Array(old.prefix(2))).last == "3 steps, 1 not as recorded.")
  }

  @Test("Secrets are taken from the answers in order, and what is missing is known")
  func answers() {
    let log = SessionLog(app: "desk", steps: steps("3 one", "3", "two", "2", isPrivate: true))
    var replay = Replay(log, answers: ["uno", "dos"])
    var entries: [Replay.Entry?] = []
    for step in log.steps {
      replay.take(step)
      entries.append(replay.next())
    }
    #expect(
      entries == [.line("Passcode: uno"), .line("3"), .answer("dos"), .line("2"), nil])
    var poor = Replay(log)
    poor.take(log.steps[0])
    #expect(poor.next() == .missingAnswer)
  }

  @Test(
    "What differs from run to run stands as its type",
    arguments: [
      ("Since 2026-11-21T02:49:24Z.", "Since <time>."), ("2026-11-21", "<date>"),
      ("at 9:30 or 12:00:01", "at <time> or <time>"),
      ("id 6F9619FF-8B86-D011-B42D-00C04FC964FF", "id <identifier>"),
      ("Copies: 3 - of 1-2", "Copies: 3 - of 1-2"),
    ])
  func volatile(text: String, typed: String) {
    #expect(Volatile.typed(text) == typed)
  }
}
