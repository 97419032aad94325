import Glibc
import Testing
import WaylineGraph
import WaylineSystem
import WaylineTestPrograms
import WaylineViews

@testable import WaylineShell

/// A page with an element of each kind whose number asks for choices, and a field that is filled before them.
private struct OrderPage: View {
  @State private var title = "Emma"
  @State private var shelf = "fiction"
  @State private var marks: Set<String> = ["new"]
  @State private var row: String?
  @State private var isUrgent = false

  var body: some View {
    Picker("Shelf", selection: $shelf) {
      ForEach(["fiction", "history", "poetry"], id: \.self) { Text($0) }
    }
    List(["new", "old, worn", "+rare", "signed"], id: \.self, selection: $marks) { Text($0) }
    List(["first row", "second row"], id: \.self, selection: $row) { Text($0) }
    Toggle("Urgent", isOn: $isUrgent)
    TextField("Title", text: $title)
  }
}

/// An answer to a question in both forms: as a line, and as keys.
struct ChoiceAnswer: Sendable, CustomTestStringConvertible {
  let title: String
  /// The lines that open the question.
  var opening = "1"
  /// The line that answers the numbered form.
  let line: String
  /// The keys that answer the other form.
  let keys: String
  var testDescription: String { title }

  static let up = "\u{1B}[A"
  static let down = "\u{1B}[B"

  static let all = [
    ChoiceAnswer(title: "a beginning", line: "history", keys: "hi\r"),
    ChoiceAnswer(title: "letters in order", line: "poetry", keys: "pty\r"),
    ChoiceAnswer(title: "a position", line: "3", keys: "3\r"),
    ChoiceAnswer(title: "what there is", line: "", keys: "\r"),
    ChoiceAnswer(title: "the last one, by the keys", line: "poetry", keys: "\(up)\r"),
    ChoiceAnswer(title: "the end, and one up", line: "history", keys: "\u{1B}[F\(up)\r"),
    ChoiceAnswer(title: "a filter that is cleared", line: "history", keys: "po\u{15}\(down)\r"),
    ChoiceAnswer(title: "a completed label", line: "history", keys: "h\t\r"),
    ChoiceAnswer(
      title: "a label that is pasted", line: "poetry", keys: "\u{1B}[200~poet\u{1B}[201~\r"),
    ChoiceAnswer(title: "one more of several", opening: "2", line: "new, signed", keys: "sig \r"),
    ChoiceAnswer(
      title: "several, and what was typed", opening: "2", line: "new, signed", keys: "sig\r"),
    ChoiceAnswer(title: "none of several", opening: "2", line: "\"\"", keys: " \r"),
    ChoiceAnswer(title: "a name with a comma", opening: "2", line: "new, [2]", keys: "\(down) \r"),
    ChoiceAnswer(title: "a name with a sign", opening: "2", line: "new, [3]", keys: "ra \r"),
    ChoiceAnswer(
      title: "names with a comma", opening: "2", line: "signed,new", keys: "signed,new\r"),
    ChoiceAnswer(title: "a removed name", opening: "2", line: "-new", keys: "-new\r"),
    ChoiceAnswer(title: "no row, where none is chosen", opening: "3", line: "", keys: "\r"),
    ChoiceAnswer(title: "a row", opening: "3", line: "second row", keys: "\(down)\(down)\r"),
  ]
}

@Suite(
  "A question that is answered key by key", .enabled(if: hasLibrary, "libedit is not installed."),
  .serialized)
@MainActor
struct LiveChoiceTests {
  /// The text that is shown as long as a question is open.
  private nonisolated static let open = "Esc leaves"

  /// The effect of a byte that is sent to the loop.
  private typealias OnNotice = (Session, Ends) -> Void

  private struct Run {
    let status: ShellStatus
    let talk: Talk
    let steps: [LogStep]
    var lines: [String] { TerminalScreen(talk.heard, rows: 200).lines }
  }

  private func run(
    isLive: Bool = true, notices: Ends = .pipe(), signals: Ends = .pipe(),
    host: ViewHost = ViewHost { OrderPage() },
    onNotice: OnNotice? = nil, _ course: @escaping @Sendable (Talk) -> Void
  ) throws -> Run {
    let ends = try Ends.terminal()
    var steps: [LogStep] = []
    var options = SceneConfiguration(program: "desk")
    (options.isScript, options.printsUnasked, options.showsPrompt) = (false, true, true)
    (options.asksAgain, options.answersWithChanges, options.printsProgressLines) = (
      true, true, true
    )
    options.follower = SessionFollower { steps.append($0) }
    let session = Session(host: host, options: options)
    let loop = MainLoop()
    loop.watch(notices.near) {
      _ = LineSource(descriptor: notices.near).fill()
      if let onNotice { return onNotice(session, ends) }
      session.report(.note("Due today.", .notice))
    }
    let driver = ShellDriver(
      session: session, input: LineSource(descriptor: ends.near),
      output: Output(descriptor: ends.near),
      editor: LineEditor(program: "desk", input: ends.near, output: ends.near), marksPastes: true,
      asksLive: isLive, signals: SignalSource(descriptor: signals.near), loop: loop)
    let talk = Talk(hears: ends.far, says: ends.far, course)
    let status = driver.run()
    #expect(talk.hasFinished, "\(talk.heard.debugDescription)")
    return Run(status: status, talk: talk, steps: steps)
  }

