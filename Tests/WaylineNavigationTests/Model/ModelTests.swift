import Testing
import WaylineGraph
import WaylineTestScale
import WaylineViews

@testable import WaylineNavigation

private enum Place: NavigationValue {
  case book(Int)
  case hall(Int)
}
private enum Room: NavigationValue { case room(Int) }
private enum Note: NavigationValue { case note(Int) }

/// The route of a name, such as `book 3`.
private func named(_ name: String) -> Route {
  let parts = name.split(separator: " ")
  let number = Int(parts[1]) ?? 0
  return switch parts[0] {
  case "book": Route(Place.book(number))
  case "hall": Route(Place.hall(number))
  case "room": Route(Room.room(number))
  default: Route(Note.note(number))
  }
}

/// True if screens can be left, as the leave guards see it.
private final class Gate {
  var isOpen = true
}

private struct ScreenView: View {
  @State private var isPushed = false
  @State private var isSheet = false
  let name: String
  let gate: Gate
  var body: some View {
    VStack {
      Text(name)
      Button("bind push") { isPushed = true }
      Button("bind sheet") { isSheet = true }
    }
    .navigationDestination(isPresented: $isPushed) { ScreenView(name: "bound", gate: gate) }
    .sheet(isPresented: $isSheet) { ScreenView(name: "bound", gate: gate) }
    .onLeave { gate.isOpen || name != "note 2" ? .allow : .block("Unsaved changes") }
  }
}

private struct TabsView: View {
  let gate: Gate
  var body: some View {
    TabView {
      shelf(0).tabItem { Text("Books") }
      shelf(1).tabItem { Text("Members") }
    }
    .guarding(Place.self) { place in
      switch place {
      case .book(3): .block("Not for everyone")
      case .book(4): .redirect(to: Note.note(1))
      default: .allow
      }
    }
  }

  private func shelf(_ tab: Int) -> some View {
    NavigationStack {
      ScreenView(name: "root \(tab)", gate: gate)
        .navigationDestination(for: Place.self) { place in
          switch place {
          case .book(let number): ScreenView(name: "book \(number)", gate: gate)
          case .hall(let number): HallView(name: "hall \(number)", gate: gate)
          }
        }
        .navigationDestination(for: Note.self) { note in
          if case .note(let number) = note { ScreenView(name: "note \(number)", gate: gate) }
        }
    }
  }
}

private struct HallView: View {
  let name: String
  let gate: Gate
  var body: some View {
    NavigationStack {
      ScreenView(name: "root of \(name)", gate: gate)
        .navigationDestination(for: Room.self) { room in
          if case .room(let number) = room { ScreenView(name: "room \(number)", gate: gate) }
        }
        .navigationDestination(for: Note.self) { note in
          if case .note(let number) = note { ScreenView(name: "note \(number)", gate: gate) }
        }
    }
  }
}

/// Thinks up one step after the other.
private struct StepSource {
  private(set) var dice: Dice

  init(seed: UInt64) { dice = Dice(seed: seed &* 7919 &+ 17) }

  mutating func number(_ range: Range<Int>) -> Int { .random(in: range, using: &dice) }

  private mutating func name() -> String {
    ["book", "hall", "hall", "room", "note"][number(0..<5)] + " \(number(1..<5))"
  }

  mutating func next() -> ModelSession.Step {
    switch number(0..<26) {
    case 0: .replaceTop(name())
    case 1: .open(name().replacing("room", with: "note"))
    case 2: .popTo(name())
    case 3: .pop(number(1..<3))
    case 4, 5: .back(number(1..<4))
    case 6: .dismiss
    case 7: .home
    case 8, 9: .select(number(0..<2))
    case 10: .mark("m\(number(0..<2))")
    case 11: .popToMark("m\(number(0..<2))")
    case 12: .pushAndPop("note \(number(1..<5))")
    case 13, 14: .undo
    case 15: .redo
    case 16: .forward
    case 17: .bind(isModal: true)
    case 18: .bind(isModal: false)
    case 19, 20: .show(name(), isModal: true)
    default: .show(name(), isModal: false)
    }
  }
}

