import Testing
import WaylineGraph
import WaylineViews

@testable import WaylineShell

@Suite("Typed input")
@MainActor
struct SessionTypedTests {
  @Test(
    "A line is an object with one request, or a plain command",
    arguments: [
      (#"{"command": "back 2"}"#, .line("back 2")), ("back 2", .line("back 2")), ("", .line("")),
      (#" {"number": 3, "value": "on"}"#, .number(3, value: "on")),
      (#"{"label":"Note","value":"a\nb"}"#, .label("Note", value: "a\nb")),
      (#"{"number":1}"#, .number(1, value: nil)), (#"{"answer":""}"#, .answer("")),
      (#"{"cancel":true}"#, .cancel),
    ] as [(String, TypedInput)])
  func reading(line: String, input: TypedInput) {
    #expect(TypedInput.read(line) == .success(input))
  }

  @Test(
    "An object that cannot be read says why",
    arguments: [
      (#"{"number": "one"}"#, ShellMessage.invalidRequest(#"{"number": "one"}"#)),
      (#"{"number":1.5}"#, .invalidRequest(#"{"number":1.5}"#)),
      (#"{"#, .brokenRequest("{")), (#"{} x"#, .brokenRequest("{} x")), ("{}", .incompleteRequest),
      (#"{"command":"Map","value":"zz"}"#, .contradictoryRequest),
      (#"{"command":"back","number":2}"#, .contradictoryRequest),
      (#"{"number":2,"label":"Map"}"#, .contradictoryRequest),
      (#"{"answer":"x","cancel":true}"#, .contradictoryRequest),
      (#"{"answer":"x","value":"y"}"#, .contradictoryRequest),
      (#"{"value":"x"}"#, .incompleteRequest), (#"{"cancel":false}"#, .incompleteRequest),
    ])
  func problems(line: String, problem: ShellMessage) {
    #expect(TypedInput.read(line) == .failure(problem))
  }

  @Test("Objects act on the elements of the last screen, and answer questions")
  func acting() {
    let desk = Desk()
    let typed = [
      #"{"number":1,"value":"Ann"}"#, #"{"label":"notify ME"}"#, #"{"number":1}"#,
      #"{"answer":"Bob"}"#,
    ]
    for line in typed { desk.session.receive(typed: line) }
    let screens = desk.frames.compactMap(\.screen).map { PlainRenderer.lines(of: $0) }
    #expect(screens[1][1] == "[1] Member: Ann")
    #expect(screens[2][2] == "[2] Notify me: on")
    #expect(screens[3][1] == "[1] Member: Bob")
  }

  @Test("A request that an object cannot carry out is reported, and counts")
  func refused() {
    let desk = Desk()
    _ = desk.printed()
    let typed = [#"{"number":9}"#, #"{"label":"Membr"}"#, "{}", #"{"answer":"x"}"#]
    for line in typed + [#"{"number":1}"#, #"{"number":2}"#] { desk.session.receive(typed: line) }
    #expect(
      desk.printed() == """
        There is no 9 on this screen: the numbers are 1 to 5.
        Nothing here is labelled 'Membr'. Did you mean 'Member'?
        The request needs one of the fields `command`, `number`, `label`, `answer`, `cancel` and `changes`.
        No question is open.
        'Member' is not answered yet. Send {"answer": "…"} or {"cancel": true}.

        """)
    #expect(desk.session.status == .notAccepted)
  }

  @Test("The lines that a text is found in are messages: a program takes a screen for all of it")
  func found() {
    let desk = Desk()
    desk.session.receive(typed: "/notify")
    let text = JSONRenderer().text(of: desk.frames[desk.frames.count - 1])
    #expect(
      text.split(separator: "\n") == [
        #"{"type":"message","kind":"note","code":"lines-found","text":"1 of 6 lines contains 'notify'."}"#,
        #"{"type":"message","kind":"note","code":"found-line","text":"[2] Notify me: off"}"#,
      ])
  }

  @Test("The value of a secret is in no frame")
  func secret() {
    let desk = Desk(BookPage())
    desk.session.receive(typed: #"{"label":"Passcode","value":"hunter2"}"#)
    #expect(desk.frames.last?.line == "Passcode: ********")
    #expect(!String(describing: desk.frames).contains("hunter2"))
  }
}