  @Test(
    "The same answer in both forms leads to the same steps of a log, and so to the same state",
    arguments: ChoiceAnswer.all)
  func forms(answer: ChoiceAnswer) throws {
    let runs = try [false, true].map { isLive in
      try run(isLive: isLive) { talk in
        talk.hear("> ")
        talk.say("\(answer.opening)\n")
        talk.hear(isLive ? Self.open : "]: ")
        talk.say(isLive ? answer.keys : "\(answer.line)\n")
        if isLive { talk.hear("\u{1B}[J") }
        talk.hear("\r\n> ")
        talk.say("show\n")
        talk.hear("> ")
        talk.say("quit\n")
      }
    }
    #expect(runs[0].steps == runs[1].steps, "\(runs.map(\.talk.heard))")
    let logged = answer.line == "\"\"" ? "" : answer.line
    #expect(runs[1].steps.map(\.line).contains(logged))
    #expect(runs.allSatisfy { $0.status == .success })
    // The rows of the question are gone; one line stands in their place.
    let lines = runs[1].lines
    #expect(!lines.contains { $0.contains(Self.open) }, "\(lines)")
    #expect(lines.filter { $0.hasPrefix("> \(answer.opening)") }.count == 1)
  }

  @Test("A question becomes one line that says its answer, and what else has changed stands below")
  func transcript() throws {
    let run = try run { talk in
      talk.hear("> ")
      talk.say("1\n")
      talk.hear(Self.open)
      talk.say("his\r")
      talk.hear("Shelf: history\r\n> ")
      talk.say("3\n")
      talk.hear(Self.open)
      talk.say("sec\r")
      talk.hear("Selection: second row\r\n> ")
      talk.say("quit\n")
    }
    let start = try #require(run.lines.firstIndex(of: "> 1"))
    #expect(
      run.lines[start...].prefix(4) == ["> 1", "Shelf: history", "> 3", "Selection: second row"],
      "\(run.lines)")
  }

  @Test(
    "Esc, ^D and ^C leave the question, not the program, and change nothing",
    arguments: ["\u{1B}", "\u{4}", "\u{3}", "hi\u{3}"])
  func leaving(keys: String) throws {
    let signals = Ends.pipe()
    let run = try run(signals: signals) { talk in
      talk.hear("> ")
      talk.say("1\n")
      talk.hear(Self.open)
      let isSignal = keys.hasSuffix("\u{3}")
      talk.say(isSignal ? String(keys.dropLast()) : keys)
      if keys.count > 1 { talk.hear("Shelf: hi") }
      if isSignal { signals.send([UInt8(SIGINT)]) }
      talk.hear("Shelf: (no answer)\r\n")
      talk.hear("> ")
      talk.say("show\n")
      talk.hear("Shelf: fiction (")
      talk.hear("> ")
      talk.say("quit\n")
    }
    #expect(run.status == .success)
    #expect(run.steps.map(\.line).filter { $0 != nil } == ["1", "show", "quit"])
  }

  @Test("Lines that were typed ahead mean what they mean to the numbered question")
  func typedAhead() throws {
    let run = try run { talk in
      talk.hear("> ")
      talk.say("1\n2\n1\nx\n\n3\nsec\nshow\n")
      talk.hear("[1] Shelf: history (fiction")
      talk.hear("'x' is not a choice.")
      talk.hear("Selection: second row")
      talk.hear("> ")
      talk.say("quit\n")
    }
    #expect(
      run.steps.compactMap(\.line) == ["1", "2", "1", "x", "", "3", "sec", "show", "quit"])
    #expect(!run.talk.heard.contains(Self.open))
  }

  @Test("What was typed ahead without an end of its line is the beginning of the filter")
  func typedAheadPart() throws {
    let run = try run { talk in
      talk.hear("> ")
      talk.say("1\npoe")
      talk.hear("Shelf: poe")
      talk.hear(Self.open)
      talk.say("\r1\r")
      talk.hear("Shelf: poetry\r\n")
      talk.hear(Self.open)
      talk.say("fi\rquit\n")
    }
    #expect(run.steps.compactMap(\.line) == ["1", "poetry", "1", "fiction", "quit"])
  }

  @Test(
    "What comes up meanwhile is printed above the question, which continues with what was typed")
  func notices() throws {
    let notices = Ends.pipe()
    let run = try run(notices: notices) { talk in
      talk.hear("> ")
      talk.say("1\n")
      talk.hear(Self.open)
      talk.say("hi")
      talk.hear("Shelf: hi")
      talk.hear(Self.open)
      notices.send("!")
      talk.hear("Due today.\r\n")
      talk.hear("Shelf: hi")
      talk.hear(Self.open)
      talk.say("\r")
      talk.hear("Shelf: history\r\n> ")
      talk.say("quit\n")
    }
    let start = try #require(run.lines.firstIndex(of: "> 1"))
    #expect(
      run.lines[start...].prefix(3) == ["> 1", "Due today.", "Shelf: history"], "\(run.lines)")
  }

  @Test("A question that is answered by the end of the session leaves a line, and the terminal")
  func ended() throws {
    let notices = Ends.pipe()
    let end: OnNotice = { session, _ in session.receive(.killed(.terminate)) }
    let run = try run(notices: notices, onNotice: end) { talk in
      talk.hear("> ")
      talk.say("1\n")
      talk.hear(Self.open)
      notices.send("!")
      talk.hear("Shelf: (no answer)\r\n")
    }
    #expect(run.status == .terminated)
    #expect(!run.lines.contains { $0.contains(Self.open) })
  }

  @Test("A terminal that is closed ends the session")
  func hangUp() throws {
    let notices = Ends.pipe()
    let close: OnNotice = { $1.closeFar() }
    let run = try run(notices: notices, onNotice: close) { talk in
      talk.hear("> ")
      talk.say("1\n")
      talk.hear(Self.open)
      notices.send("!")
    }
    #expect(run.status == .hungUp)
  }

  @Test("After ^Z the question is drawn again, with what was typed")
  func stopping() throws {
    let signals = Ends.pipe()
    let run = try run(signals: signals) { talk in
      talk.hear("> ")
      talk.say("1\n")
      talk.hear(Self.open)
      talk.say("po")
      talk.hear("Shelf: po")
      talk.hear(Self.open)
      signals.send([UInt8(SIGTSTP)])
      talk.hear("Shelf: po")
      talk.hear(Self.open)
      signals.send([UInt8(SIGCONT)])
      talk.hear("Shelf: po")
      talk.hear(Self.open)
      talk.say("\r")
      talk.hear("> ")
      talk.say("quit\n")
    }
    #expect(run.steps.compactMap(\.line) == ["1", "poetry", "quit"])
    #expect(run.lines.filter { $0.hasPrefix("Shelf: ") } == ["Shelf: poetry"], "\(run.lines)")
  }

  @Test("`fill` asks with choices too, and Shift-Tab goes back")
  func filling() throws {
    let run = try run { talk in
      talk.hear("> ")
      talk.say("fill\n")
      talk.hear("Shift-Tab goes back")
      talk.say("his\r")
      talk.hear("Space chooses")
      talk.hear(Self.open)
      talk.say("\u{1B}[Z")
      talk.hear("Shelf: <\r\n".replacing("Shelf", with: "Selection"))
      talk.hear(Self.open)
      talk.say("po\r")
      talk.hear("Space chooses")
      talk.hear(Self.open)
      talk.say("\u{1B}")
      talk.hear("(no answer)\r\n")
      talk.hear("> ")
      talk.say("quit\n")
    }
    #expect(run.steps.compactMap(\.line) == ["fill", "history", "<", "poetry", "quit"])
  }

  @Test("A slash alone finds an element of the screen by its text, and types its number")
  func finding() throws {
    let host = ViewHost {
      List(0..<400) { number in Button("Payment \(number)") {} }
    }
    let run = try run(host: host) { talk in
      talk.hear("> ")
      talk.say("/\n")
      talk.hear("1 to 8 of 400")
      talk.say("ment 39\u{1B}[B\r")
      talk.hear("> 391\r\n")
      talk.hear("> ")
      talk.say("/\n")
      talk.hear("1 to 8 of 400")
      talk.say("\r")
      talk.hear("> ")
      talk.say("/\n")
      talk.hear("1 to 8 of 400")
      talk.say("\u{1B}")
      talk.hear("> ")
      talk.say("quit\n")
    }
    #expect(run.steps.compactMap(\.line) == ["391", "quit"], "\(run.talk.heard)")
  }

  @Test("Without the keys of a terminal, the question is a line, and a slash alone is not accepted")
  func numbered() throws {
    let run = try run(isLive: false) { talk in
      talk.hear("> ")
      talk.say("1\n")
      talk.hear("Shelf (fiction, history, poetry) [fiction]: ")
      talk.say("po\n")
      talk.hear("> ")
      talk.say("/\n")
      talk.hear("/text")
      talk.hear("> ")
      talk.say("quit\n")
    }
    #expect(!run.talk.heard.contains(Self.open))
  }
}

/// True if this machine has the library that edits lines.
private let hasLibrary = dlopen("libedit.so.2", RTLD_NOW) != nil
