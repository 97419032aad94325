import Testing

@testable import WaylineNavigation

@Suite("Stepping")
struct SteppingTests {
  /// A scene whose first screen shows one stack.
  private func desk(_ routes: DeskRoute...) -> NavigationState {
    var state = NavigationState()
    _ = state.mountStack(in: .entry(state.top.id), ordinal: 0)
    for route in routes { state.step(.push(Route(route))) }
    return state
  }

  @Test("Pushing puts a place on top")
  func push() {
    var state = desk()

    #expect(state.step(.push(Route(DeskRoute.catalog))) == .completed)

    #expect(state.top.route == Route(DeskRoute.catalog))
    #expect(state.depth == 1)
  }

  @Test("Popping the root changes nothing and answers that there is nothing to pop (4)")
  func popRoot() {
    var state = desk()
    let before = state

    #expect(state.step(.pop()) == .nothingToPop)
    #expect(state.step(.back()) == .nothingToPop)
    #expect(state.step(.popToRoot()) == .nothingToPop)
    #expect(state.step(.dismiss) == .nothingToPop)
    #expect(state.step(.end(state.top.id)) == .nothingToPop)

    #expect(state == before)
  }

  @Test("Pushing what is already on top is a duplicate and changes nothing (5)")
  func duplicate() {
    var state = desk(.catalog)
    let before = state

    #expect(state.step(.push(Route(DeskRoute.catalog))) == .duplicate)

    #expect(state == before)
  }

  @Test("A route may opt into lying on top of itself (5)")
  func optedDuplicate() {
    struct Page: NavigationValue { var allowsDuplicates: Bool { true } }
    var state = desk()

    #expect(state.step(.push(Route(Page()))) == .completed)
    #expect(state.step(.push(Route(Page()))) == .completed)

    #expect(state.depth == 2)
  }

  @Test("Popping more than there is ends at the root (4)")
  func popMany() {
    var state = desk(.catalog, .book(id: 1))

    #expect(state.step(.pop(5)) == .completed)

    #expect(state.depth == 0)
  }

  @Test("Setting a stack keeps the visits of the common beginning")
  func set() {
    var state = desk(.catalog, .book(id: 1))
    let catalog = state.entries(of: state.activeStack)[1].id

    #expect(
      state.step(.set([Route(DeskRoute.catalog), Route(DeskRoute.book(id: 2))])) == .completed)

