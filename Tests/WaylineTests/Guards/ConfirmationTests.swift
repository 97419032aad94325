import Dispatch
import Testing

@testable import Wayline
@testable import WaylineFlows
@testable import WaylineShell
@testable import WaylineTesting

private enum Page: NavigationValue, CaseIterable {
  case note, shelf
}

/// The notes that are not saved, and how often their guards were asked.
@MainActor
private final class Notes {
  var unsaved: Set<String> = ["Note"]
  var isLate = false
  var asked = 0

  func decide(_ name: String) -> GuardDecision {
    asked += 1
    return unsaved.contains(name) ? .confirm("Discard '\(name)'?") : .allow
  }
}

private struct NoteView: View {
  let name: String
  let notes: Notes
  var close: @MainActor @Sendable () -> Void = {}
  @State private var title = ""
  @Environment(\.router) private var router
  @Environment(\.dismiss) private var dismiss

  var body: some View {
    if notes.isLate {
      content.onLeave { () async -> GuardDecision in
        await Task.yield()
        return notes.decide(name)
      }
    } else {
      content.onLeave { notes.decide(name) }
    }
  }

  private var content: some View {
    VStack {
      Text("The text of '\(name)'")
      TextField("Title", text: $title)
      Button("Close") { dismiss() }
      Button("Close later") { Task { dismiss() } }
      Button("Unbind", action: close)
      Button("Start again") { router.popToRoot() }
      NavigationLink("Shelf", value: Page.shelf)
    }
  }
}

private struct DeskView: View {
  let notes: Notes
  @State private var isWriting = false

  var body: some View {
    NavigationStack {
      VStack {
        Text("The desk, writing \(isWriting)")
        Button("Write") { isWriting = true }
      }
      .navigationDestination(isPresented: $isWriting) {
        NoteView(name: "Note", notes: notes) { isWriting = false }
      }
      .navigationDestination(for: Page.self) { page in
        if page == .shelf { Text("The shelf") } else { NoteView(name: "Second", notes: notes) }
      }
    }
  }
}

/// The notes of two tabs.
private struct OfficeView: View {
  let notes: Notes

  var body: some View {
    TabView {
      NoteView(name: "Note", notes: notes).navigationTitle("Ledger").tabItem { Text("Office") }
      NoteView(name: "Second", notes: notes).tabItem { Text("Yard") }
    }
  }
}

private struct OfficeApp: App {
  static let commands = [
    ShellCommand("away", summary: "Leave the note.") { call in
      call.router.popToRoot()
      return .done
    },
    ShellCommand("slowly", summary: "Leave the note.") { call in
      await Task.yield()
      call.router.popToRoot()
      return .done
    },
  ]
  @MainActor static var notes = Notes()

  var body: some Scene {
    WindowGroup { DeskView(notes: Self.notes) }
  }
}

/// A way to leave the note.
private enum Way: String, CaseIterable {
  case back, home, undo, quit, away, slowly
  case open = "open shelf"
  case close = "Close"
  case later = "Close later"
  case binding = "Unbind"
  case verb = "Start again"

  /// True if the outcome of the navigation answers its line.
  var isAnswered: Bool { ![.close, .later, .binding, .verb].contains(self) }
}

@Suite("Guards that ask for a confirmation", .serialized)
@MainActor
struct ConfirmationTests {
  private func host(_ notes: Notes) -> TestHost {
    OfficeApp.notes = notes
    let host = TestHost(of: OfficeApp.self)
    host.onFailure = { Issue.record("\($0)") }
    host.send("Write")
    notes.asked = 0
    return host
  }

  private func isOnNote(_ host: TestHost) -> Bool { host.lines.contains("The text of 'Note'") }

