import WaylineGraph
import WaylineNavigation

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
/// Everything that one line registers is one edit, which is later than the navigations of the line. What
/// is registered while an edit is reverted is run by `redo`. Source: the words of Foundation's
/// `UndoManager`.
///
/// An edit of the state of a screen ends with that screen: `undo` then prints `'Cancel all orders' can no
/// longer be undone.` An edit of a stored value, or of an object that lives on, can be reverted from
/// everywhere.
@MainActor
public final class UndoManager {
  /// The edits; nil after the end of the scene that owns them.
  private weak var edits: EditHistory?
  /// The edits of a manager without a scene.
  private let own: EditHistory?

  /// A manager without edits.
  public init() {
    own = EditHistory()
    edits = own
  }

  /// The manager of a scene, which does not retain the edits.
  ///
  /// NB: the action of an edit mostly retains its view, and with it what the view reads from the
  /// environment: the router, and this manager.
  package init(of edits: EditHistory) {
    own = nil
    self.edits = edits
  }
}

extension UndoManager {
  /// True if there is an edit to revert.
  public var canUndo: Bool { edits?.undoable != nil }

  /// True if there is a reverted edit to repeat.
  public var canRedo: Bool { edits?.redoable != nil }

  /// The name of the edit that ``undo()`` reverts; empty without one.
  public var undoActionName: String { edits?.undoable?.name ?? "" }

  /// The name of the edit that ``redo()`` repeats; empty without one.
  public var redoActionName: String { edits?.redoable?.name ?? "" }

  /// Registers the action that reverts the present edit.
  ///
  /// The name is that of the edit, such as the label of its button.
  public func registerUndo(_ name: String = "", handler: @escaping @MainActor () -> Void) {
    edits?.register(name) {
      handler()
      return true
    }
  }

  /// Registers the action that reverts the present edit of an object.
  ///
  /// The object is not retained; once it is released, the edit can no longer be undone.
  public func registerUndo<Target: AnyObject>(
    withTarget target: Target, handler: @escaping @MainActor (Target) -> Void
  ) {
    edits?.register("") { [weak target] in
      guard let target else { return false }
      handler(target)
      return true
    }
  }

  /// Names the present edit.
  public func setActionName(_ name: String) { edits?.rename(name) }

  /// Reverts the last edit.
  public func undo() { edits?.undo() }

  /// Repeats the edit that was reverted last.
  public func redo() { edits?.redo() }

  /// Removes all edits.
  public func removeAllActions() { edits?.removeAll() }
}

/// The edits of one scene, dated by its navigations; its session owns them.
@MainActor
package final class EditHistory {
  struct Edit {
    var name = ""
    /// The actions that revert it; false is returned by one whose object is released.
    var handlers: [@MainActor () -> Bool] = []
    /// The number of navigations before it.
    var time = 0
  }

  /// The edits that are remembered at most.
  static let limit = 1_000

  /// The purpose of the edits that are registered now.
  private enum Activity {
    case editing, undoing, redoing
  }

  /// Called with each new edit.
  var onEdit: () -> Void = {}
  /// The navigations so far.
  var clock: @MainActor () -> NavigationClock = { NavigationClock() }
  /// Runs an action, and returns false if it changed only what no screen shows any more.
  var hasEffect: @MainActor (_ action: () -> Void) -> Bool = { action in
    action()
    return true
  }

  /// The number of edits that were registered so far.
  package private(set) var count = 0
  private var done: [Edit] = []
  private var reverted: [Edit] = []
  private var activity = Activity.editing
  private var isWithinEdit = false
  private var counterpart = Edit()

  /// A history without edits.
  package init() {}
}

extension EditHistory {
  /// The number of edits that `undo` can revert.
  package var undoableCount: Int { done.count }

  /// The edit that `undo` reverts.
  var undoable: Edit? { done.last }

  /// True if there is a reverted edit to repeat.
  package var canRedo: Bool { redoable != nil }

  /// The edit that `redo` repeats: the one reverted last, unless a navigation has followed.
  var redoable: Edit? {
    guard let edit = reverted.last, edit.time >= clock().newest else { return nil }
    return edit
  }

  func register(_ name: String, _ handler: @escaping @MainActor () -> Bool) {
    guard activity == .editing else { return counterpart.handlers.append(handler) }
    reverted = []
    if isWithinEdit, !done.isEmpty {
      done[done.count - 1].handlers.append(handler)
      if !name.isEmpty { rename(name) }
      return
    }
    if done.count == 2 * Self.limit { done.removeFirst(Self.limit) }
    done.append(Edit(name: name, handlers: [handler], time: clock().now))
    isWithinEdit = true
    count += 1
    onEdit()
  }

  func rename(_ name: String) {
    guard activity == .editing, !done.isEmpty else { return }
    done[done.count - 1].name = name
  }

  /// Reverts the last edit, and returns false if what it changed does not exist any more.
  @discardableResult
  func undo() -> Bool {
    guard let edit = done.popLast() else { return false }
    let (redo, hasEffect) = run(edit, as: .undoing)
    if let redo { reverted.append(redo) }
    return hasEffect
  }

  /// Repeats the edit that was reverted last, and returns false if what it changes does not exist any more.
  @discardableResult
  func redo() -> Bool {
    guard let edit = redoable else { return false }
    reverted.removeLast()
    let (undo, hasEffect) = run(edit, as: .redoing)
    if let undo { done.append(undo) }
    return hasEffect
  }

  func removeAll() { (done, reverted) = ([], []) }

  /// Begins another edit: what is registered from now on is reverted by itself.
  func endEdit() { isWithinEdit = false }

  /// Dates the present edit after the navigations that its line made.
  func dateEdit() {
    if isWithinEdit, !done.isEmpty { done[done.count - 1].time = clock().now }
  }

  /// Runs the handlers of an edit, the last one first. Returns the edit that they registered, and whether
  /// they had an effect; what a run without one registers would have none either.
  private func run(_ edit: Edit, as activity: Activity) -> (counterpart: Edit?, hasEffect: Bool) {
    (self.activity, counterpart) = (activity, Edit(name: edit.name))
    defer { (self.activity, counterpart, isWithinEdit) = (.editing, Edit(), false) }
    var hasTarget = false
    let hasEffect = hasEffect {
      for handler in edit.handlers.reversed() where handler() { hasTarget = true }
    }
    guard hasTarget, hasEffect else { return (nil, false) }
    guard !counterpart.handlers.isEmpty else { return (nil, true) }
    counterpart.time = clock().now
    return (counterpart, true)
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
