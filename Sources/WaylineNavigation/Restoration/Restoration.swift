/// Brings saved screens back, as far as the stacks that hold them have appeared.
///
/// A saved screen may itself show a stack, which exists only once the screen is shown. So this works
/// in rounds: `advance` restores what it can, the screens appear, and the next round goes deeper.
struct Restoration {
  private var waiting: [(context: NavigationContext, saved: SavedNavigation.Children)] = []
  private(set) var report = RestorationReport()

  /// Prepares to bring back what was saved.
  init(_ saved: SavedNavigation, damaged: RestorationReport.Dropped?) {
    scene = saved.scene
    if let damaged { report.dropped.append(damaged) }
  }

  private var scene: SavedNavigation.Stack?

  /// Restores what has a stack now.
  /// - Returns: Whether anything was restored.
  mutating func advance(
    _ state: inout NavigationState, reader: RouteReader,
    accepts: (Route, NavigationState.StackID) -> RestorationReport.Reason?
  ) -> Bool {
    let before = (waiting.count, report.kept.count)
    if let stack = scene {
      scene = nil
      restore(stack, at: 0, in: &state, reader: reader, accepts: accepts)
    }
    for (context, saved) in take() {
      restore(saved, in: context, of: &state, reader: reader, accepts: accepts)
    }
    return before != (waiting.count, report.kept.count)
  }

  /// Gives up on what still waits for a stack.
  mutating func finish() -> RestorationReport {
    for (_, saved) in take() { drop(saved, depth: 0) }
    return report
  }

  private mutating func take() -> [(context: NavigationContext, saved: SavedNavigation.Children)] {
    defer { waiting = [] }
    return waiting
  }
}

extension Restoration {
  private typealias Accepts = (Route, NavigationState.StackID) -> RestorationReport.Reason?

  private mutating func restore(
    _ saved: SavedNavigation.Children, in context: NavigationContext,
    of state: inout NavigationState, reader: RouteReader, accepts: Accepts
  ) {
    var missing = SavedNavigation.Children()
    for stack in saved.stacks {
      let index = state.stacks.firstIndex { $0.parent == context && $0.ordinal == stack.ordinal }
      guard let index else {
        missing.stacks.append(stack)
        continue
      }
      restore(stack, at: index, in: &state, reader: reader, accepts: accepts)
    }
    for shown in saved.tabs {
      let index = state.tabs.firstIndex { $0.parent == context && $0.ordinal == shown.ordinal }
      guard let index else {
        missing.tabs.append(shown)
        continue
      }
      restore(shown, at: index, in: &state)
    }
    wait(for: missing, in: context)
  }

  private mutating func restore(
    _ saved: SavedNavigation.Tabs, at index: Int, in state: inout NavigationState
  ) {
    let shown = state.tabs[index]
    if shown.tags.contains(saved.selected) { state.tabs[index].selected = saved.selected }
    for (tag, content) in saved.contents.sorted(by: { $0.key < $1.key }) {
      wait(for: content, in: .tab(shown.id, tag))
    }
  }

  private mutating func restore(
    _ saved: SavedNavigation.Stack, at index: Int, in state: inout NavigationState,
    reader: RouteReader, accepts: Accepts
  ) {
    wait(for: saved.root, in: .entry(state.stacks[index].trail.first.id))
    for (position, entry) in saved.entries.enumerated() {
      do throws(RouteReader.Refusal) {
        let reading = try reader.read(entry)
        if let reason = accepts(reading.route, state.stacks[index].id) {
          throw RouteReader.Refusal(reason: reason)
        }
        let id = state.append(reading.route, as: entry.presentation, to: index)
        report.kept.append(reading.route)
        if reading.isMigrated { report.migrated.append(reading.route) }
        wait(for: entry.children, in: .entry(id))
      } catch {
        return drop(saved.entries[position...], because: error.reason)
      }
    }
  }

  private mutating func wait(for saved: SavedNavigation.Children, in context: NavigationContext) {
    if !saved.isEmpty { waiting.append((context, saved)) }
  }

  private mutating func drop(
    _ entries: ArraySlice<SavedNavigation.Entry>, because reason: RestorationReport.Reason
  ) {
    for entry in entries {
      let lines = SavedNavigation.lines(of: entry, depth: 1)
      report.dropped.append(
        RestorationReport.Dropped(
          typeName: entry.typeName, reason: entry == entries.first ? reason : .below,
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
