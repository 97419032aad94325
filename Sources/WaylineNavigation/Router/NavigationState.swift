/// The navigation of a scene as one value: a tree of stacks and tab views.
///
/// A stack holds screens from its root to its top; a sheet or a cover is an entry of the same stack.
/// A screen may itself show stacks and tab views. Because the whole tree is a value, a change of any
/// size is made on a copy and becomes visible in one update:
///
/// ```swift
/// router.navigate { state in
///   state.popToRoot()
///   state.push(DeskRoute.catalog)
///   state.push(DeskRoute.book(id: 42))
/// }
/// ```
///
/// - Complexity: Pushing, popping and copying cost the same at any depth.
public struct NavigationState: Hashable, Sendable {
  /// The identity of one stack of a scene.
  public struct StackID: Hashable, Sendable {
    let number: Int

    /// The stack of the scene itself; its root is the first screen of the program.
    public static let scene = StackID(number: 0)
  }

  /// The identity of one tab view of a scene.
  public struct TabsID: Hashable, Sendable {
    let number: Int
  }

  /// One stack: its entries, and its position in the tree.
  struct Stack: Hashable, Sendable {
    let id: StackID
    /// The screen or tab that shows the stack; nil for the scene's own.
    let parent: NavigationContext?
    /// The position among the stacks of the same parent.
    let ordinal: Int
    /// True if an array of the program holds the routes, so that the scene does not save them.
    let isBound: Bool
    var trail: Trail
  }

  /// One tab view: its tabs and its selection.
  struct Tabs: Hashable, Sendable {
    let id: TabsID
    let parent: NavigationContext
    let ordinal: Int
    var tags: [String]
    private(set) var selected: String
    /// The tab that was selected first, and is in another process.
    let initial: String
    /// The tab that was selected and is missing at present, while another is shown instead.
    private var missing: String?

    init(
      id: TabsID, parent: NavigationContext, ordinal: Int, tags: [String], selected: String
    ) {
      (self.id, self.parent, self.ordinal) = (id, parent, ordinal)
      (self.tags, self.selected, initial) = (tags, selected, selected)
    }

    /// Selects a tab by a navigation.
    mutating func select(_ tag: String) { (selected, missing) = (tag, nil) }

    /// Selects one of the tabs that there are: the missing one if it has returned, else a fallback if
    /// the selected one is missing.
    mutating func selectPresent(or fallback: String) {
      if let returned = missing, tags.contains(returned) {
        select(returned)
      } else if !tags.contains(selected) {
        (selected, missing) = (fallback, missing ?? selected)
      }
    }
  }

  /// The values attached to single screens, which end with them.
  ///
  /// Most states have none: then a copy of the state copies no reference for them.
  struct Marks: Hashable, Sendable {
    private struct Values: Hashable, Sendable {
      var checkpoints: [String: NavigationEntry.ID] = [:]
      var intents: [NavigationEntry.ID: PendingIntent] = [:]
      var resultNames: [NavigationEntry.ID: String] = [:]

      var isEmpty: Bool { checkpoints.isEmpty && intents.isEmpty && resultNames.isEmpty }
    }

    private final class Box: Sendable {
      let values: Values

      init(_ values: Values) { self.values = values }
    }

    private var box: Box?

    private var values: Values {
      get { box?.values ?? Values() }
      set { box = newValue.isEmpty ? nil : Box(newValue) }
    }

    /// The screens to which `popTo(checkpoint:)` returns, by name.
    var checkpoints: [String: NavigationEntry.ID] {
      get { values.checkpoints }
      set { values.checkpoints = newValue }
    }

    /// The destinations to continue to, by the screen whose flow comes first.
    var intents: [NavigationEntry.ID: PendingIntent] {
      get { values.intents }
      set { values.intents = newValue }
    }

    /// The names under which results are awaited, by the screen of the flow.
    var resultNames: [NavigationEntry.ID: String] {
      get { values.resultNames }
      set { values.resultNames = newValue }
    }

    /// True if no screen has a value.
    var isEmpty: Bool { box == nil }

    static func == (left: Self, right: Self) -> Bool {
      left.box === right.box || left.values == right.values
    }

    func hash(into hasher: inout Hasher) { hasher.combine(values) }
  }

  /// The stacks; the first is the scene's own.
  var stacks: [Stack]

  /// The tab views.
  var tabs: [Tabs] = []

  /// The number of the next entry, stack, tab view or owner.
  var nextNumber = 1

  /// The values attached to single screens.
  var marks = Marks()

