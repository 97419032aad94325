import Testing
import WaylineGraph
import WaylineViews

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

  @Test("A file that is not a log is refused with the reason")
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
        "    - There is no 9 on this screen: the numbers are 1 to 5.",
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
      entries.append(replay.next(asking: step.question))
    }
    #expect(
      entries == [
        .input(.element(number: nil, label: "Passcode", value: "uno")), .line("3"), .answer("dos"),
        .line("2"), nil,
      ])
    var poor = Replay(log)
    poor.take(log.steps[0])
    #expect(poor.next(asking: nil) == .missingAnswer)
  }

  /// An input of a session: a line, an object of `--json`, or something else.
  enum Input: Sendable, CustomStringConvertible {
    case line(String)
    case typed(String)
    case event(SessionMachine.Event)
    case end

    var description: String {
      switch self {
      case .line(let line), .typed(let line): line
      case .event(let event): "\(event)"
      case .end: "^D"
      }
    }
  }

  /// A navigator that leaves the page open.
  private var refusing: NotingNavigator {
    let navigator = NotingNavigator()
    navigator.answer = .refused("Members only.")
    return navigator
  }

  /// The log of a session with these inputs.
  private func log(_ inputs: [Input], isPrivate: Bool, asksAgain: Bool) -> SessionLog {
    var log = SessionLog(app: "desk", steps: [])
    log.asksAgain = asksAgain
    let desk = Desk(CardPage(isPrivate: isPrivate), navigator: refusing) {
      $0.asksAgain = asksAgain
    }
    desk.session.passOverScreen()
    let follower = SessionFollower { log.steps.append($0) }
    desk.session.onFrame = { follower.add($0) }
    for input in inputs {
      follower.endStep(of: desk.session)
      switch input {
      case .line(let line): desk.session.receive(.line(line))
      case .typed(let line): desk.session.receive(typed: line)
      case .event(let event): desk.session.receive(event)
      case .end: desk.session.endTyping()
      }
    }
    follower.endStep(of: desk.session)
    return log
  }

  /// The report of a replay of a log on a new page.
  private func replayed(
    _ log: SessionLog, secrets: [String] = [], isPrivate: Bool = false, _ seen: Seen = Seen()
  ) throws -> [String] {
    let text =
      ([SessionLog.header(app: "desk", words: [], asksAgain: log.asksAgain)]
      + log.steps.map { SessionLog.line($0) }).joined()
    let read = try SessionLog(text: text)
    let replayer = Replayer(Replay(read, answers: secrets))
    let follower = replayer.follower()
    let desk = Desk(CardPage(isPrivate: isPrivate, seen: seen), navigator: refusing) {
      $0.asksAgain = read.asksAgain
    }
    desk.session.passOverScreen()
    desk.session.onFrame = { follower.add($0) }
    var inputs = 0
    while desk.session.ending == nil, inputs < 50 {
      follower.endStep(of: desk.session)
      replayer.type(into: desk.session)
      inputs += 1
    }
    follower.endStep(of: desk.session)
    return replayer.report()
  }

  @Test(
    "Whatever was recorded is repeated as recorded", arguments: [true, false],
    [
      [.typed(#"{"number":1}"#), .typed(#"{"cancel":true}"#), .line("2")],
      [.line("1"), .event(.interrupt(hadText: true)), .line("2")],
      [.event(.interrupt(hadText: false)), .line("2")],
      [.end, .line("2")],
      [.typed(#"{"number":1,"value":" x "}"#), .typed(#"{"number":1}"#)],
      [.typed(#"{"label":"Member","value":""}"#), .typed(#"{"label":"member","value":"\"\""}"#)],
      [.typed(#"{"label":"Member","value":"home"}"#), .typed(#"{"label":"Membr"}"#)],
      [.typed("{"), .typed("{}"), .typed(#"{"cancel":true}"#), .typed(#"{"answer":"x"}"#)],
      [
        .line("1"), .typed("home"), .typed(#"{"number":2}"#), .typed("{"),
        .typed(#"{"answer":""}"#),
      ],
      [.line("3"), .line("many"), .line("4"), .event(.cancelled), .line("show")],
      [.event(.unreadable), .line("1"), .event(.unreadable), .line("\"\"")],
      [.line("# a comment"), .line(""), .line("1  "), .line(""), .line("1 \"\"")],
      [.line("4"), .line("a"), .line(""), .line("."), .line("4"), .line("."), .line("show")],
      [.line("4"), .line("a"), .event(.cancelled), .line("9"), .line("\"Back\""), .line("Sho")],
    ] as [[Input]])
  func everyInput(isPrivate: Bool, inputs: [Input]) throws {
    for asksAgain in [true, false] {
      let log = log(inputs, isPrivate: isPrivate, asksAgain: asksAgain)
      #expect(
        try replayed(log, isPrivate: isPrivate).last == "\(log.steps.count) steps, as recorded.")
    }
  }

  @Test("A secret is given to its field again, however it was typed and whatever it is")
  func secrets() throws {
    let inputs: [Input] = [
      .line("5 one"), .line("5"), .line("two"), .typed(#"{"number":5,"value":" "}"#),
      .typed(#"{"label":"passcode","value":"four"}"#), .line("passcode: five"),
    ]
    let log = log(inputs, isPrivate: true, asksAgain: false)
    #expect(!["one", "two", "four", "five"].contains(where: String(describing: log).contains))
    let given = ["one", "two", " ", "four", "five"]
    let seen = Seen()
    #expect(try replayed(log, secrets: given, isPrivate: true, seen) == ["7 steps, as recorded."])
    #expect(seen.codes == given)
  }

  @Test("A replay stops before a line that would be the answer to a question, or none any more")
  func stops() throws {
    let cancelled: [Input] = [.line("1"), .event(.cancelled), .line("back")]
    var log = log(cancelled, isPrivate: false, asksAgain: false)
    let cancel = log.steps.remove(at: 2)
    #expect(
      try replayed(log) == [
        "Stopped before step 3, 'back': the command would answer 'Member'.",
        "3 steps, 1 not as recorded.",
      ])
    log.steps[1] = cancel
    log.steps[1].input = nil
    log.steps[1].line = "1"
    #expect(
      try replayed(log).suffix(2) == [
        "Stopped before step 3, 'back': no question was open, and 'Member' is open now.",
        "3 steps, 2 not as recorded.",
      ])
  }

  @Test(
    "A value that differs from run to run is recorded as its type",
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

/// A card with fields of several kinds, and perhaps a secret.
private struct CardPage: View {
  let isPrivate: Bool
  var seen = Seen()
  @State private var member = "Ann"
  @State private var isNotified = false
  @State private var copies = 1
  @State private var note = ""
  @State private var code = ""

  var body: some View {
    TextField("Member", text: $member)
    Toggle("Notify me", isOn: $isNotified)
    TextField("Copies", value: $copies)
    TextEditor(text: $note).accessibilityLabel("Note")
    if isPrivate { SecureField("Passcode", text: passcode) }
  }

  private var passcode: Binding<String> {
    Binding(
      get: { code },
      set: {
        code = $0
        seen.codes.append($0)
      })
  }
}

/// The secrets that a page was given.
private final class Seen {
  var codes: [String] = []
}
