extension Router {
  /// Returns the saved form of the scene in one piece.
  /// - Complexity: O(screens).
  package func save() -> String { saveInParts().whole }

  /// Returns the saved form of the scene for a store that stores parts.
  ///
  /// - Complexity: O(1) when nothing has changed since the last call; otherwise O(screens that have),
  ///   and one reference for each page.
  package func saveInParts() -> SavedScene { saved.write(stored, unsaved: flows.unsaved) }

  /// Restores a saved scene, as far as it can be read and the stacks for it appear.
  ///
  /// The restored screens have no history. The report contains everything else, byte for byte.
  @discardableResult
  package func restore(_ bytes: [UInt8]) -> RestorationReport {
    var restorer = SceneRestorer(bytes)
    var hasProgress = true
    while hasProgress {
      hasProgress = false
      // What is declared grows with the screens that are restored.
      let reader = RouteReader(types: mounted.types)
      let advance = { [unowned self] (state: inout NavigationState) -> NavigationOutcome in
        hasProgress = restorer.advance(&state, reader: reader) { verdict(restoring: $0, on: $1) }
        return hasProgress ? .completed : .duplicate
      }
      submit(.transform(advance), recording: .nothing, cause: .restoration, isGuarded: false)
    }
    for request in restorer.requests { open(request, of: &restorer) }
    let report = restorer.finish(in: stored)
    transact { restorationReport = report }
    deliverInterrupted(restorer.interrupted)
    return report
  }

  /// Brings the scene to the places of a snapshot, which may be of another scene of the program.
  ///
  /// No guard is asked and no history is kept. Visits get identities of their own. Screens that a
  /// binding showed come back with the value of the binding, which is restored apart.
  package func restore(_ snapshot: NavigationState) {
    // A screen may show a stack of its own, which exists only after the screen does.
    for _ in 0..<Self.restorationRounds {
      var aligned = stored
      aligned.align(with: snapshot)
      guard !aligned.isEquivalent(to: stored) else { break }
      let goal = NavigationGoal.transform { state in
        state.align(with: snapshot)
        return .completed
      }
      let handle = submit(goal, recording: .nothing, cause: .restoration, isGuarded: false)
      if handle.outcome != .completed { break }
    }
    history.record(.reset, from: stored)
  }

  /// Stacks inside stacks to this depth are restored.
  private static var restorationRounds: Int { 8 }

  private func verdict(
    restoring route: Route, on stack: NavigationState.StackID
  ) -> SceneRestorer.Verdict {
    guard mounted.shows(route, on: stack) else { return .refused(.notDeclared) }
    let entry = NavigationEntry(id: .scene, route: route, presentation: .push, owner: .router)
    for guardian in mounted.enterGuards {
      switch answer(of: guardian, toEntering: entry) {
      case nil: continue
      case .later: return .requested
      case .now(let decision):
        switch decision.kind {
        case .allow: continue
        case .block(let reason): return .refused(.blocked(by: reason))
        case .redirect, .detour: return .requested
        }
      }
    }
    return .restored
  }

  /// Opens screens as a navigation: their guard redirects, or takes time to decide.
  ///
  /// A place of a hidden tab is not opened, because the tab would be selected.
  private func open(_ request: SceneRestorer.Request, of restorer: inout SceneRestorer) {
    let stack = request.stack
    guard stored.visibleStacks.contains(stack) else {
      return restorer.drop(request, because: "Open it to continue there.")
    }
    let goal = NavigationGoal.transform { state in
      state.resume(PendingIntent(steps: request.steps, stack: stack), on: stack)
      return .completed
    }
    let handle = submit(goal, recording: .nothing, cause: .restoration)
    switch handle.outcome {
    case nil, .pending:
      restorer.postpone()
      handle.whenFinished { [weak self] outcome in
        guard !outcome.isSuccess else { return }
        self?.onLateRefusal?(RestorationReport.refusal(of: request.place, because: "\(outcome)"))
      }
    case .completed: restorer.take(request, report: nil)
    case .redirected(let route)
    where stored.marks.intents.values.contains { $0.destination == request.destination }:
      restorer.take(request, report: NavigationOutcome.redirected(to: route).description)
    case let outcome?: restorer.drop(request, because: outcome.description)
    }
  }
}

/// Restores saved screens as far as the stacks that hold them have appeared.
///
/// A saved screen may show a stack, or declare the screens above it, and does so only once it is
/// shown. The restoration therefore works in rounds: `advance` restores the screens that can be shown
/// now, they appear, and the next round continues with what they have declared.
struct SceneRestorer {
  private(set) var report = RestorationReport()
  /// The names under which the results of flows are awaited that were not restored.
  private(set) var interrupted: [String] = []

  /// The screens that are opened as a navigation at the end.
  private(set) var requests: [Request] = []

  private let bytes: [UInt8]
  private var waiting: [Part] = []
  private var hasProgress = false

