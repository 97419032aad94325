import CWaylineSystem
import Glibc
import Testing
import WaylineGraph
import WaylineSystem
import WaylineViews

@testable import WaylineShell

@Suite("Shell driver")
@MainActor
struct ShellDriverTests {
  private func session(
    on host: ViewHost? = nil, _ configure: (inout SceneConfiguration) -> Void = { _ in }
  ) -> Session {
    var options = SceneConfiguration(program: "desk")
    configure(&options)
    return Session(host: host ?? ViewHost { BookPage() }, options: options)
  }

  private static func json(_ options: inout SceneConfiguration) {
    (options.renderer, options.readsJSON, options.showsPrompt) = (JSONRenderer(), true, true)
  }

  private static func typed(_ options: inout SceneConfiguration) {
    (options.isScript, options.showsPrompt) = (false, true)
  }

  /// The output of a program to a pipe for this input, and its status.
  private func run(
    _ input: String, on host: ViewHost? = nil,
    _ configure: (inout SceneConfiguration) -> Void = { _ in }
  ) -> (text: String, status: ShellStatus) {
    let ends = Ends.pipe()
    let (output, source) = (Output(descriptor: ends.far), LineSource(text: input))
    let driver = ShellDriver(
      session: session(on: host, configure), input: source, output: output)
    let status = driver.run(program: "desk")
    ends.send("\u{4}")
    return (String(readAll(ends.near, until: "\u{4}").dropLast()), status)
  }

  private let first = BookPage.firstScreen

  @Test("A script prints screens only, without prompt and echo, and ends in order")
  func script() {
    let (text, status) = run("2\n")
    #expect(text == first + first.replacing("me: off", with: "me: on"))
    #expect(status == .success)
  }

  @Test("With JSON, a message that a line caused is part of its answer")
  func causedMessage() {
    let ends = Ends.pipe()
    let session = session(Self.json)
    session.beforeInput = { session.report(.problem("Could not be stored.", .valueNotStored)) }
    _ = ShellDriver(
      session: session, input: LineSource(text: "#\n"), output: Output(descriptor: ends.far)
    ).run(program: "desk")
    ends.send("\u{4}")
    let text = readAll(ends.near, until: "\u{4}")
    #expect(text.split(separator: "Could not be stored.").count == 3)
    #expect(!text.contains("async"))
  }

  @Test("With JSON, a note on how a line was read is part of its answer")
  func noteOnReading() {
    let (text, _) = run("1 a\0b\n", Self.json)
    #expect(text.contains("Replaced 1 NUL byte") && !text.contains("async"), "\(text)")
  }

  @Test("With echo the output is a transcript, without the values of secrets")
  func echo() {
    let (text, _) = run("9\n3\nhunter2\n") { $0.echoes = true }
    let sentence =
      "No item on this screen has that number. "
      + "The line is not repeated, because this screen has a secret field."
    let shown = first.replacing("code: (empty)", with: "code: (hidden, 7 characters)")
    #expect(text == "\(first)> ********\n\(sentence)\n> 3\nPasscode: ********\n\(shown)> \n")
  }

