import Testing
import WaylineGraph
import WaylineViews

@testable import WaylineShell

@Suite("Replays of forms and of lists that load more")
@MainActor
struct ReplayedFormsTests {
  private enum Field: Hashable { case name, mail }

  /// A form that moves on to the next field as one is submitted.
  private struct Registration: View {
    @State private var name = ""
    @State private var mail = ""
    @State private var sent = ""
    @FocusState private var focus: Field?

    var body: some View {
      Text("Focus: \(focus.map { "\($0)" } ?? "none"), sent: \(sent)")
      VStack {
        TextField("Name", text: $name).focused($focus, equals: .name)
        TextField("Mail", text: $mail).focused($focus, equals: .mail)
      }
      .onSubmit {
        switch focus {
        case .name: focus = .mail
        case .mail where !mail.contains("@"): focus = .mail
        default: sent = "\(name) \(mail)"
        }
      }
      Button("Register") { focus = .name }
    }
  }

  /// A list whose last row loads the next rows.
  private struct Feed: View {
    @State private var count = 3
    @State private var read = ""

    var body: some View {
      Text("Read: \(read)")
      List {
        ForEach(Array(1...count), id: \.self) { row in
          Button("Post \(row)") { read += "\(row) " }
            .onAppear { if row == count, count < 9 { count += 3 } }
        }
      }
    }
  }

  /// An order of a shelf: a line that goes, a form with a default action, and a secret.
  private struct Order: View {
    @State private var books = ["Emma", "Ulysses", "Persuasion", "Middlemarch"]
    @State private var title = ""
    @State private var copies = 1
    @State private var isUrgent = false
    @State private var sent = 0
    @State private var code = ""
    var hasSecret = false

    var body: some View {
      Text("Sent: \(sent)")
      TextField("Title", text: $title)
      Stepper("Copies", value: $copies, in: 1...9)
      Toggle("Urgent", isOn: $isUrgent)
      if hasSecret { SecureField("Code", text: $code) }
      Button("Order") { sent += copies }.keyboardShortcut(.defaultAction).disabled(title.isEmpty)
      Button("Remove the last") { books.removeLast() }
      ForEach(books, id: \.self) { Text($0) }
    }
  }

  /// A list whose rows come and go above a field and a button.
  private struct Tasks: View {
    @State private var tasks = ["Call", "Write", "Pay", "Read", "Cook", "Wash"]
    @State private var name = ""

    var body: some View {
      ForEach(tasks, id: \.self) { task in Button(task) { tasks.removeAll { $0 == task } } }
      TextField("Name", text: $name)
      Button("Add above") { tasks.insert(name, at: 0) }
      Text("Last: \(tasks.last ?? "")")
    }
  }

  private enum Page: String, CaseIterable {
    case form, feed, order, secretOrder, tasks
  }

  /// A session in one of the forms.
  private func desk(
    _ page: Page, asJSON: Bool, asksAgain: Bool, atTerminal: Bool = false
  ) -> Desk {
    let configure: (inout SceneConfiguration) -> Void = {
      ($0.asksAgain, $0.readsJSON) = (asksAgain, asJSON)
      ($0.isScript, $0.answersWithChanges, $0.takesDefault) = (!atTerminal, atTerminal, atTerminal)
      $0.keepsNumbers = atTerminal
      if asJSON { $0.renderer = JSONRenderer() }
    }
    switch page {
    case .form: return Desk(Registration(), configure)
    case .feed: return Desk(Feed(), configure)
    case .order: return Desk(Order(), configure)
    case .secretOrder: return Desk(Order(hasSecret: true), configure)
    case .tasks: return Desk(Tasks(), configure)
    }
  }

  private func log(
    _ lines: [String], on page: Page, asJSON: Bool, asksAgain: Bool, atTerminal: Bool = false
  ) -> (log: SessionLog, screen: [String]) {
    var log = SessionLog(app: "desk", steps: [])
    log.asksAgain = asksAgain
    let desk = desk(page, asJSON: asJSON, asksAgain: asksAgain, atTerminal: atTerminal)
    desk.session.passOverScreen()
    let follower = SessionFollower { log.steps.append($0) }
    desk.session.onFrame = { follower.add($0) }
    for line in lines {
      follower.endStep(of: desk.session)
      if asJSON { desk.session.receive(typed: line) } else { desk.session.receive(.line(line)) }
    }
    follower.endStep(of: desk.session)
    // Only a terminal marks what Enter means.
    let screen = desk.session.currentScreen().withoutDefault
    return (log, PlainRenderer.lines(of: screen))
  }

  /// The report of a replay on a new page, and the screen after it.
  private func replayed(_ log: SessionLog, on page: Page, answers: [String] = []) throws -> (
    report: [String], screen: [String]
  ) {
    let text =
      ([SessionLog.header(app: "desk", words: [], asksAgain: log.asksAgain)]
      + log.steps.map { SessionLog.line($0) }).joined()
    let read = try SessionLog(text: text)
    let replayer = Replayer(Replay(read, answers: answers))
    let follower = replayer.follower()
    let desk = desk(page, asJSON: false, asksAgain: read.asksAgain)
    desk.session.passOverScreen()
    desk.session.onFrame = { follower.add($0) }
    for _ in 0..<50 where desk.session.ending == nil {
      follower.endStep(of: desk.session)
      replayer.type(into: desk.session)
    }
    follower.endStep(of: desk.session)
    return (replayer.report(), PlainRenderer.lines(of: desk.session.currentScreen()))
  }

