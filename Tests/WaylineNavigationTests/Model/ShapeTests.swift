import Testing
import WaylineGraph

@testable import WaylineNavigation

private enum OfficeRoute: NavigationValue { case catalog }

@Suite("Shape of a state")
struct ShapeTests {
  /// A state with one screen above the first, and whether it has a mark.
  private func state(
    _ route: any NavigationValue, isBound: Bool = false, isMarked: Bool
  ) -> NavigationState {
    var state = NavigationState()
    if isBound {
      let owner = PresentationOwner(number: state.nextNumber)
      state.step(.show(owner, Route(route), as: .push, in: .scene))
    } else {
      state.step(.push(Route(route)))
    }
    if isMarked { state.step(.checkpoint("start")) }
    return state
  }

  @Test("Two states with one hash have one shape", arguments: [false, true])
  func distinct(isMarked: Bool) {
    let states = [
      state(DeskRoute.catalog, isMarked: isMarked), state(OfficeRoute.catalog, isMarked: isMarked),
      state(DeskRoute.catalog, isBound: true, isMarked: isMarked),
    ]

    #expect(Set(states.map(\.shape)).count == 3)
    #expect(Set(states.map(NavigationShape.hash(of:))).count == 3)
  }
}
