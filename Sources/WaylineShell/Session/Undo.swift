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
/// Everything that one line registers is one edit, which is later than the navigations of the line. So is
/// what the tasks of its action register later; what no line has begun is an edit for each call. What
/// is registered while an edit is reverted is run by `redo`. Source: the words of Foundation's
/// `UndoManager`.
///
/// An edit of the state of a screen ends with that screen: `undo` then passes over it with `'Cancel all
/// orders' can no longer be undone.`, and reverts the step before. An edit of a stored value, or of an
/// object that lives on, can be reverted from everywhere. An edit whose write a store has refused is none.
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

  /// Names the present edit: what the same action registers, before or after the call.
  public func setActionName(_ name: String) { edits?.rename(name) }

  /// Reverts the last edit.
  public func undo() { edits?.undo() }

  /// Repeats the edit that was reverted last.
  public func redo() { edits?.redo() }

  /// Removes all edits.
  public func removeAllActions() { edits?.removeAll() }
}

extension EnvironmentValues {
  /// The edits of the scene that `undo` reverts; nil outside of a scene.
  public var undoManager: UndoManager? {
    get { self[SceneToolsKey.self].undoManager }
    set { self[SceneToolsKey.self].undoManager = newValue }
  }
}

extension UndoManager: EngineObject {}
