import Testing
import WaylineGraph
import WaylineViews

@testable import WaylineShell

@Suite("Filling a form")
@MainActor
struct FillingTests {
  /// An order with a field of each kind, a search that is none, and a button that needs a title.
  private struct OrderPage: View {
    @State private var search = ""
    @State private var title = ""
    @State private var isUrgent = false
    @State private var shelf = "fiction"
    @State private var copies = 1
    @State private var sent = 0

    var body: some View {
      Text("Sent: \(sent)")
      VStack {
        TextField("Title", text: $title)
        Toggle("Urgent", isOn: $isUrgent)
        Picker("Shelf", selection: $shelf) {
          ForEach(["fiction", "history"], id: \.self) { Text($0) }
        }
        Stepper("Copies", value: $copies, in: 1...9)
        Button("Order") { sent += 1 }.keyboardShortcut(.defaultAction).disabled(title.isEmpty)
        Button("Look") {}
      }
      .searchable(text: $search)
    }
  }

  private static func desk(_ configure: (inout SceneConfiguration) -> Void = { _ in }) -> Desk {
    Desk(OrderPage()) { options in
      (options.isScript, options.takesDefault, options.asksAgain) = (false, true, true)
      options.answersWithChanges = true
      configure(&options)
    }
  }

  private static func prompts(of desk: Desk) -> [String] {
    desk.frames.compactMap { $0.question?.prompt }
  }

