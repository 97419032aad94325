import Testing
import WaylineGraph
import WaylineViews

@testable import WaylineShell

@Suite("Confirmations")
@MainActor
struct ConfirmationTests {
  /// A page above which an alert or another modal is presented.
  private struct BooksPage<Buttons: View>: View {
    var layer: Page.Layer? = .alert(title: "Delete 'Emma'?", message: "")
    @ViewBuilder let buttons: (@escaping (String) -> Void) -> Buttons
    @State private var done = "nothing"

    var body: some View {
      Presented(base: Text("On the shelf."), layer: layer, id: nil) {
        Group {
          Text("Done: \(done)")
          buttons { done = $0 }
        }
      }
    }
  }

  private static func desk(
    _ labels: [(String, ButtonRole?)],
    layer: Page.Layer? = .alert(title: "Delete 'Emma'?", message: ""),
    isTyped: Bool = true
  ) -> Desk {
    let page = BooksPage(layer: layer) { choose in
      ForEach(labels, id: \.0) { label, role in Button(label, role: role) { choose(label) } }
    }
    return Desk(page) { options in
      options.isScript = !isTyped
      options.takesDefault = isTyped
    }
  }

  private static let deletion: [(String, ButtonRole?)] = [
    ("Delete it", .destructive), ("Keep it", .cancel),
  ]

