import Dispatch
import Testing
import WaylineTesting

@testable import Wayline
@testable import WaylineFlows

/// The rooms of a library, to which its commands lead.
private enum Room: Hashable, Sendable, CaseIterable, NavigationValue {
  case hall, cellar, closed, members
}

/// The rooms whose guard takes time.
private enum LateRoom: Hashable, Sendable, CaseIterable, NavigationValue {
  case open, closed
}

private enum ShelfKey: EnvironmentKey {
  static var defaultValue: String { "none" }
}

extension EnvironmentValues {
  fileprivate var shelf: String {
    get { self[ShelfKey.self] }
    set { self[ShelfKey.self] = newValue }
  }
}

private final class Lamp: ObservableObject {
  @Published var isOn = false
}

/// A verb of the router, as a command requests it, and its outcome from the hall.
private struct Verb: Sendable, CustomTestStringConvertible {
  let name: String
  let request: @MainActor @Sendable (Router) -> Void
  /// A text that the answer has.
  var answer = ""
  var isAccepted = true

  var testDescription: String { name }

  static let all = [
    Verb(name: "push", request: { $0.push(Room.cellar) }, answer: "Room cellar"),
    Verb(name: "sheet", request: { $0.present(Room.cellar) }, answer: "Room cellar"),
    Verb(name: "cover", request: { $0.present(Room.cellar, as: .cover) }, answer: "Room cellar"),
    Verb(name: "open", request: { $0.open("/cellar") }, answer: "Room cellar"),
    Verb(name: "set", request: { $0.set([Room.hall, .cellar]) }, answer: "Room cellar"),
    Verb(
      name: "replace",
      request: { router in
        router.push(Room.hall)
        router.replaceTop(Room.cellar)
      }, answer: "Room cellar"),
    Verb(
      name: "navigate", request: { $0.navigate { $0.push(Room.cellar) } }, answer: "Room cellar"),
    Verb(
      name: "blocked", request: { $0.push(Room.closed) }, answer: "Members only.",
      isAccepted: false),
    Verb(
      name: "redirected", request: { $0.push(Room.members) }, answer: "This place leads to 'hall'."),
    Verb(name: "slow", request: { $0.push(LateRoom.open) }, answer: "Late room open"),
    Verb(
      name: "slowly blocked", request: { $0.push(LateRoom.closed) }, answer: "Too late.",
      isAccepted: false),
    Verb(
      name: "pop", request: { $0.pop() }, answer: "There is nothing to go back to.",
      isAccepted: false),
    Verb(
      name: "unknown", request: { $0.open("/attic") }, answer: "There is no place 'attic'.",
      isAccepted: false),
    Verb(
      name: "second choice",
      request: { router in
        if router.push(Room.closed).outcome?.isSuccess != true { router.push(Room.cellar) }
      }, answer: "Room cellar"),
  ]
}

/// The times at which a command navigates.
private enum Moment: String, CaseIterable, Sendable {
  case atOnce = "now"
  case afterAwait = "later"
  case inTask = "task"
  case throughEnvironment = "environment"
}

private struct Library: App {
  static let name = "library"

  static let commands: [ShellCommand] = [
    ShellCommand("now", usage: "now VERB", summary: "Navigate at once.") { call in
      verb(call).request(call.router)
    },
    ShellCommand("later", usage: "later VERB", summary: "Navigate after a moment.") { call in
      await Task.yield()
      verb(call).request(call.router)
    },
    ShellCommand("task", usage: "task VERB", summary: "Navigate in a task.") { call in
      let (verb, router) = (verb(call), call.router)
      Task { verb.request(router) }
    },
    ShellCommand("environment", usage: "environment VERB", summary: "Navigate.") { call in
      @Environment(\.router) var router
      verb(call).request(router)
    },
    ShellCommand("fails", summary: "Navigate and fail.") { call in
      call.router.push(Room.closed)
      throw ShellFailure("The door is jammed.")
    },
    ShellCommand("shelf", summary: "Read the environment.") { call in
      @Environment(\.shelf) var shelf
      @EnvironmentObject var lamp: Lamp
      let other = call.environment[keyPath: \.shelf]
      return .lines(["Shelf \(shelf), \(other), lamp \(lamp.isOn)."])
    },
    ShellCommand("shelflater", summary: "Read the environment after a moment.") { call in
      @Environment(\.shelf) var shelf
      await Task.yield()
      return .lines(["Shelf \(shelf)."])
    },
    ShellCommand("leave", summary: "Dismiss the screen.") { _ in
      @Environment(\.dismiss) var dismiss
      dismiss()
    },
    ShellCommand("ask", summary: "Present a room and wait for its result.") { call in
      let ending = await call.router.present(Room.cellar, returning: String.self)
      call.print("Chosen: \(ending.value ?? "nothing").")
      let name = try await call.ask("Name")
      return .lines(["For \(name)."])
    },
    ShellCommand("tour", summary: "Walk through rooms.") { call in
      call.router.push(Room.cellar)
      for _ in 0..<200 { await Task.yield() }
      call.print("Seen.")
    },
  ]

