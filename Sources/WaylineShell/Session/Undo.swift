import WaylineGraph

/// The edits of a scene that `undo` reverts, in the order of time with navigations.
///
/// ```swift
/// @Environment(\.undoManager) private var undoManager
/// …
/// Button("Cancel all orders", role: .destructive) {
///   let before = orders
///   orders = []
///   undoManager?.registerUndo("Cancel all orders") { orders = before }
/// }
/// ```
///
/// The shell then prints:
///
/// ```
/// You can undo: Cancel all orders.
/// > undo
/// Undone: Cancel all orders.
/// ```
///
/// Everything that one line registers is one edit. What is registered while an edit is reverted is run by
/// `redo`. Source: the words of Foundation's `UndoManager`.
@MainActor
public final class UndoManager {
  private struct Edit {
    var name = ""
    var handlers: [@MainActor () -> Void] = []
  }

  /// The purpose of the edits that are registered now.
  private enum Activity {
    case editing, undoing, redoing
  }

  /// Called with each new edit.
  var onEdit: () -> Void = {}

  private var undoable: [Edit] = []
  private var redoable: [Edit] = []
  private var activity = Activity.editing
  private var isWithinEdit = false
  private var counterpart = Edit()

  /// A manager without edits.
  public init() {}
}

extension UndoManager {
  /// True if there is an edit to revert.
  public var canUndo: Bool { !undoable.isEmpty }

  /// True if there is a reverted edit to repeat.
  public var canRedo: Bool { !redoable.isEmpty }

  /// The name of the edit that ``undo()`` reverts; empty without one.
  public var undoActionName: String { undoable.last?.name ?? "" }

  /// The name of the edit that ``redo()`` repeats; empty without one.
  public var redoActionName: String { redoable.last?.name ?? "" }

  /// Registers the action that reverts the present edit.
  ///
  /// The name is that of the edit, such as the label of its button.
  public func registerUndo(_ name: String = "", handler: @escaping @MainActor () -> Void) {
    guard activity == .editing else { return counterpart.handlers.append(handler) }
    redoable = []
    if isWithinEdit, !undoable.isEmpty {
      undoable[undoable.count - 1].handlers.append(handler)
    } else {
      undoable.append(Edit(handlers: [handler]))
      isWithinEdit = true
      onEdit()
    }
    if !name.isEmpty { setActionName(name) }
  }

  /// Registers the action that reverts the present edit of an object.
  public func registerUndo<Target: AnyObject>(
    withTarget target: Target, handler: @escaping @MainActor (Target) -> Void
  ) {
    registerUndo { [weak target] in if let target { handler(target) } }
  }

  /// Names the present edit.
  public func setActionName(_ name: String) {
    guard activity == .editing, let last = undoable.indices.last else { return }
    undoable[last].name = name
  }

  /// Reverts the last edit.
  public func undo() {
    guard let edit = undoable.popLast() else { return }
    if let redo = run(edit, as: .undoing) { redoable.append(redo) }
  }

  /// Repeats the edit that was reverted last.
  public func redo() {
    guard let edit = redoable.popLast() else { return }
    if let undo = run(edit, as: .redoing) { undoable.append(undo) }
  }

  /// Removes all edits.
  public func removeAllActions() {
    (undoable, redoable) = ([], [])
  }

  /// Begins another edit: what is registered from now on is reverted by itself.
  func endEdit() { isWithinEdit = false }

  /// Runs the handlers of an edit, the last one first. Returns the edit that they registered.
  private func run(_ edit: Edit, as activity: Activity) -> Edit? {
    (self.activity, counterpart) = (activity, Edit(name: edit.name))
    defer { (self.activity, counterpart, isWithinEdit) = (.editing, Edit(), false) }
    for handler in edit.handlers.reversed() { handler() }
    return counterpart.handlers.isEmpty ? nil : counterpart
  }
}

/// The steps of a session that `undo` reverts, edits and navigations in the order of time. Pure.
struct Timeline: Hashable, Sendable {
  /// The kind of a step.
  enum Step: Hashable, Sendable {
    case edit, navigation
  }

  /// The steps that are remembered at most.
  static let limit = 1_000

  private var past: [Step] = []
  private var future: [Step] = []

  /// The step that `undo` reverts; nil when none is known.
  var last: Step? { past.last }
  /// The step that `redo` repeats; nil when none is known.
  var next: Step? { future.last }

  /// Adds a new step. Reverted steps cannot be repeated any more.
  mutating func add(_ step: Step) {
    past.append(step)
    future = []
    if past.count > 2 * Self.limit { past.removeFirst(Self.limit) }
  }

  /// The last step was reverted.
  mutating func undo() {
    if let step = past.popLast() { future.append(step) }
  }

  /// The next step was repeated.
  mutating func redo() {
    if let step = future.popLast() { past.append(step) }
  }
}

private enum UndoManagerKey: EnvironmentKey {
  static var defaultValue: UndoManager? { nil }
}

extension EnvironmentValues {
  /// The edits of the scene that `undo` reverts; nil outside of a scene.
  public var undoManager: UndoManager? {
    get { self[UndoManagerKey.self] }
    set { self[UndoManagerKey.self] = newValue }
  }
}
