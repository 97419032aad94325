/// What differs between two states of one scene.
///
/// - Complexity: Finding it costs as much as the states differ, whatever they have in common.
public struct NavigationChange: Sendable {
  /// The screens that have ended, in the order of their ending.
  ///
  /// The topmost is first; what a screen shows in itself ends before it.
  public let left: [NavigationEntry]

  /// The screens that have begun, in the order of their beginning.
  ///
  /// The lowest is first; what a screen shows in itself begins after it.
  public let entered: [NavigationEntry]

  /// The stacks whose screens are not the same.
  let stacks: [NavigationState.StackID]

  /// Whether a tab view appeared, disappeared or shows another tab.
  let changesTabs: Bool

  /// Compares two states.
  public init(from old: NavigationState, to new: NavigationState) {
    let (ended, begun) = (Endings(of: old, notIn: new), Endings(of: new, notIn: old))
    left = ended.entries
    entered = begun.entries.reversed()
    stacks = ended.stacks + begun.stacks.filter { !ended.stacks.contains($0) }
    changesTabs = old.tabs != new.tabs
  }

  /// Whether both states show the same screens and tabs.
  public var isEmpty: Bool { left.isEmpty && entered.isEmpty && !changesTabs }
}

/// The screens that one state has and another has not, in the order in which they would end.
private struct Endings {
  private(set) var entries: [NavigationEntry] = []
  /// The stacks that hold them.
  let stacks: [NavigationState.StackID]

  /// What one stack loses, from the bottom to the top, and the screen that shows the stack.
  private struct Part {
    let stack: NavigationState.StackID
    let parent: NavigationEntry.ID?
    let entries: [NavigationEntry]
  }

  init(of state: NavigationState, notIn other: NavigationState) {
    let parts = state.stacks.compactMap { stack -> Part? in
      let entries = Self.entries(of: stack, notIn: other)
      guard !entries.isEmpty else { return nil }
      return Part(stack: stack.id, parent: state.parent(of: stack), entries: entries)
    }
    stacks = parts.filter { $0.entries.last?.presentation != .root }.map(\.stack)
    let gone = parts.count > 1 ? Set(parts.flatMap(\.entries).map(\.id)) : []
    let isInner = { (part: Part) in part.parent.map(gone.contains) ?? false }
    let inner = Dictionary(grouping: parts.filter(isInner)) { $0.parent }
    for part in state.fromTheTop(parts.filter { !isInner($0) }, by: \.parent) {
      end(part, inner)
    }
  }

  private mutating func end(_ part: Part, _ inner: [NavigationEntry.ID?: [Part]]) {
    for entry in part.entries.reversed() {
      for shown in (inner[entry.id] ?? []).reversed() { end(shown, inner) }
      if entry.presentation != .root { entries.append(entry) }
    }
  }

  /// A stack that is gone as a whole ends with its root, which is no screen of its own.
  private static func entries(
    of stack: NavigationState.Stack, notIn other: NavigationState
  ) -> [NavigationEntry] {
    guard let index = other.index(of: stack.id) else { return stack.trail.reversed() }
    return other.stacks[index].trail.difference(from: stack.trail).removed
  }
}

extension NavigationState {
  /// The screen that shows a stack, itself or in one of its tabs; nil for the scene's own.
  fileprivate func parent(of stack: Stack) -> NavigationEntry.ID? {
    var context = stack.parent
    while case .tab(let id, _) = context { context = tabs.first { $0.id == id }?.parent }
    guard case .entry(let entry) = context else { return nil }
    return entry
  }

  /// Sorts what stays visible by where it stands: the upper first, and the outer before the inner.
  fileprivate func fromTheTop<Part>(
    _ parts: [Part], by parent: (Part) -> NavigationEntry.ID?
  ) -> [Part] {
    guard parts.count > 1 else { return parts }
    let paths = parts.map { (part: $0, path: path(to: parent($0))) }
    return paths.sorted { left, right in
      let difference = zip(left.path, right.path).first { $0 != $1 }
      return difference.map { $0 > $1 } ?? (left.path.count < right.path.count)
    }.map(\.part)
  }

  /// The numbers of the screens that lead to a screen from outside.
  private func path(to entry: NavigationEntry.ID?) -> [Int] {
    guard let entry, let index = stackIndex(holding: entry) else { return [] }
    return path(to: parent(of: stacks[index])) + [entry.number]
  }
}