  @Test("With echo a text of several lines stands below one prompt, as it was typed")
  func echoOfText() {
    let host = ViewHost { NotePage() }
    let (text, _) = run("1\none\n\ntwo\n.\n", on: host) { $0.echoes = true }
    let prompt = "Note (end with a line that is a single dot):\n"
    #expect(
      text == "[1] Note: (empty)\n> 1\n\(prompt)one\n\ntwo\n.\n[1] Note: 3 lines\n> \n",
      "\(text)")
  }

  @Test("Everything that is typed is a line, also the last one without its end")
  func lastLine() {
    #expect(run("nothing like it").status == .notAccepted)
    #expect(run("").status == .success)
  }

  @Test("Bytes that are not text are reported, and the line is read all the same")
  func repaired() {
    let (text, status) = run("1 a\0b\n")
    #expect(text.contains("Replaced 1 NUL byte with \u{FFFD}.\n"))
    #expect(text.contains("[1] Member: a\u{FFFD}b\n"))
    #expect(status == .success)
  }

  @Test("A strict script ends at the first line that is not accepted")
  func strict() {
    let host = ViewHost { BookPage(isPrivate: false) }
    let (text, status) = run("9\n2\n", on: host) { $0.isStrict = true }
    #expect(text == first + "There is no 9 on this screen: the numbers are 1 to 5.\n")
    #expect(status == .notAccepted)
  }

  @Test("JSON says hello, asks, and says bye with the status")
  func json() {
    let lines = run("1\n") { ($0.renderer, $0.showsPrompt) = (JSONRenderer(), true) }.text.split(
      separator: "\n")
    #expect(lines.first == #"{"type":"hello","version":2,"app":"desk"}"#)
    #expect(
      lines.contains(
        #"{"type":"ask","prompt":"Member","value":"","secret":false,"multiline":false}"#))
    #expect(lines.last == #"{"type":"bye","status":1}"#)
  }

  @Test("With JSON, signals that let the program proceed end no answer")
  func proceeding() {
    let (input, output, signals) = (Ends.pipe(), Ends.pipe(), Ends.pipe())
    let driver = ShellDriver(
      session: session(Self.json), input: LineSource(descriptor: input.near),
      output: Output(descriptor: output.far),
      signals: SignalSource(descriptor: signals.near))
    let talk = Talk(hears: output.near, says: input.far) { talk in
      talk.hear(#""type":"ready""#)
      signals.send([UInt8](repeating: UInt8(SIGCONT), count: 20))
      talk.say("2\n")
      talk.hear(#""type":"ready""#)
      signals.send([UInt8](repeating: UInt8(SIGCONT), count: 20))
      talk.say("quit\n")
      talk.hear(#""type":"bye""#)
    }
    #expect(driver.run() == .success && talk.hasFinished)
    #expect(talk.heard.split(separator: #""type":"ready""#).count == 3)
  }

  @Test("A driver in lockstep has its answer before the next line is read")
  func lockstep() {
    let (input, output) = (Ends.pipe(), Ends.pipe())
    let driver = ShellDriver(
      session: session(), input: LineSource(descriptor: input.near),
      output: Output(descriptor: output.far))
    let talk = Talk(hears: output.near, says: input.far) { talk in
      talk.hear("(unavailable)\n")
      talk.say("2\n")
      talk.hear("me: on")
      talk.hear("(unavailable)\n")
      talk.say("quit\n")
    }
    #expect(driver.run() == .success)
    #expect(talk.hasFinished)
  }

  @Test("An output that is not read ends it with 141")
  func closedOutput() {
    signal(SIGPIPE, SIG_IGN)
    var ends: [Int32] = [-1, -1]
    wayline_pipe(&ends)
    let output = Output(descriptor: ends[1])
    close(ends[0])
    let input = LineSource(text: "2\n2\n")
    #expect(ShellDriver(session: session(), input: input, output: output).run() == .outputClosed)
    close(ends[1])
  }

  @Test("Signals that arrive as bytes end it with their status", arguments: [SIGTERM, SIGHUP])
  func killed(number: Int32) {
    let (input, output, signals) = (Ends.pipe(), Ends.pipe(), Ends.pipe())
    signals.send([UInt8(number)])
    let driver = ShellDriver(
      session: session(), input: LineSource(descriptor: input.near),
      output: Output(descriptor: output.far), signals: SignalSource(descriptor: signals.near))
    #expect(driver.run().rawValue == 128 + number)
  }

  @Test("At a terminal the first screen shows what short tasks have done, and waits for no other")
  func shortTasks() throws {
    let (ends, queue) = (try Ends.terminal(), Ends.pipe())
    let phases = Phases()
    let session = session(on: ViewHost { PhaseView(phases: phases) }) {
      ($0.isScript, $0.printsUnasked, $0.patience) = (false, true, Session.patience)
      $0.showsPrompt = true
    }
    queue.send("x")
    let work = MainQueue(descriptor: queue.near) {
      phases.binding?.wrappedValue += 1
      if phases.binding?.wrappedValue == 3 { _ = readAll(queue.near, until: "x") }
    }
    let driver = ShellDriver(
      session: session, input: LineSource(descriptor: ends.near),
      output: Output(descriptor: ends.near), loop: MainLoop(queue: work))
    let talk = Talk(hears: ends.far, says: ends.far) { talk in
      talk.hear("Phase 3\r\n> ")
      talk.say("quit\n")
    }
    #expect(driver.run() == .success)
    #expect(talk.hasFinished)
    #expect(talk.heard == "Phase 3\r\n> ")
  }

  @Test("At a terminal ^C drops the line, ^D ends, a secret is not shown")
  func terminal() throws {
    let (ends, signals) = (try Ends.terminal(), Ends.pipe())
    let driver = ShellDriver(
      session: session(Self.typed), input: LineSource(descriptor: ends.near),
      output: Output(descriptor: ends.near), signals: SignalSource(descriptor: signals.near))
    let talk = Talk(hears: ends.far, says: ends.far) { talk in
      talk.hear("> ")
      talk.say("half")
      talk.hear("half")
      signals.send([UInt8(SIGINT)])
      talk.hear("> ")
      talk.say("3\n")
      talk.hear("Passcode: ")
      talk.say("hunter2\n")
      talk.hear("(hidden, 7 characters)")
      talk.hear("> ")
      signals.send([UInt8(SIGINT)])
      talk.hear("Press ^C again to leave.")
      talk.hear("> ")
      talk.say("\u{4}")
    }
    #expect(driver.run() == .success)
    #expect(talk.hasFinished, "\(talk.heard)")
    #expect(!talk.heard.contains("hunter2"))
  }

  @Test(
    "^C that ends a script says what it has stopped, and from which line on it continues",
    arguments: [("wait until Later\n", "'wait'"), ("", "the script")])
  func interruptedScript(line: String, stopped: String) throws {
    let (lines, output, signals) = (Ends.pipe(), Ends.pipe(), Ends.pipe())
    var problems: [String] = []
    let session = session {
      $0.reportProblem = { problem, line in
        problems.append("\(line): \(problem)")
        return true
      }
    }
    let driver = ShellDriver(
      session: session, input: LineSource(descriptor: lines.near),
      output: Output(descriptor: output.far), signals: SignalSource(descriptor: signals.near))
    lines.send("2\n\(line)")
    let talk = Talk(hears: output.near, says: lines.far) { talk in
      talk.hear("Notify me: on")
      talk.hear("[4] Lend\n[5] Delete (unavailable)\n")
      while isReadable(lines.near, within: 0) { usleep(1000) }
      signals.send([UInt8(SIGINT)])
    }
    #expect(driver.run() == .interrupted)
    #expect(talk.hasFinished, "\(talk.heard)")
    #expect(
      problems == [
        "\(line.isEmpty ? 1 : 2): ^C stopped \(stopped). Line 1 was carried out, and what it has done "
          + "is kept. To continue, run the lines from 2 on."
      ])
  }

  @Test("Where lines are not edited, ^D leaves a question, or ends the answer that was begun")
  func endKeyInQuestion() throws {
    let ends = try Ends.terminal()
    let driver = ShellDriver(
      session: session(Self.typed), input: LineSource(descriptor: ends.near),
      output: Output(descriptor: ends.near))
    let talk = Talk(hears: ends.far, says: ends.far) { talk in
      talk.hear("> ")
      for (typed, name) in [("\u{4}", "(empty)"), ("Ann\u{4}\u{4}", "Ann")] {
        talk.say("1\n")
        talk.hear("Member: ")
        talk.say(typed)
        talk.hear("> ")
        talk.say("show\n")
        talk.hear("[1] Member: \(name)")
        talk.hear("> ")
      }
      talk.say("\u{4}")
    }
    #expect(driver.run() == .success)
    #expect(talk.hasFinished, "\(talk.heard)")
  }

  @Test("^C that arrives while a frame waits for room is answered when the frame is written")
  func interruptedFrame() throws {
    let (ends, output, signals) = (try Ends.terminal(), Ends.pipe(), Ends.pipe())
    _ = fcntl(output.far, F_SETFL, O_NONBLOCK)
    let row = [UInt8](repeating: UInt8(ascii: "."), count: 4096)
    while write(output.far, row, row.count) > 0 {}
    signals.send([UInt8(SIGINT)])
    let driver = ShellDriver(
      session: session { $0.isScript = false }, input: LineSource(descriptor: ends.near),
      output: Output(descriptor: output.far), signals: SignalSource(descriptor: signals.near))
    let talk = Talk(hears: output.near, says: ends.far) { talk in
      while isReadable(signals.near, within: 0) { usleep(1000) }
      talk.hear("Press ^C again to leave.")
      talk.say("\u{4}")
    }
    #expect(driver.run() == .success)
    #expect(talk.hasFinished)
  }

  /// A driver at a terminal without an editor, whose session does something when a byte comes from a pipe.
  private func driver(
    at ends: Ends, with notices: Ends, _ signals: SignalSource = .none,
    _ action: @escaping @MainActor (Session) -> Void
  ) -> ShellDriver {
    let (loop, session) = (MainLoop(), session(Self.typed))
    loop.watch(notices.near) {
      _ = LineSource(descriptor: notices.near).fill()
      action(session)
    }
    return ShellDriver(
      session: session, input: LineSource(descriptor: ends.near),
      output: Output(descriptor: ends.near), signals: signals, loop: loop)
  }

  @Test(
    "The beginning of a line stays in view below what is printed meanwhile, and is read with its rest",
    arguments: [1, 3])
  func beginning(times: Int) throws {
    let (ends, notices) = (try Ends.terminal(), Ends.pipe())
    let driver = driver(at: ends, with: notices) { $0.report(.note("News.", .notice)) }
    let talk = Talk(hears: ends.far, says: ends.far) { talk in
      talk.hear("> ")
      var typed = ""
      for part in ["1 G", "r", "ac"].prefix(times) {
        talk.say(part)
        talk.hear(part)
        typed += part
        notices.send("!")
        talk.hear("\r\nNews.\r\n> \(typed)")
      }
      talk.say(times == 1 ? "race\n" : "e\n")
      talk.hear("[1] Member: Grace")
      talk.hear("> ")
      talk.say("\u{4}")
    }
    #expect(driver.run() == .success)
    #expect(talk.hasFinished, "\(talk.heard)")
  }

  @Test("The beginning of a secret is not shown by what is printed, and is read with its rest")
  func beginningOfSecret() throws {
    let (ends, notices) = (try Ends.terminal(), Ends.pipe())
    let driver = driver(at: ends, with: notices) { $0.report(.note("News.", .notice)) }
    let talk = Talk(hears: ends.far, says: ends.far) { talk in
      talk.hear("> ")
      talk.say("3\n")
      talk.hear("Passcode: ")
      talk.say("hun")
      notices.send("!")
      talk.hear("News.\r\nPasscode: ")
      talk.say("ter2\n")
      talk.hear("(hidden, 7 characters)")
      talk.hear("> ")
      talk.say("\u{4}")
    }
    #expect(driver.run() == .success)
    #expect(talk.hasFinished, "\(talk.heard)")
    #expect(!talk.heard.contains("hun") && !talk.heard.contains("ter2"))
  }

  @Test("^C drops the beginning of a line also after something was printed")
  func droppedBeginning() throws {
    let (ends, notices, signals) = (try Ends.terminal(), Ends.pipe(), Ends.pipe())
    let driver = driver(at: ends, with: notices, SignalSource(descriptor: signals.near)) {
      $0.report(.note("News.", .notice))
    }
    let talk = Talk(hears: ends.far, says: ends.far) { talk in
      talk.hear("> ")
      talk.say("1 Gr")
      talk.hear("1 Gr")
      notices.send("!")
      talk.hear("News.\r\n> 1 Gr")
      signals.send([UInt8(SIGINT)])
      talk.hear("> ")
      talk.say("1 Emma\n")
      talk.hear("[1] Member: Emma")
      talk.hear("> ")
      talk.say("\u{4}")
    }
    #expect(driver.run() == .success)
    #expect(talk.hasFinished, "\(talk.heard)")
    #expect(!talk.heard.contains("GrEmma") && !talk.heard.contains("Gr1 Emma"))
  }

  @Test("A question that comes up by itself drops the beginning of a line and says so")
  func question() throws {
    let (ends, notices) = (try Ends.terminal(), Ends.pipe())
    let driver = driver(at: ends, with: notices) { $0.askForPasscode() }
    let talk = Talk(hears: ends.far, says: ends.far) { talk in
      talk.hear("> ")
      talk.say("1 Gr")
      talk.hear("1 Gr")
      notices.send("!")
      talk.hear(
        "\r\nThe line was discarded, because a question came up. Answer it, then type the line again."
          + "\r\nPasscode: ")
      talk.say("hunter2\n")
      talk.hear("(hidden, 7 characters)")
      talk.hear("> ")
      talk.say("\u{4}")
    }
    #expect(driver.run() == .success)
    #expect(talk.hasFinished, "\(talk.heard)")
  }
}

extension Session {
  /// Asks on behalf of the element with the label 'Passcode', without a request from the terminal.
  func askForPasscode() {
    guard let element = currentScreen().elements.first(where: { $0.kind == .secret }) else {
      return
    }
    answering {
      ask(LineQuestion(prompt: element.label, isSecret: true), for: .element(element))
    }
  }
}

/// The phase of a view, for code outside of it.
@MainActor
private final class Phases {
  private(set) var binding: Binding<Int>?

  func note(_ binding: Binding<Int>) { self.binding = binding }
}

/// A view with a task that takes long.
private struct PhaseView: View {
  let phases: Phases
  @State private var phase = 0

  var body: some View {
    let _ = phases.note($phase)
    Text("Phase \(phase)").task { try? await Task.sleep(for: .seconds(600)) }
  }
}
