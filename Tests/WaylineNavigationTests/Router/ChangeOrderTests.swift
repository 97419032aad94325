import Testing

@testable import WaylineNavigation

/// Two screens, each of which shows a stack with a screen of its own, below a sheet.
private struct TwoFloors {
  var state = NavigationState()
  let outer: NavigationState.StackID
  let lower: NavigationState.StackID
  let upper: NavigationState.StackID

  init() {
    outer = state.mountStack(in: .entry(state.top.id), ordinal: 0)
    state.step(.push(Self.place("lower")))
    lower = state.mountStack(in: .entry(state.top.id), ordinal: 0)
    state.step(.push(Self.place("in lower")))
    state.step(.push(Self.place("upper"), onto: outer))
    upper = state.mountStack(in: .entry(state.top.id), ordinal: 0)
    state.step(.push(Self.place("in upper")))
    state.step(.present(Self.place("sheet"), as: .sheet, in: outer))
  }

  private static func place(_ name: String) -> Route { Route(DeskRoute.member(name: name)) }
}

@Suite("The order of a change")
struct ChangeOrderTests {
  private func names(_ entries: [NavigationEntry]) -> [String] {
    entries.map { entry in
      guard case .member(let name)? = entry.route?.value(as: DeskRoute.self) else { return "-" }
      return name
    }
  }

  private let all = ["sheet", "in upper", "upper", "in lower", "lower"]

  @Test("The upper screens end first, and the contents of a screen end before it (7)")
  func left() {
    let floors = TwoFloors()
    var state = floors.state

    state.step(.popToRoot(of: floors.outer))

    #expect(names(NavigationChange(from: floors.state, to: state).left) == all)
  }

  @Test("Screens begin in the opposite order (7)")
  func entered() {
    let floors = TwoFloors()
    var state = floors.state
    state.step(.popToRoot(of: floors.outer))

    let change = NavigationChange(from: state, to: floors.state)

    #expect(names(change.entered) == all.reversed())
    #expect(change.left.isEmpty)
  }

  @Test("The screens above one that stays end before those inside it (7)")
  func kept() {
    let floors = TwoFloors()
    var state = floors.state

    state.step(.popToRoot(of: floors.lower))
    state.step(.pop(2, from: floors.outer))

    #expect(
      names(NavigationChange(from: floors.state, to: state).left)
        == ["sheet", "in upper", "upper", "in lower"])
  }

  @Test("A stack in the root of a stack ends after what lies above that root (7)")
  func innerRoot() {
    var floors = TwoFloors()
    let root = floors.state.entries(of: floors.upper)[0].id
    let inner = floors.state.mountStack(in: .entry(root), ordinal: 0)
    floors.state.step(.push(Route(DeskRoute.member(name: "in root")), onto: inner))
    var state = floors.state

    state.step(.popToRoot(of: floors.outer))

    #expect(
      names(NavigationChange(from: floors.state, to: state).left)
        == ["sheet", "in upper", "in root", "upper", "in lower", "lower"])
  }
}
