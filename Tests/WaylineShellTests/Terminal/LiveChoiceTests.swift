import Foundation
import Glibc
import Testing
import WaylineGraph
import WaylineQuestions
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

/// A page with a date between two others.
private struct DuePage: View {
  private static let noon = Date(timeIntervalSince1970: 1_795_003_230)  // 2026-11-18 12:00:30
  private static let day = 86_400.0
  @State private var due = noon

  var body: some View {
    let range = Self.noon - 3 * Self.day...Self.noon + 60 * Self.day
    DatePicker("Due", selection: $due, in: range, displayedComponents: .date)
      .environment(\.timeZone, .gmt)
    TextField("Note", text: .constant(""))
    Text("A long screen prints the lines that have changed.")
    Text("So one line says what has become of a date.")
  }
}

/// A form of texts alone, whose lines are edited.
private struct MemberPage: View {
  @State private var name = ""
  @State private var town = ""

  var body: some View {
    TextField("Name", text: $name)
    TextField("Town", text: $town)
    Button("Add") {}
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
  /// The line that the keys stand for, where it is another one with the same meaning.
  var logged: String?
  var testDescription: String { title }

  static let up = "\u{1B}[A"
  static let down = "\u{1B}[B"

  static let all = [
    ChoiceAnswer(title: "a beginning", line: "history", keys: "hi\r"),
    ChoiceAnswer(title: "letters in order", line: "poetry", keys: "pty\r"),
    ChoiceAnswer(title: "a number", line: "poetry", keys: "3"),
    ChoiceAnswer(title: "a number, and Enter that belongs to it", line: "poetry", keys: "3\r"),
    ChoiceAnswer(title: "a position in brackets", line: "[3]", keys: "[3]\r"),
    ChoiceAnswer(title: "numbers of several", opening: "2", line: "signed", keys: "41\r"),
    ChoiceAnswer(title: "what there is", line: "", keys: "\r"),
    ChoiceAnswer(title: "the last one, by the keys", line: "poetry", keys: "\(up)\r"),
    ChoiceAnswer(title: "the end, and one up", line: "history", keys: "\u{1B}[F\(up)\r"),
    ChoiceAnswer(title: "a filter that is cleared", line: "history", keys: "po\u{15}\(down)\r"),
    ChoiceAnswer(title: "a completed label", line: "history", keys: "h\t\r"),
    ChoiceAnswer(
      title: "a label that is pasted", line: "poetry", keys: "\u{1B}[200~poet\u{1B}[201~\r"),
    ChoiceAnswer(title: "one more of several", opening: "2", line: "new, signed", keys: "sig \r"),
    ChoiceAnswer(
      title: "one instead of several, by its beginning", opening: "2", line: "sig", keys: "sig\r",
      logged: "signed"),
    ChoiceAnswer(
      title: "several, and what was typed", opening: "2", line: "new, [2], signed",
      keys: "\(down) sig\r"),
    ChoiceAnswer(
      title: "a part of a name", opening: "2", line: "gne", keys: "gne\r", logged: "signed"),
    ChoiceAnswer(title: "an added name", opening: "2", line: "+sig", keys: "+sig\r"),
    ChoiceAnswer(
      title: "letters of a row", opening: "3", line: "sdr", keys: "sdr\r", logged: "second row"),
    ChoiceAnswer(title: "none of several", opening: "2", line: "\"\"", keys: " \r"),
    ChoiceAnswer(title: "a name with a comma", opening: "2", line: "new, [2]", keys: "\(down) \r"),
    ChoiceAnswer(title: "a name with a sign", opening: "2", line: "new, [3]", keys: "ra \r"),
    ChoiceAnswer(
      title: "names with a comma", opening: "2", line: "signed,new", keys: "signed,new\r"),
    ChoiceAnswer(title: "a removed name", opening: "2", line: "-new", keys: "-new\r"),
    ChoiceAnswer(title: "no row, where none is chosen", opening: "3", line: "", keys: "\r"),
    ChoiceAnswer(title: "a row", opening: "3", line: "second row", keys: "\(down)\(down)\r"),
  ]

  static let dates = [
    ChoiceAnswer(title: "a day later", line: "2026-11-19", keys: "\(up)\r"),
    ChoiceAnswer(title: "a day earlier", line: "2026-11-17", keys: "\(down)\r"),
    ChoiceAnswer(title: "a month later", line: "2026-12-18", keys: "\u{1B}[5~\r"),
    ChoiceAnswer(title: "before the first date", line: "2026-11-15", keys: "\u{1B}[6~\r"),
    ChoiceAnswer(title: "a typed date", line: "2026-12-01", keys: "2026-12-01\r"),
    ChoiceAnswer(title: "a changed date", line: "2026-11-16", keys: "\u{7F}6\r"),
    ChoiceAnswer(title: "what there is", line: "", keys: "\r"),
    ChoiceAnswer(
      title: "there and back", line: "", keys: "\(up)\(down)\r"),
  ]
}

@Suite(
  "A question that is answered key by key", .enabled(if: hasLibrary, "libedit is not installed."),
  .serialized)
@MainActor
struct LiveChoiceTests {
  /// The text that is shown as long as a question is open.
  fileprivate nonisolated static let open = "Esc leaves"

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
    host: ViewHost = ViewHost { OrderPage() }, typedAhead: String = "",
    isTimeless: Bool = false, configure: (inout SceneConfiguration) -> Void = { _ in },
    onNotice: OnNotice? = nil, _ course: @escaping @Sendable (Talk) -> Void
  ) throws -> Run {
    let ends = try Ends.terminal()
    var steps: [LogStep] = []
    var options = SceneConfiguration(program: "desk")
    (options.isScript, options.printsUnasked, options.showsPrompt) = (false, true, true)
    (options.asksAgain, options.answersWithChanges, options.printsProgressLines) = (
      true, true, true
    )
    configure(&options)
    options.follower = SessionFollower { steps.append($0) }
    let session = Session(host: host, options: options)
    let loop = MainLoop()
    loop.watch(notices.near) {
      _ = LineSource(descriptor: notices.near).fill()
      if let onNotice { return onNotice(session, ends) }
      session.report(.note("Due today.", .notice))
    }
    if !typedAhead.isEmpty { ends.sendAhead(typedAhead) }
    // Without time an Enter is behind its digit also on a busy machine.
    let start = ContinuousClock.now
    let driver = ShellDriver(
      session: session, input: LineSource(descriptor: ends.near),
      output: Output(descriptor: ends.near),
      editor: LineEditor(program: "desk", input: ends.near, output: ends.near), marksPastes: true,
      asksLive: isLive, signals: SignalSource(descriptor: signals.near), loop: loop,
      now: { isTimeless ? start : .now })
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
      try run(isLive: isLive, isTimeless: true) { talk in
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
    let steps = runs.map { $0.steps.map { $0.isAnswer ? $0.withoutLine : $0 } }
    #expect(steps[0] == steps[1], "\(runs.map(\.talk.heard))")
    let logged = answer.logged ?? (answer.line == "\"\"" ? "" : answer.line)
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
      talk.ask("1")
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
      talk.ask("1")
      let isSignal = keys.hasSuffix("\u{3}")
      talk.say(isSignal ? String(keys.dropLast()) : keys)
      if keys.count > 1 { talk.hear("Shelf: hi") }
      if isSignal { signals.send([UInt8(SIGINT)]) }
      talk.hear("Shelf: (no answer)\r\n")
      talk.type("show")
      talk.hear("Shelf: fiction (")
      talk.type("quit")
    }
    #expect(run.status == .success)
    #expect(run.steps.map(\.line).filter { $0 != nil } == ["1", "show", "quit"])
  }

