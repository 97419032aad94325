import Testing
import WaylineGraph
import WaylineSystem
import WaylineViews

@testable import WaylineShell

@Suite("Questions")
@MainActor
struct QuestionTests {
  /// A member's page with a value of each kind that is asked for.
  private struct MemberPage: View {
    @State private var name = "Zoë"
    @State private var age = 18
    @State private var note = "one\ntwo"
    @State private var shelf = "fiction"

    var body: some View {
      TextField("Name", text: $name)
      TextField("Age", value: $age)
      TextEditor(text: $note).accessibilityLabel("Note")
      Picker("Shelf", selection: $shelf) {
        ForEach(["fiction", "history", "poetry"], id: \.self) { Text($0).tag($0) }
      }
    }
  }

  /// A page that takes a secret.
  private struct LoginPage: View {
    @State private var name = ""
    @State private var code = "1234"

    var body: some View {
      TextField("Name", text: $name)
      SecureField("Passcode", text: $code)
    }
  }

  private let desk = Desk(MemberPage()) { $0.asksAgain = true }

  private func lines(_ desk: Desk) -> [String] {
    PlainRenderer.lines(of: desk.session.currentScreen())
  }

  private func lines() -> [String] { PlainRenderer.lines(of: desk.session.currentScreen()) }

  @Test("Two quotes that empty a value are echoed as they were typed", arguments: [1, 3])
  func emptied(number: Int) {
    let typed = number == 1 ? ["1", "\"\""] : ["3", "\"\"", "."]
    for line in typed { desk.session.receive(.line(line)) }
    let echoed = desk.frames.filter { $0.line != nil }.map(PlainRenderer().echo).joined()
    #expect(echoed == typed.joined(separator: "\n") + "\n")
  }

  @Test(
    "A question shows the present value, which an empty line keeps",
    arguments: [
      ("1", "Name [Zoë]: ", ""), ("2", "Age [18]: ", ""),
      ("3", "Note (a single dot keeps the text, or ends the new one):\n  one\n  two\n", "."),
      ("4", "Shelf (fiction, history, poetry) [fiction]: ", ""),
    ])
  func keeps(number: String, prompt: String, line: String) {
    let before = lines()
    _ = desk.answer(number)
    #expect(PlainRenderer().prompt(desk.session.question) == prompt)
    #expect(desk.answer(line) == "")
    #expect(desk.session.question == nil && lines() == before)
  }

  @Test(
    "Two quotes empty a value; anything else replaces it",
    arguments: [
      (["1", "\"\""], "[1] Name: (empty)"), (["1", "Ann"], "[1] Name: Ann"),
      (["3", "\"\"", "."], "[3] Note: (empty)"), (["3", "three", "."], "[3] Note: 1 line"),
    ])
  func empties(typed: [String], line: String) {
    for text in typed { _ = desk.answer(text) }
    #expect(lines().contains(line))
  }

  @Test("A refused answer is asked for again with the reason, until ^C leaves the question")
  func asksAgain() {
    _ = desk.answer("2")
    #expect(desk.answer("old") == "'old' is not a whole number; nothing was changed.\n")
    #expect(desk.session.question?.prompt == "Age")
    desk.session.receive(.interrupt(hadText: false))
    #expect(desk.session.question == nil && lines()[1] == "[2] Age: 18")
  }

  @Test("The question of a secret says only that there is one; Enter keeps it, two quotes empty it")
  func secret() {
    let desk = Desk(LoginPage())
    _ = desk.answer("2")
    #expect(PlainRenderer().prompt(desk.session.question) == "Passcode [hidden]: ")
    #expect(desk.answer("") == "" && lines(desk)[1] == "[2] Passcode: (hidden, 4 characters)")
    #expect(desk.answer("2", "\"\"").contains("[2] Passcode: (empty)"))
  }

  @Test("A secret that was taken prints the screen, also if it is as long as the one before")
  func sameLength() {
    let desk = Desk(LoginPage())
    _ = desk.answer("show")
    #expect(desk.answer("2", "5678").contains("[2] Passcode: (hidden, 4 characters)"))
    #expect(desk.answer("2 9012").contains("[2] Passcode: (hidden, 4 characters)"))
  }

  @Test("A script gets one message: its next line is a command again")
  func script() {
    let script = Desk(MemberPage())
    _ = script.answer("2")
    #expect(script.answer("old").hasPrefix("'old' is not a whole number"))
    #expect(script.session.question == nil)
  }

  @Test("A program's answer is taken as it is: an empty one empties the field")
  func exact() {
    desk.session.receive(typed: #"{"label":"Name"}"#)
    desk.session.receive(typed: #"{"answer":""}"#)
    #expect(lines()[0] == "[1] Name: (empty)")
  }

  @Test("The value of a secret that a script names is read from its place")
  func secretSources() throws {
    let script = Desk(LoginPage()) {
      $0.secretValue = { word in
        if word.text == "@fd:3" { return TypedSecret(copying: "hunter2!") }
        throw ShellFailure("'\(word.text)' has no line left.")
      }
    }
    #expect(script.answer("Passcode: @fd:3").contains("[2] Passcode: (hidden, 8 characters)"))
    #expect(script.answer("2", "@fd:4") == "'@fd:4' has no line left.\n")
    #expect(script.answer("1 @fd:3").contains("[1] Name: @fd:3"))
    #expect(!String(describing: script.frames).contains("hunter2"))
  }
}
