import WaylineGraph
import WaylineNavigation

/// The edits, the typed values and the alerts of one scene, dated by its navigations; its session owns
/// them.
///
/// What a line has typed, and an alert that it has closed, are dated before the navigations of the line;
/// the edit that the program has registered, and an alert that was opened, after them.
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
    /// The one who made it.
    var maker = Maker.program

    /// True if the program has registered it.
    var isRegistered: Bool { if case .program = maker { true } else { false } }

    /// The value that was typed; nil for other edits.
    var typed: TypedChange? { if case .typed(let change) = maker { change } else { nil } }

    /// The alert that was opened or closed; nil for other edits.
    var alert: AlertChange? { if case .alert(let change, _) = maker { change } else { nil } }
  }

  /// The one who made an edit; in a box, since most are of the program.
  indirect enum Maker {
    /// The program, which has registered the actions that revert it.
    case program
    /// A line that gave an element a value.
    case typed(TypedChange)
    /// A line, by its number, that opened or closed an alert.
    case alert(AlertChange, line: Int)
  }

  /// The edits that are remembered at most.
  static let limit = 1_000

  /// The purpose of the edits that are registered now.
  private enum Activity {
    case editing, undoing, redoing
  }

  /// Called with the number of each new edit.
  var onEdit: (Int) -> Void = { _ in }
  // An access calls no other code.
  /// The scene whose edits these are; nil before it begins and after its end.
  @exclusivity(unchecked) private var scene: EditedScene?

  /// The number of edits that were registered so far.
  package private(set) var count = 0
  private var done: [Edit] = []
  private var reverted: [Edit] = []
  private var activity = Activity.editing
  /// The actions that the edit that runs now has registered, which revert it again.
  private var counterActions: [@MainActor () -> Bool] = []
  // An access calls no other code.
  /// The line whose code runs, without its tasks; nil between lines.
  @exclusivity(unchecked) private var line: Line?
  @exclusivity(unchecked) private var lineCount = 0
  /// The number of the edit of the last line.
  @exclusivity(unchecked) private var lineEdit: Int?
  // An access calls no other code.
  /// A name for the edit that the present action has not registered yet.
  @exclusivity(unchecked) private var nextName: (name: String, action: Int?)?

  /// The state of the scene before a line.
  private struct Line {
    let time: Int
    let changes: (made: Int, refused: Int)
  }

  /// A history without edits.
  package init() {}

  /// Connects the history with its scene.
  func connect(to scene: EditedScene) { self.scene = scene }

  /// The elements that show the typed values; nil without a scene.
  var elements: TypedElements? { scene?.elements }

  /// Releases the scene, which has ended.
  func releaseScene() { scene = nil }

  /// Runs an action and the update that follows it. Returns false if the action changed only what no screen
  /// shows any more.
  func answer(_ action: () -> Void) -> Bool {
    guard let graph = scene?.graph else {
      action()
      return true
    }
    var hasEffect = false
    graph.answer { hasEffect = graph.hasEffect(action) }
    return hasEffect
  }

  /// The navigations so far.
  private var clock: NavigationClock { scene?.navigator?.clock ?? NavigationClock() }

  /// The changes of stored values so far, and those that were refused.
  private var storedChanges: (made: Int, refused: Int) { scene?.graph.storedChanges ?? (0, 0) }
}

/// A scene as its edits see it.
@MainActor
struct EditedScene {
  /// The graph that runs the actions and the updates that follow them.
  let graph: Graph
  /// The navigations and the alerts; nil where there are none.
  let navigator: (any Navigator)?
  /// The elements that show the typed values.
  let elements: TypedElements
}

// MARK: - Lines and what they register

extension EditHistory {
  /// Runs the code that a line causes; what it registers is one edit, dated after the navigations of the line.
  ///
  /// - Parameter isAnswer: whether the line answers a question of the line before, and continues its edit.
  func inLine(isAnswer: Bool = false, _ action: () -> Void) {
    if !isAnswer { lineEdit = nil }
    line = Line(time: clock.now, changes: storedChanges)
    lineCount += 1
    action()
    if let lineEdit { dateEdit(lineEdit) }
    (line, nextName) = (nil, nil)
  }