  /// A part that waits for a stack, a tab view, or the declaration of a type.
  private enum Part {
    /// The contents of a screen or a tab.
    case contents(SavedNavigation.Children, of: NavigationContext)
    /// The entries of a stack from a position, which was refused for a reason.
    case entries(
      SavedNavigation.Stack, on: NavigationState.StackID, from: Int, RestorationReport.Reason?)
    /// The destination to continue to when the flow of a screen finishes.
    case destination([SavedNavigation.Entry], of: NavigationEntry.ID, RestorationReport.Reason?)
  }

  /// The decision about a saved screen.
  enum Verdict {
    case restored
    case refused(RestorationReport.Reason)
    /// A guard redirects or takes time: the screen is opened as a navigation.
    case requested
  }

  /// The rest of a stack, which is opened as a navigation.
  struct Request {
    let stack: NavigationState.StackID
    /// The places of the stack, from the bottom to the top.
    let steps: [PendingIntent.Step]
    /// The first place that its guard does not allow at once, in the words of its command.
    let place: String
    fileprivate let entries: ArraySlice<SavedNavigation.Entry>

    /// The topmost place.
    var destination: Route? { steps.last?.route }
  }

  typealias Acceptance = (Route, NavigationState.StackID) -> Verdict

  /// Reads a saved scene; the restoration begins with the scene's own stack.
  init(_ bytes: [UInt8]) {
    let (saved, damaged) = SavedNavigation.read(bytes)
    self.bytes = bytes
    if let damaged { report.dropped.append(damaged) }
    waiting = [
      .contents(saved.scene.root, of: .entry(.scene)),
      .entries(saved.scene, on: .scene, from: 0, nil),
    ]
  }

  /// Restores the parts whose stacks and types are known.
  /// - Returns: Whether anything was restored.
  mutating func advance(
    _ state: inout NavigationState, reader: RouteReader, accepts: Acceptance
  ) -> Bool {
    let parts = waiting
    (waiting, hasProgress) = ([], false)
    for part in parts {
      switch part {
      case .contents(let saved, let context): restore(saved, of: context, in: &state)
      case .entries(let saved, let stack, let position, _):
        restore(saved, on: stack, from: position, in: &state, reader: reader, accepts: accepts)
      case .destination(let wanted, let entry, _):
        restore(wanted, of: entry, in: &state, reader: reader)
      }
    }
    return hasProgress
  }

  /// Drops the parts that still wait, and returns the report.
  ///
  /// - Parameter state: the present state, in which bindings with a saved value have presented again.
  mutating func finish(in state: NavigationState) -> RestorationReport {
    for part in waiting {
      switch part {
      case .contents(let saved, _): drop(saved)
      case .entries(let saved, _, let position, let reason):
        drop(saved.entries[position...], because: reason ?? .noStack)
      case .destination(let wanted, _, let reason): drop(wanted, because: reason ?? .noStack)
      }
    }
    waiting = []
    report.bound.removeAll { name in
      state.allEntries.contains { $0.isBound && $0.route?.typeName == name }
    }
    return report
  }

  // MARK: Parts

  private mutating func restore(
    _ saved: SavedNavigation.Children, of context: NavigationContext,
    in state: inout NavigationState
  ) {
    var missing = SavedNavigation.Children()
    for stack in saved.stacks {
      let known = state.stacks.first { $0.parent == context && $0.ordinal == stack.ordinal }
      guard let known else {
        missing.stacks.append(stack)
        continue
      }
      hasProgress = true
      wait(for: stack.root, of: .entry(known.trail.first.id))
      waiting.append(.entries(stack, on: known.id, from: 0, nil))
    }
    for shown in saved.tabs {
      let index = state.tabs.firstIndex { $0.parent == context && $0.ordinal == shown.ordinal }
      guard let index else {
        missing.tabs.append(shown)
        continue
      }
      hasProgress = true
      let known = state.tabs[index]
      if known.tags.contains(shown.selected) { state.tabs[index].selected = shown.selected }
      for (tag, contents) in shown.contents.sorted(by: { $0.key < $1.key }) {
        wait(for: contents, of: .tab(known.id, tag))
      }
    }
    wait(for: missing, of: context)
  }

  private mutating func restore(
    _ saved: SavedNavigation.Stack, on stack: NavigationState.StackID, from start: Int,
    in state: inout NavigationState, reader: RouteReader, accepts: Acceptance
  ) {
    guard let index = state.index(of: stack) else {
      return drop(saved.entries[start...], because: .noStack)
    }
    var routes = RouteQueue(saved.entries[start...], reader: reader)
    for position in start..<saved.entries.count {
      let entry = saved.entries[position]
      var place: String?
      do throws(RouteReader.Refusal) {
        let reading = try routes.next()
        place = reading.route.spoken
        switch accepts(reading.route, stack) {
        case .restored: break
        case .refused(let reason): throw RouteReader.Refusal(reason: reason)
        case .requested:
          return request(saved.entries[position...], on: stack, in: state, reader: reader)
        }
        hasProgress = true
        let id = state.append(reading.route, as: entry.presentation, to: index)
        report.kept.append(reading.route)
        if reading.isMigrated { report.migrated.append(reading.route) }
        if let name = entry.resultName { state.marks.resultNames[id] = name }
        if !entry.wanted.isEmpty { restore(entry.wanted, of: id, in: &state, reader: reader) }
        wait(for: entry.children, of: .entry(id))
      } catch {
        guard error.reason.mayPass else {
          return drop(saved.entries[position...], because: error.reason, place: place)
        }
        waiting.append(.entries(saved, on: stack, from: position, error.reason))
        return
      }
    }
    if let bound = saved.bound { report.bound.append(bound) }
  }

