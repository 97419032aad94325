extension NavigationState {
  /// Puts a new visit on top of a stack.
  @discardableResult
  mutating func append(
    _ route: Route?, as form: NavigationEntry.Presentation,
    by owner: NavigationEntry.Owner = .router,
    to index: Int
  ) -> NavigationEntry.ID {
    let id = NavigationEntry.ID(number: takeNumber())
    stacks[index].trail.append(
      NavigationEntry(id: id, route: route, presentation: form, owner: owner))
    return id
  }

  /// Takes visits away from the top of a stack, and with each what it shows; never the root.
  /// - Returns: How many visits have ended.
  @discardableResult
  mutating func removeLast(_ count: Int, from index: Int) -> Int {
    let stack = stacks[index].id
    var removed = 0
    while removed < count, let index = self.index(of: stack),
      let entry = stacks[index].trail.removeLast()
    {
      removed += 1
      forget(entry.id)
    }
    return removed
  }

  /// Removes the stacks and tab views that a screen showed, and the marks on it.
  private mutating func forget(_ entry: NavigationEntry.ID) {
    if !checkpoints.isEmpty { checkpoints = checkpoints.filter { $0.value != entry } }
    if !intents.isEmpty { intents[entry] = nil }
    if !claims.isEmpty { claims[entry] = nil }
    guard stacks.count > 1 || !tabs.isEmpty else { return }
    remove(from: .entry(entry))
  }

  /// Removes what is shown in a screen or a tab, innermost first.
  private mutating func remove(from context: NavigationContext) {
    while let index = stacks.firstIndex(where: { $0.parent == context }) {
      let stack = stacks[index].id
      removeLast(.max, from: index)
      guard let rest = self.index(of: stack) else { continue }
      forget(stacks[rest].trail.last.id)
      stacks.removeAll { $0.id == stack }
    }
    while let index = tabs.firstIndex(where: { $0.parent == context }) {
      let ended = tabs[index]
      for tag in ended.tags { remove(from: .tab(ended.id, tag)) }
      tabs.removeAll { $0.id == ended.id }
    }
  }

  /// Makes a stack visible: selects the tabs it is in, and ends what covers the screens it is in.
  mutating func reveal(_ index: Int) {
    switch stacks[index].parent {
    case nil: return
    case .entry(let entry): uncover(entry)
    case .tab(let id, let tag): select(tag, of: id)
    }
  }

  private mutating func uncover(_ entry: NavigationEntry.ID) {
    guard let index = stackIndex(holding: entry) else { return }
    removeLast(stacks[index].trail.prefix { $0.id != entry }.count, from: index)
    reveal(index)
  }

  private mutating func select(_ tag: String, of id: TabsID) {
    guard let index = tabs.firstIndex(where: { $0.id == id }) else { return }
    tabs[index].selected = tag
    switch tabs[index].parent {
    case .entry(let entry): uncover(entry)
    case .tab(let outer, let tag): select(tag, of: outer)
    }
  }
}

extension NavigationState {
  /// A stack appears in a screen or a tab; one that was there before under this number is resumed.
  package mutating func mountStack(
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

  /// A stack disappears although the screen that showed it stays.
  package mutating func unmountStack(_ id: StackID) {
    guard let index = index(of: id), id != .scene else { return }
    removeLast(.max, from: index)
    guard let rest = self.index(of: id) else { return }
    forget(stacks[rest].trail.last.id)
    stacks.removeAll { $0.id == id }
  }

  /// A tab view appears; one that was there before under this number is resumed.
  package mutating func mountTabs(
    in parent: NavigationContext, ordinal: Int, tags: [String], selected: String
  ) -> TabsID {
    if let known = tabs.firstIndex(where: { $0.parent == parent && $0.ordinal == ordinal }) {
      let gone = tabs[known].tags.filter { !tags.contains($0) }
      tabs[known].tags = tags
      for tag in gone { remove(from: .tab(tabs[known].id, tag)) }
      if !tags.contains(tabs[known].selected) { tabs[known].selected = selected }
      return tabs[known].id
    }
    let id = TabsID(number: takeNumber())
    tabs.append(Tabs(id: id, parent: parent, ordinal: ordinal, tags: tags, selected: selected))
    return id
  }

  /// A tab view disappears although the screen that showed it stays.
  package mutating func unmountTabs(_ id: TabsID) {
    guard let index = tabs.firstIndex(where: { $0.id == id }) else { return }
    let ended = tabs[index]
    for tag in ended.tags { remove(from: .tab(id, tag)) }
    tabs.removeAll { $0.id == id }
  }

  /// A modifier or wrapper that shows screens for a binding gets its identity.
  package mutating func makeOwner() -> PresentationOwner {
    PresentationOwner(number: takeNumber())
  }
}
