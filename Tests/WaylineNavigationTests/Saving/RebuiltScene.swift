@testable import WaylineNavigation

/// A scene whose screens show the same stacks and tab views as those of another, once they are there.
struct RebuiltScene {
  private let original: NavigationState

  init(of original: NavigationState) {
    self.original = original
  }

  /// Restores in rounds: the screens come back, show their stacks, and what lies on these comes back.
  func restored(from text: String) -> NavigationState {
    var state = NavigationState()
    var restoration = SceneRestorer(Array(text.utf8))
    let reader = RouteReader(types: RouteTypes([DeskRoute.self]))
    repeat {
      mount(.scene, as: .scene, in: &state)
    } while restoration.advance(
      &state, reader: reader, accepts: { _, _ in .restored })
    return state
  }

  /// Copies to each screen of a stack the contents of the original.
  private func mount(
    _ source: NavigationState.StackID, as stack: NavigationState.StackID,
    in state: inout NavigationState
  ) {
    for (there, here) in zip(original.entries(of: source), state.entries(of: stack)) {
      mount(.entry(there.id), as: .entry(here.id), in: &state)
    }
  }

  private func mount(
    _ source: NavigationContext, as context: NavigationContext, in state: inout NavigationState
  ) {
    for shown in original.tabs where shown.parent == source {
      let id = state.mountTabs(
        in: context, ordinal: shown.ordinal, tags: shown.tags, selected: shown.tags[0])
      for tag in shown.tags { mount(.tab(shown.id, tag), as: .tab(id, tag), in: &state) }
    }
    for stack in original.stacks where stack.parent == source {
      let id = state.mountStack(in: context, ordinal: stack.ordinal)
      mount(stack.id, as: id, in: &state)
    }
  }
}
