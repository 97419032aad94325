import WaylineTestScale

@testable import WaylineNavigation

/// Thinks up one action after the other, and mounts stacks and tabs on the way.
struct Walk {
  var state = NavigationState()
  private var dice: Dice
  private var owners: [PresentationOwner] = []

  init(seed: UInt64, binds: Bool = true) {
    dice = Dice(seed: seed)
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
