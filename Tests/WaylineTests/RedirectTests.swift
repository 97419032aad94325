import Testing
import WaylineTesting

@testable import Wayline
@testable import WaylineFlows

private enum RunRoute: NavigationValue, PlacedValue {
  case runs, signIn, board
  case run(Int)
  case result(Int)

  var parent: (any NavigationValue)? {
    switch self {
    case .run, .result: RunRoute.runs
    default: nil
    }
  }
}

/// What the guards of the console decide by; it changes while the program runs.
@MainActor
private final class Rules {
  var isDone = false
  var isSignedIn = false
  var continues = true
  var reason: String?
  var isLate = false
  var hasPath = false
  var ending = Ending.finish
  /// The places that the guard was asked about since the last line.
  var asked: [RunRoute] = []

  enum Ending: CaseIterable { case finish, replaceTop, popToRoot, dismiss, open }

  func decide(_ route: RunRoute) -> GuardDecision {
    asked.append(route)
    return switch route {
    case .run(let id) where isDone: .redirect(to: RunRoute.result(id), because: reason)
    case .board where !isSignedIn:
      .redirect(to: RunRoute.signIn, thenContinuing: continues, because: reason)
    default: .allow
    }
  }
}

private struct ConsoleView: View {
  let rules: Rules
  @State private var path: [RunRoute] = []
  @Environment(\.router) private var router

  var body: some View {
    if rules.isLate {
      stack.guarding(RunRoute.self) { (route: RunRoute) async -> GuardDecision in
        await Task.yield()
        return rules.decide(route)
      }
    } else {
      stack.guarding(RunRoute.self) { rules.decide($0) }
    }
  }

  @ViewBuilder private var stack: some View {
    if rules.hasPath {
      NavigationStack(path: $path) { console }
    } else {
      NavigationStack { console }
    }
  }

  private var console: some View {
    VStack {
      NavigationLink("Follow run", value: RunRoute.run(1))
      NavigationLink("Follow board", value: RunRoute.board)
      Button("Push run") { router.push(RunRoute.run(1)) }
      Button("Push board") { router.push(RunRoute.board) }
      Button("Present run") { router.present(RunRoute.run(1)) }
      Button("Present board") { router.present(RunRoute.board) }
      Button("Set run") { router.set([RunRoute.run(1)]) }
      Button("Set board") { router.set([RunRoute.board]) }
      Button("Start run") { Task { router.push(RunRoute.run(1)) } }
      Button("Append run") { path.append(.run(1)) }
      Button("Append board") { path.append(.board) }
    }
    .navigationTitle("Console")
    .navigationDestination(for: RunRoute.self) { PlaceView(route: $0, rules: rules) }
  }
}

private struct PlaceView: View {
  let route: RunRoute
  let rules: Rules
  @Environment(\.router) private var router
  @Environment(\.finish) private var finish
  @Environment(\.dismiss) private var dismiss

  var body: some View {
    switch route {
    case .runs: Text("All runs.").navigationTitle("Runs")
    case .board: Text("The board.").navigationTitle("Board")
    case .run(let id): Text("It runs.").navigationTitle("Run \(id)")
    case .result(let id): Text("It is done.").navigationTitle("Result \(id)")
    case .signIn: Button("Sign in") { signIn() }.navigationTitle("Door")
    }
  }

  private func signIn() {
    rules.isSignedIn = true
    switch rules.ending {
    case .finish: finish()
    case .replaceTop: router.replaceTop(RunRoute.board)
    case .popToRoot: router.popToRoot()
    case .dismiss: dismiss()
    case .open: router.open("/board")
    }
  }
}

/// A way to ask for a place.
private struct Way: CustomTestStringConvertible {
  let line: String
  var testDescription: String { line }

  static func all(to place: String) -> [Way] {
    let word = place.split(separator: " ")[0]
    return [
      Way(line: "open \(place)"), Way(line: "open /\(place.replacing(" ", with: "/"))"),
      Way(line: "Follow \(word)"), Way(line: "Push \(word)"), Way(line: "Present \(word)"),
      Way(line: "Set \(word)"), Way(line: "Append \(word)"),
    ]
  }
}

@Suite("Redirects", .timeLimit(.minutes(15)))
@MainActor
struct RedirectTests {
  private let rules = Rules()

  private func host() -> TestHost {
    let host = TestHost { [rules] in ConsoleView(rules: rules) }
    host.onFailure = { Issue.record("\($0)") }
    return host
  }

  private func scene(in stores: SceneStores = .inMemory()) -> SceneHost {
    SceneHost(stores: stores) { [rules] in ConsoleView(rules: rules) }
  }

  /// Lets the guards decide, and returns what is printed until then.
  private func settle(_ host: SceneHost) async -> [String] {
    host.attend()
    while !host.pending.isEmpty { await Task.yield() }
    host.attend()
    return host.takePrinted()
  }

  @Test(
    "A redirect says the guard's sentence, or where it leads; 'first' where the navigation continues (12)",
    arguments: Way.all(to: "run 1") + Way.all(to: "board"), [nil, "Not now", "It is over."])
  private func sentences(way: Way, reason: String?) {
    let isRun = way.line.contains("run")
    (rules.isDone, rules.reason, rules.hasPath) = (true, reason, way.line.hasPrefix("Append"))
    for continues in isRun ? [false] : [false, true] {
      rules.continues = continues
      let place = isRun ? "result 1" : "signIn"
      let own = reason.map { $0.hasSuffix(".") ? $0 : $0 + "." }
      let sentence = own ?? (continues ? "Sign in first." : "This place leads to '\(place)'.")
      let host = host()
      let printed = host.send(way.line)
      #expect(printed.filter { $0 == sentence }.count == 1, "\(printed)")
      #expect(printed.filter { $0.hasSuffix("first.") }.count == (continues && own == nil ? 1 : 0))
      #expect(host.lines.last == (isRun ? "It is done." : "[1] Sign in"))
      #expect(host.status == .success)
    }
  }

