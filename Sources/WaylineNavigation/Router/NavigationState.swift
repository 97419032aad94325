/// Everything a scene's navigation is: a tree of stacks and tab views, as one value.
///
/// A stack holds screens, from its root to the one on top; a screen shown as a sheet or a cover
/// stands in the same stack. A screen may itself show stacks and tab views. Because the whole is a
/// value, a change of any size is made on a copy and becomes visible at once:
///
/// ```swift
/// router.navigate { state in
///   state.popToRoot()
///   state.push(DeskRoute.catalog)
///   state.push(DeskRoute.book(id: 42))
/// }
/// ```
///
/// - Complexity: Pushing, popping and copying cost the same at any depth.
public struct NavigationState: Hashable, Sendable {
  /// The stacks; the first is the scene's own.
  var stacks: [Stack]

  /// The tab views.
  var tabs: [Tabs] = []

  /// The screens to which `popTo(checkpoint:)` returns.
  var checkpoints: [String: NavigationEntry.ID] = [:]

  /// The number that the next entry, stack, tab view or owner gets.
  var nextNumber = 1

  /// A scene that shows its first screen.
  public init() {
    let root = NavigationEntry(
      id: NavigationEntry.ID(number: 0), route: nil, presentation: .root, owner: .router)
    stacks = [
      Stack(id: .scene, parent: nil, ordinal: 0, isBound: false, trail: Trail(root))
    ]
  }

  /// The screen on top of the stack that a person is in.
  public var top: NavigationEntry { stacks[activeIndex].trail.last }

  /// How many screens lie below the top of the stack that a person is in.
  public var depth: Int { stacks[activeIndex].trail.count - 1 }

  /// The places of the stack that a person is in, from the bottom to the top, without its root.
  /// - Complexity: O(depth).
  public var routes: [Route] { entries(of: activeStack).compactMap(\.route) }

  /// The stack that a person is in: the innermost one of those that are visible.
  public var activeStack: StackID { stacks[activeIndex].id }

  /// The stacks that are visible, from the scene's own to the one a person is in.
  public var visibleStacks: [StackID] { chain.map { stacks[$0].id } }

  /// The screens of a stack from its root to the top; empty if there is no such stack.
  /// - Complexity: O(depth).
  public func entries(of stack: StackID) -> [NavigationEntry] {
    index(of: stack).map { stacks[$0].trail.reversed() } ?? []
  }

  /// The selected tab of every tab view that is visible, outermost first.
  public var selectedTabs: [String] { visibleTabs.map { tabs[$0].selected } }
}

extension NavigationState {
  /// A number that has not been used before in this scene.
  mutating func takeNumber() -> Int {
    defer { nextNumber += 1 }
    return nextNumber
  }

  /// The screens of a stack.
  func trail(of stack: StackID) -> Trail? {
    index(of: stack).map { stacks[$0].trail }
  }

  /// Where a stack stands in the list.
  func index(of stack: StackID) -> Int? {
    stacks.firstIndex { $0.id == stack }
  }

  /// The stack that holds an entry, looking at the tops first.
  /// - Complexity: O(depth) for an entry that is covered.
  func stackIndex(holding entry: NavigationEntry.ID) -> Int? {
    stacks.firstIndex { $0.trail.last.id == entry }
      ?? stacks.firstIndex { $0.trail.contains { $0.id == entry } }
  }

  /// The innermost visible stack.
  var activeIndex: Int {
    var index = 0
    while let inner = innerIndex(of: .entry(stacks[index].trail.last.id)) { index = inner }
    return index
  }

  /// The visible stacks, outermost first.
  var chain: [Int] {
    var chain = [0]
    while let inner = innerIndex(of: .entry(stacks[chain.last ?? 0].trail.last.id)) {
      chain.append(inner)
    }
    return chain
  }

  /// The visible tab views, outermost first.
  var visibleTabs: [Int] {
    chain.flatMap { tabIndices(in: .entry(stacks[$0].trail.last.id)) }
  }

  /// The stack shown in a context, looking into its selected tab.
  private func innerIndex(of context: NavigationContext) -> Int? {
    guard stacks.count > 1 else { return nil }
    if let index = stacks.firstIndex(where: { $0.parent == context }) { return index }
    guard let shown = tabs.first(where: { $0.parent == context }) else { return nil }
    return innerIndex(of: .tab(shown.id, shown.selected))
  }

  private func tabIndices(in context: NavigationContext) -> [Int] {
    guard let index = tabs.firstIndex(where: { $0.parent == context }) else { return [] }
    return [index] + tabIndices(in: .tab(tabs[index].id, tabs[index].selected))
  }
}
