import Dispatch
import Testing
import WaylineTesting

@testable import Wayline
@testable import WaylineFlows

/// The places of a desk that loads, asks and guards.
private enum LaterPlace: CoordinatedValue {
  case member
  case vault
  case closed

  @MainActor var coordinator: any Coordinator { LaterCoordinator(place: self) }
}

private struct LaterCoordinator: Coordinator {
  let place: LaterPlace

  func start() -> some View { LaterPlaceView(place: place) }
}

private struct LaterPlaceView: View {
  let place: LaterPlace
  @Environment(\.finish) private var finish

  var body: some View {
    Text("Place \(String(describing: place))").navigationTitle(
      place == .member ? "Member" : "Vault")
    Button("Choose Ann") { finish("Ann") }
  }
}

/// Holds the work of a desk back until a test lets it continue.
@MainActor
private final class Gate {
  private var waiting: [CheckedContinuation<Void, Never>] = []

  func wait() async { await withCheckedContinuation { waiting.append($0) } }

  func open() {
    for continuation in waiting { continuation.resume() }
    waiting = []
  }

  /// Lets the first of those who wait go on.
  func openFirst() { if !waiting.isEmpty { waiting.removeFirst().resume() } }

  /// Returns when this many wait.
  func untilWaiting(_ count: Int) async {
    for _ in 0..<100_000 where waiting.count < count { await Task.yield() }
  }
}

private struct LaterDesk: View {
  var gate: Gate?
  @Environment(\.router) private var router
  @Environment(\.undoManager) private var undoManager
  @State private var text = "Nothing"
  @State private var rows = ["A", "B", "C"]

  var body: some View {
    NavigationStack {
      VStack {
        Text("Text: \(text)")
        Text("Rows: \(rows.joined(separator: " "))")
        Button("Load") {
          text = "waiting"
          Task {
            await Task.yield()
            text = "loaded"
          }
        }
        Button("Load  the file") { Task { await gate?.wait() } }
        Button("Choose") {
          Task {
            let ending = await router.present(LaterPlace.member, returning: String.self)
            text = ending.value ?? "none"
          }
        }
        Button("Detached") {
          Task.detached {
            try? await Task.sleep(for: .milliseconds(20))
            await MainActor.run { text = "Detached is done" }
          }
        }
        ForEach(rows, id: \.self) { row in Button("Delete \(row)") { delete(row) } }
      }
      .coordinators(for: LaterPlace.self) { $0.coordinator }
    }
    .guarding(LaterPlace.self) { place in
      if place == .member { return .allow }
      if let gate { await gate.wait() } else { try? await Task.sleep(for: .milliseconds(30)) }
      return place == .closed ? .block("Members only.") : .allow
    }
  }

  private func delete(_ row: String) {
    Task {
      await gate?.wait()
      let before = rows
      rows.removeAll { $0 == row }
      undoManager?.registerUndo("Delete \(row)") { rows = before }
    }
  }
}

/// A desk whose first action and whose guard end when a test lets them.
private struct LateDesk: View {
  let early: Gate
  let later: Gate
  @Environment(\.finish) private var finish
  @Environment(\.undoManager) private var undoManager

  var body: some View {
    NavigationStack {
      VStack {
        Button("Finish") {
          Task {
            await early.wait()
            finish("Ann", for: ResultKey<String>("member"))
          }
        }
        Button("Delete") {
          Task {
            await early.wait()
            undoManager?.registerUndo("Delete") {}
          }
        }
      }
      .coordinators(for: LaterPlace.self) { $0.coordinator }
    }
    .guarding(LaterPlace.self) { _ in
      await later.wait()
      return .allow
    }
  }
}

@Suite("What happens later", .timeLimit(.minutes(15)))
@MainActor
struct LaterWorkTests {
  private func session(
    _ gate: Gate? = nil, _ configure: (inout SceneOptions) -> Void = { _ in }
  ) -> SceneSession {
    var options = SceneOptions()
    // Other tests may keep the main actor for long.
    options.timeLimit = .seconds(600)
    configure(&options)
    let session = SceneSession(options) { LaterDesk(gate: gate) }
    session.start()
    return session
  }