  @Test("Enter behind a digit takes neither the default of the screen nor the next field of `fill`")
  func enterOfDigit() throws {
    let run = try run(isTimeless: true) { talk in
      talk.ask("fill")
      talk.say("2")
      talk.hear("Shelf: history\r\n")
      talk.press("\r", "Space or a digit chooses")
      talk.press("1\r", "Selection: none\r\n")
      talk.say("\u{4}")
      talk.type("quit")
    }
    #expect(run.steps.compactMap(\.line).dropLast() == ["fill", "history", ""], "\(run.steps)")
  }

  @Test("Lines that were typed ahead mean what they mean to the numbered question")
  func typedAhead() throws {
    let run = try run { talk in
      talk.hear("> ")
      talk.say("1\n2\n1\nx\n\n3\nsec\nshow\n")
      talk.hear("[1] Shelf: history\r\n")
      talk.hear("'x' is not a choice.")
      talk.hear("Selection: second row")
      talk.type("quit")
    }
    #expect(
      run.steps.compactMap(\.line) == ["1", "2", "1", "x", "", "3", "sec", "show", "quit"])
    #expect(!run.talk.heard.contains(Self.open))
  }

  @Test("What was typed ahead without an end of its line is the beginning of the filter")
  func typedAheadPart() throws {
    let run = try run { talk in
      talk.hear("> ")
      talk.press("1\npoe", "Shelf: poe")
      talk.press("\r1\r", "Shelf: poetry\r\n")
      talk.say("fi\rquit\n")
    }
    #expect(run.steps.compactMap(\.line) == ["1", "poetry", "1", "fiction", "quit"])
  }

  @Test(
    "What comes up meanwhile is printed above the question, which continues with what was typed")
  func notices() throws {
    let notices = Ends.pipe()
    let run = try run(notices: notices) { talk in
      talk.ask("1")
      talk.press("hi", "Shelf: hi")
      notices.send("!")
      talk.hear("Due today.\r\n")
      talk.hearQuestion("Shelf: hi")
      talk.say("\r")
      talk.hear("Shelf: history\r\n> ")
      talk.say("quit\n")
    }
    let start = try #require(run.lines.firstIndex(of: "> 1"))
    #expect(
      run.lines[start...].prefix(3) == ["> 1", "Due today.", "Shelf: history"], "\(run.lines)")
  }

  @Test("^L draws the question anew")
  func redrawn() throws {
    let run = try run { talk in
      talk.ask("1")
      talk.press("hi", "Shelf: hi")
      talk.press("\u{C}", "Shelf: hi")
      talk.say("\r")
      talk.type("quit")
    }
    #expect(run.steps.compactMap(\.line) == ["1", "history", "quit"])
  }

  @Test("A question that is answered by the end of the session leaves a line, and the terminal")
  func ended() throws {
    let notices = Ends.pipe()
    let end: OnNotice = { session, _ in session.receive(.killed(.terminate)) }
    let run = try run(notices: notices, onNotice: end) { talk in
      talk.ask("1")
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
      talk.ask("1")
      notices.send("!")
    }
    #expect(run.status == .hungUp)
  }

  @Test("After ^Z the question is drawn again, with what was typed")
  func stopping() throws {
    let signals = Ends.pipe()
    let run = try run(signals: signals) { talk in
      talk.ask("1")
      talk.press("po", "Shelf: po")
      signals.send([UInt8(SIGTSTP)])
      talk.hearQuestion("Shelf: po")
      signals.send([UInt8(SIGCONT)])
      talk.hearQuestion("Shelf: po")
      talk.say("\r")
      talk.type("quit")
    }
    #expect(run.steps.compactMap(\.line) == ["1", "poetry", "quit"])
    #expect(run.lines.filter { $0.hasPrefix("Shelf: ") } == ["Shelf: poetry"], "\(run.lines)")
  }

  @Test("`fill` asks with choices too, and Shift-Tab goes back")
  func filling() throws {
    let run = try run { talk in
      talk.ask("fill", "Shift-Tab goes back")
      talk.press("his\r", "Space or a digit chooses")
      talk.press("\u{1B}[Z", "Selection: <\r\n")
      talk.press("po\r", "Space or a digit chooses")
      talk.say("\u{1B}")
      talk.hear("(no answer)\r\n")
      talk.type("quit")
    }
    #expect(run.steps.compactMap(\.line) == ["fill", "history", "<", "poetry", "quit"])
  }

  @Test(
    "Shift-Tab goes back from a text of `fill` with whatever is typed, and elsewhere does nothing")
  func backFromText() throws {
    let run = try run(host: ViewHost { MemberPage() }) { talk in
      talk.ask("\u{1B}[Zfill", "Name")
      talk.say("Ann\r")
      talk.hear("Town")
      talk.say("Bonn\u{1B}[D\u{1B}[Z")
      talk.hear("Name")
      talk.say("a\r")
      talk.hear("Town")
      talk.say("Rome\r")
      talk.ask("1", "Name")
      talk.say("\u{1B}[Z\r")
      talk.type("quit")
    }
    #expect(
      run.steps.compactMap(\.line) == ["fill", "Ann", "<", "Anna", "Rome", "1", "Anna", "quit"])
  }

  @Test("A date is changed by keys and typed as a line alike", arguments: ChoiceAnswer.dates)
  func date(answer: ChoiceAnswer) throws {
    let runs = try [false, true].map { isLive in
      try run(isLive: isLive, host: ViewHost { DuePage() }) { talk in
        talk.type("1")
        talk.hear(isLive ? Self.open : "2026-11-18")
        // The line form has the present value on it.
        let line = answer.line.isEmpty ? "" : "\u{1}\u{B}\(answer.line)"
        talk.say(isLive ? answer.keys : "\(line)\n")
        if isLive { talk.hear("\u{1B}[J") }
        talk.hear("\r\n> ")
        talk.say("show\n")
        talk.type("quit")
      }
    }
    let screens = runs.map { $0.steps.map(\.screen) }
    #expect(screens[0] == screens[1], "\(runs.map(\.talk.heard))")
    #expect(runs[1].steps.map(\.line).contains(answer.line))
    let value = answer.line.isEmpty ? "2026-11-18" : answer.line
    #expect(runs[1].lines.count { $0 == "Due: \(value)" } == 1, "\(runs[1].lines)")
  }

  @Test("What is wrong with a date is said where it is typed, and Esc leaves one line")
  func wrongDate() throws {
    let run = try run(host: ViewHost { DuePage() }) { talk in
      talk.ask("1")
      talk.say("2026-11-31\r")
      talk.hear("'2026-11-31' is not a date.")
      talk.say("\(ChoiceAnswer.up)")
      talk.hear("'2026-11-31' is not a date.")
      talk.press("\u{15}2026-11-01\r", "The first date is 2026-11-15.")
      talk.say("\u{15}\u{1B}")
      talk.hear("Due: (no answer)\r\n")
      talk.type("quit")
    }
    #expect(run.steps.compactMap(\.line) == ["1", "quit"])
    #expect(run.lines.filter { $0.hasPrefix("Due") } == ["Due: (no answer)"], "\(run.lines)")
  }

  private static let flow = { (options: inout SceneConfiguration) in
    (options.isFlow, options.takesDefault) = (true, true)
  }

  @Test("A flow begins with the fields of its first screen, which it explains once")
  func flow() throws {
    let run = try run(host: ViewHost { MemberPage() }, configure: Self.flow) { talk in
      talk.hear("Enter keeps a value")
      talk.hear("Name")
      talk.say("Ann\r")
      talk.hear("Town")
      talk.say("\u{1B}")
      talk.type("fill")
      talk.hear("Name")
      talk.say("\u{1B}")
      talk.type("quit")
    }
    #expect(run.steps.compactMap(\.line) == ["Ann", "fill", "quit"])
    #expect(run.lines.count { $0.hasPrefix("Enter keeps") } == 1, "\(run.lines)")
    #expect(run.lines.prefix(2).contains { $0.hasPrefix("[1] Name: ") }, "\(run.lines)")
  }

  @Test(
    "A flow begins with its screen where that begins with something else, or where lines were typed ahead",
    arguments: [
      ("a button first", true, "", true), ("typed ahead", false, "2 Rome\n", true),
      ("no flow", false, "", false),
    ])
  func screenOfFlow(title: String, hasButton: Bool, typedAhead: String, isFlow: Bool) throws {
    let host = ViewHost {
      if hasButton { Button("Look") {} }
      MemberPage()
    }
    let configure = { (options: inout SceneConfiguration) in
      (options.isFlow, options.takesDefault) = (isFlow, true)
    }
    let run = try run(host: host, typedAhead: typedAhead, configure: configure) { talk in
      if !typedAhead.isEmpty { talk.hear("Town: Rome") }
      talk.type("Town: Bonn")
      talk.type("quit")
    }
    #expect(run.steps.compactMap(\.line).suffix(2) == ["Town: Bonn", "quit"])
    #expect(!run.talk.heard.contains("Enter keeps"))
  }

  @Test("A slash alone finds an element of the screen by its text, and types its number")
  func finding() throws {
    let host = ViewHost {
      List(0..<400) { number in Button("Payment \(number)") {} }
    }
    let run = try run(host: host) { talk in
      talk.ask("/", "1 to 8 of 400")
      talk.say("ment 39\u{1B}[B\r")
      talk.hear("> 391\r\n")
      talk.ask("/", "1 to 8 of 400")
      talk.say("\r")
      talk.ask("/", "1 to 8 of 400")
      talk.say("\u{1B}")
      talk.type("quit")
    }
    #expect(run.steps.compactMap(\.line) == ["391", "quit"], "\(run.talk.heard)")
  }

  @Test("Without the keys of a terminal, the question is a line, and a slash alone is not accepted")
  func numbered() throws {
    let run = try run(isLive: false) { talk in
      talk.type("1")
      talk.hear("Shelf (fiction, history, poetry) [fiction]: ")
      talk.say("po\n")
      talk.type("/")
      talk.hear("/text")
      talk.type("quit")
    }
    #expect(!run.talk.heard.contains(Self.open))
  }
}

