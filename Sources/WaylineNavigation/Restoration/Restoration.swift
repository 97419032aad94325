/// Brings saved screens back, as far as the stacks that hold them have appeared.
///
/// A saved screen may itself show a stack, which exists only once the screen is shown. So this works
/// in rounds: `advance` restores what it can, the screens appear, and the next round goes deeper.
struct Restoration {
  private var waiting: [Waiting] = []
  private(set) var report = RestorationReport()
  /// The names of those who wait for flows that are not back.
  private(set) var interrupted: [String] = []

  /// Prepares to bring back what was saved.
  init(_ saved: SavedNavigation, damaged: RestorationReport.Dropped?) {
    scene = saved.scene
    if let damaged { report.dropped.append(damaged) }
  }

  private var scene: SavedNavigation.Stack?
  /// How many of the saved stacks and tab views were there.
  private var found = 0

  /// What a screen or a tab showed, and how deep its lines stood.
  private struct Waiting {
    let context: NavigationContext
    let saved: SavedNavigation.Children
    let depth: Int
  }

  /// Restores what has a stack now.
  /// - Returns: Whether any stack or tab view was there that had been waited for.
  mutating func advance(
    _ state: inout NavigationState, reader: RouteReader,
    accepts: (Route, NavigationState.StackID) -> RestorationReport.Reason?
  ) -> Bool {
    let before = found
    if let stack = scene {
      scene = nil
      restore(stack, at: 0, depth: 0, in: &state, reader: reader, accepts: accepts)
    }
    for part in take() {
      restore(part, in: &state, reader: reader, accepts: accepts)
    }
    return found > before
  }

  /// Gives up on what still waits for a stack.
  ///
  /// - Parameter state: what is shown now; a binding whose value was kept has shown its place again.
  mutating func finish(in state: NavigationState) -> RestorationReport {
    for part in take() { drop(part.saved, depth: part.depth) }
    report.bound.removeAll { name in
      state.allEntries.contains { $0.isBound && $0.route?.typeName == name }
    }
    return report
  }

  private mutating func take() -> [Waiting] {
    defer { waiting = [] }
    return waiting
  }
}

extension Restoration {
  private typealias Accepts = (Route, NavigationState.StackID) -> RestorationReport.Reason?

  private mutating func restore(
    _ part: Waiting, in state: inout NavigationState, reader: RouteReader, accepts: Accepts
  ) {
    var missing = SavedNavigation.Children()
    for stack in part.saved.stacks {
      let index = state.stacks.firstIndex {
        $0.parent == part.context && $0.ordinal == stack.ordinal
      }
      if let index {
        restore(
          stack, at: index, depth: part.depth, in: &state, reader: reader, accepts: accepts)
      } else {
        missing.stacks.append(stack)
      }
    }
    for shown in part.saved.tabs {
      let index = state.tabs.firstIndex {
        $0.parent == part.context && $0.ordinal == shown.ordinal
      }
      if let index {
        restore(shown, at: index, depth: part.depth, in: &state)
      } else {
        missing.tabs.append(shown)
      }
    }
    wait(for: missing, in: part.context, depth: part.depth)
  }

  private mutating func restore(
    _ saved: SavedNavigation.Tabs, at index: Int, depth: Int, in state: inout NavigationState
  ) {
    found += 1
    let shown = state.tabs[index]
    if shown.tags.contains(saved.selected) { state.tabs[index].selected = saved.selected }
    for (tag, content) in saved.contents.sorted(by: { $0.key < $1.key }) {
      wait(for: content, in: .tab(shown.id, tag), depth: depth + 2)
    }
  }

  private mutating func restore(
    _ saved: SavedNavigation.Stack, at index: Int, depth: Int, in state: inout NavigationState,
    reader: RouteReader, accepts: Accepts
  ) {
    found += 1
    wait(for: saved.root, in: .entry(state.stacks[index].trail.first.id), depth: depth + 1)
    var routes = RouteQueue(saved.entries, reader: reader)
    for (position, entry) in saved.entries.enumerated() {
      do throws(RouteReader.Refusal) {
        let reading = try routes.next()
        if let reason = accepts(reading.route, state.stacks[index].id) {
          throw RouteReader.Refusal(reason: reason)
        }
        let id = state.append(reading.route, as: entry.presentation, to: index)
        report.kept.append(reading.route)
        if reading.isMigrated { report.migrated.append(reading.route) }
        if let claim = entry.claim { state.claims[id] = claim }
        restore(entry.wanted, of: id, depth: depth + 2, in: &state, reader: reader)
        wait(for: entry.children, in: .entry(id), depth: depth + 2)
      } catch {
        return drop(saved.entries[position...], depth: depth + 1, because: error.reason)
      }
    }
    if let bound = saved.bound { report.bound.append(bound) }
  }

  /// Brings back where the person was going; a wish is read as a whole, or dropped.
  private mutating func restore(
    _ wanted: [SavedNavigation.Wanted], of entry: NavigationEntry.ID, depth: Int,
    in state: inout NavigationState, reader: RouteReader
  ) {
    guard !wanted.isEmpty else { return }
    do throws(RouteReader.Refusal) {
      var steps: [PendingIntent.Step] = []
      for place in wanted {
        let saved = SavedNavigation.Entry(
          typeName: place.typeName, version: place.version, json: place.json,
          presentation: place.presentation)
        let route = try reader.read(saved).route
        steps.append(
          PendingIntent.Step(
            route: route, presentation: place.presentation, claim: place.claim))
      }
      state.intents[entry] = PendingIntent(steps: steps, stack: nil)
    } catch {
      let bytes = wanted.flatMap { Array("\($0.line(depth: depth))\n".utf8) }
      report.dropped.append(
        RestorationReport.Dropped(
          typeName: wanted.last?.typeName, reason: error.reason, bytes: bytes))
    }
  }

  private mutating func wait(
    for saved: SavedNavigation.Children, in context: NavigationContext, depth: Int
  ) {
    guard !saved.isEmpty else { return }
    waiting.append(Waiting(context: context, saved: saved, depth: depth))
  }

  private mutating func drop(
    _ entries: ArraySlice<SavedNavigation.Entry>, depth: Int,
    because reason: RestorationReport.Reason
  ) {
    for (offset, entry) in entries.enumerated() {
      let lines = SavedNavigation.lines(of: entry, depth: depth)
      interrupted += entry.claim.map { [$0] } ?? []
      report.dropped.append(
        RestorationReport.Dropped(
          typeName: entry.typeName, reason: offset == 0 ? reason : .below,
          bytes: lines.flatMap { Array("\($0)\n".utf8) }))
    }
  }

  private mutating func drop(_ saved: SavedNavigation.Children, depth: Int) {
    let entries = saved.stacks.flatMap(\.entries)
    guard !entries.isEmpty || saved.stacks.contains(where: { !$0.root.isEmpty }) else { return }
    let lines = SavedNavigation.lines(of: saved, depth: depth)
    report.dropped.append(
      RestorationReport.Dropped(
        typeName: entries.first?.typeName, reason: .noStack,
        bytes: lines.flatMap { Array("\($0)\n".utf8) }))
  }
}
