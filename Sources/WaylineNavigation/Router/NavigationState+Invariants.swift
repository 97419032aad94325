extension NavigationState {
  /// The broken invariants, a sentence each; empty for every state that can be reached.
  /// - Complexity: O(all screens).
  public func checkInvariants() -> [String] {
    rootProblems + identityProblems + treeProblems + ownerProblems + markProblems
  }

  /// Stops a debug build at the first step that breaks an invariant.
  ///
  /// Deep states are not checked: a check of every screen would make each step as slow as the stack
  /// is deep.
  func assertInvariants() {
    assert(
      stacks.reduce(0) { $0 + $1.trail.count } > 64 || checkInvariants().isEmpty,
      checkInvariants().joined(separator: " "))
  }

  private var rootProblems: [String] {
    var problems: [String] = []
    if stacks.first?.id != .scene { problems.append("The first stack is not the scene's.") }
    for stack in stacks {
      if stack.trail.first.presentation != .root {
        problems.append("Stack \(stack.id.number) does not begin with a root.")
      }
      var (count, above, hasRootAbove, isOutOfOrder) = (0, NavigationEntry.ID?.none, false, false)
      for entry in stack.trail {
        count += 1
        if entry.presentation == .root, count < stack.trail.count { hasRootAbove = true }
        if let above, above.number <= entry.id.number { isOutOfOrder = true }
        above = entry.id
      }
      if hasRootAbove { problems.append("Stack \(stack.id.number) has a root above its root.") }
      if isOutOfOrder {
        problems.append("Stack \(stack.id.number) has a screen above one that came later.")
      }
      if stack.trail.count != count {
        problems.append("Stack \(stack.id.number) has a wrong number of screens.")
      }
    }
    return problems
  }

  private var identityProblems: [String] {
    var numbers = stacks.dropFirst().map(\.id.number) + tabs.map(\.id.number)
    for stack in stacks { for entry in stack.trail { numbers.append(entry.id.number) } }
    numbers.sort()
    var problems: [String] = []
    if zip(numbers, numbers.dropFirst()).contains(where: ==) {
      problems.append("A number is used twice.")
    }
    if let highest = numbers.last, highest >= nextNumber {
      problems.append("Number \(highest) was never assigned.")
    }
    return problems
  }

  private var treeProblems: [String] {
    var problems: [String] = []
    for (index, stack) in stacks.enumerated() {
      guard let parent = stack.parent else {
        if index > 0 { problems.append("Stack \(stack.id.number) has no parent.") }
        continue
      }
      if (stackIndex(of: parent) ?? .max) >= index {
        problems.append("Stack \(stack.id.number) has a parent that does not precede it.")
      }
    }
    for shown in tabs {
      if stackIndex(of: shown.parent) == nil {
        problems.append("Tab view \(shown.id.number) has no parent.")
      }
      if !shown.tags.contains(shown.selected) {
        problems.append("Tab view \(shown.id.number) shows a tab it does not have.")
      }
    }
    return problems
  }

  private var ownerProblems: [String] {
    guard stacks.contains(where: { $0.trail.boundCount > 0 }) else { return [] }
    let owners = allEntries.filter(\.isBound).map(\.owner)
    return Set(owners).count == owners.count ? [] : ["A binding shows two screens at once."]
  }

  private var markProblems: [String] {
    if marks.isEmpty { return [] }
    let present = Set(allEntries.map(\.id))
    let flows = Array(marks.intents.keys) + Array(marks.resultNames.keys)
    return marks.checkpoints.filter { !present.contains($0.value) }.map {
      "Checkpoint '\($0.key)' marks a screen that has ended."
    }
      + flows.filter { !present.contains($0) }.map {
        "A result of the flow of \($0) is awaited, which has ended."
      }
  }

  /// The stack that holds the screen of a context.
  private func stackIndex(of context: NavigationContext) -> Int? {
    switch context {
    case .entry(let entry): stackIndex(holding: entry)
    case .tab(let id, let tag):
      tabs.first { $0.id == id && $0.tags.contains(tag) }.flatMap { stackIndex(of: $0.parent) }
    }
  }
}