  /// Sends lines as a driver does, each when it is wanted, and returns what was printed for them.
  private func answer(_ session: SceneSession, _ lines: String...) async -> String {
    _ = session.takeText()
    for line in lines {
      session.receive(line: line)
      for _ in 0..<5_000 where session.isRunning && !session.host.session.wantsInput {
        try? await Task.sleep(for: .milliseconds(1))
      }
    }
    return session.takeText()
  }

  private func turns() async {
    for _ in 0..<20 {
      await withCheckedContinuation { continuation in
        DispatchQueue.main.async { continuation.resume() }
      }
    }
  }

  @Test(
    "An answer waits some milliseconds for the tasks of its line, at a terminal and in JSON",
    arguments: [SceneOptions.Form.automatic, .json])
  func patience(form: SceneOptions.Form) async {
    // On a busy machine a task can take longer than the answer waits.
    for _ in 0..<100 {
      let session = session { ($0.form, $0.isInteractive, $0.printsChanges) = (form, true, true) }
      let text = await answer(session, "Load")
      if text.contains("Text: loaded"), !text.contains("Text: waiting"), !text.contains("async") {
        return
      }
    }
    Issue.record("The answer never waited for the task.")
  }

  @Test("An answer whose line starts nothing is there at once")
  func impatience() {
    let session = session { ($0.isInteractive, $0.printsChanges) = (true, true) }
    _ = session.takeText()
    session.receive(line: "show")
    #expect(session.host.session.wantsInput && session.takeText().contains("Text: Nothing"))
  }

  @Test(
    "Away from a terminal the answer to a line comes with the outcome of its navigation",
    arguments: [SceneOptions.Form.plain, .json])
  func navigation(form: SceneOptions.Form) async {
    let session = session { $0.form = form }
    #expect(await answer(session, "open vault").contains("Place vault"))
    #expect(session.status == .success)
    #expect(await answer(session, "home", "open closed").contains("Members only."))
    #expect(session.status == .notAccepted)
  }

  @Test("The words of a command line wait for their guard, and a refusal ends a script")
  func commandLine() async {
    for (word, status) in [("vault", ShellStatus.success), ("closed", .notAccepted)] {
      let session = session { $0.arguments = [word] }
      session.endInput()
      for _ in 0..<5_000 where session.isRunning { try? await Task.sleep(for: .milliseconds(1)) }
      let text = session.takeText()
      #expect(text.contains(word == "vault" ? "Place vault" : "Members only."))
      #expect(session.status == status)
    }
  }

  @Test("A guard that never decides is reported after the time of the program")
  func undecided() async {
    let session = session(Gate()) { $0.timeLimit = .milliseconds(20) }
    #expect(await answer(session, "open vault").hasPrefix("Still running after 0.02 s: a guard."))
    #expect(session.status == .notAccepted && session.host.session.wantsInput)
  }

  @Test("`back` on the first screen changes nothing, least of all the navigation that is undecided")
  func refusedBack() async {
    let gate = Gate()
    let session = session(gate) { $0.isInteractive = true }
    #expect(await answer(session, "open vault", "back") == "There is nothing to go back to.\n")
    await turns()
    gate.open()
    await turns()
    #expect(await answer(session, "show").contains("Place vault"))
  }

