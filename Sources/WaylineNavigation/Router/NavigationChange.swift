/// What differs between two states of one scene.
///
/// - Complexity: Finding it costs as much as the states differ, whatever they have in common.
public struct NavigationChange: Sendable {
  /// The screens that have ended, in the order of their ending: the innermost and topmost first.
  public let left: [NavigationEntry]

  /// The screens that have begun, in the order of their beginning: from the bottom to the top.
  public let entered: [NavigationEntry]

  /// The stacks whose screens are not the same.
  let stacks: [NavigationState.StackID]

  /// Whether a tab view appeared, disappeared or shows another tab.
  let changesTabs: Bool

  /// Compares two states.
  public init(from old: NavigationState, to new: NavigationState) {
    var (left, entered): ([NavigationEntry], [NavigationEntry]) = ([], [])
    var stacks: [NavigationState.StackID] = []
    for stack in old.stacks.reversed() {
      let ended = Self.ended(of: stack, in: new)
      guard !ended.isEmpty else { continue }
      left += ended
      stacks.append(stack.id)
    }
    for stack in new.stacks {
      let begun = Self.begun(of: stack, since: old)
      guard !begun.isEmpty else { continue }
      entered += begun
      if !stacks.contains(stack.id) { stacks.append(stack.id) }
    }
    self.left = left
    self.entered = entered
    self.stacks = stacks
    changesTabs = old.tabs != new.tabs
  }

  /// Whether both states show the same screens and tabs.
  public var isEmpty: Bool { left.isEmpty && entered.isEmpty && !changesTabs }

  private static func ended(
    of stack: NavigationState.Stack, in new: NavigationState
  ) -> [NavigationEntry] {
    guard let index = new.index(of: stack.id) else { return stack.trail.dropLast() }
    return new.stacks[index].trail.difference(from: stack.trail).removed.reversed()
  }

  private static func begun(
    of stack: NavigationState.Stack, since old: NavigationState
  ) -> [NavigationEntry] {
    guard let index = old.index(of: stack.id) else { return stack.trail.dropLast().reversed() }
    return stack.trail.difference(from: old.stacks[index].trail).added
  }
}