    #expect(state.routes == [Route(DeskRoute.catalog), Route(DeskRoute.book(id: 2))])
    #expect(state.entries(of: state.activeStack)[1].id == catalog)
    #expect(state.step(.set(state.routes)) == .duplicate)
  }

  @Test("Popping to a place that is not open names the nearest that is (3)")
  func popToUnknown() {
    var state = desk(.catalog, .book(id: 42))

    let outcome = state.step(.popTo(Route(DeskRoute.book(id: 43))))

    #expect(
      outcome
        == .notFound(
          nearest: NotFound(part: "book(id: 43)", kind: "open place", nearest: "book(id: 42)")))
  }

  @Test("Dismissing ends the front sheet and what was pushed above it")
  func dismiss() {
    var state = desk(.catalog)
    state.step(.present(Route(DeskRoute.member(name: "Ada")), as: .sheet))
    state.step(.push(Route(DeskRoute.book(id: 1))))

    #expect(state.step(.dismiss) == .completed)

    #expect(state.routes == [Route(DeskRoute.catalog)])
  }

  @Test("A visit that has ended cannot be ended again (9)")
  func endTwice() {
    var state = desk(.catalog)
    let visit = state.top.id
    state.step(.end(visit))
    state.step(.push(Route(DeskRoute.catalog)))

    #expect(state.step(.end(visit)) == .duplicate)

    #expect(state.depth == 1)
  }

  @Test("Ending a parent ends the stacks it shows (7)")
  func endParent() {
    var state = desk(.catalog)
    let parent = state.top.id
    let child = state.mountStack(in: .entry(parent), ordinal: 0)
    state.step(.push(Route(DeskRoute.book(id: 1))))
    #expect(state.activeStack == child)

    state.step(.end(parent))

    #expect(state.stacks.count == 2)
    #expect(state.entries(of: child).isEmpty)
  }

  @Test("Going back leaves the innermost stack first, then the screen that shows it (15)")
  func backThroughChildren() {
    var state = desk(.catalog)
    _ = state.mountStack(in: .entry(state.top.id), ordinal: 0)
    state.step(.push(Route(DeskRoute.book(id: 1))))

    #expect(state.step(.back(2)) == .completed)

    #expect(state.depth == 0)
    #expect(state.stacks.count == 2)
  }

  @Test("A parent can push above a child that is pushing (7)")
  func pushAboveChild() {
    var state = desk(.catalog)
    let parent = state.activeStack
    _ = state.mountStack(in: .entry(state.top.id), ordinal: 0)
    state.step(.push(Route(DeskRoute.book(id: 1))))

    #expect(state.step(.push(Route(DeskRoute.member(name: "Ada")), onto: parent)) == .completed)

    #expect(state.top.route == Route(DeskRoute.member(name: "Ada")))
    #expect(state.step(.back()) == .completed)
    #expect(state.top.route == Route(DeskRoute.book(id: 1)))
  }

  @Test("Each tab keeps its own stack")
  func tabs() {
    var state = NavigationState()
    let tabs = state.mountTabs(
      in: .entry(state.top.id), ordinal: 0, tags: ["Books", "Members"], selected: "Books")
    _ = state.mountStack(in: .tab(tabs, "Books"), ordinal: 0)
    _ = state.mountStack(in: .tab(tabs, "Members"), ordinal: 0)
    state.step(.push(Route(DeskRoute.book(id: 1))))

    #expect(state.step(.select("Members")) == .completed)
    #expect(state.depth == 0)
    #expect(state.step(.select("Books")) == .completed)
    #expect(state.depth == 1)
  }

  @Test("A tab that does not exist names the nearest one (3)")
  func unknownTab() {
    var state = NavigationState()
    _ = state.mountTabs(
      in: .entry(state.top.id), ordinal: 0, tags: ["Books", "Members"], selected: "Books")

    #expect(
      state.step(.select("Member"))
        == .notFound(nearest: NotFound(part: "Member", kind: "tab", nearest: "Members")))
  }

  @Test("Returning to a visit in another tab shows that tab and uncovers the visit")
  func popAcrossTabs() {
    var state = NavigationState()
    let tabs = state.mountTabs(
      in: .entry(state.top.id), ordinal: 0, tags: ["Books", "Members"], selected: "Books")
    _ = state.mountStack(in: .tab(tabs, "Books"), ordinal: 0)
    _ = state.mountStack(in: .tab(tabs, "Members"), ordinal: 0)
    state.step(.push(Route(DeskRoute.book(id: 1))))
    state.step(.checkpoint("book"))
    state.step(.select("Members"))
    state.step(.push(Route(DeskRoute.member(name: "Ada"))))

    #expect(state.step(.popToCheckpoint("book")) == .completed)

    #expect(state.selectedTabs == ["Books"])
    #expect(state.top.route == Route(DeskRoute.book(id: 1)))
  }

  @Test("A checkpoint ends with its screen")
  func checkpointEnds() {
    var state = desk(.catalog)
    state.step(.checkpoint("start"))
    state.step(.push(Route(DeskRoute.book(id: 1))))
    #expect(state.step(.popToCheckpoint("start")) == .completed)

    state.step(.pop())

    #expect(
      state.step(.popToCheckpoint("strat"))
        == .notFound(nearest: NotFound(part: "strat", kind: "checkpoint")))
  }

  @Test("The screen of a binding is replaced, and hidden with everything above it (10)")
  func bound() {
    var state = desk()
    let owner = state.makeOwner()
    let stack = state.activeStack
    state.step(.show(owner, Route(DeskRoute.catalog), as: .push, in: stack))
    state.step(.show(owner, Route(DeskRoute.book(id: 1)), as: .push, in: stack))
    #expect(state.routes == [Route(DeskRoute.book(id: 1))])
    state.step(.push(Route(DeskRoute.member(name: "Ada"))))

    #expect(state.step(.hide(owner)) == .completed)

    #expect(state.depth == 0)
    #expect(state.step(.hide(owner)) == .duplicate)
  }
}