  @Test(
    "The button that cancels an alert stands first, is the default, and danger is said in words")
  func first() {
    #expect(
      Self.desk(Self.deletion).printed() == """
        Alert: Delete 'Emma'?
        Done: nothing
        [1] Keep it (Enter)
        [2] Delete it (destructive)

        """)
    #expect(
      Self.desk([("Archive it", nil), ("Delete it", .destructive), ("Keep it", .cancel)]).printed()
        .hasSuffix("[1] Keep it (Enter)\n[2] Archive it\n[3] Delete it (destructive)\n"))
  }

  @Test("A script has no default: an empty line does nothing there, and no mark is printed")
  func script() {
    let desk = Self.desk(Self.deletion, isTyped: false)
    #expect(desk.printed().hasSuffix("[1] Keep it\n[2] Delete it (destructive)\n"))
    #expect(desk.answer("").isEmpty)
  }

  @Test(
    "The order stays without one button that cancels, and outside of an alert",
    arguments: [
      ([("Delete it", ButtonRole?.some(.destructive)), ("Rename it", nil)], true),
      ([("Delete it", .destructive), ("Keep it", .cancel), ("Leave", .cancel)], true),
      ([("Delete it", .destructive), ("Keep it", .cancel)], false),
    ])
  func unchanged(labels: [(String, ButtonRole?)], isAlert: Bool) {
    let layer = isAlert ? Page.Layer.alert(title: "", message: "") : .sheet("")
    #expect(Self.desk(labels, layer: layer).printed().contains("\n[1] Delete it (destructive)\n"))
  }

  @Test(
    "Yes and no answer an alert with two buttons of which one cancels, in any case",
    arguments: [
      ("y", "Delete it"), ("YES", "Delete it"), ("n", "Keep it"), ("No", "Keep it"),
      ("", "Keep it"),
      ("1", "Keep it"), ("2", "Delete it"), ("delete it", "Delete it"), ("k", "Keep it"),
    ])
  func answered(line: String, label: String) {
    #expect(Self.desk(Self.deletion).answer(line).contains("Done: \(label)\n"))
  }

  @Test("A label is no other answer than its own, and where its beginning is one both are named")
  func labels() {
    let desk = Self.desk([("Yield the book", .cancel), ("No more books", .destructive)])
    #expect(desk.answer("y").hasPrefix("'y' could be one of these. Type the number:\n"))
    #expect(desk.answer("no").hasPrefix("'no' could be one of these. Type the number:\n"))
    #expect(
      Self.desk([("No", .destructive), ("Stay", .cancel)]).answer("no").contains("Done: No\n"))
  }

  @Test(
    "Three buttons, no button that cancels, and a sheet have no yes and no",
    arguments: [
      ([("Delete it", ButtonRole?.some(.destructive)), ("Rename it", nil)], true),
      ([("Archive it", nil), ("Delete it", .destructive), ("Keep it", .cancel)], true),
      ([("Delete it", .destructive), ("Keep it", .cancel)], false),
    ])
  func unanswered(labels: [(String, ButtonRole?)], isAlert: Bool) {
    let layer = isAlert ? Page.Layer.alert(title: "", message: "") : .sheet("")
    #expect(
      Self.desk(labels, layer: layer).answer("y").hasPrefix("'y' is neither a command nor a label"))
  }

  @Test(
    "The default action of a screen is taken by an empty line unless it is dangerous or unavailable"
  )
  func defaults() {
    struct OrderPage: View {
      let role: ButtonRole?
      let isEnabled: Bool
      let isWhole: Bool
      @State private var sent = 0

      var body: some View {
        Text("Sent: \(sent)")
        Button("Look") {}
        Button("Send", role: role) { sent += 1 }
          .keyboardShortcut(.defaultAction).disabled(!isEnabled).requiresWholeLabel(isWhole)
      }
    }
    func desk(role: ButtonRole? = nil, isEnabled: Bool = true, isWhole: Bool = false) -> Desk {
      Desk(OrderPage(role: role, isEnabled: isEnabled, isWhole: isWhole)) { options in
        (options.isScript, options.takesDefault) = (false, true)
      }
    }
    let plain = desk()
    #expect(plain.printed().hasSuffix("[1] Look\n[2] Send (Enter)\n"))
    #expect(plain.answer("", "  ").contains("Sent: 2\n"))
    for desk in [desk(role: .destructive), desk(isEnabled: false), desk(isWhole: true)] {
      #expect(!desk.printed().contains("(Enter)"))
      #expect(desk.answer("").isEmpty)
    }
  }

  @Test("An empty line that was typed before the screen was printed takes nothing")
  func ahead() {
    let desk = Self.desk(Self.deletion)
    desk.session.noteTyping(isAhead: true)
    #expect(desk.answer("").isEmpty)
  }

  @Test("The step of a log has the label of the default action, and no mark")
  func logged() {
    let desk = Self.desk(Self.deletion)
    _ = desk.answer("")
    #expect(desk.frames.last?.line == "Keep it")
    let step = LogStep(of: desk.session)
    #expect(step.screen.contains("[1] Keep it") && !step.screen.contains("[1] Keep it (Enter)"))
  }

  @Test("Danger is red where there is colour, and only there")
  func colour() {
    var text = ""
    let desk = Self.desk(Self.deletion)
    for frame in desk.frames { PlainRenderer(style: .ansi).render(frame, into: &text) }
    #expect(text.contains("\u{1B}[31mDelete it (destructive)\u{1B}[0m\n"))
    #expect(!desk.printed().contains("\u{1B}"))
  }

  @Test("The actions of rows are red, and do not repeat the word in each row")
  func rows() {
    struct ListPage: View {
      @State private var books = ["Emma", "Ulysses"]
      var body: some View {
        List { ForEach(books, id: \.self) { Text($0) }.onDelete { _ in } }
      }
    }
    #expect(Desk(ListPage()).printed() == "[1] Emma Delete\n[2] Ulysses Delete\n")
  }

  @Test("Help says what Enter, yes and no, and the mark of danger mean")
  func help() {
    let help = Self.desk(Self.deletion).answer("help")
    #expect(help.contains("  y or yes: [2] Delete it; n or no: [1] Keep it\n"))
    #expect(help.contains("  [1] Keep it: Enter on an empty line takes it\n"))
    #expect(
      help.contains(
        "  [2] Delete it: destroys something, and wants its number or its whole label\n"))
  }

  @Test("A secret that was typed openly names the way that shows nothing, once and not in a script")
  func secrets() {
    let desk = Desk(BookPage()) { $0.isScript = false }
    let way = "Type 3 alone to enter 'Passcode' without showing it.\n"
    #expect(desk.answer("passcode: hunter2").hasPrefix(way))
    #expect(!desk.answer("3 hunter3").contains("without showing"))
    #expect(!Desk(BookPage()).answer("passcode: hunter2").contains("without showing"))
    #expect(desk.session.maskedForm(of: "3 hunter2") == "Passcode: ********")
    #expect(desk.session.maskedForm(of: "1 Emma") == nil && desk.session.maskedForm(of: "3") == nil)
  }
}