  @Test(
    "The fields are asked in order, nothing is printed between them, and the buttons are named at the end"
  )
  func order() {
    let desk = Self.desk()
    #expect(
      desk.answer("fill")
        == "Enter keeps a value, < goes back, and ^C leaves with what was filled.\n")
    #expect(desk.answer("Emma", "on", "history", "3") == "Next: [6] Order (Enter), [7] Look\n")
    #expect(
      Self.prompts(of: desk) == ["Title", "Urgent", "Shelf (fiction, history)", "Copies (1 to 9)"])
    #expect(
      desk.answer("show").hasSuffix(
        """
        [1] Search: (empty)
        [2] Title: Emma
        [3] Urgent: on
        [4] Shelf: history (fiction, history)
        [5] Copies: 3 (1 to 9)
        [6] Order (Enter)
        [7] Look

        """))
    #expect(desk.answer("") == "Sent: 1\n")
  }

  @Test("A secret is asked like another field, and its line is not printed again")
  func secret() {
    let desk = Desk(BookPage()) { ($0.isScript, $0.answersWithChanges) = (false, true) }
    _ = desk.answer("fill", "Ann", "on")
    #expect(desk.session.question?.isSecret == true)
    #expect(desk.answer("hunter2") == "Next: [4] Lend\n")
  }

  @Test("'<' returns from a secret to the field before, and the secret is asked again behind it")
  func backFromSecret() {
    let desk = Desk(BookPage()) { ($0.isScript, $0.answersWithChanges) = (false, true) }
    _ = desk.answer("fill", "Ann", "on", "<")
    let step = desk.frames.last { $0.isAnswer }
    #expect(
      desk.session.question?.isSecret == false && step?.line == "<" && step?.isSecret == false)
    _ = desk.answer("off")
    #expect(desk.session.question?.isSecret == true)
    #expect(desk.answer("hunter2").hasSuffix("Next: [4] Lend\n"))
  }

  @Test("A secret of the one character is entered by its number")
  func secretOfBack() {
    struct CodePage: View {
      @State private var code = ""
      var body: some View {
        SecureField("Code", text: $code)
        Text("Right: \(code == "<")")
      }
    }
    let desk = Desk(CodePage()) { ($0.isScript, $0.answersWithChanges) = (false, true) }
    #expect(desk.answer("1", "<").contains("Right: true"))
  }

  @Test("A script reads the answers from its lines, and prints the screen at the end")
  func script() {
    let desk = Desk(OrderPage())
    let answer = desk.answer("fill", "Emma", "on", "history", "3")
    #expect(answer.contains("[2] Title: Emma\n[3] Urgent: on\n"))
    #expect(answer.count { $0 == "[" } == 7 && desk.session.status == .success)
  }

  @Test("Enter keeps each value, and nothing is changed")
  func kept() {
    let desk = Self.desk()
    #expect(desk.answer("fill", "", "", "", "").hasSuffix("Next: [7] Look\n"))
    #expect(desk.session.question == nil)
  }

  @Test("A wrong value is explained where it arises, and asked again")
  func wrong() {
    let desk = Self.desk()
    _ = desk.answer("fill", "Emma")
    #expect(desk.answer("perhaps").hasPrefix("'perhaps' is neither on nor off."))
    #expect(desk.session.question?.prompt == "Urgent")
    _ = desk.answer("on")
    #expect(desk.session.question?.prompt == "Shelf (fiction, history)")
  }

  @Test("'<' returns to the field before, also to the first, as often as wanted")
  func back() {
    let desk = Self.desk()
    _ = desk.answer("fill", "Ema", "on", "<", "<")
    #expect(desk.session.question?.prompt == "Title" && desk.session.question?.present == "Ema")
    _ = desk.answer("<")
    #expect(desk.session.question?.prompt == "Title")
    _ = desk.answer("Emma", "", "", "")
    #expect(desk.answer("show").contains("[2] Title: Emma\n[3] Urgent: on\n"))
  }

  @Test("Leaving a question leaves the form with what was filled")
  func left() {
    let desk = Self.desk()
    _ = desk.answer("fill", "Emma")
    _ = desk.printed()
    desk.session.receive(.interrupt(hadText: false))
    #expect(desk.printed() == "Next: [6] Order (Enter), [7] Look\n")
    #expect(desk.session.question == nil && desk.answer("show").contains("[2] Title: Emma\n"))
  }

  @Test(
    "Enter on an empty line fills a form whose first field is empty, and takes the default action else"
  )
  func enter() {
    let desk = Self.desk()
    _ = desk.answer("")
    #expect(desk.session.question?.prompt == "Title" && desk.frames.last?.line == ":fill")
    _ = desk.answer("Emma", "", "", "")
    #expect(desk.answer("") == "Sent: 1\n")
    let script = Desk(OrderPage())
    #expect(script.answer("").isEmpty && script.session.question == nil)
  }

  @Test("A screen without fields has nothing to fill, and a label 'Fill' goes before the command")
  func none() {
    #expect(Desk(Button("Look") {}).answer("fill") == "This screen has no field to fill.\n")
    struct TankPage: View {
      @State private var level = 0
      var body: some View {
        Text("Level: \(level)")
        Button("Fill") { level += 1 }
        Stepper("Copies", value: $level, in: 0...9)
      }
    }
    #expect(Desk(TankPage()).answer("fill").hasPrefix("Level: 1\n"))
    let desk = Desk(TankPage())
    _ = desk.answer(":fill")
    #expect(desk.session.question?.prompt == "Copies (0 to 9)")
  }

  @Test("The questions end where an answer leads to another screen")
  func moved() {
    struct CodePage: View {
      @State private var code = ""
      @State private var name = ""
      var body: some View {
        Presented(
          base: VStack {
            TextField("Code", text: $code)
            TextField("Name", text: $name)
          }, layer: code.isEmpty ? nil : .sheet("Welcome"), id: nil
        ) { Text("Hello.") }
      }
    }
    let desk = Desk(CodePage())
    #expect(desk.answer("fill", "1234").hasSuffix("\nSheet: Welcome\nHello.\n"))
    #expect(desk.session.question == nil && desk.session.filling == nil)
  }

  /// A page with one field that is empty, and others that are not.
  private struct CodePage: View {
    var isAlone = true
    var isPrivate = false
    @State private var code = ""
    @State private var name = ""
    @State private var shelf = "fiction"

    var body: some View {
      TextField("Code", text: $code).privacySensitive(isPrivate)
      if !isAlone { TextField("Name", text: $name) }
      TextField("Shelf", text: $shelf)
      Button("Send") {}
    }
  }

  @Test(
    "The only empty field takes a line that is nothing else, and says so",
    arguments: ["123456", "Emma Woodhouse", "99 bottles"])
  func only(line: String) {
    let typed = Desk(CodePage()) { ($0.isScript, $0.takesDefault) = (false, true) }
    #expect(typed.answer(line).hasPrefix("Code: \(line)\n"))
    #expect(typed.frames.last?.line == "Code: \(line)" && typed.frames.last?.status == nil)
    #expect(typed.answer("show").contains("[1] Code: \(line)\n"))
    // Now none is empty.
    #expect(typed.answer("654321").hasPrefix("There is no 654321 on this screen"))
  }

  @Test("The only empty field takes no line if it is private, and the line is not repeated")
  func privately() {
    let typed = Desk(CodePage(isPrivate: true)) { ($0.isScript, $0.takesDefault) = (false, true) }
    #expect(!typed.answer("Emma Woodhouse").contains("Woodhouse"))
    #expect(typed.frames.last?.line?.contains("Woodhouse") != true)
    #expect(typed.answer("show").contains("[1] Code: (empty)\n"))
  }

  @Test(
    "A number of the screen, a command, a label, and what is near to one of these is no value",
    arguments: ["3", "show", "send", "Sedn", "ls", "shw"])
  func meant(line: String) {
    let typed = Desk(CodePage()) { ($0.isScript, $0.takesDefault) = (false, true) }
    _ = typed.answer(line)
    if typed.session.question != nil { typed.session.receive(.cancelled) }
    #expect(typed.answer("show").contains("[1] Code: (empty)\n"))
  }

  @Test("Two empty fields, a script, and a screen with a secret take no line as a value")
  func others() {
    let two = Desk(CodePage(isAlone: false)) { ($0.isScript, $0.takesDefault) = (false, true) }
    #expect(two.answer("123456").hasPrefix("There is no 123456"))
    #expect(Desk(CodePage()).answer("123456").hasPrefix("There is no 123456"))
    let secret = Desk(BookPage()) { ($0.isScript, $0.takesDefault) = (false, true) }
    #expect(!secret.answer("hunter two").contains("hunter"))
  }
}