extension ModelSession.Step {
  /// True if the step can be requested while another is committed.
  ///
  /// A screen declares its places and guards when its body runs, which is after the commit: a request
  /// inside it sees those of the screens before.
  fileprivate func canFollow(from old: SceneModel, to new: SceneModel) -> Bool {
    switch self {
    case .undo, .redo, .forward: false
    default: !new.isInHall || old.openVisits.contains(new.stack.last?.visit ?? 0)
    }
  }
}

extension Router {
  fileprivate func perform(_ step: ModelSession.Step) {
    switch step {
    case .show(let name, let isModal): _ = isModal ? present(named(name)) : push(named(name))
    case .replaceTop(let name): replaceTop(named(name))
    case .open(let name): submit(.open(named(name)))
    case .popTo(let name): popTo(named(name))
    case .pop(let count): pop(count)
    case .back(let count): back(count)
    case .dismiss: dismiss()
    case .home: home()
    case .select(let tab): select(tab: SceneModel.tabNames[tab])
    case .mark(let name): checkpoint(name)
    case .popToMark(let name): popTo(checkpoint: name)
    case .pushAndPop(let name):
      navigate { state in
        state.push(named(name))
        state.pop()
      }
    case .undo: undo()
    case .redo: redo()
    case .forward: forward()
    case .bind: break
    }
  }

  /// Everything that a user can see or get to, as the model writes it.
  fileprivate var shape: [String] {
    let state = stored
    func shape(_ stack: NavigationState.Stack) -> [String] {
      stack.trail.reversed().dropFirst().map { entry in
        let inner = state.stacks.first { $0.parent == .entry(entry.id) }.map(shape) ?? []
        let name = entry.isBound ? "bound bound" : Self.name(of: entry.route)
        return "\(entry.presentation.rawValue) \(name) [\(inner)]"
      }
    }
    let tabs = SceneModel.tabNames.map { name in
      let stack = state.stacks.first { $0.parent == .tab(state.tabs[0].id, name) }
      return "\(stack.map(shape) ?? [])"
    }
    let selected = SceneModel.tabNames.firstIndex(of: state.tabs[0].selected) ?? 0
    return tabs + ["\(selected)"]
  }

  private static func name(of route: Route?) -> String {
    (route?.spoken ?? "-").split(separator: " ").joined(separator: " ")
  }
}

@Suite("An independent model agrees")
@MainActor
struct ModelTests {
  @Test(
    "Screens, layers and histories are those of the model, with guards, bindings and restarts (4)",
    arguments: 0..<10)
  func withViews(seed: UInt64) {
    for round in 0..<Scale.factor { walk(seed: seed + UInt64(round) << 16, steps: 250) }
  }

  private func walk(seed: UInt64, steps: Int) {
    var (source, session) = (StepSource(seed: seed), ModelSession(hasViews: true))
    let gate = Gate()
    var scene = Hosting { TabsView(gate: gate) }
    var journal: [String] = []
    for _ in 0..<steps {
      switch source.number(0..<40) {
      case 0:
        scene = restarted(scene, gate)
        session.restart()
        session.isLeavingAllowed = gate.isOpen
        journal.append("restart")
      case 1, 2:
        gate.isOpen.toggle()
        session.isLeavingAllowed = gate.isOpen
        journal.append("gate \(gate.isOpen)")
      case 3:
        let (first, second) = (source.next(), source.next())
        let before = session.model
        if case .bind = first { continue }
        if case .bind = second { continue }
        session.perform(first)
        guard gate.isOpen, second.canFollow(from: before, to: session.model) else {
          _ = withReports { scene.router.perform(first) }
          journal.append("\(first)")
          break
        }
        performNested(first, second, in: scene)
        session.perform(second)
        journal.append("\(first), then from inside \(second)")
      default:
        let step = source.next()
        if case .bind(let isModal) = step {
          scene.press(isModal ? "bind sheet" : "bind push")
        } else {
          _ = withReports { scene.router.perform(step) }
        }
        session.perform(step)
        journal.append("\(step)")
      }
      guard agrees(scene, session, after: journal) else { return }
    }
  }

