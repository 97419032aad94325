import CWaylineSystem
import Glibc
import Testing
import WaylineGraph
import WaylineSystem
import WaylineViews

@testable import WaylineShell

@Suite("Line editor", .enabled(if: hasLibrary, "libedit is not installed."), .serialized)
@MainActor
struct LineEditorTests {
  /// Runs a session at a terminal whose lines are edited; `notices` prints a message for each byte,
  /// asks for the passcode, or does something while the loop does not run.
  private func run(
    _ history: MemoryHistory = MemoryHistory(), notices: Ends = .pipe(), asks: Bool = false,
    signals: Ends = .pipe(), host: ViewHost = ViewHost { BookPage() }, redrawsRows: Bool = true,
    meanwhile: ((_ terminal: Ends) -> Void)? = nil,
    _ course: @escaping @Sendable (Talk) -> Void
  ) throws -> (status: ShellStatus, talk: Talk) {
    let ends = try Ends.terminal()
    var options = SceneConfiguration(program: "desk")
    (options.isScript, options.history, options.printsUnasked) = (false, history, true)
    options.showsPrompt = true
    let session = Session(host: host, options: options)
    let editor = LineEditor(
      program: "desk", input: ends.near, output: ends.near, isPlain: !redrawsRows)
    let loop = MainLoop()
    loop.watch(notices.near) {
      _ = LineSource(descriptor: notices.near).fill()
      if let meanwhile { return meanwhile(ends) }
      if asks { session.askForPasscode() } else { session.report(.note("Due today.", .notice)) }
    }
    let driver = ShellDriver(
      session: session, input: LineSource(descriptor: ends.near),
      output: Output(descriptor: ends.near), editor: editor, redrawsRows: redrawsRows,
      marksPastes: redrawsRows, asksLive: redrawsRows,
      signals: SignalSource(descriptor: signals.near), loop: loop)
    let talk = Talk(hears: ends.far, says: ends.far, course)
    let status = driver.run()
    return (status, talk)
  }

  @Test("A message that comes up while a person types is printed below, and the typed line again")
  func notices() throws {
    let notices = Ends.pipe()
    let (status, talk) = try run(notices: notices) { talk in
      talk.hear("> ")
      talk.say("1 Gr\u{FC}\u{DF}e")
      talk.hear("Gr\u{FC}\u{DF}e")
      notices.send("!")
      talk.hear("\r\nDue today.\r\n")
      talk.hear("> 1 Gr\u{FC}\u{DF}e")
      talk.say("\n")
      talk.hear("[1] Member: Gr\u{FC}\u{DF}e\r\n")
      talk.hear("> ")
      talk.say("\u{4}")
    }
    #expect(talk.hasFinished, "\(talk.heard)")
    #expect(status == .success)
  }

  @Test("A prompt at which nothing was typed makes way for a message, and is printed again below")
  func emptyPrompt() throws {
    let notices = Ends.pipe()
    let (status, talk) = try run(notices: notices) { talk in
      talk.hear("> ")
      for _ in 0..<2 {
        notices.send("!")
        talk.hear("Due today.\r\n")
        talk.hear("> ")
      }
      talk.say("\u{4}")
    }
    #expect(talk.hasFinished && status == .success, "\(talk.heard)")
    let message = "> \r\u{1B}[KDue today.\r\n"
    #expect(talk.heard.contains("\(message)\(message)> "), "\(talk.heard.debugDescription)")
  }

  @Test("For a screen reader lines are edited, and come back, without an escape byte")
  func screenReader() throws {
    let (history, notices) = (MemoryHistory(), Ends.pipe())
    history.append("1 Ann")
    let (status, talk) = try run(history, notices: notices, redrawsRows: false) { talk in
      talk.hear("> ")
      talk.say("\u{1B}[Ae\u{1B}[D\u{1B}[Da\n")
      talk.hear("[1] Member: Anane\r\n")
      talk.hear("> ")
      notices.send("!")
      talk.hear("Due today.\r\n")
      talk.hear("> ")
      talk.say("1\n")
      talk.hear("Member [Anane]: ")
      talk.say("Bob\n")
      talk.hear("[1] Member: Bob\r\n")
      talk.hear("> ")
      talk.say("3 hunter2\n")
      talk.hear("(hidden, 7 characters)")
      talk.hear("> ")
      talk.say("\u{4}")
    }
    #expect(talk.hasFinished && status == .success, "\(talk.heard.debugDescription)")
    #expect(talk.heard.contains("> \r\nDue today."), "\(talk.heard.debugDescription)")
    #expect(!talk.heard.contains("\u{1B}"), "\(talk.heard.debugDescription)")
  }

