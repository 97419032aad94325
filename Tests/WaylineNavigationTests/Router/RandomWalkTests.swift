import Testing

@testable import WaylineNavigation

@Suite("Random walks")
struct RandomWalkTests {
  @Test("Whatever is asked for, the invariants hold", arguments: 0..<40)
  func invariants(seed: UInt64) {
    var walk = Walk(seed: seed)

    for _ in 0..<150 {
      let action = walk.next()
      let before = walk.state
      let outcome = walk.state.step(action)

      #expect(walk.state.checkInvariants() == [], "after \(action)")
      if outcome != .completed { #expect(walk.state == before, "after \(action)") }
    }
  }

  @Test("Undoing every step returns to the beginning, redoing them to the end", arguments: 0..<20)
  func history(seed: UInt64) {
    var walk = Walk(seed: seed, binds: false)
    var history = NavigationHistory()
    let start = walk.state
    for _ in 0..<60 {
      let (action, before) = (walk.next(mounts: false), walk.state)
      if walk.state.step(action) == .completed { history.record(before) }
    }
    let end = walk.state

    while let past = history.past.last {
      history.recordUndo(walk.state)
      walk.state = walk.state.recalling(past) { _ in false }
      #expect(walk.state.checkInvariants() == [])
    }
    #expect(NavigationChange(from: start, to: walk.state).isEmpty)

    while let next = history.future.last {
      history.recordRedo(walk.state)
      walk.state = walk.state.recalling(next) { _ in false }
    }
    #expect(NavigationChange(from: end, to: walk.state).isEmpty)
  }

  @Test("A change leads from one state to the other", arguments: 0..<20)
  func changes(seed: UInt64) {
    var walk = Walk(seed: seed)
    let old = walk.state
    for _ in 0..<30 { walk.state.step(walk.next()) }

    let change = NavigationChange(from: old, to: walk.state)

    let before = Set(old.stacks.flatMap { $0.trail.dropLast() })
    let after = Set(walk.state.stacks.flatMap { $0.trail.dropLast() })
    #expect(Set(change.left) == before.subtracting(after))
    #expect(Set(change.entered) == after.subtracting(before))
  }
}

/// Thinks up one action after the other, and mounts stacks and tabs on the way.
private struct Walk {
  var state = NavigationState()
  private var dice: Dice
  private var owners: [PresentationOwner] = []

  init(seed: UInt64, binds: Bool = true) {
    dice = Dice(state: seed)
    let tabs = state.mountTabs(
      in: .entry(state.top.id), ordinal: 0, tags: ["Books", "Members"], selected: "Books")
    for tag in ["Books", "Members"] { _ = state.mountStack(in: .tab(tabs, tag), ordinal: 0) }
    if binds { owners = [state.makeOwner(), state.makeOwner()] }
  }

  private mutating func route() -> Route {
    switch Int.random(in: 0..<3, using: &dice) {
    case 0: Route(DeskRoute.catalog)
    case 1: Route(DeskRoute.book(id: .random(in: 0..<3, using: &dice)))
    default: Route(DeskRoute.member(name: ["Ada", "Ben"].randomElement(using: &dice) ?? ""))
    }
  }

  mutating func next(mounts: Bool = true) -> NavigationAction {
    if mounts, Int.random(in: 0..<12, using: &dice) == 0 {
      _ = state.mountStack(in: .entry(state.top.id), ordinal: 0)
    }
    let anyStack = state.stacks.randomElement(using: &dice)?.id ?? .scene
    let number = Int.random(in: 0..<(15 + owners.count * 2), using: &dice)
    return switch number {
    case 0: .pop(.random(in: 0..<4, using: &dice))
    case 1: .popTo(route())
    case 2: .popToRoot(of: anyStack)
    case 3: .replaceTop(route())
    case 4: .set([route(), route()])
    case 5: .present(route(), as: [.sheet, .cover].randomElement(using: &dice) ?? .sheet)
    case 6: .dismiss
    case 7: .end(state.entries(of: anyStack).randomElement(using: &dice)?.id ?? state.top.id)
    case 8: .back(.random(in: 0..<3, using: &dice))
    case 9: .select(["Books", "Members", "Loans"].randomElement(using: &dice) ?? "")
    case 10: .checkpoint("mark")
    case 11: .popToCheckpoint("mark")
    case 15: .show(owners[0], route(), as: .push, in: anyStack)
    case 16: .hide(owners[0])
    case 17: .show(owners[1], nil, as: .sheet, in: anyStack)
    case 18: .hide(owners[1])
    default: .push(route(), onto: anyStack)
    }
  }
}
