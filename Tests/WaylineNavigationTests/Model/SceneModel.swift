import WaylineNavigation

/// A model of navigation that shares nothing with the room but the names of its verbs: plain lists in
/// a tree, changed by the simplest code that follows the promises.
///
/// It models the program of `ModelTests`: two tabs with a stack each. A hall shows a stack of its own.
/// Books and halls are declared by the tabs' stacks, rooms by those of halls, notes by both. Every
/// screen has a binding that pushes and one that presents a sheet.
struct SceneModel: Equatable {
  /// One screen.
  struct Screen: Equatable {
    var name: String
    var form = NavigationEntry.Presentation.push
    /// The identity of the visit.
    var visit: Int
    /// True if a binding of the screen below presents it.
    var isBound = false
    /// The stack inside a hall, without its root.
    var inner: [Screen] = []
    /// The identity of the root of the stack inside.
    var innerRoot = 0

    var isHall: Bool { name.hasPrefix("hall") }
    /// The screen without its identities.
    var shape: String {
      "\(form.rawValue) \(name)\(isBound ? " bound" : "") [\(inner.map(\.shape))]"
    }
  }

  /// The stacks of the tabs, without their roots.
  var tabs: [[Screen]] = [[], []]
  var selected = 0
  /// The screens marked with a name; a negative number is the root of a tab.
  var marks: [String: Int] = [:]
  var lastVisit = 0
  /// True if views declare places; without views every stack shows every place.
  var hasViews = true

  static let tabNames = ["Books", "Members"]

  // MARK: Reading

  var stack: [Screen] {
    get { tabs[selected] }
    set { tabs[selected] = newValue }
  }

  /// True if the innermost visible stack is that of a hall.
  var isInHall: Bool { stack.last?.isHall == true }

  /// The screens of the innermost visible stack, without its root.
  var active: [Screen] {
    get { isInHall ? stack[stack.count - 1].inner : stack }
    set { if isInHall { stack[stack.count - 1].inner = newValue } else { stack = newValue } }
  }

  /// The name of the screen that the page shows.
  var shownName: String {
    active.last?.name ?? (isInHall ? "root of \(stack.last?.name ?? "")" : "root \(selected)")
  }

  /// The kind of the page: the uppermost modal, from the inner stack outwards.
  var shownLayer: NavigationEntry.Presentation {
    (isInHall ? active.last { $0.form.isModal } : nil)?.form
      ?? stack.last { $0.form.isModal }?.form ?? .root
  }

  /// The identity of the top screen, as marks store it.
  private var topVisit: Int {
    active.last?.visit ?? (isInHall ? stack[stack.count - 1].innerRoot : -1 - selected)
  }

  /// Everything that a user can see or get to, without identities.
  var shape: [String] {
    tabs.map { "\($0.map(\.shape))" } + ["\(selected)"]
  }

  var openVisits: Set<Int> {
    var open: Set = [-1, -2]
    for screen in tabs.joined() {
      open.formUnion([screen.visit, screen.innerRoot])
      open.formUnion(screen.inner.map(\.visit))
    }
    return open
  }

  // MARK: Verbs; each returns whether anything changed

  private mutating func visit() -> Int {
    lastVisit += 1
    return lastVisit
  }

  private mutating func screen(
    _ name: String, as form: NavigationEntry.Presentation, isBound: Bool = false
  ) -> Screen {
    var screen = Screen(name: name, form: form, visit: visit(), isBound: isBound)
    if screen.isHall { screen.innerRoot = visit() }
    return screen
  }

  /// True if the stack of a hall, or else that of a tab, shows a place.
  func isDeclared(_ name: String, inHall: Bool) -> Bool {
    switch name.split(separator: " ").first {
    case "room": inHall || !hasViews
    case "book": !inHall || !hasViews
    case "hall": !inHall
    default: true
    }
  }

  /// Shows a place on the innermost visible stack that declares it, or on that of the tab.
  mutating func show(
    _ name: String, as form: NavigationEntry.Presentation, onTab: Bool = false
  ) -> Bool {
    let isInside = isInHall && !onTab && isDeclared(name, inHall: true)
    guard isInside || isDeclared(name, inHall: false) else { return false }
    let below = isInside ? stack.last?.inner.last : stack.last
    if let below, below.name == name, !below.isBound, below.form == form { return false }
    let made = screen(name, as: form)
    if isInside { stack[stack.count - 1].inner.append(made) } else { stack.append(made) }
    return true
  }

  /// Presents the screen of a binding, unless it is presented already.
  mutating func bind(_ form: NavigationEntry.Presentation) {
    let made = screen("bound", as: form, isBound: true)
    active.append(made)
  }

  /// Pushes on the innermost visible stack and pops again, in one change.
  mutating func pushAndPop(_ name: String) -> Bool {
    if let top = active.last, top.name == name, !top.isBound, top.form == .push { return pop(1) }
    return false
  }

  mutating func pop(_ count: Int) -> Bool {
    let removed = min(count, active.count)
    active.removeLast(removed)
    return removed > 0
  }

  mutating func back(_ count: Int) -> Bool {
    var left = count
    while left > 0 {
      if !active.isEmpty {
        active.removeLast()
      } else if isInHall {
        stack.removeLast()
      } else {
        break
      }
      left -= 1
    }
    return left < count
  }