  private static func verb(_ call: ShellCall) -> Verb {
    Verb.all.first { $0.name == call.text } ?? Verb(name: "", request: { _ in })
  }

  @StateObject private var lamp = Lamp()

  var body: some Scene { WindowGroup { Hall().environmentObject(lamp).environment(\.shelf, "A") } }
}

private struct Hall: View {
  var body: some View {
    NavigationStack {
      Text("The library").navigationTitle("Library")
        .navigationDestination(for: Room.self) { room in
          RoomView(room: room).environment(\.shelf, "\(room)")
        }
        .navigationDestination(for: LateRoom.self) { Text("Late room \("\($0)")") }
    }
    .guarding(Room.self) { room in
      switch room {
      case .closed: .block("Members only.")
      case .members: .redirect(to: Room.hall)
      default: .allow
      }
    }
    .guarding(LateRoom.self) { room in
      for _ in 0..<20 { await Task.yield() }
      return room == .closed ? .block("Too late.") : .allow
    }
  }
}

private struct RoomView: View {
  let room: Room
  @Environment(\.finish) private var finish

  var body: some View {
    Text("Room \(String(describing: room))").navigationTitle("Room")
    Button("Choose") { finish("Ann") }
    NavigationLink("Members", value: Room.members)
  }
}

@Suite("Commands that navigate", .timeLimit(.minutes(15)))
@MainActor
struct NavigatingCommandTests {
  /// The way a command is given.
  enum Way: CaseIterable {
    case pipe, typed, json, commandLine
  }

  private struct Given {
    let text: String
    let status: ShellStatus
  }

  private func until(_ isDone: () -> Bool) async {
    for _ in 0..<20_000 where !isDone() { try? await Task.sleep(for: .milliseconds(1)) }
  }

  private func turns() async {
    for _ in 0..<20 {
      await withCheckedContinuation { continuation in
        DispatchQueue.main.async { continuation.resume() }
      }
    }
  }

  private func session(_ way: Way) -> SceneSession {
    var options = SceneOptions()
    options.timeLimit = .seconds(600)
    if way == .json { options.form = .json }
    if way == .typed { (options.isInteractive, options.printsChanges) = (true, true) }
    let session = SceneSession(of: Library.self, options)
    session.start()
    _ = session.takeText()
    return session
  }

  /// Gives a line, and returns all that it causes.
  private func give(_ line: String, _ way: Way) async -> Given {
    if way == .commandLine { return await giveOnCommandLine(line) }
    let session = session(way)
    session.receive(line: line)
    await until { session.host.session.wantsInput && session.host.pending.isEmpty }
    await turns()
    return Given(text: session.takeText(), status: session.status)
  }

  private func giveOnCommandLine(_ line: String) async -> Given {
    var options = SceneConfiguration(program: "library")
    options.arguments = line.split(separator: " ", maxSplits: 1).map(String.init)
    options.commands = Library.commands
    options.navigationLimit = .seconds(600)
    let host = SceneHost(commandOf: Library.self, options: options, stores: .inMemory())
    host.session.onFrame = { host.printed += SceneHost.lines(of: $0) }
    host.inside { host.session.start() }
    await until { host.session.wantsInput && host.pending.isEmpty }
    await turns()
    return Given(text: host.takePrinted().joined(separator: "\n"), status: host.status)
  }

