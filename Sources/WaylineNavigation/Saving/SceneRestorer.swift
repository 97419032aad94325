/// Restores saved screens as far as the stacks that hold them have appeared.
///
/// A saved screen may show a stack, or declare the screens above it, and does so only once it is
/// shown. The restoration therefore works in rounds: `advance` restores the screens that can be shown
/// now, they appear, and the next round continues with what they have declared.
struct SceneRestorer {
  private(set) var report = RestorationReport()
  /// The names under which the results of flows are awaited that were not restored.
  private(set) var interrupted: [String] = []
  /// The requests about which a guard will decide, by their stacks.
  private var undecided: [NavigationState.StackID: Request] = [:]
  /// The requests that another navigation has replaced before a guard had decided.
  private var replaced: [Request] = []
  /// True if a guard has refused because the values that its decision rests on cannot be read.
  private var hasUndecidable = false

  /// The screens that are opened as a navigation, when no other can be shown.
  private var requests: [Request] = []

  private let bytes: [UInt8]
  private var waiting: [Part] = []
  /// The contents of screens that navigations have opened.
  private var contents: [Part] = []
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
    /// A guard refuses because the values that its decision rests on cannot be read.
    case undecidable(RestorationReport.Reason)
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
    /// The places whose saved form has to be rewritten.
    fileprivate let migrated: [Route]

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

  /// Returns the screens that are to be opened as a navigation, once.
  mutating func takeRequests() -> [Request] {
    defer { requests = [] }
    return requests
  }