  func register(_ name: String, _ handler: @escaping @MainActor () -> Bool) {
    guard activity == .editing else { return counterActions.append(handler) }
    reverted = []
    let name = name.isEmpty ? takeNextName() : name
    if let index = presentEdit {
      // It is dated by its end, so it comes after the edits in between.
      var edit = done.remove(at: index)
      edit.handlers.append(handler)
      if !name.isEmpty { edit.name = name }
      edit.time = clock.now
      return done.append(edit)
    }
    count += 1
    add(
      Edit(
        name: name, id: count, action: StartedTasks.action, handlers: [handler],
        time: clock.now))
    if line != nil { lineEdit = count }
    onEdit(count)
  }

  /// Adds a value that the line has given to an element.
  func note(_ typed: TypedChange) {
    guard activity == .editing, let line else { return }
    reverted = []
    let edit = Edit(name: typed.label, time: line.time, maker: .typed(typed))
    if let index = presentEdit { done.insert(edit, at: index) } else { add(edit) }
  }

  /// Adds an alert that the line has opened or closed.
  ///
  /// An alert that another replaces is closed before the other is opened, whichever is noted first.
  func note(_ alert: AlertChange) {
    guard activity == .editing, let line else { return }
    reverted = []
    let time = alert.isShown ? clock.now : line.time
    let edit = Edit(name: alert.title, time: time, maker: .alert(alert, line: lineCount))
    guard !alert.isShown else { return add(edit) }
    var index = presentEdit ?? done.count
    while index > 0, case .alert(let other, lineCount) = done[index - 1].maker, other.isShown {
      index -= 1
    }
    done.insert(edit, at: index)
  }

  private func add(_ edit: Edit) {
    if done.count == 2 * Self.limit { done.removeFirst(Self.limit) }
    done.append(edit)
  }

  /// The position of the edit to which the present code adds: that of its line, or of its action.
  private var presentEdit: Int? {
    if line != nil { return lineEdit.flatMap(index) }
    guard let action = StartedTasks.action else { return nil }
    return done.lastIndex { $0.action == action }
  }

  private func index(of id: Int) -> Int? { done.lastIndex { $0.id == id } }

  /// Names the edit of the present action, which may be registered later; outside of actions, the last one.
  func rename(_ name: String) {
    guard activity == .editing else { return }
    if let index = presentEdit {
      done[index].name = name
    } else if let owner = presentAction {
      nextName = (name, owner)
    } else if let index = done.lastIndex(where: { $0.isRegistered }) {
      done[index].name = name
    }
  }

  /// The present action, of which a line is one without a number; nil outside of both.
  private var presentAction: Int?? {
    if line != nil { return .some(nil) }
    return StartedTasks.action.map { .some($0) }
  }

  private func takeNextName() -> String {
    guard let next = nextName, let owner = presentAction, next.action == owner else { return "" }
    nextName = nil
    return next.name
  }

  /// Dates an edit after the navigations so far, and returns its name; nil if it was reverted, or if
  /// all that its line has written was refused.
  @discardableResult
  func dateEdit(_ id: Int) -> String? {
    guard let index = index(of: id) else { return nil }
    if let line, id == lineEdit, isRefused(since: line.changes) {
      done.remove(at: index)
      return nil
    }
    done[index].time = clock.now
    return done[index].name
  }

  private func isRefused(since before: (made: Int, refused: Int)) -> Bool {
    let now = storedChanges
    return now.refused > before.refused && now.made == before.made
  }
}

// MARK: - Edits of the program

extension EditHistory {
  /// The number of edits that `undo` can revert.
  package var undoableCount: Int { done.count { $0.isRegistered } }

  /// The edit of the program that was made last.
  var undoable: Edit? { done.last { $0.isRegistered } }

  /// True if there is a reverted edit to repeat.
  package var canRedo: Bool { redoable != nil }

  /// The edit of the program that was reverted last, unless a navigation has followed.
  var redoable: Edit? { reverted.last { $0.isRegistered && !isOutdated($0) } }