  @Test("A question that comes up by itself is answered first, and the typed line is there again")
  func question() throws {
    let notices = Ends.pipe()
    let (status, talk) = try run(notices: notices, asks: true) { talk in
      talk.hear("> ")
      talk.say("1 Gr\u{FC}")
      talk.hear("Gr\u{FC}")
      notices.send("!")
      talk.hear("\r\nPasscode: ")
      talk.say("hunter2\n")
      talk.hear("(hidden, 7 characters)")
      talk.hear("> 1 Gr\u{FC}")
      talk.say("n\n")
      talk.hear("[1] Member: Gr\u{FC}n\r\n")
      talk.hear("> ")
      talk.say("\u{4}")
    }
    #expect(talk.hasFinished, "\(talk.heard)")
    #expect(status == .success)
    #expect(!talk.heard.contains("hunter2"))
  }

  @Test("Earlier lines come back, a pasted text is several lines, tab completes")
  func editing() throws {
    let history = MemoryHistory()
    history.append("1 Ann")
    let (status, talk) = try run(history) { talk in
      talk.hear("> ")
      talk.say("\u{10}\n")
      talk.hear("[1] Member: Ann\r\n")
      talk.hear("> ")
      talk.say("2 on\n1 Bob\nshow\n")
      talk.hear("[2] Notify me: on")
      talk.hear("[1] Member: Bob")
      talk.hear("> ")
      talk.say("noti\t\n")
      talk.hear("[2] Notify me: off")
      talk.hear("> ")
      talk.say("quit\n")
    }
    #expect(talk.hasFinished, "\(talk.heard)")
    #expect(status == .success)
  }

  @Test("Esc and ^D leave a question, whose value stays; Up brings no earlier command there")
  func leavingQuestions() throws {
    let (status, talk) = try run { talk in
      talk.hear("> ")
      talk.say("1 Ann\n")
      talk.hear("[1] Member: Ann\r\n")
      for end in ["\u{1B}[Ae\u{1B}", "\u{15}\u{4}"] {
        talk.hear("> ")
        talk.say("1\n")
        talk.hear("Member: ")
        talk.hear("Ann")
        talk.say(end)
        talk.hear("> ")
        talk.say("show\n")
        talk.hear("[1] Member: Ann\r\n")
      }
      talk.hear("> ")
      talk.say("1\n")
      talk.hear("Member: ")
      talk.hear("Ann")
      talk.say("\u{1B}[A\u{1B}[15~\u{1B}[1;5DJo \n")
      talk.hear("[1] Member: Jo Ann\r\n")
      talk.hear("> ")
      talk.say("quit\n")
    }
    #expect(talk.hasFinished && status == .success, "\(talk.heard)")
  }

  @Test("An arrow in a secret is no part of it")
  func keyInSecret() throws {
    let notices = Ends.pipe()
    let (status, talk) = try run(notices: notices, asks: true) { talk in
      talk.hear("> ")
      notices.send("!")
      talk.hear("Passcode: ")
      talk.say("hun\u{1B}[D\u{1B}OAter2\n")
      talk.hear("(hidden, 7 characters)")
      talk.hear("> ")
      talk.say("quit\n")
    }
    #expect(talk.hasFinished && status == .success, "\(talk.heard)")
  }

  @Test("^D in an edited text keeps its line as it stands, and the lines that were not reached")
  func endOfText() throws {
    let (status, talk) = try run(host: ViewHost { NotedPage() }) { talk in
      talk.hear("> ")
      talk.say("1\n")
      talk.hear("^D keeps the rest):\r\n")
      talk.hear("milk")
      talk.say("\u{4}")
      talk.hear("> ")
      talk.say("show\n")
      talk.hear("Noted: milk/eggs/tea.")
      talk.hear("> ")
      talk.say("1\n")
      talk.hear("milk")
      talk.say("\n")
      talk.hear("eggs")
      talk.say(" (6)\u{2}\u{4}")
      talk.hear("Noted: milk/eggs (6)/tea.")
      talk.hear("> ")
      talk.say("1\n")
      talk.hear("milk")
      talk.say("\u{15}.\u{4}")
      talk.hear("> ")
      talk.say("show\n")
      talk.hear("Noted: milk/eggs (6)/tea.")
      talk.hear("> ")
      talk.say("quit\n")
    }
    #expect(talk.hasFinished && status == .success, "\(talk.heard)")
  }

