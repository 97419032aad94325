import Testing
import WaylineGraph
import WaylineNavigation
import WaylineViews

@testable import WaylineShell

/// A page on which every kind of line can be refused, beside a secret field.
private struct SignInPage: View {
  @State private var code = ""
  @State private var copies = 1

  var body: some View {
    SecureField("Passcode", text: $code)
    Stepper("Copies", value: $copies, in: 0...9)
    Button("Log in") {}.disabled(code.isEmpty).help("Enter a passcode first.")
  }
}

@Suite("Privacy of typed lines")
@MainActor
struct PrivacyTests {
  private let history = MemoryHistory()

  private func desk(_ page: some View, _ commands: ShellCommand...) -> Desk {
    Desk(page) { ($0.commands, $0.history) = (commands, history) }
  }

  private let unlock = ShellCommand("unlock", summary: "Unlock.") { _ in .lines(["Unlocked."]) }

  @Test(
    "On a screen with a secret field a refused line is in no message, log or history",
    arguments: [
      "hunter2", "9 hunter2", "2 hunter2", "3 hunter2", ":hunter2", "\"hunter2", "\"hunter2\"",
      "back hunter2", "open hunter2", "wait for hunter2", "Copies: hunter2", "Log in: hunter2",
      "unlock hunter2",
      "Passcod hunter2", "4711hunter2",
    ])
  func refused(line: String) {
    let desk = desk(SignInPage(), unlock)
    _ = desk.answer(line)
    #expect(desk.session.status == .notAccepted)
    #expect(desk.frames.last?.line?.contains("********") == true)
    #expect(!String(describing: desk.frames).contains("hunter2"))
    #expect(history.lines == [])
  }

  @Test("An answer that is refused on such a screen is not repeated either")
  func refusedAnswer() {
    let desk = desk(SignInPage())
    _ = desk.answer("2", "hunter2")
    #expect(desk.session.status == .notAccepted)
    #expect(!String(describing: desk.frames).contains("hunter2"))
  }

