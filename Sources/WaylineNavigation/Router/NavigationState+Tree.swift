/// The upkeep of the tree: entries, stacks and tab views appear and end, each with its contents.
extension NavigationState {
  /// Returns a number that has not been used before in this scene.
  mutating func takeNumber() -> Int {
    defer { nextNumber += 1 }
    return nextNumber
  }

  /// Adds a new visit at the top of a stack.
  @discardableResult
  mutating func append(
    _ route: Route?, as form: NavigationEntry.Presentation,
    by owner: NavigationEntry.Owner = .router, to index: Int
  ) -> NavigationEntry.ID {
    let id = NavigationEntry.ID(number: takeNumber())
    stacks[index].trail.append(
      NavigationEntry(id: id, route: route, presentation: form, owner: owner))
    return id
  }

  /// Removes visits from the top of a stack, each with its contents; never the root.
  /// - Returns: The number of removed visits.
  @discardableResult
  mutating func removeLast(_ count: Int, from index: Int) -> Int {
    let stack = stacks[index].id
    var removed = 0
    while removed < count, let index = self.index(of: stack),
      let entry = stacks[index].trail.removeLast()
    {
      removed += 1
      discardContents(of: entry.id)
    }
    return removed
  }

  /// Removes the visits above an entry.
  mutating func removeAll(above entry: NavigationEntry.ID, from index: Int) {
    removeLast(stacks[index].trail.prefix { $0.id != entry }.count, from: index)
  }

  /// Makes a stack visible: selects the tabs that show it, and ends what covers its screens.
  mutating func reveal(_ index: Int) {
    if let parent = stacks[index].parent { reveal(parent) }
  }

  private mutating func reveal(_ context: NavigationContext) {
    switch context {
    case .entry(let entry):
      guard let index = stackIndex(holding: entry) else { return }
      removeAll(above: entry, from: index)
      reveal(index)
    case .tab(let id, let tag):
      guard let index = tabs.firstIndex(where: { $0.id == id }) else { return }
      tabs[index].select(tag)
      reveal(tabs[index].parent)
    }
  }

  /// Removes the stacks, tab views and marks of a screen that has ended.
  private mutating func discardContents(of entry: NavigationEntry.ID) {
    if !marks.isEmpty {
      marks.checkpoints = marks.checkpoints.filter { $0.value != entry }
      marks.intents[entry] = nil
      marks.resultNames[entry] = nil
    }
    guard stacks.count > 1 || !tabs.isEmpty else { return }
    discardContents(of: .entry(entry))
  }

  /// Removes the contents of a screen or a tab, innermost first.
  private mutating func discardContents(of context: NavigationContext) {
    while let stack = stacks.first(where: { $0.parent == context })?.id { discard(stack) }
    while let id = tabs.first(where: { $0.parent == context })?.id { unmountTabs(id) }
  }

  private mutating func discard(_ stack: StackID) {
    guard let index = index(of: stack) else { return }
    removeLast(.max, from: index)
    guard let rest = self.index(of: stack) else { return }
    discardContents(of: stacks[rest].trail.last.id)
    stacks.removeAll { $0.id == stack }
  }
}

// MARK: - Views that appear and disappear

extension NavigationState {
  /// Adds the stack of a view; a stack already known under this ordinal is resumed.
  mutating func mountStack(
    in parent: NavigationContext, ordinal: Int, isBound: Bool = false
  ) -> StackID {
    if let known = stacks.first(where: { $0.parent == parent && $0.ordinal == ordinal }) {
      return known.id
    }
    let id = StackID(number: takeNumber())
    let root = NavigationEntry(
      id: NavigationEntry.ID(number: takeNumber()), route: nil, presentation: .root, owner: .router)
    stacks.append(
      Stack(id: id, parent: parent, ordinal: ordinal, isBound: isBound, trail: Trail(root)))
    return id
  }

  /// Removes a stack whose view has disappeared although its screen stays.
  mutating func unmountStack(_ id: StackID) {
    if id != .scene { discard(id) }
  }

  /// Adds a tab view; one already known under this ordinal is resumed with the given tabs.
  mutating func mountTabs(
    in parent: NavigationContext, ordinal: Int, tags: [String], selected: String
  ) -> TabsID {
    if let known = tabs.firstIndex(where: { $0.parent == parent && $0.ordinal == ordinal }) {
      let id = tabs[known].id
      if tabs[known].tags != tags {
        let removed = tabs[known].tags.filter { !tags.contains($0) }
        tabs[known].tags = tags
        for tag in removed { discardContents(of: .tab(id, tag)) }
        if let index = tabs.firstIndex(where: { $0.id == id }) {
          tabs[index].selectPresent(or: selected)
        }
      }
      return id
    }
    let id = TabsID(number: takeNumber())
    tabs.append(Tabs(id: id, parent: parent, ordinal: ordinal, tags: tags, selected: selected))
    return id
  }

