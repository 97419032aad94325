import WaylineGraph
import WaylineNavigation

// `undo` and `redo`: the edits of the program and the navigations, in the order of time.

extension Session {
  /// A step that `undo` reverts, or `redo` repeats.
  enum Step {
    /// An edit of the program, with its name.
    case edit(String)
    case navigation
  }

  /// The edits of the program that `undo` reverts; nil when it registers none.
  package var edits: EditHistory? { options.edits }

  /// Prints the name of an edit that can be reverted, after the update that made it.
  func announceEdit(_ id: Int) {
    let line = StartedTasks.line(in: host.graph.pending)
    host.graph.enqueueEffect { [weak self] in
      guard let self, let name = options.edits?.dateEdit(id), !name.isEmpty else { return }
      report(.note("\(ShellMessage.canUndo(name))"), of: line)
    }
  }

  /// The step that `undo` or `redo` takes: the edit or the navigation, whichever was later.
  func step(_ verb: NavigationVerb) -> Step? {
    let isUndo = verb == .undo
    let edit = isUndo ? options.edits?.undoable : options.edits?.redoable
    let navigation = isUndo ? navigator?.undoTime : navigator?.redoTime
    if let edit, edit.time >= navigation ?? 0 { return .edit(edit.name) }
    return navigation.map { _ in .navigation }
  }

  /// Reverts the last edit or navigation, whichever was later.
  func revert() {
    let next = step(.undo)
    guard case .edit(let name) = next else {
      return navigate(.undo, undone: next.map { self.name(of: $0) })
    }
    run(.undone(name), orElse: .cannotUndo(name)) { $0.undo() }
  }

  /// Repeats the edit or navigation that was reverted last.
  func repeatStep() {
    guard case .edit(let name) = step(.redo) else { return navigate(.redo) }
    run(.redone(name), orElse: .cannotRedo(name)) { $0.redo() }
  }

  /// Reverts or repeats an edit. A message of success comes before those of the edit itself.
  private func run(
    _ success: ShellMessage, orElse failure: ShellMessage, _ action: (EditHistory) -> Bool
  ) {
    let position = frame.messages.count
    var hasEffect = false
    host.graph.answer { hasEffect = options.edits.map(action) ?? false }
    guard hasEffect else { return refuse(failure) }
    frame.messages.insert(.note("\(success)"), at: position)
  }

  /// The step that `undo` reverts, in words.
  func name(of step: Step) -> String {
    switch step {
    case .edit(let name): name.isEmpty ? "the last edit" : name
    case .navigation:
      titles.last { !$0.isEmpty }.map { "opening '\($0)'" }
        ?? "the last change of screen"
    }
  }
}