  /// Requests the rest of a stack, as far as it can be read.
  private mutating func request(
    _ entries: ArraySlice<SavedNavigation.Entry>, on stack: NavigationState.StackID,
    in state: NavigationState, reader: RouteReader
  ) {
    var steps = (state.trail(of: stack).map { $0.reversed() } ?? []).compactMap { entry in
      entry.route.map {
        PendingIntent.Step(
          route: $0, presentation: entry.presentation, resultName: state.marks.resultNames[entry.id]
        )
      }
    }
    var (place, end) = ("", entries.startIndex)
    while end < entries.endIndex, let reading = try? reader.read(entries[end]) {
      if end == entries.startIndex { place = reading.route.spoken }
      steps.append(
        PendingIntent.Step(
          route: reading.route, presentation: entries[end].presentation,
          resultName: entries[end].resultName))
      end += 1
    }
    requests.append(
      Request(stack: stack, steps: steps, place: place, entries: entries[..<end]))
    if end < entries.endIndex { drop(entries[end...], because: .below) }
  }

  /// Takes screens as restored that a navigation has opened, or opens after the place that a guard
  /// redirected to.
  mutating func take(_ request: Request, report reason: String?) {
    if let reason {
      report.postponement = RestorationReport.refusal(
        of: request.place, because: reason, isYet: true)
    } else {
      report.kept += request.steps.suffix(request.entries.count).map(\.route)
    }
    for entry in request.entries where !entry.children.isEmpty { drop(entry.children) }
  }

  /// Leaves screens to a guard that has not decided.
  mutating func postpone() { report.isUndecided = true }

  /// Drops screens that a navigation could not open.
  mutating func drop(_ request: Request, because reason: String) {
    drop(request.entries, because: .blocked(by: reason), place: request.place)
  }

  /// Restores a pending destination as a whole.
  private mutating func restore(
    _ wanted: [SavedNavigation.Entry], of entry: NavigationEntry.ID,
    in state: inout NavigationState, reader: RouteReader
  ) {
    guard state.contains(.entry(entry)) else { return drop(wanted, because: .noStack) }
    do throws(RouteReader.Refusal) {
      var steps: [PendingIntent.Step] = []
      for place in wanted {
        steps.append(
          PendingIntent.Step(
            route: try reader.read(place).route, presentation: place.presentation,
            resultName: place.resultName))
      }
      state.marks.intents[entry] = PendingIntent(steps: steps, stack: nil)
      hasProgress = true
    } catch {
      if error.reason.mayPass {
        waiting.append(.destination(wanted, of: entry, error.reason))
      } else {
        drop(wanted, because: error.reason)
      }
    }
  }

  private mutating func wait(
    for saved: SavedNavigation.Children, of context: NavigationContext
  ) {
    if !saved.isEmpty { waiting.append(.contents(saved, of: context)) }
  }

  // MARK: Losses

  private mutating func drop(
    _ entries: ArraySlice<SavedNavigation.Entry>, because reason: RestorationReport.Reason,
    place: String? = nil
  ) {
    for (offset, entry) in entries.enumerated() {
      if let name = entry.resultName { interrupted.append(name) }
      let isFirst = offset == 0
      drop(
        entry.typeName, isFirst ? reason : .below, [entry.lines], place: isFirst ? place : nil)
    }
  }

  private mutating func drop(
    _ wanted: [SavedNavigation.Entry], because reason: RestorationReport.Reason
  ) {
    drop(wanted.last?.typeName, reason, wanted.map(\.lines))
  }

  private mutating func drop(_ saved: SavedNavigation.Children) {
    guard let first = saved.firstEntry else { return }
    drop(first.typeName, .noStack, saved.lines)
  }

  private mutating func drop(
    _ typeName: String?, _ reason: RestorationReport.Reason, _ lines: [Range<Int>],
    place: String? = nil
  ) {
    report.dropped.append(
      RestorationReport.Dropped(
        typeName: typeName, reason: reason, bytes: lines.flatMap { bytes[$0] }, place: place))
  }
}

extension RestorationReport.Reason {
  /// True if a screen that appears later may declare what is missing.
  fileprivate var mayPass: Bool {
    switch self {
    case .unknownType, .notDeclared: true
    default: false
    }
  }
}