  /// Reverts the last edit of the program.
  func undo() {
    guard let index = done.lastIndex(where: { $0.isRegistered }) else { return }
    revert(done.remove(at: index))
  }

  /// Repeats the edit of the program that was reverted last.
  func redo() {
    guard redoable != nil,
      let index = reverted.lastIndex(where: { $0.isRegistered })
    else { return }
    `repeat`(reverted.remove(at: index))
  }

  func removeAll() { (done, reverted) = ([], []) }
}

// MARK: - Steps of the user

extension EditHistory {
  /// The step that `undo` reverts: the last edit, or the last typed value that is not the earlier one.
  var lastDone: Edit? {
    while let last = done.last, hasNoEffect(last, reverting: true) { done.removeLast() }
    return done.last
  }

  /// The step that `redo` repeats: the one reverted last, unless a navigation has followed.
  var lastReverted: Edit? {
    while let last = reverted.last, hasNoEffect(last, reverting: false) { reverted.removeLast() }
    return reverted.last.flatMap { isOutdated($0) ? nil : $0 }
  }

  /// True if a typed value or an alert is already as the step would leave it.
  private func hasNoEffect(_ edit: Edit, reverting: Bool) -> Bool {
    if let typed = edit.typed {
      return scene?.elements.has(reverting ? typed.before : typed.after, typed) ?? false
    }
    guard let alert = edit.alert, let isShown = scene?.navigator?.isShown(alert) else {
      return false
    }
    return isShown == (reverting ? !alert.isShown : alert.isShown)
  }

  /// Reverts the last step, and returns false if what it changed does not exist any more.
  func undoLast() -> Bool { done.popLast().map(revert) ?? false }

  /// Repeats the step that was reverted last, and returns false if what it changes does not exist any more.
  func redoLast() -> Bool { reverted.popLast().map(`repeat`) ?? false }

  /// Gives the screens that a navigation has brought back the values that were typed there.
  func restoreTyped() {
    guard let elements = scene?.elements else { return }
    var changes = done.compactMap(\.typed)
    elements.restore(&changes)
    for index in done.indices.reversed() where done[index].typed != nil {
      done[index].maker = .typed(changes.removeLast())
    }
  }

  private func isOutdated(_ edit: Edit) -> Bool { edit.time < clock.newest }

  @discardableResult
  private func revert(_ edit: Edit) -> Bool {
    let (redo, hasEffect) = run(edit, as: .undoing)
    if let redo { reverted.append(redo) }
    return hasEffect
  }

  @discardableResult
  private func `repeat`(_ edit: Edit) -> Bool {
    let (undo, hasEffect) = run(edit, as: .redoing)
    if let undo { done.append(undo) }
    return hasEffect
  }

  /// Runs an edit and the update that follows, in which `onChange` may register the edit again. Returns the
  /// counterpart, and whether there was an effect; what a run without one registers would have none either.
  private func run(_ edit: Edit, as activity: Activity) -> (counterpart: Edit?, hasEffect: Bool) {
    (self.activity, counterActions) = (activity, [])
    defer { (self.activity, counterActions) = (.editing, []) }
    if let typed = edit.typed {
      let value = activity == .undoing ? typed.before : typed.after
      guard let given = scene?.elements.give(value, typed, from: self) else { return (nil, false) }
      var counterpart = edit
      (counterpart.maker, counterpart.time) = (.typed(given), clock.now)
      return (counterpart, true)
    }
    if let alert = edit.alert {
      let isShown = activity == .undoing ? !alert.isShown : alert.isShown
      guard scene?.navigator?.show(isShown, alert) ?? false else { return (nil, false) }
      var counterpart = edit
      counterpart.time = clock.now
      return (counterpart, true)
    }
    var hasTarget = false
    func runHandlers() {
      for handler in edit.handlers.reversed() where handler() { hasTarget = true }
    }
    let hasEffect = answer(runHandlers)
    guard hasTarget, hasEffect else { return (nil, false) }
    guard !counterActions.isEmpty else { return (nil, true) }
    let counterpart = Edit(name: edit.name, handlers: counterActions, time: clock.now)
    return (counterpart, true)
  }
}
