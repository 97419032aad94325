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
/// Everything that one line registers is one edit, which is later than the navigations of the line. So is
/// what the tasks of its action register later; what no line has begun is an edit for each call. What
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
    /// The number of the edit.
    var id = 0
    /// The action whose code, or whose tasks, registered it; nil outside of actions.
    var action: Int?
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

  /// Called with the number of each new edit.
  var onEdit: (Int) -> Void = { _ in }
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
  /// True while the code runs that a line has caused, but not its tasks.
  private var isWithinLine = false
  /// The number of the edit of that line.
  private var lineEdit: Int?
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
    if let index = presentEdit {
      // It is dated by its end, so it comes after the edits in between.
      var edit = done.remove(at: index)
      edit.handlers.append(handler)
      if !name.isEmpty { edit.name = name }
      edit.time = clock().now
      return done.append(edit)
    }
    if done.count == 2 * Self.limit { done.removeFirst(Self.limit) }
    count += 1
    done.append(
      Edit(
        name: name, id: count, action: StartedTasks.action, handlers: [handler],
        time: clock().now))
    if isWithinLine { lineEdit = count }
    onEdit(count)
  }

  /// The position of the edit to which the present code adds: that of its line, or of its action.
  private var presentEdit: Int? {
    if isWithinLine { return lineEdit.flatMap(index) }
    guard let action = StartedTasks.action else { return nil }
    return done.lastIndex { $0.action == action }
  }

  private func index(of id: Int) -> Int? { done.lastIndex { $0.id == id } }

  func rename(_ name: String) {
    guard activity == .editing, !done.isEmpty else { return }
    done[presentEdit ?? done.count - 1].name = name
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

  /// Runs the code that a line causes; what it registers is one edit, dated after the navigations of the line.
  ///
  /// - Parameter isAnswer: whether the line answers a question of the line before, and continues its edit.
  func inLine(isAnswer: Bool = false, _ action: () -> Void) {
    if !isAnswer { lineEdit = nil }
    isWithinLine = true
    action()
    isWithinLine = false
    if let lineEdit { dateEdit(lineEdit) }
  }

  /// Dates an edit after the navigations so far, and returns its name; nil if it was reverted.
  @discardableResult
  func dateEdit(_ id: Int) -> String? {
    guard let index = index(of: id) else { return nil }
    done[index].time = clock().now
    return done[index].name
  }

  /// Runs the handlers of an edit, the last one first. Returns the edit that they registered, and whether
  /// they had an effect; what a run without one registers would have none either.
  private func run(_ edit: Edit, as activity: Activity) -> (counterpart: Edit?, hasEffect: Bool) {
    (self.activity, counterpart) = (activity, Edit(name: edit.name))
    defer { (self.activity, counterpart) = (.editing, Edit()) }
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