  @Test(
    "Every way to leave asks once; nothing moves before yes, and nothing with no",
    arguments: Way.allCases, [true, false])
  private func ways(_ way: Way, isLate: Bool) async {
    for answer in ["yes", "no"] {
      let notes = Notes()
      notes.isLate = isLate
      let host = host(notes)
      host.send(way.rawValue)
      await host.settle()
      #expect(isOnNote(host) && host.scene.isAsking && notes.asked == 1)

      let printed = host.send(answer)
      await host.settle()

      #expect(notes.asked == 1 && !host.scene.isAsking)
      if answer == "no" {
        let all = printed + host.scene.takePrinted()
        #expect(isOnNote(host) && !host.scene.isEnded)
        #expect(all.contains { $0.contains("Cancelled.") } == way.isAnswered, "\(all)")
      } else if way == .quit {
        #expect(host.scene.isEnded)
      } else {
        #expect(!isOnNote(host) && host.status == .success)
      }
      if way == .open { #expect(host.lines.contains("The shelf") == (answer == "yes")) }
    }
  }

  @Test("Two screens ask one after the other; no to one of them keeps both", arguments: [0, 1, 2])
  func severalScreens(yeses: Int) {
    let notes = Notes()
    notes.unsaved.insert("Second")
    let host = host(notes)
    host.router.push(Page.note)
    #expect(host.lines.contains("The text of 'Second'"))
    host.send("home")
    for _ in 0..<yeses { host.send("yes") }
    #expect(host.scene.isAsking == (yeses < 2))
    if yeses < 2 { host.send("no") }
    #expect(host.lines.contains("The text of 'Second'") == (yeses < 2))
  }

  @Test("Another word than yes or no is asked about again at a terminal, and is no in a script")
  func otherWords() {
    for asksAgain in [true, false] {
      for (word, meaning) in [
        ("yes", true), ("Y", true), (" ye ", true), ("NO", false), ("n", false), ("", nil),
        ("yesterday", nil), ("back", nil), ("ja", nil),
      ] as [(String, Bool?)] {
        var options = SceneOptions()
        (options.isInteractive, options.showsPrompt) = (asksAgain, true)
        let session = session(options)
        session.receive(line: "back")
        #expect(session.takeText().contains("Discard 'Note'? (yes or no): "))
        session.receive(line: word)
        let text = session.takeText()
        #expect(text.contains("The desk") == (meaning == true), "\(word): \(text)")
        #expect(text.contains("Type yes or no.") == (meaning == nil), "\(word): \(text)")
        session.receive(line: "show")
        let isLeft = session.takeText().contains("The desk")
        #expect(isLeft == (meaning == true))
      }
    }
  }

  private func session(_ options: SceneOptions) -> SceneSession {
    OfficeApp.notes = Notes()
    let session = SceneSession(of: OfficeApp.self, options)
    session.start()
    session.receive(line: "Write")
    _ = session.takeText()
    return session
  }

  @Test("^D asks as quit does: yes ends the program, and after no a second ^D leaves anyway")
  func endKey() {
    for isConfirmed in [true, false] {
      let host = host(Notes())
      host.scene.session.endTyping()
      #expect(host.scene.isAsking && isOnNote(host))
      host.scene.takePrinted()
      let printed = host.send(isConfirmed ? "yes" : "no")
      #expect(host.scene.isEnded == isConfirmed)
      #expect(printed.contains("Press ^D again to leave anyway.") != isConfirmed)
    }
  }

  @Test("Every key that leaves a question is a no, and the screen can be left afterwards")
  func leavingKeys() {
    let keys: [SessionMachine.Event] = [
      .cancelled, .interrupt(hadText: true), .interrupt(hadText: false),
    ]
    for key in keys {
      let host = host(Notes())
      host.send("back")
      host.scene.session.receive(key)
      #expect(!host.scene.isAsking && isOnNote(host))
      #expect(host.scene.takePrinted().contains("Cancelled."))
      host.send("back")
      host.send("yes")
      #expect(!isOnNote(host))
    }
  }

  @Test("A scene that ends with an open question ends the navigation, and retains nothing")
  func ending() async {
    let host = host(Notes())
    let handle = host.router.popToRoot()
    #expect(host.scene.isAsking && handle.outcome == nil)
    await host.end()
    #expect(handle.outcome != nil)
  }

  @Test("A script answers with its next line; its end refuses the navigation and says so")
  func script() {
    let session = session(SceneOptions())
    session.receive(line: "back")
    session.endInput()
    let text = session.takeText()
    #expect(text.contains("The input ended before 'Discard 'Note'? (yes or no)' was answered."))
    #expect(session.status == .notAccepted)
  }

  @Test(
    "The next line of a script is the answer, also where the guard or the command takes its time",
    arguments: ["back", "slowly"], ["yes", "no"])
  func lateScript(command: String, answer: String) async {
    OfficeApp.notes = Notes()
    OfficeApp.notes.isLate = true
    let session = SceneSession(of: OfficeApp.self, SceneOptions())
    session.start()
    session.receive("Write\n\(command)\n\(answer)\nshow\nhelp back\n".utf8)
    var text = ""
    for _ in 0..<2_000 where !text.contains("back [n]: ") {
      await withCheckedContinuation { next in DispatchQueue.main.async { next.resume() } }
      text += session.takeText()
    }
    #expect(!text.contains("is neither"), "\(text)")
    let last = text.split(separator: "\n").dropLast().last
    #expect(last == (answer == "yes" ? "[1] Write" : "[6] Shelf"), "\(text)")
    #expect(session.status == (answer == "yes" ? .success : .notAccepted))
  }

  @Test("A program gets the question with its answers, and gives one")
  func json() {
    var options = SceneOptions()
    options.form = .json
    let session = session(options)
    session.receive(line: #"{"command": "back"}"#)
    let asked = session.takeText()
    #expect(asked.contains("Discard 'Note'? (yes or no)"))
    #expect(asked.contains(#"["yes","no"]"#), "\(asked)")
    session.receive(line: #"{"answer": "yes"}"#)
    #expect(session.takeText().contains("The desk"))
    session.receive(line: "Write")
    session.receive(line: "back")
    session.receive(line: #"{"cancel": true}"#)
    #expect(session.takeText().contains("Cancelled."))
  }

  @Test("Quitting names the screen of a question that is not visible")
  func hiddenScreen() {
    let host = TestHost { OfficeView(notes: Notes()) }
    host.send("Yard")
    host.send("quit")
    #expect(host.scene.session.question?.prompt == "Ledger: Discard 'Note'? (yes or no)")
    host.send("no")
    host.send("Office")
    host.send("quit")
    #expect(host.scene.session.question?.prompt == "Discard 'Note'? (yes or no)")
  }

  @Test("A place asks before it is opened, is completed, and is not restored")
  func entering() {
    let host = TestHost { GuardedDesk() }
    host.send("open shelf")
    #expect(host.scene.isAsking && host.lines == ["Desk"])
    host.send("no")
    #expect(host.lines == ["Desk"])
    host.send("open shelf")
    host.send("yes")
    #expect(host.lines.contains("The shelf"))
    #expect(host.router.accepts(words: ["shelf"]))
    host.restart()
    #expect(host.lines == ["Desk"] && !host.scene.isAsking)
    let report = host.router.restorationReport.map { "\($0)" }
    #expect(report?.contains("Nobody could be asked: Open it?") == true)
  }

  @Test("A navigation beside the question of another one waits for its answer, and is not lost")
  func beside() async {
    let host = host(Notes())
    host.send("back")
    let other = host.router.push(Page.shelf)
    #expect(other.outcome == nil)
    host.send("no")
    #expect(other.outcome == .completed && host.lines.contains("The shelf"))
  }

  @Test("A navigation beside the question of an element is refused, and says what would be asked")
  func nobody() {
    let host = host(Notes())
    host.send("Title")
    #expect(host.scene.isAsking)
    let sentence = "Nobody could be asked: Discard 'Note'?"
    #expect(host.router.popToRoot().outcome == .blocked(by: sentence))
    host.send("Emma")
    #expect(isOnNote(host))
  }
}

private struct GuardedDesk: View {
  var body: some View {
    NavigationStack {
      Text("Desk").navigationDestination(for: Page.self) { _ in Text("The shelf") }
    }
    .guarding(Page.self) { _ in .confirm("Open it?") }
  }
}