  /// Drops the parts that still wait, and returns the report.
  ///
  /// - Parameter state: the present state, in which bindings with a saved value have presented again.
  @discardableResult
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
      if known.tags.contains(shown.selected) { state.tabs[index].select(shown.selected) }
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
      var route: Route?
      do throws(RouteReader.Refusal) {
        let reading = try routes.next()
        route = reading.route
        switch accepts(reading.route, stack) {
        case .restored: break
        case .refused(let reason): throw RouteReader.Refusal(reason: reason)
        case .undecidable(let reason):
          noteUndecidable()
          throw RouteReader.Refusal(reason: reason)
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
          return drop(saved.entries[position...], because: error.reason, place: route?.spoken)
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
    var (place, migrated, end): (String?, [Route], Int) = (nil, [], entries.startIndex)
    do throws(RouteReader.Refusal) {
      for entry in entries {
        let reading = try reader.read(entry)
        place = place ?? reading.route.spoken
        if reading.isMigrated { migrated.append(reading.route) }
        var step = PendingIntent.Step(
          route: reading.route, presentation: entry.presentation, resultName: entry.resultName)
        do throws(RouteReader.Refusal) {
          step.wanted = try Self.steps(to: entry.wanted, reader: reader)
        } catch {
          drop(entry.wanted, because: error.reason)
        }
        steps.append(step)
        end += 1
      }
    } catch {
      drop(entries[end...], because: error.reason)
    }
    requests.append(
      Request(
        stack: stack, steps: steps, place: place ?? "", entries: entries[..<end],
        migrated: migrated))
  }

  /// Takes screens as restored that a navigation has opened; what is inside them comes next.
  mutating func take(_ request: Request, in state: NavigationState) {
    report.kept += request.steps.suffix(request.entries.count).map(\.route)
    report.migrated += request.migrated
    let opened = state.entries(of: request.stack).suffix(request.entries.count)
    for (entry, screen) in zip(request.entries, opened) where !entry.children.isEmpty {
      contents.append(.contents(entry.children, of: .entry(screen.id)))
    }
  }

  /// Continues with what is inside the screens that navigations have opened, unless a guard has yet to
  /// decide: the program's requests wait for it.
  /// - Returns: Whether there is something.
  mutating func beginContents() -> Bool {
    guard !contents.isEmpty, !awaitsGuard else { return false }
    (waiting, contents) = (waiting + contents, [])
    return true
  }

  /// Takes screens as those that are opened after the place that a guard redirected to.
  mutating func postpone(_ request: Request, by redirection: Redirection) {
    report.redirection = RestorationReport.refusal(
      of: request.place, because: redirection.sentence, isYet: true)
    // A screen that waits to continue is not opened again behind that of a redirect.
    for entry in request.entries where !entry.wanted.isEmpty { drop(entry.wanted, because: .below) }
    for entry in request.entries where !entry.children.isEmpty { drop(entry.children) }
  }

  /// Takes the place to which a guard has led instead of one of a request.
  ///
  /// The guard has decided about its place, so nothing is lost with it. The screens above it are dropped,
  /// and those below it unless they are open.
  mutating func take(
    _ request: Request, redirectedBy redirection: Redirection, to state: NavigationState
  ) {
    let routes = request.steps.suffix(request.entries.count).map(\.route)
    let refused = redirection.refused.flatMap(routes.firstIndex) ?? 0
    let open = Set(state.entries(of: request.stack).compactMap(\.route))
    let place = routes.isEmpty ? request.place : routes[refused].spoken
    report.redirection =
      redirection.reason?.asSentence
      ?? RestorationReport.refusal(of: place, because: redirection.sentence)
    var lost: [SavedNavigation.Entry] = []
    for (offset, entry) in request.entries.enumerated() {
      if offset == refused, let name = entry.resultName { interrupted.append(name) }
      if offset < refused, open.contains(routes[offset]) { report.kept.append(routes[offset]) }
      if offset > refused || offset < refused && !open.contains(routes[offset]) {
        lost.append(entry)
      }
      if !entry.wanted.isEmpty { drop(entry.wanted, because: .below) }
      if !entry.children.isEmpty { drop(entry.children) }
    }
    drop(lost[...], because: .below, place: place)
  }

  /// Drops screens that a navigation could not open.
  mutating func drop(_ request: Request, because reason: String, isDecided: Bool = true) {
    if !isDecided { noteUndecidable() }
    drop(request.entries, because: .blocked(by: reason), place: request.place)
  }

  /// True if a guard will decide about a request.
  var awaitsGuard: Bool { !undecided.isEmpty }

  /// Leaves screens to a guard that has not decided.
  mutating func postpone(_ request: Request) {
    undecided[request.stack] = request
    report.isUndecided = true
  }

  /// Ends the wait for the guard of a request.
  mutating func decide(_ request: Request) {
    undecided[request.stack] = nil
    report.isUndecided = awaitsGuard || hasUndecidable || !replaced.isEmpty
  }

  /// Ends the wait for the guard of a request that was not opened, and of which nothing is known.
  mutating func leaveUndecided(_ request: Request) {
    undecided[request.stack] = nil
    replaced.append(request)
  }

  /// The names under which the results of flows are awaited that are not restored, if nothing is any
  /// more.
  var namesAtEnd: [String] {
    interrupted + (replaced + undecided.values).flatMap(\.entries).compactMap(\.resultName)
  }

  private mutating func noteUndecidable() {
    hasUndecidable = true
    report.isUndecided = true
  }

  /// Restores a pending destination as a whole.
  private mutating func restore(
    _ wanted: [SavedNavigation.Entry], of entry: NavigationEntry.ID,
    in state: inout NavigationState, reader: RouteReader
  ) {
    guard state.contains(.entry(entry)) else { return drop(wanted, because: .noStack) }
    do throws(RouteReader.Refusal) {
      let steps = try Self.steps(to: wanted, reader: reader)
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

  private static func steps(
    to wanted: [SavedNavigation.Entry], reader: RouteReader
  ) throws(RouteReader.Refusal) -> [PendingIntent.Step] {
    var steps: [PendingIntent.Step] = []
    for place in wanted {
      steps.append(
        PendingIntent.Step(
          route: try reader.read(place).route, presentation: place.presentation,
          resultName: place.resultName))
    }
    return steps
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
