/// The history, guards and queue around a `SceneModel`, in the simplest code that follows the promises.
struct ModelSession {
  var model = SceneModel()
  private(set) var past: [SceneModel] = []
  private(set) var future: [SceneModel] = []
  private(set) var ahead: [SceneModel] = []
  /// The screens of bindings that have ended, which return while the screens that presented them are
  /// open.
  private var reopening: [Int: Int] = [:]
  /// True if screens with unsaved changes can be left.
  var isLeavingAllowed = true

  /// A step of the user or of the program.
  enum Step: CustomStringConvertible {
    case show(String, isModal: Bool)
    case replaceTop(String)
    case open(String)
    case popTo(String)
    case pop(Int)
    case back(Int)
    case dismiss, home
    case select(Int)
    case bind(isModal: Bool)
    case mark(String)
    case popToMark(String)
    case pushAndPop(String)
    case undo, redo, forward

    /// True if `forward` reverts it.
    var isReturn: Bool {
      switch self {
      case .back, .popTo, .popToMark: true
      default: false
      }
    }

    var description: String {
      switch self {
      case .show(let name, let isModal): "\(isModal ? "present" : "push") \(name)"
      case .replaceTop(let name): "replace by \(name)"
      case .open(let name): "open \(name)"
      case .popTo(let name): "popTo \(name)"
      case .pop(let count): "pop \(count)"
      case .back(let count): "back \(count)"
      case .dismiss: "dismiss"
      case .home: "home"
      case .select(let tab): "select \(tab)"
      case .bind(let isModal): isModal ? "bind sheet" : "bind push"
      case .mark(let name): "mark \(name)"
      case .popToMark(let name): "popTo mark \(name)"
      case .pushAndPop(let name): "push and pop \(name)"
      case .undo: "undo"
      case .redo: "redo"
      case .forward: "forward"
      }
    }
  }

  mutating func perform(_ step: Step) {
    switch step {
    case .undo: recall(from: \.past, to: \.future)
    case .redo: recall(from: \.future, to: \.past)
    case .forward: recall(from: \.ahead, to: \.past)
    default: navigate(step)
    }
  }

  private mutating func navigate(_ step: Step) {
    var next = model
    guard change(&next, step) else { return }
    if model.hasViews {
      switch guarded(step, entering: next) {
      case .block: return
      case .redirect(let name):
        // The refused book would have opened on the stack of the tab.
        next = model
        guard next.show(name, as: .push, onTab: true) else { return }
      case .allow: break
      }
      if isBlocked(next) { return }
    }
    next.dropMarks()
    if next.tabs == model.tabs, next.selected == model.selected {
      model = next
      return
    }
    let before = model
    model = next
    Self.store(before, in: &past)
    future = []
    if step.isReturn {
      Self.store(before, in: &ahead)
    } else {
      ahead = []
    }
    keepValues(of: before)
  }

  /// The bindings of the screens that have ended can show them again.
  private mutating func keepValues(of before: SceneModel) {
    let open = model.openVisits
    for (bound, presenter) in before.boundScreens where model.hasViews {
      if !open.contains(bound) { reopening[bound] = presenter }
    }
  }

  /// The screens of bindings that can be shown again in a state: their bindings are there, or return with it.
  private func reopenable(in state: SceneModel) -> Set<Int> {
    let open = model.openVisits.union(state.openVisits)
    return Set(reopening.filter { open.contains($0.value) }.keys)
  }

  /// True if a state leads nowhere because a binding cannot show its screen again.
  private func isLost(_ state: SceneModel) -> Bool {
    let known = model.openVisits.union(reopenable(in: state))
    return state.boundScreens.contains { !known.contains($0.key) }
  }

  private func change(_ next: inout SceneModel, _ step: Step) -> Bool {
    switch step {
    case .show(let name, let isModal): return next.show(name, as: isModal ? .sheet : .push)
    case .replaceTop(let name): return next.replaceTop(name)
    case .open(let name): return next.open(name)
    case .popTo(let name): return next.popTo(name)
    case .pop(let count): return next.pop(count)
    case .back(let count): return next.back(count)
    case .dismiss: return next.dismiss()
    case .home: return next.home()
    case .select(let tab): return next.select(tab)
    case .popToMark(let name): return next.popTo(mark: name)
    case .pushAndPop(let name): return next.pushAndPop(name)
    case .bind(let isModal):
      next.bind(isModal ? .sheet : .push)
      return true
    case .mark(let name):
      next.mark(name)
      return true
    case .undo, .redo, .forward: return false
    }
  }

  private enum Verdict {
    case allow, block
    case redirect(String)
  }

  /// Book 3 is not for everyone, and to book 4 one comes only by a note.
  private func guarded(_ step: Step, entering next: SceneModel) -> Verdict {
    let begun = next.names.filter { model.names[$0.key] == nil }.sorted { $0.key < $1.key }
    for name in begun.map(\.value) {
      if name == "book 3" { return .block }
      if name == "book 4" { return isBlocked(next) ? .block : .redirect("note 1") }
    }
    return .allow
  }

  /// Note 2 has unsaved changes.
  private func isBlocked(_ next: SceneModel) -> Bool {
    let open = next.openVisits
    return !isLeavingAllowed
      && model.names.contains { $0.value == "note 2" && !open.contains($0.key) }
  }

  private mutating func recall(
    from source: WritableKeyPath<Self, [SceneModel]>, to target: WritableKeyPath<Self, [SceneModel]>
  ) {
    while let state = self[keyPath: source].last {
      let next = state.recalled(over: model, reopening: reopenable(in: state))
      if next.tabs == model.tabs, next.selected == model.selected {
        self[keyPath: source].removeLast()
        if source != \.ahead, isLost(state) { return }
        continue
      }
      if model.hasViews, isBlocked(next) { return }
      let before = model
      self[keyPath: source].removeLast()
      Self.store(before, in: &self[keyPath: target])
      if source == \.ahead { future = [] } else { ahead = [] }
      model = next
      return keepValues(of: before)
    }
  }

  /// True if one of the recorded states differs from the present one.
  func leads(_ states: KeyPath<Self, [SceneModel]>) -> Bool {
    self[keyPath: states].contains { state in
      let next = state.recalled(over: model, reopening: reopenable(in: state))
      return next.tabs != model.tabs || next.selected != model.selected
        || states != \.ahead && isLost(state)
    }
  }

  private static func store(_ state: SceneModel, in states: inout [SceneModel]) {
    states.append(state)
    if states.count > 100 { states.removeFirst() }
  }

  /// The process ends, and another one continues the scene.
  mutating func restart() {
    self = ModelSession(model: model.restarted())
  }

  private init(model: SceneModel) { self.model = model }

  init(hasViews: Bool) { model.hasViews = hasViews }
}