  /// Creates the state of a scene that shows its first screen.
  public init() {
    let root = NavigationEntry(id: .scene, route: nil, presentation: .root, owner: .router)
    stacks = [Stack(id: .scene, parent: nil, ordinal: 0, isBound: false, trail: Trail(root))]
  }

  /// The top screen of the active stack.
  public var top: NavigationEntry { stacks[activeIndex].trail.last }

  /// The number of screens above the root of the active stack.
  public var depth: Int { stacks[activeIndex].trail.count - 1 }

  /// True if no visible stack has an entry above its root.
  package var isFirst: Bool { chain.allSatisfy { stacks[$0].trail.count == 1 } }

  /// The places of the active stack, from the bottom to the top, without its root.
  /// - Complexity: O(depth).
  public var routes: [Route] { entries(of: activeStack).compactMap(\.route) }

  /// The innermost of the visible stacks.
  public var activeStack: StackID { stacks[activeIndex].id }

  /// The visible stacks, from the scene's own to the active one.
  public var visibleStacks: [StackID] { chain.map { stacks[$0].id } }

  /// The screens of a stack from its root to its top; empty if there is no such stack.
  /// - Complexity: O(depth).
  public func entries(of stack: StackID) -> [NavigationEntry] {
    index(of: stack).map { stacks[$0].trail.reversed() } ?? []
  }

  /// True if the active stack is that of another state with one entry more.
  /// - Complexity: O(1) if the entries below are the same ones, and O(depth) otherwise.
  package func isOneAbove(_ other: NavigationState) -> Bool {
    guard activeStack == other.activeStack else { return false }
    return stacks[activeIndex].trail.below == other.stacks[other.activeIndex].trail
  }

  /// The selected tab of every visible tab view, outermost first.
  public var selectedTabs: [String] { visibleTabs.map { tabs[$0].selected } }

  /// The destination to continue to when the flow of the top screen, or of one below it, finishes.
  public var pendingIntent: PendingIntent? {
    marks.intents.isEmpty ? nil : visits(from: top.id).lazy.compactMap { marks.intents[$0] }.first
  }
}

extension NavigationState {
  /// Every screen of every stack.
  var allEntries: [NavigationEntry] { stacks.flatMap { Array($0.trail) } }

  /// The entries of a stack.
  func trail(of stack: StackID) -> Trail? { index(of: stack).map { stacks[$0].trail } }

  /// The position of a stack in the list of stacks.
  func index(of stack: StackID) -> Int? { stacks.firstIndex { $0.id == stack } }

  /// The position of a stack that is mostly at the same position as in another state.
  func index(of stack: StackID, near index: Int) -> Int? {
    index < stacks.count && stacks[index].id == stack ? index : self.index(of: stack)
  }

  /// The stack that holds an entry; the tops are searched first.
  /// - Complexity: O(depth) for an entry that is covered.
  func stackIndex(holding entry: NavigationEntry.ID) -> Int? {
    stacks.firstIndex { $0.trail.last.id == entry }
      ?? stacks.firstIndex { $0.trail.contains { $0.id == entry } }
  }

  /// The stack that holds an entry.
  func stack(holding entry: NavigationEntry.ID) -> StackID? {
    stackIndex(holding: entry).map { stacks[$0].id }
  }

  /// The entry that a binding presents at present.
  func entry(of owner: PresentationOwner) -> NavigationEntry.ID? {
    for stack in stacks where stack.trail.boundCount > 0 {
      if let entry = stack.trail.first(where: { $0.owner == .binding(owner) }) { return entry.id }
    }
    return nil
  }

  /// The tab that a tab view shows.
  func selected(in id: TabsID) -> String? { tabs.first { $0.id == id }?.selected }

  /// True if a screen, or a tab of a tab view, is part of the state.
  func contains(_ context: NavigationContext) -> Bool {
    switch context {
    case .entry(let entry): stackIndex(holding: entry) != nil
    case .tab(let id, let tag): tabs.contains { $0.id == id && $0.tags.contains(tag) }
    }
  }

  /// True if both states show the same screens with the same marks, whatever numbers they have used.
  func isEquivalent(to other: NavigationState) -> Bool {
    stacks == other.stacks && tabs == other.tabs && marks == other.marks
  }
}

// MARK: - What is visible

extension NavigationState {
  /// The innermost visible stack.
  var activeIndex: Int {
    var index = 0
    while let inner = innerIndex(of: .entry(stacks[index].trail.last.id)) { index = inner }
    return index
  }