  /// Removes a tab view whose view has disappeared although its screen stays.
  mutating func unmountTabs(_ id: TabsID) {
    guard let ended = tabs.first(where: { $0.id == id }) else { return }
    for tag in ended.tags { discardContents(of: .tab(id, tag)) }
    tabs.removeAll { $0.id == id }
  }

  /// Returns a new identity for a modifier or wrapper whose binding presents screens.
  mutating func makeOwner() -> PresentationOwner {
    PresentationOwner(number: takeNumber())
  }
}

// MARK: - Places of another state

extension NavigationState {
  /// Takes over the places of another state; screens that are the same in both stay.
  mutating func align(with other: NavigationState) {
    align(stacks[0].id, with: other.stacks[0], of: other)
  }

  /// True if a screen shows a stack or tabs of its own.
  var hasInnerPlaces: Bool { stacks.count > 1 || !tabs.isEmpty }

  /// The number of visits on all stacks, and of tab views.
  var size: Int { stacks.reduce(tabs.count) { $0 + $1.trail.count } }

  /// The numbers of the stacks and tab views.
  var innerPlaces: Set<Int> { Set(stacks.map(\.id.number) + tabs.map(\.id.number)) }

  private mutating func align(_ stack: StackID, with target: Stack, of other: NavigationState) {
    guard let index = index(of: stack) else { return }
    // What both lists share needs no comparison.
    let (present, wanted) = target.trail.difference(from: stacks[index].trail)
    let common = zip(present, wanted).prefix { mine, its in
      mine.route == its.route && mine.presentation == its.presentation
        && mine.isBound == its.isBound
    }.count
    removeLast(present.count - common, from: index)
    guard let index = self.index(of: stack) else { return }
    for entry in wanted[common...].prefix(while: { !$0.isBound }) {
      append(entry.route, as: entry.presentation, to: index)
    }
    guard other.hasInnerPlaces || !marks.isEmpty || !other.marks.isEmpty else { return }
    let parents = other.parents
    let areMarked = !marks.isEmpty || !other.marks.isEmpty
    let pairs = stacks[index].trail.pairs(with: target.trail) { areMarked || parents.contains($0) }
    for (mine, its) in pairs {
      takeMarks(of: its.id, on: target.id, from: other, for: mine.id, on: stack)
      align(.entry(mine.id), with: .entry(its.id), of: other)
    }
  }

  /// The screens that show stacks or tab views inside them.
  private var parents: Set<NavigationEntry.ID> {
    var parents: Set<NavigationEntry.ID> = []
    for case .entry(let id)? in stacks.lazy.map(\.parent) { parents.insert(id) }
    for case .entry(let id) in tabs.lazy.map(\.parent) { parents.insert(id) }
    return parents
  }

  private mutating func takeMarks(
    of its: NavigationEntry.ID, on target: StackID, from other: NavigationState,
    for mine: NavigationEntry.ID, on stack: StackID
  ) {
    guard !marks.isEmpty || !other.marks.isEmpty else { return }
    marks.intents[mine] = other.marks.intents[its].map { intent in
      PendingIntent(
        steps: intent.steps,
        stack: intent.stack == target ? stack : intent.stack.flatMap { $0 == .scene ? $0 : nil })
    }
    marks.resultNames[mine] = other.marks.resultNames[its]
    for (name, entry) in marks.checkpoints where entry == mine { marks.checkpoints[name] = nil }
    for (name, entry) in other.marks.checkpoints where entry == its {
      marks.checkpoints[name] = mine
    }
  }

  private mutating func align(
    _ context: NavigationContext, with target: NavigationContext, of other: NavigationState
  ) {
    guard hasInnerPlaces else { return }
    for its in other.stacks where its.parent == target {
      let mine = stacks.first { $0.parent == context && $0.ordinal == its.ordinal }
      if let mine { align(mine.id, with: its, of: other) }
    }
    for its in other.tabs where its.parent == target {
      guard
        let index = tabs.firstIndex(where: {
          $0.parent == context && $0.ordinal == its.ordinal && $0.tags.contains(its.selected)
        })
      else { continue }
      tabs[index].select(its.selected)
      let mine = tabs[index].id
      for tag in its.tags { align(.tab(mine, tag), with: .tab(its.id, tag), of: other) }
    }
  }
}
