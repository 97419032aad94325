import Testing
import WaylineGraph
import WaylineViews

@testable import WaylineShell

@Suite("The field that has the focus")
@MainActor
struct FocusTests {
  private enum Field: Hashable { case name, mail, note }

  /// A form that moves from field to field as they are submitted.
  private struct Form: View {
    var starts = false
    @State private var name = ""
    @State private var mail = ""
    @State private var log = ""
    @FocusState private var focus: Field?
    @FocusState private var isMail: Bool

    var body: some View {
      Text("Focus: \(focus.map { "\($0)" } ?? "none")\(isMail ? ", mail" : "")")
      TextField("Name", text: $name).focused($focus, equals: .name)
      TextField("Mail", text: $mail).focused($focus, equals: .mail).focused($isMail)
      Text(log)
      Button("Begin") { focus = .name }
      Button("Mail next") { isMail = true }
      Button("Stop") { focus = nil }
      Button("Nowhere") { focus = .note }
        .onAppear { if starts { focus = .name } }
        .onSubmit(of: .text) {}
    }
  }

  private struct Wizard: View {
    let starts: Bool
    @State private var name = ""
    @State private var mail = ""
    @State private var log = ""
    @FocusState private var focus: Field?

    var body: some View {
      VStack {
        Text("Focus: \(focus.map { "\($0)" } ?? "none")")
        TextField("Name", text: $name).focused($focus, equals: .name)
        TextField("Mail", text: $mail).focused($focus, equals: .mail)
      }
      .onSubmit {
        log += "\(focus.map { "\($0)" } ?? "none");"
        switch focus {
        case .name: focus = .mail
        case .mail where !mail.contains("@"): focus = .mail
        default: break
        }
      }
      .onAppear { if starts { focus = .name } }
      Text(log)
      Button("Begin") { focus = .name }
    }
  }

  private func asking<Page: View>(_ page: Page) -> Desk { Desk(page) { $0.asksAgain = true } }

  @Test("A form moves on as its fields are submitted, and ends where the focus goes nowhere")
  func form() {
    let desk = asking(Wizard(starts: true))
    #expect(desk.session.question?.prompt == "Name")
    #expect(desk.printed().contains("Focus: name"))
    #expect(desk.answer("Ada").contains("Focus: mail"))
    #expect(desk.session.question?.prompt == "Mail")
    // A value that the form does not take is asked for again.
    _ = desk.answer("ada")
    #expect(desk.session.question?.prompt == "Mail")
    #expect(desk.answer("ada@x").contains("Focus: none\n"))
    #expect(desk.session.question == nil)
    #expect(desk.answer("show").contains("name;mail;mail;"))
  }

  @Test("Enter keeps the text of a field, and the form moves on")
  func enter() {
    let desk = asking(Wizard(starts: false))
    _ = desk.answer("Begin", "", "a@b", "Begin")
    #expect(desk.session.question?.prompt == "Name")
    _ = desk.answer("")
    #expect(desk.session.question?.prompt == "Mail")
    #expect(desk.answer("").contains("Focus: none\n"))
    #expect(desk.session.question == nil)
  }

  @Test("^C leaves the form, and no field has the focus")
  func leaving() {
    let desk = asking(Wizard(starts: true))
    desk.session.receive(.interrupt(hadText: false))
    #expect(desk.session.question == nil)
    #expect(desk.answer("show").contains("Focus: none\n"))
  }

  @Test("A script is asked nothing: a line names its field, and onSubmit sees it")
  func script() {
    let desk = Desk(Wizard(starts: true))
    #expect(desk.session.question == nil)
    #expect(desk.printed().contains("Focus: name\n"))
    #expect(desk.answer("Name: Ada").contains("Focus: mail\n"))
    #expect(desk.answer("Name: Eve").contains("name;name;\n"))
    #expect(desk.answer("Mail: a@b").contains("Focus: none\n"))
    #expect(desk.session.question == nil)
  }

  @Test("A question that a number opens has the focus while it is open", arguments: [true, false])
  func number(asks: Bool) {
    let desk = Desk(Form()) { $0.asksAgain = asks }
    #expect(desk.answer("2").contains("Focus: mail, mail\n"))
    #expect(desk.answer("x").contains("Focus: none\n"))
    #expect(desk.answer("1").contains("Focus: name\n"))
    desk.session.receive(.interrupt(hadText: false))
    #expect(desk.answer("show").contains("Focus: none\n"))
  }

  @Test("Each property of a field is told, by whichever the focus is moved")
  func several() {
    let desk = asking(Form())
    #expect(desk.answer("Mail next").contains("Focus: mail, mail\n"))
    #expect(desk.session.question?.prompt == "Mail")
    #expect(desk.answer("x").contains("Focus: none\n"))
    #expect(desk.answer("Begin").contains("Focus: name\n"))
    #expect(desk.session.question?.prompt == "Name")
  }

  @Test("A focus of no field asks nothing, and nil takes it away")
  func nowhere() {
    let desk = asking(Form())
    _ = desk.answer("Nowhere")
    #expect(desk.session.question == nil)
    #expect(desk.answer("Stop").contains("Focus: none\n"))
    #expect(desk.session.question == nil)
  }

  @Test("Each kind of field can be asked, and no button, toggle or link is pressed")
  func kinds() {
    struct Kinds: View {
      let index: Int
      @State private var text = "a"
      @State private var number = 1
      @State private var choice = "x"
      @State private var isOn = false
      @State private var presses = 0
      @FocusState private var focus: Int?
      var body: some View {
        TextField("Field 0", text: $text).focused($focus, equals: 0)
        SecureField("Field 1", text: $text).focused($focus, equals: 1)
        TextEditor(text: $text).accessibilityLabel("Field 2").focused($focus, equals: 2)
        Picker("Field 3", selection: $choice) {
          Text("x").tag("x")
          Text("y").tag("y")
        }
        .focused($focus, equals: 3)
        Stepper("Field 4", value: $number).focused($focus, equals: 4)
        Button("Field 5") { presses += 1 }.focused($focus, equals: 5)
        Toggle("Field 6", isOn: $isOn).focused($focus, equals: 6)
        TextField("Field 7", text: $text).disabled(true).focused($focus, equals: 7)
        Text("Presses: \(presses)").defaultFocus($focus, index)
      }
    }
    for index in 0..<8 {
      let desk = asking(Kinds(index: index))
      let prompt = desk.session.question?.prompt
      let isAsked = prompt?.hasPrefix("Field \(index)") ?? false
      #expect(isAsked == (index < 5), "\(index): \(prompt ?? "none")")
      let text = desk.printed()
      #expect(text.contains("Presses: 0"))
      #expect(text.contains("Field 6: off"))
    }
  }
}