  /// The visible stacks, outermost first.
  var chain: [Int] {
    var chain = [0]
    while let inner = innerIndex(of: .entry(stacks[chain.last ?? 0].trail.last.id)) {
      chain.append(inner)
    }
    return chain
  }

  /// The visible tab views, outermost first.
  var visibleTabs: [Int] {
    chain.flatMap { tabIndices(in: .entry(stacks[$0].trail.last.id)) }
  }

  /// The topmost visible screen that is not a root; nil when every visible stack shows its root.
  var visibleTop: NavigationEntry? {
    var (index, top): (Int, NavigationEntry?) = (0, nil)
    while true {
      let entry = stacks[index].trail.last
      if entry.presentation != .root { top = entry }
      guard let inner = innerIndex(of: .entry(entry.id)) else { return top }
      index = inner
    }
  }

  /// The sheets and covers that are presented, in the order in which they cover each other.
  ///
  /// A modal of a stack that another screen covers, or that a hidden tab holds, is not among them.
  /// - Complexity: O(visible stacks + modals).
  var presentedModals: [NavigationEntry.ID] {
    chain.flatMap { stacks[$0].trail.modals }
  }

  /// The stack shown in a context, or in its selected tab.
  private func innerIndex(of context: NavigationContext) -> Int? {
    guard stacks.count > 1 else { return nil }
    if let index = stacks.firstIndex(where: { $0.parent == context }) { return index }
    guard let shown = tabs.first(where: { $0.parent == context }) else { return nil }
    return innerIndex(of: .tab(shown.id, shown.selected))
  }

  private func tabIndices(in context: NavigationContext) -> [Int] {
    guard let index = tabs.firstIndex(where: { $0.parent == context }) else { return [] }
    return [index] + tabIndices(in: .tab(tabs[index].id, tabs[index].selected))
  }
}

// MARK: - The way outwards

extension NavigationState {
  /// The screen that shows a stack, directly or in one of its tabs; nil for the scene's own.
  func parent(of stack: Stack) -> NavigationEntry.ID? {
    var context = stack.parent
    while case .tab(let id, _) = context { context = tabs.first { $0.id == id }?.parent }
    guard case .entry(let entry) = context else { return nil }
    return entry
  }

  /// A visit, those below it, and those whose screens show their stack, outwards.
  func visits(from entry: NavigationEntry.ID) -> [NavigationEntry.ID] {
    var visits: [NavigationEntry.ID] = []
    var next: NavigationEntry.ID? = entry
    while let entry = next, let index = stackIndex(holding: entry) {
      visits += stacks[index].trail.drop { $0.id != entry }.map(\.id)
      next = parent(of: stacks[index])
    }
    return visits
  }

  /// True if a screen is saved with the scene: no binding and no array holds it or one below it.
  ///
  /// - Parameter unsaved: the screens of flows that end with the process.
  func isSaved(_ entry: NavigationEntry.ID, except unsaved: Set<NavigationEntry.ID>) -> Bool {
    guard let index = stackIndex(holding: entry) else { return false }
    let stack = stacks[index]
    if stack.isBound, entry != stack.trail.first.id { return false }
    let ways = stack.trail.drop { $0.id != entry }
    guard !ways.contains(where: { $0.isBound || unsaved.contains($0.id) }) else { return false }
    return parent(of: stack).map { isSaved($0, except: unsaved) } ?? true
  }

  /// True if a stack is shown by a sheet or a cover, or by a screen above one.
  func isInModal(_ stack: StackID) -> Bool {
    guard let index = index(of: stack), let entry = parent(of: stacks[index]),
      let outer = stackIndex(holding: entry)
    else { return false }
    let below = stacks[outer].trail.drop { $0.id != entry }
    return below.contains { $0.presentation.isModal } || isInModal(stacks[outer].id)
  }

  /// True if an alert of a context is presented: not in a hidden tab, nor in a modal that is covered.
  func isPresenting(_ context: NavigationContext) -> Bool {
    switch context {
    case .tab(let id, let tag):
      guard let shown = tabs.first(where: { $0.id == id }) else { return false }
      return shown.selected == tag && isPresenting(shown.parent)
    case .entry(let entry):
      guard let index = stackIndex(holding: entry) else { return false }
      let modal = stacks[index].trail.first {
        $0.id.number <= entry.number && $0.presentation.isModal
      }
      if let modal, !presentedModals.contains(modal.id) { return false }
      return stacks[index].parent.map(isPresenting) ?? true
    }
  }

  /// The places of the scene, to compare by and to put into a set.
  ///
  /// - Complexity: O(all screens).
  public var shape: NavigationShape { NavigationShape(of: self) }
}
