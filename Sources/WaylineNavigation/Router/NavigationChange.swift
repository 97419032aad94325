/// The difference between two states of one scene.
///
/// - Complexity: Finding it costs as much as the states differ, whatever they have in common.
public struct NavigationChange: Sendable {
  /// The screens that end, in the order of their endings.
  ///
  /// The topmost is first; the contents of a screen end before it.
  public let left: [NavigationEntry]

  /// The screens that begin, in the order of their beginnings.
  ///
  /// The lowest is first; the contents of a screen begin after it.
  public let entered: [NavigationEntry]

  /// The screens that end, with the roots of the stacks that end as a whole.
  let ended: [NavigationEntry]

  /// The stacks whose screens differ.
  let stacks: [NavigationState.StackID]

  /// True if a tab view appeared, disappeared or shows another tab.
  let changesTabs: Bool

  /// No difference.
  static let none = NavigationChange()

  private init() { (left, entered, ended, stacks, changesTabs) = ([], [], [], [], false) }

  /// Compares two states.
  public init(from old: NavigationState, to new: NavigationState) {
    var ended: [StackPart] = []
    var begun: [StackPart] = []
    for (index, stack) in old.stacks.enumerated() {
      guard let twin = StackPart.twin(of: stack, at: index, in: new) else {
        ended.append(StackPart(stack: stack, entries: stack.trail.reversed()))
        continue
      }
      if twin.trail.isIdentical(to: stack.trail) { continue }
      let (removed, added) = twin.trail.difference(from: stack.trail)
      if !removed.isEmpty { ended.append(StackPart(stack: stack, entries: removed)) }
      if !added.isEmpty { begun.append(StackPart(stack: twin, entries: added)) }
    }
    for (index, stack) in new.stacks.enumerated()
    where StackPart.twin(of: stack, at: index, in: old) == nil {
      begun.append(StackPart(stack: stack, entries: stack.trail.reversed()))
    }
    self.ended = StackPart.endings(of: ended, in: old)
    left = StackPart.withoutRoots(self.ended)
    entered = StackPart.withoutRoots(StackPart.endings(of: begun, in: new)).reversed()
    var stacks: [NavigationState.StackID] = []
    for part in ended + begun where part.hasScreens && !stacks.contains(part.stack.id) {
      stacks.append(part.stack.id)
    }
    self.stacks = stacks
    changesTabs = old.tabs != new.tabs
  }

  /// True if both states show the same screens and tabs.
  public var isEmpty: Bool { left.isEmpty && entered.isEmpty && !changesTabs }
}

/// The entries that one stack has in one state and not in another, from the bottom to the top.
private struct StackPart {
  let stack: NavigationState.Stack
  let entries: [NavigationEntry]

  /// True if the part has a screen besides the root of a stack that ends as a whole.
  var hasScreens: Bool { entries.last?.presentation != .root }

  /// The stack with the same identity, which is mostly at the same position.
  static func twin(
    of stack: NavigationState.Stack, at index: Int, in state: NavigationState
  ) -> NavigationState.Stack? {
    if index < state.stacks.count, state.stacks[index].id == stack.id { return state.stacks[index] }
    return state.index(of: stack.id).map { state.stacks[$0] }
  }

  /// The entries without the roots of stacks, which are no visits.
  static func withoutRoots(_ entries: [NavigationEntry]) -> [NavigationEntry] {
    guard entries.contains(where: { $0.presentation == .root }) else { return entries }
    return entries.filter { $0.presentation != .root }
  }

  /// The entries of all parts in the order in which they end.
  static func endings(of parts: [StackPart], in state: NavigationState) -> [NavigationEntry] {
    if parts.count <= 1 {
      return parts.first?.entries.reversed() ?? []
    }
    let gone = Set(parts.flatMap(\.entries).map(\.id))
    let placed = parts.map { (part: $0, parent: state.parent(of: $0.stack)) }
    let isInner = { (parent: NavigationEntry.ID?) in parent.map(gone.contains) ?? false }
    let inner = Dictionary(grouping: placed.filter { isInner($0.parent) }) { $0.parent }
    var ended: [NavigationEntry] = []
    func end(_ part: StackPart) {
      for entry in part.entries.reversed() {
        for shown in (inner[entry.id] ?? []).reversed() { end(shown.part) }
        ended.append(entry)
      }
    }
    // Of the parts whose screens stay, the upper end first, and the outer before the inner.
    let outer = placed.filter { !isInner($0.parent) }
      .map { (part: $0.part, path: path(to: $0.parent, in: state)) }
      .sorted { left, right in
        let difference = zip(left.path, right.path).first { $0 != $1 }
        return difference.map { $0 > $1 } ?? (left.path.count < right.path.count)
      }
    for shown in outer { end(shown.part) }
    return ended
  }

  /// The numbers of the screens that lead to a screen, from the first screen inwards.
  private static func path(
    to entry: NavigationEntry.ID?, in state: NavigationState
  ) -> [Int] {
    guard let entry, let index = state.stackIndex(holding: entry) else { return [] }
    return path(to: state.parent(of: state.stacks[index]), in: state) + [entry.number]
  }
}