  @Test("A task that awaits the person is not pending, and `wait for` says what it awaits")
  func person() async {
    let session = session()
    _ = await answer(session, "Choose", "wait")
    #expect(session.host.pending == [])
    #expect(await answer(session, "wait").contains("Place member"))
    #expect(
      await answer(session, "wait for A TASK of choose") == "Waiting for your answer in 'Member'.\n"
    )
    #expect(await answer(session, "Choose Ann", "wait").contains("Text: Ann"))
    #expect(session.host.pending == [])
    let host = TestHost { LaterDesk() }
    host.onFailure = { Issue.record("\($0)") }
    host.press("Choose")
    await host.settle()
    #expect(host.lines.contains("Place member"))
  }

  @Test("`wait until` ends with the text, also that of detached work, and at once if it is there")
  func text() async {
    let session = session()
    #expect(await answer(session, "wait until text:  NOTHING").contains("Text: Nothing"))
    #expect(
      await answer(session, "Detached", "wait until is done").contains("Text: Detached is done"))
    #expect(session.status == .success)
    let answer = await answer(session, "wait 20ms until Saved")
    #expect(answer.hasPrefix("'Saved' was not shown within 0.02 s.\n") && answer.contains("Text: "))
    #expect(session.status == .notAccepted)
  }

  @Test("A test waits for a text, and a text that never comes is a failure")
  func hostText() async {
    let host = TestHost { LaterDesk() }
    var failures: [String] = []
    host.onFailure = { failures.append($0.message) }
    host.press("Detached")
    #expect(await host.wait(until: "detached is DONE", within: .seconds(600)))
    #expect(failures == [])
    #expect(await !host.wait(until: "Saved", within: .milliseconds(5)))
    #expect(failures.first?.hasPrefix("'Saved' was not shown within 0.005 seconds") == true)
  }

  @Test(
    "A task with several blanks in its name is waited for as it is typed, for as long as is typed")
  func names() async {
    let session = session(Gate())
    let answer = await answer(session, "Load  the file", "wait 10ms for a task of Load  the File")
    #expect(answer.contains("Still running after 0.01 s: a task of Load the file."))
  }

  @Test("With JSON the next line cancels what runs; behind another line it keeps its place")
  func cancellation() async {
    let session = session { $0.form = .json }
    _ = session.takeText()
    session.receive(line: "wait 60 until Saved")
    #expect(!session.host.session.wantsInput)
    session.receive(line: #"{"cancel":true}"#)
    #expect(session.host.session.wantsInput)
    #expect(await answer(session, #"{"cancel":true}"#).contains("There is nothing to cancel."))
    session.receive(line: "wait 60 until Saved")
    session.receive(line: "show")
    session.receive(line: #"{"cancel":true}"#)
    #expect(!session.host.session.wantsInput)
    session.terminate()
  }

  @Test(
    "What an earlier line has begun is no part of an answer that is held", arguments: [true, false])
  func apart(isRefused: Bool) async {
    let (first, second) = (Gate(), Gate())
    var options = SceneOptions()
    (options.isInteractive, options.timeLimit) = (false, .seconds(600))
    let session = SceneSession(options) { LateDesk(early: first, later: second) }
    session.start()
    _ = await answer(session, isRefused ? "Finish" : "Delete")
    await turns()
    session.receive(line: "open vault")
    #expect(!session.host.session.wantsInput && session.takeText() == "")
    first.open()
    await turns()
    let expected =
      isRefused ? "Nothing waits for the result 'member' here" : "You can undo: Delete."
    #expect(!session.host.session.wantsInput)
    #expect(session.takeText().hasPrefix(expected))
    #expect(session.status == (isRefused ? .notAccepted : .success))
    second.open()
    await turns()
    #expect(session.host.session.wantsInput)
    let text = session.takeText()
    #expect(text.contains("Place vault") && !text.contains(expected))
  }

  @Test("An edit belongs to the action whose task has registered it")
  func edits() async {
    let gate = Gate()
    let session = session(gate) { ($0.isInteractive, $0.printsChanges) = (true, true) }
    for (count, line) in [(1, "Delete A"), (2, "Delete C")] {
      _ = await answer(session, line)
      await gate.untilWaiting(count)
    }
    gate.openFirst()
    await turns()
    gate.openFirst()
    await turns()
    let announced = session.takeText()
    #expect(announced.contains("You can undo: Delete A.") && announced.contains("Delete C."))
    #expect(await answer(session, "show").contains("Rows: B"))
    #expect(await answer(session, "undo").contains("Undone: Delete C.\nText: Nothing\nRows: B C"))
    #expect(await answer(session, "undo").contains("Undone: Delete A.\nText: Nothing\nRows: A B C"))
  }
}
