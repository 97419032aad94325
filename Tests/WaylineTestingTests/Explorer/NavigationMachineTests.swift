import Testing
import Wayline
import WaylineTesting

/// The navigation of a scene as a pure machine: the real state and the real step.
private struct SceneMachine: StateMachine {
  enum Place: NavigationValue {
    case catalog
    case book(id: Int)
  }

  let depth: Int
  private static let routes = [Route(Place.catalog), Route(Place.book(id: 1))]

  var initialStates: [NavigationState] { [NavigationState()] }

  func actions(in state: NavigationState) -> [NavigationAction] {
    let actions = state.actions(over: Self.routes)
    guard state.depth >= depth else { return actions }
    return actions.filter {
      switch $0 {
      case .push, .present: false
      default: true
      }
    }
  }

  func step(_ action: NavigationAction, from state: NavigationState) -> [NavigationState] {
    var next = state
    let outcome = next.step(action)
    return outcome == .completed || next == state ? [next] : []
  }
}

/// The same states by their shapes.
private struct ShapeMachine: StateMachine {
  struct State: Hashable {
    let state: NavigationState
    static func == (left: State, right: State) -> Bool { left.state.shape == right.state.shape }
    func hash(into hasher: inout Hasher) { hasher.combine(state.shape) }
  }

  let machine: SceneMachine
  var initialStates: [State] { machine.initialStates.map(State.init) }
  func actions(in state: State) -> [NavigationAction] { machine.actions(in: state.state) }
  func step(_ action: NavigationAction, from state: State) -> [State] {
    machine.step(action, from: state.state).map(State.init)
  }
}

@Suite("Navigation as a pure machine")
struct NavigationMachineTests {
  @Test("A screen pushed and popped leaves the shape of before, and not the same visits")
  func shape() {
    var state = NavigationState()
    let before = state
    state.step(.push(Route(1)))
    state.step(.pop())
    #expect(state.shape == before.shape)
    #expect(state != before)
    state.step(.present(Route(2), as: .sheet))
    state.step(.checkpoint("here"))
    #expect("\(state.shape)" == "first screen › 2 (sheet) marked here")
    #expect(state.shape != before.shape)
  }

  @Test("A router without screens opens the links of the types that it declares")
  @MainActor
  func links() {
    let router = Router(declaring: SceneMachine.Place.self)
    #expect(router.open("/book/42").outcome == .completed)
    #expect(router.state.top.route == Route(SceneMachine.Place.book(id: 42)))
    #expect(router.link?.url == "/book/42")
    let unknown = router.open("/bok/42")
    #expect(unknown.outcome != .completed && router.state.depth == 1)
  }

  @Test("Sample places are a place of each case, with which a search walks the places")
  @MainActor
  func samples() {
    let router = Router(declaring: SceneMachine.Place.self)
    let names = router.samplePlaces.map { "\($0)".prefix { $0 != "(" } }
    #expect(names == ["book", "catalog"])
    for place in router.samplePlaces { #expect(router.push(place).outcome == .completed) }
    #expect(router.state.routes == router.samplePlaces)
  }

  @Test("A router with a guard of its own may be released on any thread")
  func released() async {
    let isReleased = await Task.detached {
      weak var released: Router?
      do {
        let router = await MainActor.run {
          let router = Router(declaring: SceneMachine.Place.self)
          router.addGuard(for: SceneMachine.Place.self) { _ in .allow }
          return router
        }
        released = router
      }
      return released == nil
    }.value
    #expect(isReleased)
  }

  @Test("A guard without a view redirects, until it is removed")
  @MainActor
  func guards() {
    let router = Router(declaring: SceneMachine.Place.self)
    let observation = router.addGuard(for: SceneMachine.Place.self) { place in
      place == .catalog ? .allow : .redirect(to: SceneMachine.Place.catalog)
    }
    router.open("/book/42")
    #expect(router.state.routes == [Route(SceneMachine.Place.catalog)])
    router.stop(observation)
    router.open("/book/42")
    #expect(router.state.top.route == Route(SceneMachine.Place.book(id: 42)))
  }

  @Test("A host lists a sample of each place that its screens declare")
  @MainActor
  func host() {
    let host = TestHost {
      NavigationStack {
        Text("Desk").navigationDestination(for: SceneMachine.Place.self) { Text("\($0)") }
      }
    }
    #expect(host.samplePlaces.count == 2)
    for place in host.samplePlaces {
      #expect(host.router.push(place).outcome == .completed)
      #expect(host.lines.contains("\(place)"))
    }
  }

  @Test("Every state to depth 4 keeps the invariants, goes home, and is found by its shape once")
  func invariants() {
    let report = Explorer(ShapeMachine(machine: SceneMachine(depth: 4)))
      .always("No invariant is broken") { $0.state.checkInvariants().isEmpty }
      .always("The stack is never empty") { $0.state.depth >= 0 }
      .leadsTo("Home stays reachable", from: { _ in true }, to: { $0.state.depth == 0 })
      .run()
    #expect(report.isSound, "\(report)")
    #expect(report.isComplete)
    #expect(report.states > 500)
  }
}