extension LogStep {
  /// The step without the text of its line, which may name the same thing in other words.
  fileprivate var withoutLine: LogStep {
    var step = self
    step.line = nil
    return step
  }
}

extension Talk {
  /// Types a line at the prompt.
  fileprivate func type(_ line: String) {
    hear("> ")
    say("\(line)\n")
  }

  /// Waits for a text, and until the question below it is shown.
  fileprivate func hearQuestion(_ text: String) {
    hear(text)
    hear(LiveChoiceTests.open)
  }

  /// Presses keys of a question, and waits for a text and the question below it.
  fileprivate func press(_ keys: String, _ shown: String) {
    say(keys)
    hearQuestion(shown)
  }

  /// Types a line at the prompt, and waits until its question is shown.
  fileprivate func ask(_ line: String, _ shown: String = LiveChoiceTests.open) {
    type(line)
    hear(shown)
  }
}

@Suite("The line that keys stand for")
struct LiveChoiceLineTests {
  private static let lists = [
    ["fiction", "history", "poetry"], ["new", "newer", "old, worn", "+rare", "-7"],
    ["2026 plan", "A 2", "a26", "area 2"], (1...12).map { "Volume \($0) of 12" },
    ["Caf\u{E9}", "cafe", "雪の日", "Yes", "yes"],
  ]