  @Test("^C drops the line, twice on an empty one leaves; a secret is not shown")
  func interrupts() throws {
    let signals = Ends.pipe()
    let (status, talk) = try run(signals: signals) { talk in
      talk.hear("> ")
      talk.say("half")
      talk.hear("half")
      signals.send([UInt8(SIGINT)])
      talk.hear("^C\r\n> ")
      talk.say("3\n")
      talk.hear("Passcode: ")
      talk.say("hunter2\n")
      talk.hear("(hidden, 7 characters)")
      talk.hear("> ")
      signals.send([UInt8(SIGINT)])
      talk.hear("Press ^C again to leave.\r\n> ")
      signals.send([UInt8(SIGINT)])
    }
    #expect(status == .interrupted)
    #expect(talk.hasFinished, "\(talk.heard)")
    #expect(!talk.heard.contains("hunter2"))
  }

  /// Types something, and sends a signal, before the loop can see either.
  private func type(
    _ text: String, andSend signal: Int32, to signals: Ends
  ) -> (_ terminal: Ends) -> Void {
    { terminal in
      terminal.send(text)
      while wayline_readable_bytes(terminal.near) < text.utf8.count {}
      signals.send([UInt8(signal)])
    }
  }

  @Test("^C drops the keys before it that no line shows yet, too")
  func interruptsUnread() throws {
    let (notices, signals) = (Ends.pipe(), Ends.pipe())
    let typing = type("half\n3", andSend: SIGINT, to: signals)
    let (status, talk) = try run(notices: notices, signals: signals, meanwhile: typing) { talk in
      talk.hear("> ")
      notices.send("!")
      talk.hear("^C\r\n> ")
      talk.say("2\n")
      talk.hear("[2] Notify me: on")
      talk.hear("> ")
      talk.say("quit\n")
    }
    #expect(talk.hasFinished && status == .success, "\(talk.heard)")
    #expect(!talk.heard.contains("Press ^C again"), "\(talk.heard)")
  }

  @Test("^Z keeps the edited line up to its end, and drops the lines after it")
  func stopsUnread() throws {
    let (notices, signals) = (Ends.pipe(), Ends.pipe())
    let typing = type("2\n3\nhunter2\n", andSend: SIGTSTP, to: signals)
    let (status, talk) = try run(notices: notices, signals: signals, meanwhile: typing) { talk in
      talk.hear("> ")
      notices.send("!")
      talk.hear("[2] Notify me: on")
      talk.hear("> ")
      talk.say("quit\n")
    }
    #expect(talk.hasFinished && status == .success, "\(talk.heard)")
    #expect(!talk.heard.contains("(hidden") && !talk.heard.contains("hunter2"))
  }

  @Test(
    "Characters come together byte by byte, and what is none becomes U+FFFD",
    arguments: [
      ([0x61], ["a"]), ([0xC3, 0xBC, 0x61], ["\u{FC}", "a"]),
      ([0xE9, 0x9B, 0xAA], ["\u{96EA}"]), ([0xF0, 0x9F, 0x98, 0x80], ["\u{1F600}"]),
      ([0xFF, 0x61], ["\u{FFFD}", "a"]), ([0xC3, 0x61], ["\u{FFFD}", "a"]),
    ] as [([UInt8], [Unicode.Scalar])])
  func characters(bytes: [UInt8], scalars: [Unicode.Scalar]) {
    var (typed, found) = (TypedBytes(), [Unicode.Scalar]())
    for byte in bytes {
      typed.append(byte)
      while let scalar = typed.next() { found.append(scalar) }
    }
    #expect(found == scalars)
  }

  @Test(
    "Characters up to a key that does something else are inserted at once, if there are several")
  func plainText() {
    var typed = TypedBytes()
    for byte in "show\tx\n".utf8 { typed.append(byte) }
    #expect(typed.takePlainText() == "show" && typed.takePlainText() == nil)
    #expect(typed.next() == "\t" && typed.takePlainText() == nil && typed.next() == "x")
    #expect(typed.next() == "\n" && typed.isEmpty)
  }

  @Test("A line that is put back comes as the characters that it was, before what is typed")
  func putBack() {
    var (typed, found) = (TypedBytes(), "")
    typed.append(0x21)
    typed.putBack("é 日本\u{7}")
    while let scalar = typed.next() { found.unicodeScalars.append(scalar) }
    #expect(found == "é 日本!" && typed.isEmpty)
  }
}

/// True if this machine has the library.
private let hasLibrary = dlopen("libedit.so.2", RTLD_NOW) != nil

/// A page that shows the lines of its text.
private struct NotedPage: View {
  @State private var note = "milk\neggs\ntea"

  var body: some View {
    Text("Noted: \(note.replacing("\n", with: "/")).")
    TextEditor(text: $note).accessibilityLabel("Note")
  }
}