  @Test(
    "A form whose focus moves on is repeated as recorded, with its questions or without",
    arguments: [false, true], [false, true])
  func form(asJSON: Bool, asksAgain: Bool) throws {
    let asked = ["Register", "Ada", "ada", "ada@x", "Mail: ada@y", "show"]
    let named = ["Register", "Name: Ada", "Mail: ada", "Mail: ada@x", "show"]
    let plain = asksAgain ? asked : named
    let objects = plain.enumerated().map { index, line in
      let parts = line.split(separator: ": ")
      if parts.count == 2 { return "{\"label\":\"\(parts[0])\",\"value\":\"\(parts[1])\"}" }
      return asksAgain && (1...3).contains(index)
        ? "{\"answer\":\"\(line)\"}" : "{\"command\":\"\(line)\"}"
    }
    // With an open question a program takes answers alone.
    for lines in [asJSON ? objects : plain] + (asJSON && !asksAgain ? [plain] : []) {
      let recorded = log(lines, on: .form, asJSON: asJSON, asksAgain: asksAgain)
      #expect(recorded.screen[0].contains("sent: Ada ada@"), "\(recorded.screen)")
      #expect(recorded.log.steps.allSatisfy { $0.messages.isEmpty }, "\(recorded.log.steps)")
      let again = try replayed(recorded.log, on: .form)
      #expect(again.report == ["\(recorded.log.steps.count) steps, as recorded."])
      #expect(again.screen == recorded.screen)
    }
  }

  @Test(
    "What a terminal prints of an answer, and what Enter means there, is repeated as a script does it",
    arguments: [
      ["Remove the last", "Remove the last", "show"],
      ["fill", "Emma", "12", "<", "", "3", "1", "", "show"],
      ["", "Emma", "2", "off", "", "", "show"],
      ["A title that is nothing else", "", "show"],
      ["Title: Emma", "Copies: 3", "", "Remove the last"],
    ])
  func terminal(lines: [String]) throws {
    let recorded = log(lines, on: .order, asJSON: false, asksAgain: true, atTerminal: true)
    let again = try replayed(recorded.log, on: .order)
    #expect(again.report == ["\(recorded.log.steps.count) steps, as recorded."])
    #expect(again.screen == recorded.screen)
  }

  @Test("A secret from which a form went back is no secret of the log")
  func backFromSecret() throws {
    let lines = ["fill", "Emma", "2", "on", "<", "", "hunter2", "show"]
    let recorded = log(lines, on: .secretOrder, asJSON: false, asksAgain: true, atTerminal: true)
    #expect(recorded.log.steps.filter(\.isSecret).count == 1, "\(recorded.log.steps)")
    let again = try replayed(recorded.log, on: .secretOrder, answers: ["hunter2"])
    #expect(again.report == ["\(recorded.log.steps.count) steps, as recorded."])
    #expect(again.screen == recorded.screen)
  }

  @Test("Numbers that stay at a terminal are places in its log")
  func keptNumbers() throws {
    let lines = [
      "show", "2", "7 Fly", "8", "4", "9", "[6]", "7", "Fry", "8", "10", "8", "2", "12", "3",
    ]
    let recorded = log(lines, on: .tasks, asJSON: false, asksAgain: true, atTerminal: true)
    #expect(
      recorded.screen
        == ["[10] Fry", "[1] Call", "[5] Cook", "[7] Name: Fry", "[8] Add above", "Last: Cook"])
    // The second 2 is of a row that is gone, and 12 of none.
    #expect(recorded.log.steps.compactMap(\.status).count == 2, "\(recorded.log.steps)")
    let again = try replayed(recorded.log, on: .tasks)
    #expect(
      again.screen
        == ["[1] Fry", "[2] Call", "[3] Cook", "[4] Name: Fry", "[5] Add above", "Last: Cook"])
    #expect(again.report == ["\(recorded.log.steps.count) steps, as recorded."])
  }

  @Test("The way to enter a secret unseen is said at a terminal, and is in no log")
  func hiddenWay() {
    let recorded = log(
      ["Code: hunter2"], on: .secretOrder, asJSON: false, asksAgain: true, atTerminal: true)
    #expect(recorded.log.steps.allSatisfy { $0.messages.isEmpty }, "\(recorded.log.steps)")
    #expect(!"\(recorded.log.steps)".contains("hunter2"))
  }

  @Test(
    "Rows that wait until more is typed wait in a replay, too, and numbers mean the same rows",
    arguments: [false, true])
  func feed(asJSON: Bool) throws {
    let lines = ["2", "more", "5", "Post 6", "more", "9", "3", "show"]
    let recorded = log(lines, on: .feed, asJSON: asJSON, asksAgain: false)
    #expect(recorded.screen[0] == "Read: 2 5 6 9 3 ", "\(recorded.screen)")
    #expect(recorded.screen.count == 10)
    let again = try replayed(recorded.log, on: .feed)
    #expect(again.report == ["\(recorded.log.steps.count) steps, as recorded."])
    #expect(again.screen == recorded.screen)
    let waiting = log(["more", "5"], on: .feed, asJSON: asJSON, asksAgain: false)
    #expect(waiting.screen.last == "… 3 more rows: more", "\(waiting.screen)")
    #expect(try replayed(waiting.log, on: .feed).screen == waiting.screen)
  }
}
