import WaylineGraph
import WaylineNavigation
import WaylineViews

// MARK: - undo and redo

extension Session {
  /// A step that `undo` reverts, or `redo` repeats.
  enum Step {
    /// An edit of the program, or a typed value.
    case edit(EditHistory.Edit)
    case navigation
  }

  /// The edits of the program that `undo` reverts; nil when it registers none.
  package var edits: EditHistory? { options.edits }

  /// Has the edits dated by the navigations, and the typed values noted.
  func connectEdits() {
    guard let edits else { return }
    let graph = host.graph
    edits.onEdit = { [weak self] in self?.announceEdit($0) }
    edits.clock = { [weak navigator] in navigator?.clock ?? NavigationClock() }
    edits.hasEffect = { graph.hasEffect($0) }
    edits.update = { graph.answer($0) }
    edits.storedChanges = { graph.storedChanges }
    let elements = TypedElements(host)
    edits.elements = elements
    host.onValue = { [weak self, weak edits] change in
      guard let shown = self?.shown, let typed = elements.change(change, on: shown) else { return }
      edits?.note(typed)
    }
  }

  /// Prints the name of an edit that can be reverted, after the update that made it.
  private func announceEdit(_ id: Int) {
    let line = StartedTasks.line(in: host.graph.pending)
    host.graph.enqueueEffect { [weak self] in
      guard let self, let name = edits?.dateEdit(id), !name.isEmpty else { return }
      report(.note("\(ShellMessage.canUndo(name))"), of: line)
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
  func revert() {
    while let next = step(.undo) {
      guard case .edit(let edit) = next else { return navigate(.undo, undone: name(of: next)) }
      let name = edit.name.isEmpty && edit.typed == nil ? "" : self.name(of: next)
      if run(.undone(name), { $0.undoLast() }) { return }
      say(["\(ShellMessage.cannotUndo(edit.name))"])
    }
    navigate(.undo)
  }

  /// Repeats the step that was reverted last; edits that cannot be repeated are passed over and named.
  func repeatStep() {
    while case .edit(let edit)? = step(.redo) {
      let name = edit.name.isEmpty && edit.typed == nil ? "" : self.name(of: .edit(edit))
      if run(.redone(name), { $0.redoLast() }) { return }
      say(["\(ShellMessage.cannotRedo(edit.name))"])
    }
    navigate(.redo)
  }

  /// Reverts or repeats an edit. A message of success comes before those of the edit itself.
  /// - Returns: Whether there was an effect.
  private func run(_ success: ShellMessage, _ action: (EditHistory) -> Bool) -> Bool {
    let position = frame.messages.count
    guard let edits, action(edits) else { return false }
    frame.messages.insert(.note("\(success)"), at: position)
    return true
  }

  /// The step that `undo` reverts, in words.
  func name(of step: Step) -> String {
    switch step {
    case .edit(let edit) where edit.typed != nil: "setting '\(edit.name)'"
    case .edit(let edit): edit.name.isEmpty ? "the last edit" : edit.name
    case .navigation:
      titles.last { !$0.isEmpty }.map { "opening '\($0)'" }
        ?? "the last change of screen"
    }
  }
}