  @Test("A guard that takes time says the same (12)", arguments: Way.all(to: "run 1"))
  private func late(way: Way) async {
    (rules.isDone, rules.isLate, rules.reason) = (true, true, "Run 1 is done: here is its result.")
    rules.hasPath = way.line.hasPrefix("Append")
    let host = scene()
    let printed = host.send(way.line)
    let later = await settle(host)
    #expect(host.router.state.top.route == Route(RunRoute.result(1)))
    #expect((printed + later).filter { $0 == rules.reason }.count == 1, "\(printed) \(later)")
    host.end()
  }

  @Test("A task that a line began says the same, and one that no line began says nothing (12)")
  func task() async {
    (rules.isDone, rules.reason) = (true, "Run 1 is done: here is its result.")
    let host = scene()
    let printed = host.send("Start run")
    let later = await settle(host)
    #expect(host.router.state.top.route == Route(RunRoute.result(1)))
    #expect((printed + later).filter { $0 == rules.reason }.count == 1, "\(printed) \(later)")

    host.send("home")
    _ = host.takePrinted()
    host.router.push(RunRoute.run(1))
    let own = await settle(host)
    #expect(host.router.state.top.route == Route(RunRoute.result(1)))
    #expect(!own.contains { $0 == rules.reason }, "\(own)")
    host.end()
  }

  @Test(
    "The place of a redirect has the path of its link, from wherever it was asked for (12)",
    arguments: ["open run 1", "open result 1", "open run 2"],
    ["home", "open board", "open runs", "open result 2", "open run 3"])
  func path(line: String, start: String) {
    rules.isSignedIn = true
    rules.isDone = start == "open result 2" || start == "open run 3"
    let host = host()
    host.send(start)
    (rules.isDone, rules.asked) = (true, [])
    host.send(line)
    #expect(Set(rules.asked).count == rules.asked.count, "\(rules.asked)")

    let other = self.host()
    other.send(line.replacing("run", with: "result"))
    #expect(host.router.state.routes == other.router.state.routes)
    #expect(host.lines == other.lines)
    #expect(host.router.state.routes.count == 2)
  }

  @Test(
    "undo after a redirected sign-in does not open the sign-in again (15)",
    arguments: Rules.Ending.allCases, [false, true])
  private func signedIn(ending: Rules.Ending, continues: Bool) {
    (rules.ending, rules.continues) = (ending, continues)
    let host = host()
    host.send("open runs")
    host.send("open board")
    #expect(host.lines.contains("[1] Sign in"))
    host.press("Sign in")

    let end = host.router.state.routes
    if ending == .finish && continues || ending == .replaceTop {
      #expect(end.last == Route(RunRoute.board))
      #expect(host.router.undo().outcome == .completed)
      #expect(host.router.state.routes == [Route(RunRoute.runs)])
      #expect(host.router.redo().outcome == .completed)
      #expect(host.router.state.routes == end)
    }
    var steps = 0
    while host.router.undo().outcome == .completed, steps < 10 {
      steps += 1
      #expect(!host.router.state.routes.contains(Route(RunRoute.signIn)))
    }
    #expect(host.router.state.routes == [])
    for _ in 0..<steps {
      host.router.redo()
      #expect(!host.router.state.routes.contains(Route(RunRoute.signIn)))
    }
    #expect(host.router.state.routes == end)
  }

  @Test(
    "undo opens a sign-in again that was left without signing in (15)", arguments: [false, true])
  func notSignedIn(isLate: Bool) async {
    rules.isLate = isLate
    let host = host()
    host.send("open board")
    if isLate { await host.settle() }
    host.back()
    #expect(await host.router.undo().value == .completed)
    #expect(host.router.state.routes == [Route(RunRoute.signIn)])
  }

  @Test("undo opens the result again to which a finished run has led (15)")
  func result() {
    rules.isDone = true
    let host = host()
    host.send("open run 1")
    host.send("home")
    #expect(host.send("undo").contains("Undone: leaving 'Result 1'."))
    #expect(host.router.state.top.route == Route(RunRoute.result(1)))
  }

  @Test(
    "A saved place that leads elsewhere now is no problem: the guard's sentence stands above it (11)",
    arguments: [nil, "Run 1 is done: here is its result."], [false, true])
  func restored(reason: String?, isLate: Bool) async {
    let stores = SceneStores.inMemory()
    let first = scene(in: stores)
    first.send("open run 1")
    first.end()
    (rules.isDone, rules.reason, rules.isLate) = (true, reason, isLate)
    let host = scene(in: stores)
    let printed = await settle(host)

    let sentence = reason ?? "'run 1' was not reopened: This place leads to 'result 1'."
    #expect(printed.filter { $0 == sentence }.count == 1, "\(printed)")
    #expect(host.router.state.routes.last == Route(RunRoute.result(1)))
    #expect(host.router.restorationReport?.isComplete == true)
    #expect(host.status == .success)
    host.end()
  }

  @Test("The screens above a saved place that leads elsewhere are named as lost (11)")
  func restoredBelow() {
    let host = host()
    host.send("open run 1")
    host.router.push(RunRoute.board)
    host.press("Sign in")
    rules.isDone = true
    host.restart()

    let report = host.router.restorationReport
    #expect(report?.isComplete == false)
    #expect(report?.quarantine.isEmpty == false)
    #expect(host.router.state.routes == [Route(RunRoute.runs), Route(RunRoute.result(1))])
  }
}