  @Test(
    "A command navigates by every verb, at every moment and in every form, with the outcome of the verb",
    arguments: Way.allCases)
  func verbs(way: Way) async {
    for moment in Moment.allCases where moment != .inTask {
      for verb in Verb.all {
        let given = await give("\(moment.rawValue) \(verb.name)", way)
        #expect(given.text.contains(verb.answer), "\(way) \(moment) \(verb.name): \(given.text)")
        if verb.name == "redirected" {
          #expect(given.text.ranges(of: verb.answer).count == 1, "\(given.text)")
        }
        let isRefused = !verb.isAccepted && way != .typed
        #expect(
          given.status == (isRefused ? .notAccepted : .success),
          "\(way) \(moment) \(verb.name): \(given.status)")
      }
    }
  }

  @Test(
    "A task that a command starts navigates as that of an action", arguments: [Way.typed, .json])
  func tasks(way: Way) async {
    for verb in Verb.all where verb.isAccepted && verb.name != "redirected" {
      let given = await give("task \(verb.name)", way)
      #expect(given.text.contains(verb.answer), "\(way) \(verb.name): \(given.text)")
    }
  }

  @Test(
    "A navigation of a command is one answer and one step of undo", arguments: [Way.pipe, .typed])
  func step(way: Way) async {
    let session = session(way)
    for word in ["now", "later"] {
      for line in ["\(word) push", "undo"] {
        session.receive(line: line)
        await until { session.host.session.wantsInput }
        await turns()
      }
      let text = session.takeText()
      #expect(text.components(separatedBy: "Room cellar").count == 2, "\(text)")
      #expect(text.contains("The library") && session.host.router.state.top.route == nil)
    }
  }

  @Test(
    "A failure of the command is its outcome, whatever it has requested", arguments: Way.allCases)
  func failure(way: Way) async {
    let given = await give("fails", way)
    #expect(given.text.contains("The door is jammed.") && !given.text.contains("Members only."))
  }

  @Test("The environment of a command is that of the content on top", arguments: Way.allCases)
  func environment(way: Way) async {
    #expect(await give("shelf", way).text.contains("Shelf A, A, lamp false."))
    let later = await give("shelflater", way).text
    #expect(later.contains("Shelf A."), "\(way): \(later)")
    #expect(await !give("shelf", way).text.contains("The library"))
  }

  @Test("On another screen a command reads what that screen inherits, and dismisses it")
  func otherScreen() async {
    for (line, room) in [("now push", "cellar"), ("now sheet", "cellar"), ("now set", "cellar")] {
      let host = SceneHost(of: Library.self)
      host.send(line)
      #expect(host.send("shelf") == ["Shelf \(room), \(room), lamp false."])
      #expect(host.send("leave").contains { $0 == "The library" || $0 == "Room hall" }, "\(line)")
    }
  }

  @Test("A command that dismisses the first screen does nothing, as an action there")
  func firstScreen() {
    let host = SceneHost(of: Library.self)
    host.takePrinted()
    #expect(host.send("leave") == ["There is nothing to go back to."])
  }

  @Test("A command that awaits the result of a flow lets the person give it, and runs on with it")
  func flow() async {
    for way in [Way.pipe, .typed, .json] {
      let session = session(way)
      session.receive(line: "ask")
      await until { session.host.session.wantsInput }
      #expect(session.takeText().contains("Room cellar"))
      session.receive(line: "Choose")
      await until { session.host.session.question != nil }
      #expect(session.takeText().contains("Chosen: Ann."))
      session.receive(line: way == .json ? #"{"answer":"Bo"}"# : "Bo")
      await until { session.host.session.wantsInput }
      #expect(session.takeText().contains("For Bo.") && session.status == .success)
    }
  }

  @Test("A redirect of what a person opens meanwhile is said, and is not the answer of the command")
  func redirectedMeanwhile() async {
    let session = session(.typed)
    session.receive(line: "ask")
    await until { session.host.session.wantsInput }
    _ = session.takeText()
    session.receive(line: "Members")
    let text = session.takeText()
    #expect(text.ranges(of: "This place leads to 'hall'.").count == 1, "\(text)")
    session.receive(line: "back")
    session.receive(line: "Choose")
    await until { session.host.session.question != nil }
    #expect(session.takeText().contains("Chosen: Ann."))
  }

  @Test("What a running command opens is printed while it runs, where screens print by themselves")
  func whileRunning() async throws {
    let session = session(.json)
    session.receive(line: "tour")
    await until { session.host.session.wantsInput }
    let text = session.takeText()
    let (screen, line) = (text.range(of: "Room cellar"), text.range(of: "Seen."))
    #expect(try #require(screen).lowerBound < (try #require(line)).lowerBound)
    #expect(await give("tour", .pipe).text.contains("Room cellar"))
  }

  @Test("A test host gives commands, and settles what they begin")
  func testHost() async {
    let host = TestHost(of: Library.self)
    host.onFailure = { Issue.record("\($0)") }
    host.send("later push")
    await host.settle()
    #expect(host.lines.contains("Room cellar"))
  }
}
