import WaylineGraph
import WaylineNavigation
import WaylineViews

// MARK: - undo and redo

extension Session {
  /// A step that `undo` reverts, or `redo` repeats.
  enum Step {
    /// An edit of the program, a typed value, or an alert that was opened or closed.
    case edit(EditHistory.Edit)
    case navigation
  }

  /// The edits of the program that `undo` reverts; nil when it registers none.
  package var edits: EditHistory? { options.edits }

  /// Has the edits dated by the navigations, and the typed values noted.
  func connectEdits() {
    guard let edits else { return }
    edits.onEdit = { [reference] in reference.object?.announceEdit($0) }
    let elements = TypedElements(host, navigator)
    edits.connect(to: EditedScene(graph: host.graph, navigator: navigator, elements: elements))
    // Each retains the reference alone, so that none needs memory of its own.
    navigator?.onAlert = { [reference] in reference.object?.noteEdit(of: $0) }
    host.onValue = { [reference] in reference.object?.noteEdit(of: $0) }
  }

  private func noteEdit(of change: AlertChange) {
    if !isReverting { edits?.note(change) }
  }

  private func noteEdit(of change: ElementChange) {
    guard let shown, let typed = edits?.elements?.change(change, on: shown) else { return }
    edits?.note(typed)
  }

  /// Releases the scene, which has ended, though the program may retain its undo manager.
  package func releaseEdits() { edits?.releaseScene() }

  /// Prints the name of an edit that can be reverted, after the update that made it.
  private func announceEdit(_ id: Int) {
    let line = StartedTasks.line(in: host.graph.pending)
    host.graph.enqueueEffect { [weak self] in
      guard let self, let name = edits?.dateEdit(id), !name.isEmpty else { return }
      report(.note(.canUndo(name)), of: line)
    }
  }

  /// The step that `undo` or `redo` takes: the edit or the navigation, whichever was later.
  func step(_ verb: NavigationVerb) -> Step? {
    let isUndo = verb == .undo
    let edit = isUndo ? edits?.lastDone : edits?.lastReverted
    let navigation = isUndo ? navigator?.undoTime : navigator?.redoTime
    if let edit, edit.time >= navigation ?? 0 { return .edit(edit) }
    return navigation.map { _ in .navigation }
  }

  /// Reverts the last step; edits that cannot be reverted are passed over and named.
  ///
  /// An alert is not passed over: `undo` is refused, and the step before it is that of the next one.
  func revert() {
    isReverting = true
    defer { isReverting = false }
    while let next = step(.undo) {
      guard case .edit(let edit) = next else { return navigate(.undo, undone: name(of: next)) }
      let name = edit.isRegistered && edit.name.isEmpty ? "" : self.name(of: next)
      if run(.undone(name), { $0.undoLast() }) {
        return mentionElement(.navigate(.undo), parser)
      }
      guard edit.alert == nil else { return refuse(.cannotUndo(edit.name)) }
      say(.cannotUndo(edit.name))
    }
    navigate(.undo)
  }

  /// Repeats the step that was reverted last; edits that cannot be repeated are passed over and named.
  func repeatStep() {
    isReverting = true
    defer { isReverting = false }
    while case .edit(let edit)? = step(.redo) {
      let name = edit.isRegistered && edit.name.isEmpty ? "" : self.name(of: .edit(edit))
      if run(.redone(name), { $0.redoLast() }) {
        return mentionElement(.navigate(.redo), parser)
      }
      guard edit.alert == nil else { return refuse(.cannotRedo(edit.name)) }
      say(.cannotRedo(edit.name))
    }
    navigate(.redo)
  }

  /// Reverts or repeats an edit. A message of success comes before those of the edit itself.
  /// - Returns: Whether there was an effect.
  private func run(_ success: ShellMessage, _ action: (EditHistory) -> Bool) -> Bool {
    let position = frame.messages.count
    guard let edits, action(edits) else { return false }
    frame.messages.insert(.note(success), at: position)
    return true
  }

  /// The step that `undo` reverts, in words.
  func name(of step: Step) -> String {
    switch step {
    case .edit(let edit) where edit.typed != nil: "setting '\(edit.name)'"
    case .edit(let edit) where edit.alert != nil:
      (edit.alert?.isShown == true ? "opening " : "closing ")
        + (edit.name.isEmpty ? "the dialog" : "'\(edit.name)'")
    case .edit(let edit): edit.name.isEmpty ? "the last edit" : edit.name
    case .navigation: nameOfNavigation() ?? "the last change of screen"
    }
  }

  /// The navigation that `undo` reverts, by the title of the screen that it opened, or else left.
  ///
  /// The screen may be one that is hidden now, such as one that a task has opened in another tab.
  private func nameOfNavigation() -> String? {
    guard let navigator, let change = navigator.undoneChange else { return nil }
    visitTitles.note(titles, of: navigator.topVisit)
    if let opened = change.entered.last { return visitTitles[opened.id].map { "opening '\($0)'" } }
    if let left = change.left.first { return visitTitles[left.id].map { "leaving '\($0)'" } }
    return visitTitles[navigator.topVisit].map { "opening '\($0)'" }
  }
}

/// The titles of visits as they were printed last; those of the oldest visits are discarded.
struct VisitTitles {
  /// The number of visits from which the older half is discarded.
  static let limit = 512

  /// The visits with a title, oldest first: visits are numbered in the order in which they begin.
  private var titles: [(visit: Int, title: String)] = []

  /// The title of a visit; nil if it had none, or was never printed.
  subscript(visit: NavigationEntry.ID) -> String? {
    position(of: visit).flatMap { titles[$0].visit == visit.number ? titles[$0].title : nil }
  }

  /// Notes the title of the screen of a visit, which is the last that is not empty.
  ///
  /// - Complexity: O(visits that have begun since), which are few, and at most ``limit``.
  mutating func note(_ path: [String], of visit: NavigationEntry.ID) {
    guard let title = path.last(where: { !$0.isEmpty }) else { return }
    let position = position(of: visit)
    if let position, titles[position].visit == visit.number {
      titles[position].title = title
    } else {
      titles.insert((visit.number, title), at: position.map { $0 + 1 } ?? 0)
      if titles.count == Self.limit { titles.removeFirst(Self.limit / 2) }
    }
  }

  /// The position of a visit, or of the last one before it; nil without any.
  private func position(of visit: NavigationEntry.ID) -> Int? {
    titles.lastIndex { $0.visit <= visit.number }
  }
}
