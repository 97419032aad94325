import Dispatch

@testable import Wayline
@testable import WaylineFlows

/// A change that a program makes by itself.
enum Change: String, CaseIterable, Sendable {
  case push, present, pop, popToRoot, replaceTop, select, home, link, several
  case flow, finish, alert, binding, item, path, state, stateAndPush, pushAndState, environment
  case stored
}

/// The code that makes a change.
enum Origin: String, CaseIterable, Sendable {
  case action, task, detached, queue, timer, thread, coordinator, onAppear, onChange, lateGuard
  case embedder
}

/// The places of the desk; a guard decides about the last one.
enum ChangePlace: CoordinatedValue {
  case room(Int)
  case sheet
  case flow
  case guarded

  @MainActor var coordinator: any Coordinator { ChangeCoordinator(place: self) }
}

struct ChangeCoordinator: FlowCoordinator {
  let place: ChangePlace
  @Environment(\.stage) private var stage

  func start() -> some View { ChangePlaceView(place: place) }

  /// Makes a change in a task of its own, as a coordinator does that has to load something first.
  func handle(_ change: Change) -> Bool {
    guard let stage else { return false }
    Task {
      await stage.gate()
      stage.make(change)
    }
    return true
  }
}

private enum LevelKey: EnvironmentKey {
  static var defaultValue: Int { 0 }
}

private enum RevealedKey: EnvironmentKey {
  static var defaultValue: Bool { false }
}

private enum StageKey: EnvironmentKey {
  static var defaultValue: Stage? { nil }
}

extension EnvironmentValues {
  fileprivate var level: Int {
    get { self[LevelKey.self] }
    set { self[LevelKey.self] = newValue }
  }

  fileprivate var isRevealed: Bool {
    get { self[RevealedKey.self] }
    set { self[RevealedKey.self] = newValue }
  }

  fileprivate var stage: Stage? {
    get { self[StageKey.self] }
    set { self[StageKey.self] = newValue }
  }
}

/// Holds changes back until a test lets them happen.
@MainActor
final class Stage {
  let change: Change
  let origin: Origin
  var desk: ChangingDesk?
  var send: SendAction?
  var finish: FinishAction?
  private(set) var hasChanged = false
  private let entrance = Entrance()

  init(_ change: Change, _ origin: Origin) {
    (self.change, self.origin) = (change, origin)
  }

  func show(_ desk: ChangingDesk) { self.desk = desk }

  func gate() async { await entrance.pass() }

  func open() { entrance.open() }

  func make(_ change: Change) {
    hasChanged = true
    desk?.make(change, finish)
  }

  /// Does what the button of the desk starts; the change itself comes when the gate opens.
  func start() {
    switch origin {
    case .action: make(change)
    case .task, .thread, .detached, .queue, .timer: startLater()
    case .coordinator: send?(change)
    case .onAppear, .onChange:
      Task {
        await gate()
        origin == .onAppear ? desk?.reveal() : desk?.tick()
      }
    case .lateGuard: desk?.openGuarded()
    case .embedder: break
    }
  }

  private func startLater() {
    let (stage, change, origin) = (self, change, origin)
    Task {
      await gate()
      switch origin {
      case .detached: _ = Task.detached { await stage.make(change) }
      case .queue: DispatchQueue.main.async { stage.make(change) }
      case .thread:
        DispatchQueue.global().async { DispatchQueue.main.async { stage.make(change) } }
      case .timer:
        DispatchQueue.main.asyncAfter(deadline: .now() + .milliseconds(1)) { stage.make(change) }
      default: make(change)
      }
    }
  }
}

/// A desk with every kind of state that a program can change by itself.
struct ChangingDesk: View {
  let stage: Stage
  @Environment(\.router) private var router
  @State private var path: [Int] = []
  @State private var count = 0
  @State private var ticks = 0
  @State private var isRevealed = false
  @State private var isAlerting = false
  @State private var isPresenting = false
  @State private var item: Item?
  @AppStorage("copies") private var copies = 0

  struct Item: Identifiable {
    let id: Int
  }

  var body: some View {
    let _ = stage.show(self)
    TabView {
      NavigationStack { desk }.tabItem { Text("Desk") }
      NavigationStack(path: $path) {
        Text("Shelf").navigationDestination(for: Int.self) { Text("Shelf \($0)") }
      }
      .tabItem { Text("Shelf") }
    }
    .onChange(of: ticks) { stage.make(stage.change) }
    .alert("Closed", isPresented: $isAlerting) { Button("Yes") {} }
    .sheet(isPresented: $isPresenting) { Text("Bound sheet") }
    .sheet(item: $item) { Text("Item \($0.id)") }
    .environment(\.stage, stage)
    .environment(\.level, count)
    .environment(\.isRevealed, isRevealed)
    .guarding(ChangePlace.self) { place in
      guard place == .guarded else { return .allow }
      await stage.gate()
      if stage.origin == .lateGuard { stage.make(stage.change) }
      return .allow
    }
  }

  private var desk: some View {
    VStack {
      Text("Count \(count), copies \(copies), ticks \(ticks)")
      Button("Go") { stage.start() }
      Revealed()
    }
    .coordinators(for: ChangePlace.self) { $0.coordinator }
  }

  func reveal() { isRevealed = true }
  func tick() { ticks += 1 }
  func openGuarded() { router.push(ChangePlace.guarded) }

  func make(_ change: Change, _ finish: FinishAction?) {
    switch change {
    case .push: router.push(ChangePlace.room(9))
    case .present: router.present(ChangePlace.sheet)
    case .pop: router.pop()
    case .popToRoot: router.popToRoot()
    case .replaceTop: router.replaceTop(ChangePlace.room(8))
    case .select: router.select(tab: "Shelf")
    case .home: router.home()
    case .link: router.open("/room/7")
    case .several:
      router.navigate { state in
        state.popToRoot()
        state.push(ChangePlace.room(5))
        state.push(ChangePlace.room(6))
      }
    case .flow: Task { _ = await router.present(ChangePlace.flow, returning: Int.self) }
    case .finish: finish?(1)
    case .alert: isAlerting = true
    case .binding: isPresenting = true
    case .item: item = Item(id: 3)
    case .path:
      router.select(tab: "Shelf")
      path = [1, 2]
    case .state, .environment: count += 1
    case .stateAndPush:
      count += 1
      router.push(ChangePlace.room(9))
    case .pushAndState:
      router.push(ChangePlace.room(9))
      count += 1
    case .stored: copies += 1
    }
  }
}

/// A text that makes a change when it appears.
private struct Revealed: View {
  @Environment(\.isRevealed) private var isRevealed
  @Environment(\.stage) private var stage

  var body: some View {
    if isRevealed {
      Text("Revealed").onAppear { if let stage, !stage.hasChanged { stage.make(stage.change) } }
    }
  }
}

/// A screen of the desk, which shows the environment and its own place.
private struct ChangePlaceView: View {
  let place: ChangePlace
  @Environment(\.level) private var level
  @Environment(\.finish) private var finish
  @Environment(\.send) private var send
  @Environment(\.stage) private var stage
  @AppStorage("copies") private var copies = 0

  var body: some View {
    Text("Place \(name), level \(level), copies \(copies)")
    Button("Go") {
      stage?.finish = finish
      stage?.send = send
      stage?.start()
    }
    Revealed()
  }

  private var name: String {
    switch place {
    case .room(let number): "/room/\(number)"
    case .sheet: "/sheet"
    case .flow: "/flow"
    case .guarded: "/guarded"
    }
  }
}
