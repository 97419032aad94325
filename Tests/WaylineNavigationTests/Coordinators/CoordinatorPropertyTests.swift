import Testing
import WaylineGraph
import WaylineNavigation
import WaylineViews

/// A coordinator with properties of every kind, used in `start()` and in `handle(_:)`.
private struct DeskCoordinator: FlowCoordinator {
  @Environment(\.router) private var router
  @Environment(\.deskName) private var name
  @State private var loans = 0
  @Navigation<DeskRoute> private var navigation: NavigationPath?

  func start() -> some View {
    NavigationStack {
      VStack {
        Text("\(name): \(loans) loans")
        Button("Here") { loans += 1 }
        Button("Catalog") {
          navigation = NavigationPath(id: .catalog, coordinator: PageCoordinator(title: "Catalog"))
        }
        ActionButton(action: "lend")
        ActionButton(action: "open")
        ActionButton(action: "close")
      }
      .navigationDestination(path: $navigation)
      .navigationDestination(for: DeskRoute.self) { Text("At \($0)") }
    }
  }

  func handle(_ action: any Sendable) -> Bool {
    switch action as? String {
    case "lend": loans += 1
    case "open": router.push(DeskRoute.book(id: 42))
    case "close": navigation = nil
    default: return false
    }
    return true
  }
}

private struct PageCoordinator: Coordinator {
  let title: String
  @State private var visits = 0
  @Environment(\.dismiss) private var dismiss

  func start() -> some View {
    Text("\(title), \(visits) visits")
    Button("Visit") { visits += 1 }
    Button("Done") { dismiss() }
    ActionButton(action: "close")
  }
}

private struct ActionButton: View {
  @Environment(\.send) private var send
  let action: String
  var body: some View { Button("Send \(action)") { send(action) } }
}

/// A screen whose coordinator is made anew by each body run.
private struct Frame: View {
  @State private var number = 1
  let journal: Journal
  var body: some View {
    Button("Next") { number += 1 }
    Button("Again") { number += 0 }
    CoordinatorView(coordinator: NumberCoordinator(number: number, journal: journal))
  }
}

private struct NumberCoordinator: Coordinator {
  let number: Int
  let journal: Journal
  @State private var count = 0

  func start() -> some View {
    let _ = journal.note("start \(number)")
    Button("\(number): \(count)") { count += 1 }
  }
}

private final class ClassCoordinator: Coordinator {
  @State private var loans = 0
  func start() -> some View { Text("Loans: \(loans)") }
}

private enum DeskNameKey: EnvironmentKey {
  static var defaultValue: String { "Nowhere" }
}

extension EnvironmentValues {
  fileprivate var deskName: String {
    get { self[DeskNameKey.self] }
    set { self[DeskNameKey.self] = newValue }
  }
}

@Suite("Properties of coordinators")
@MainActor
struct CoordinatorPropertyTests {
  private func desk() -> Hosting {
    Hosting {
      CoordinatorView(coordinator: DeskCoordinator()).environment(\.deskName, "Desk")
    }
  }

  @Test("A state is the coordinator's own, and start() runs again when it changes")
  func state() {
    let desk = desk()

    desk.press("Here")
    desk.press("Here")

    #expect(desk.lines.first?.hasPrefix("Desk: 2 loans") == true)
  }

  @Test("handle(_:) reads and writes the same states as start()")
  func handling() {
    let desk = desk()

    desk.press("Here")
    desk.press("Send lend")

    #expect(desk.lines.first == "Desk: 2 loans")
  }

  @Test("The router of the environment moves the scene, also in handle(_:)")
  func router() {
    let desk = desk()

    desk.press("Send open")

    #expect(desk.lines == ["At book(id: 42)"])
    #expect(desk.router.state.routes == [Route(DeskRoute.book(id: 42))])
  }

  @Test("@Navigation in a coordinator opens a screen, and going back writes nil (10)")
  func navigation() {
    let desk = desk()
    desk.press("Catalog")
    #expect(desk.lines.first == "Catalog, 0 visits")

    desk.press("Visit")
    #expect(desk.lines.first == "Catalog, 1 visits")
    desk.press("Done")
    #expect(desk.router.state.depth == 0)

    desk.press("Catalog")
    desk.press("Send close")
    #expect(desk.router.state.depth == 0)
  }

  @Test("A coordinator with other values keeps its states; with the same ones it does not run")
  func inputs() {
    let journal = Journal()
    let frame = Hosting { Frame(journal: journal) }
    frame.press("1: 0")

    frame.press("Next")

    #expect(frame.lines.last == "[3] 2: 1")
    #expect(journal.lines == ["start 1", "start 1", "start 2"])
  }

  @Test("A class with properties is reported, because they cannot be connected")
  func classes() {
    let (_, sentences) = withReports {
      Hosting { CoordinatorView(coordinator: ClassCoordinator()) }
    }

    #expect(
      sentences.first
        == "ClassCoordinator is a class, so its dynamic properties are not connected. Make it a "
        + "struct.")
  }

  @Test("A router that was made by hand refuses every verb, and reports each mistake (24)")
  func handMade() {
    let verbs: [(Router) -> NavigationHandle] = [
      { $0.push(DeskRoute.catalog) }, { $0.present(DeskRoute.catalog) },
      { $0.present(DeskRoute.catalog, for: ResultKey<Int>("number")) },
      { $0.open("/catalog") }, { $0.open("nowhere") }, { $0.open(words: ["catalog"]) },
      { $0.open(DeskRoute.catalog) }, { $0.pop() }, { $0.popTo(DeskRoute.catalog) },
      { $0.popTo { (_: DeskRoute) in true } }, { $0.popTo(checkpoint: "order") },
      { $0.popToRoot() }, { $0.checkpoint("order") }, { $0.home() },
      { $0.replaceTop(DeskRoute.catalog) }, { $0.set([DeskRoute.catalog]) }, { $0.dismiss() },
      { $0.select(tab: "Books") }, { $0.back() }, { $0.forward() }, { $0.undo() }, { $0.redo() },
      { $0.navigate { $0.push(DeskRoute.catalog) } }, { $0.reset() }, { $0.leave() },
    ]
    for verb in verbs {
      let router = Router()
      let (handle, sentences) = withReports { verb(router) }

      #expect(handle.outcome == .outsideScene)
      #expect(router.state == NavigationState())
      #expect(sentences.count == 1 && sentences[0].contains("outside of a scene"))
    }
  }

  @Test("A flow that is awaited from a router without a scene never begins (24)")
  func awaited() async {
    let router = Router()
    let ignore: @Sendable (String) -> Void = { _ in }
    let ending = await Misuse.withHandler(ignore) {
      await router.present(DeskRoute.catalog, returning: Int.self)
    }

    #expect(ending == .interrupted)
    #expect(router.state == NavigationState())
  }

  @Test("The actions of the environment say outside of a scene that there is none")
  func lone() {
    let environment = EnvironmentValues()

    #expect(environment.dismiss() == .outsideScene)
    #expect(environment.finish(1) == .outsideScene)
    #expect(environment.finish(1, for: ResultKey<Int>("number")) == .outsideScene)
    #expect(environment.finish() == .outsideScene)
    #expect(environment.send("close") == .outsideScene)
  }
}