  @Test("A refusal that repeats nothing says why")
  func reason() {
    let desk = desk(SignInPage())
    #expect(desk.answer("Log in").hasPrefix("'Log in' is unavailable: Enter a passcode first."))
    #expect(
      desk.answer("Copies: hunter2")
        == "The line was refused. It is not repeated, because this screen has a secret field.\n")
  }

  @Test(
    "A line that cannot be read near a secret names the rule that it broke",
    arguments: [
      (
        "Passcode hunter2",
        "No label or command begins like this line. After a label, a value needs a colon. "
          + "Type 1 to enter 'Passcode'."
      ),
      ("9 hunter2", "No item on this screen has that number."),
      (":hunter2", "There is no command after the colon."),
      ("\"hunter2\"", "Nothing on this screen has that label."),
    ])
  func rule(line: String, rule: String) {
    let desk = desk(SignInPage())
    #expect(
      desk.answer(line)
        == "\(rule) The line is not repeated, because this screen has a secret field.\n")
  }

  @Test("A refused line on a screen whose only field is secret prints how to enter the secret")
  func onlyField() {
    let desk = Desk(PasscodePage())
    #expect(
      desk.answer("hunter2")
        == "No label or command begins like this line. After a label, a value needs a colon. "
        + "Type 2 to enter 'Passcode'. "
        + "The line is not repeated, because this screen has a secret field.\n")
  }

  @Test(
    "A refused line that may be the value of an empty field is not taken for the secret",
    arguments: [(false, false), (true, true)])
  func emptyField(isFilled: Bool, isAdvised: Bool) {
    let desk = Desk(NamedPasscodePage())
    if isFilled { _ = desk.answer("Name: Emma") }
    let answer = desk.answer("Ann")
    #expect(answer.contains("Type 2 to enter 'Passcode'.") == isAdvised, "\(answer)")
    #expect(answer.contains("The line is not repeated"))
  }

  private struct NamedPasscodePage: View {
    @State private var name = ""
    @State private var code = ""

    var body: some View {
      TextField("Name", text: $name)
      SecureField("Passcode", text: $code)
    }
  }

  private struct PasscodePage: View {
    @State private var code = ""

    var body: some View {
      Button("Call") {}
      SecureField("Passcode", text: $code)
    }
  }

  @Test("The place that a guard refuses near a secret is shown; one that does not exist is not")
  func places() {
    let navigator = NotingNavigator()
    let desk = Desk(SignInPage(), navigator: navigator) { $0.history = history }
    navigator.answer = .refused("Log in first.")
    #expect(desk.answer("open ledger") == "Log in first.\n")
    #expect(desk.frames.last?.line == "open ledger")
    navigator.answer = .unknown(NotFound(part: "hunter2", kind: "place"))
    #expect(!desk.answer("open hunter2").contains("hunter2"))
    #expect(desk.frames.last?.line == "********")
  }

  @Test("Lines that are accepted on such a screen are kept, without the values of secrets")
  func accepted() {
    let desk = desk(SignInPage(), unlock)
    _ = desk.answer("2 5", "unlock", "1 hunter2", "1", "hunter2", "show")
    #expect(history.lines == ["2 5", "unlock", "1", "show"])
  }

  @Test("A command that takes no words refuses them, and does not repeat them")
  func words() {
    let desk = desk(NotePage(), unlock)
    for line in ["unlock hunter2", "UNLOCK hunter2", ":unlock hunter2"] {
      #expect(desk.answer(line) == "'unlock' takes no arguments.\n")
      #expect(desk.frames.last?.line == "unlock ********")
    }
    #expect(history.lines == [])
    #expect(desk.answer("unlock") == "Unlocked.\n")
  }

  @Test("A command that takes some words refuses others, also where it is misspelled")
  func someWords() {
    let passphrase = ShellCommand(
      "passphrase", usage: "passphrase [from FILE|off]", summary: "Protect."
    ) { .lines($0.words) }.accepting { $0.isEmpty || $0 == ["off"] }
    let desk = desk(NotePage(), passphrase)
    #expect(desk.answer("passphrase off") == "off\n")
    #expect(desk.answer("passphrase hunter2") == "Usage: passphrase [from FILE|off]\n")
    for line in ["passphrse hunter2", "\"passphrase\" hunter2", ":pasphrase hunter2"] {
      #expect(!desk.answer(line).contains("hunter2"))
    }
    #expect(!String(describing: desk.frames).contains("hunter2"))
    #expect(history.lines == ["passphrase off"])
  }

  /// An element whose value can be seen, and must not be stored.
  private struct VisiblePage: View {
    let kind: Element.Kind
    @State private var text = ""
    @State private var number = 1
    @State private var isOn = false

    var body: some View {
      Group {
        switch kind {
        case .editor: TextEditor(text: $text).accessibilityLabel("Field")
        case .number: Stepper("Field", value: $number)
        case .choice:
          Picker("Field", selection: $number) { ForEach([1, 4711], id: \.self) { Text("\($0)") } }
        default: TextField("Field", text: $text)
        }
      }
      .privacySensitive()
      Button("Log in") {}
    }
  }

  @Test(
    "The value of a privacy-sensitive element is on the screen, and in no history and no log",
    arguments: [Element.Kind.text, .editor, .number, .choice],
    [["1 4711"], ["Field: 4711"], ["[1] 4711"], ["1", "4711"], ["4711"], ["Login 4711"]])
  fileprivate func visible(kind: Element.Kind, lines: [String]) {
    let desk = desk(VisiblePage(kind: kind))
    let isMultiline = kind == .editor && lines.count > 1
    for line in lines + (isMultiline ? ["."] : []) { _ = desk.answer(line) }
    let isTaken = lines[0] != "4711" && lines[0] != "Login 4711"
    let shown = desk.session.currentScreen().elements[0].value
    if isTaken, kind != .editor { #expect(shown == "4711") }
    let log = LogStep(desk.frames, of: desk.session)
    #expect(
      log.line?.contains("4711") != true && log.input.map { "\($0)" }?.contains("4711") != true)
    #expect(!log.screen.joined().replacing("(1, 4711)", with: "").contains("4711"))
    #expect(!history.lines.joined().contains("4711"))
    #expect(!desk.frames.contains { $0.line?.contains("4711") == true })
  }

  @Test("An element that is no longer private is stored again")
  func changing() {
    struct Page: View {
      @State private var text = ""
      @State private var isPrivate = true
      var body: some View {
        TextField("Field", text: $text).privacySensitive(isPrivate)
        Toggle("Private", isOn: $isPrivate)
      }
    }
    let desk = desk(Page())
    _ = desk.answer("1 first", "2 off", "1 second", "2 on", "1 third")
    #expect(history.lines == ["2 off", "1 second", "2 on"])
  }

  @Test(
    "A request in JSON that is refused near a secret is not repeated",
    arguments: [
      #"{"answer":"hunter2","number":"1"}"#, #"{"answer":["hunter2"]}"#, #"{"answer":"hunter2"#,
      #"{"command":"hunter2"}"#, #"{"number":9,"value":"hunter2"}"#, #"{"label":"hunter2"}"#,
    ])
  func objects(line: String) {
    for isAsked in [false, true] {
      let desk = desk(SignInPage())
      if isAsked { desk.session.receive(typed: #"{"number":1}"#) }
      desk.session.receive(typed: line)
      #expect(desk.session.status == .notAccepted)
      #expect(!String(describing: desk.frames).contains("hunter2"))
      #expect((desk.session.question != nil) == isAsked)
    }
  }

  @Test("A command in JSON is never the answer to a question")
  func command() {
    let desk = desk(SignInPage())
    desk.session.receive(typed: #"{"number":1}"#)
    desk.session.receive(typed: #"{"command":"home"}"#)
    #expect(desk.session.question?.isSecret == true)
    #expect(desk.session.status == .notAccepted)
    desk.session.receive(typed: #"{"answer":"1234"}"#)
    #expect(desk.printed().contains("[1] Passcode: (hidden, 4 characters)"))
  }

  @Test("The line of a command that takes its time is shown when it is accepted, and masked if not")
  func tasks() async {
    let find = ShellCommand(
      "find", usage: "find TEXT", summary: "Find.",
      run: { call async throws -> ShellReply in
        await Task.yield()
        if call.text == "hunter2" { throw ShellFailure("No books match '\(call.text)'.") }
        return .lines(["Found \(call.text)."])
      })
    let desk = desk(SignInPage(), find)
    for line in ["find hunter2", "find Emma"] {
      desk.session.receive(.line(line))
      await desk.untilReady()
    }
    #expect(desk.frames.compactMap(\.line) == ["********", "find Emma"])
    #expect(!String(describing: desk.frames).contains("hunter2"))
    #expect(history.lines == ["find Emma"])
  }
}