  /// The line of a text that is typed into a live question, and Enter.
  private func line(_ text: String, _ names: [String], several: Bool) -> String? {
    var question = LineQuestion(prompt: "Shelf")
    (question.choices, question.allowsSeveral, question.present) = (names, several, names[0])
    question.chosen = [0]
    var live = LiveChoice(question, allowsBack: false, hasStyles: false)
    let keys = text.contains(" ") ? [.paste(text)] : text.map(QuestionKey.character)
    for key in keys + [.enter] {
      if case .line(let line, _) = live?.take(key) { return line }
    }
    return nil
  }

  @Test(
    "What names a choice in a line names the same one in a live question, of one and of several",
    arguments: lists)
  func sameChoice(names: [String]) {
    let choices = Choices(names: names)
    let parts = names.flatMap { name in
      name.indices.flatMap { start in
        name[start...].indices.map { String(name[start...$0]) }
      }
    }
    let texts = Set(parts + names.map { String($0.enumerated().filter { $0.0 % 2 == 0 }.map(\.1)) })
    var found = 0
    for text in texts.sorted() {
      guard case .success(let index) = choices.find(text) else { continue }
      let one = line(text, names, several: false)
      // What is chosen already stays with an empty line.
      let isSame = one.map { $0.isEmpty ? index == 0 : choices.find($0) == .success(index) }
      #expect(isSame == true, "\(text): \(one ?? "none")")
      let several = line(text, names, several: true)
      let line = index == 0 ? "" : choices.line(choosing: [index])
      #expect(several == line || several == text, "\(text): \(several ?? "none")")
      found += 1
    }
    #expect(found >= 10)
  }
}

/// True if this machine has the library that edits lines.
private let hasLibrary = dlopen("libedit.so.2", RTLD_NOW) != nil