  /// Requests the second step while the first is being reported.
  private func performNested(
    _ first: ModelSession.Step, _ second: ModelSession.Step, in scene: Hosting
  ) {
    var isFirst = true
    let watch = scene.router.observe { [router = scene.router] _ in
      if isFirst {
        isFirst = false
        router.perform(second)
      }
    }
    _ = withReports { scene.router.perform(first) }
    scene.router.stop(watch)
  }

  private func restarted(_ scene: Hosting, _ gate: Gate) -> Hosting {
    let next = Hosting { TabsView(gate: gate) }
    let report = next.router.restore(Array(scene.router.save().utf8))
    #expect(report.isComplete, "\(report)")
    return next
  }

  private func agrees(
    _ scene: Hosting, _ session: ModelSession, after journal: [String]
  ) -> Bool {
    let (router, model) = (scene.router, session.model)
    let layer: NavigationEntry.Presentation =
      switch scene.layer {
      case .sheet: .sheet
      case .cover: .cover
      default: .root
      }
    let isEqual =
      router.shape == model.shape && scene.content.first == model.shownName
      && scene.isPrinted && layer == model.shownLayer && router.canUndo == session.leads(\.past)
      && router.canRedo == session.leads(\.future)
      && router.canGoForward == session.leads(\.ahead)
    if !isEqual {
      Issue.record(
        """
        \(scene.content.first ?? "") \(layer) \(router.shape)
        model: \(model.shownName) \(model.shownLayer) \(model.shape)
        after \(journal.suffix(12))
        """)
    }
    return isEqual && router.stored.checkInvariants() == []
  }

  @Test(
    "Requests without views end where the model does, with restarts (4)",
    arguments: 0..<40)
  func withoutViews(seed: UInt64) {
    for round in 0..<Scale.factor { walkAlone(seed: seed + UInt64(round) << 16, steps: 500) }
  }

  private func walkAlone(seed: UInt64, steps: Int) {
    var (source, session) = (StepSource(seed: seed), ModelSession(hasViews: false))
    var router = alone()
    var journal: [String] = []
    for number in 0..<steps {
      if source.number(0..<200) == 0 {
        let saved = Array(router.save().utf8)
        router = alone()
        #expect(router.restore(saved).isComplete)
        session.restart()
        journal.append("restart")
      } else {
        let step = source.next()
        if case .bind(let isModal) = step {
          let owner = router.mount { $0.makeOwner() }
          let action = NavigationAction.show(
            owner, nil, as: isModal ? .sheet : .push, in: router.stored.activeStack)
          router.submit(.step(action))
        } else if !performAlone(step, on: router) {
          continue
        }
        session.perform(step)
        journal.append("\(step)")
      }
      if number % 8 == 0, router.shape != session.model.shape {
        Issue.record(
          "\(router.shape)\nmodel: \(session.model.shape)\nafter \(journal.suffix(24))")
        return
      }
      if journal.count > 100 { journal.removeFirst(50) }
    }
  }

  /// Performs a step as a router does that knows which stacks show halls: not those of halls.
  /// - Returns: Whether the step is possible without views.
  private func performAlone(_ step: ModelSession.Step, on router: Router) -> Bool {
    let visible = router.stored.visibleStacks
    switch step {
    case .open: return false
    case .replaceTop(let name) where name.hasPrefix("hall") && visible.count > 2: return false
    case .show(let name, let isModal) where name.hasPrefix("hall"):
      router.submit(.show(named(name), as: isModal ? .sheet : .push, on: visible[1]))
    default: router.perform(step)
    }
    return true
  }

  /// A router whose halls show their stacks as views would.
  private func alone() -> Router {
    let router = Router(withoutScreens: ())
    for type in [Place.self, Room.self, Note.self] as [any (Hashable & Sendable).Type] {
      router.mounted.declare(type)
    }
    router.mount { state in
      let tabs = state.mountTabs(
        in: .entry(.scene), ordinal: 0, tags: SceneModel.tabNames, selected: "Books")
      for name in SceneModel.tabNames { _ = state.mountStack(in: .tab(tabs, name), ordinal: 0) }
    }
    _ = router.observe { [unowned router] transition in
      for entry in transition.change.entered {
        guard case .hall? = entry.route?.value(as: Place.self) else { continue }
        router.mount { _ = $0.mountStack(in: .entry(entry.id), ordinal: 0) }
      }
    }
    return router
  }
}