  mutating func dismiss() -> Bool {
    if isInHall, let index = active.lastIndex(where: { $0.form.isModal }) {
      active.removeSubrange(index...)
    } else if let index = stack.lastIndex(where: { $0.form.isModal }) {
      stack.removeSubrange(index...)
    } else {
      return back(1)
    }
    return true
  }

  mutating func home() -> Bool {
    defer { stack = [] }
    return !stack.isEmpty
  }

  mutating func replaceTop(_ name: String) -> Bool {
    guard isDeclared(name, inHall: isInHall), let top = active.last,
      top.name != name || top.isBound
    else { return false }
    let made = screen(name, as: top.form)
    active[active.count - 1] = made
    return true
  }

  mutating func popTo(_ name: String) -> Bool {
    if isInHall, let index = active.lastIndex(where: { $0.name == name && !$0.isBound }) {
      defer { active.removeSubrange((index + 1)...) }
      return index + 1 < active.count
    }
    guard let index = stack.lastIndex(where: { $0.name == name && !$0.isBound }) else {
      return false
    }
    // Returning to a hall shows the stack inside it as it is.
    defer { stack.removeSubrange((index + 1)...) }
    return index + 1 < stack.count
  }

  mutating func select(_ tab: Int) -> Bool {
    defer { selected = tab }
    return tab != selected
  }

  mutating func open(_ name: String) -> Bool {
    let before = shape
    let isKept = stack.first.map { $0.name == name && $0.form == .push && !$0.isBound } ?? false
    if isKept {
      stack.removeSubrange(1...)
      if let modal = stack[0].inner.firstIndex(where: { $0.form.isModal }) {
        stack[0].inner.removeSubrange(modal...)
      }
    } else {
      let made = screen(name, as: .push)
      stack = [made]
    }
    return shape != before
  }

  mutating func mark(_ name: String) { marks[name] = topVisit }

  mutating func popTo(mark name: String) -> Bool {
    let before = shape
    guard let visit = marks[name], openVisits.contains(visit) else { return false }
    for tab in tabs.indices {
      if visit == -1 - tab {
        (selected, tabs[tab]) = (tab, [])
      } else if let index = tabs[tab].firstIndex(where: { $0.visit == visit }) {
        (selected, tabs[tab]) = (tab, Array(tabs[tab][...index]))
      } else if let index = tabs[tab].firstIndex(where: {
        $0.innerRoot == visit && $0.isHall || $0.inner.contains { $0.visit == visit }
      }) {
        (selected, tabs[tab]) = (tab, Array(tabs[tab][...index]))
        let inner = tabs[tab][index].inner
        let end = inner.firstIndex { $0.visit == visit }.map { $0 + 1 } ?? 0
        tabs[tab][index].inner = Array(inner[..<end])
      }
    }
    return shape != before
  }

  /// The screens of bindings, each with the visit that presents it.
  var boundScreens: [Int: Int] {
    var found: [Int: Int] = [:]
    func note(_ screens: [Screen], above root: Int) {
      for (index, screen) in screens.enumerated() {
        if screen.isBound { found[screen.visit] = index > 0 ? screens[index - 1].visit : root }
        if screen.isHall { note(screen.inner, above: screen.innerRoot) }
      }
    }
    for tab in tabs.indices { note(tabs[tab], above: -1 - tab) }
    return found
  }

  /// The names of the open screens by their visits.
  var names: [Int: String] {
    var names: [Int: String] = [:]
    for screen in tabs.joined() {
      names[screen.visit] = screen.name
      for inner in screen.inner { names[inner.visit] = inner.name }
    }
    return names
  }

  /// Removes the marks of screens that have ended.
  mutating func dropMarks() {
    let open = openVisits
    marks = marks.filter { open.contains($0.value) }
  }

  // MARK: History and restarts

  /// An earlier state as it returns: screens of bindings, and those above them, stay away unless they
  /// are open now; marks belong to screens.
  func recalled(over present: SceneModel, reopening: Set<Int>) -> SceneModel {
    var next = self
    let open = present.openVisits
    let shown = open.union(reopening)
    for tab in next.tabs.indices {
      next.tabs[tab] = Self.withoutBound(next.tabs[tab], shown)
      for index in next.tabs[tab].indices {
        next.tabs[tab][index].inner = Self.withoutBound(next.tabs[tab][index].inner, shown)
      }
    }
    next.lastVisit = max(lastVisit, present.lastVisit)
    next.marks = marks.filter { !open.contains($0.value) }
      .merging(present.marks) { _, new in new }
    next.dropMarks()
    return next
  }

  private static func withoutBound(_ screens: [Screen], _ open: Set<Int>) -> [Screen] {
    Array(screens.prefix { !$0.isBound || open.contains($0.visit) })
  }

  /// The state in another process: without marks, bindings, and what lies above those.
  func restarted() -> SceneModel {
    var next = SceneModel()
    next.hasViews = hasViews
    next.selected = selected
    next.tabs = tabs.map { screens in
      Self.withoutBound(screens, []).map { screen in
        var screen = screen
        screen.inner = Self.withoutBound(screen.inner, [])
        return screen
      }
    }
    next.lastVisit = lastVisit
    return next
  }
}
