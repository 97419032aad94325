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
      if stack.trail.dropLast().contains(where: { $0.presentation == .root }) {
        problems.append("Stack \(stack.id.number) has a root above its root.")
      }
      if zip(stack.trail, stack.trail.dropFirst()).contains(where: { $0.id.number <= $1.id.number })
      {
        problems.append("Stack \(stack.id.number) has a screen above one that came later.")
      }
      if stack.trail.count != Array(stack.trail).count {
        problems.append("Stack \(stack.id.number) has a wrong number of screens.")
      }
    }
    return problems
  }

  private var identityProblems: [String] {
    let numbers =
      allEntries.map(\.id.number) + stacks.dropFirst().map(\.id.number)
      + tabs.map(\.id.number)
    var problems: [String] = []
    if Set(numbers).count != numbers.count { problems.append("A number is used twice.") }
    if let highest = numbers.max(), highest >= nextNumber {
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
    let owners = allEntries.filter(\.isBound).map(\.owner)
    return Set(owners).count == owners.count ? [] : ["A binding shows two screens at once."]
  }

  private var markProblems: [String] {
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
