import WaylineGraph

/// The view tree of one scene: its root view, its modals and its elements.
@MainActor
package final class ViewHost {
  /// The graph that its views take their turns in.
  package let graph: Graph
  /// Counts up whenever the lines of the visible page may have changed.
  package var revision: Int { revisionCount }
  /// The number of inputs ignored because their element had left the screen.
  package var missedInputs = 0
  // It is replaced as a whole, so accesses do not overlap.
  /// Called with the name of each body that ran, in order.
  @exclusivity(unchecked) package var onBody: ((String) -> Void)?
  /// Called with each message that a view prints outside its lines, such as a link's address.
  package var onMessage: ((PostedNotice) -> Void)? {
    get { outlet.onMessage }
    set { outlet.onMessage = newValue }
  }
  // An access calls no other code.
  /// Called with each change of a value by an element, after the update; changes are not noted without it.
  @exclusivity(unchecked) package var onValue: ((ElementChange) -> Void)?
  /// Called for each appear, disappear, change and task, in order.
  package var onEvent: ((String) -> Void)?
  /// Called once after each transaction or update that changed something, when it is complete.
  @exclusivity(unchecked) package var onUpdate: (() -> Void)?

  let appearances = AppearanceQueue()
  private(set) lazy var focus = Focus()
  /// The observers of updates in which a body ran.
  private let followers = ObserverList<Void>()
  private var hasFollowers = false
  /// True if a body ran since the followers were notified.
  private var hasNews = false
  private(set) var root: ViewNode?
  private var rootEnvironment: EnvironmentScope?
  // NB: an object of its own, since an object with weak references is slower to retain.
  private let outlet = MessageOutlet()
  private let isShown: Bool
  /// The number of rows that a list makes before a page needs more.
  let rowLimit: Int
  private lazy var rootLayer = ScreenLayer(rootOf: self, isVisible: isShown)
  /// The rows that wait for their screen, or would, while they are in the tree.
  var lateRows: [ObjectIdentifier: any LateRows] = [:]
  // An access calls no other code.
  /// The nodes that decide where their screen begins.
  @exclusivity(unchecked) var scrollAnchors: [ScrollAnchorNode] = []
  // They are replaced as a whole, so accesses do not overlap.
  @exclusivity(unchecked) private(set) var modals: [ModalNode] = []
  private var isReviewing = false
  /// The modal that is shown above all others; its lines are the page.
  private var top: ObjectIdentifier?
  // NB: variables that other modules cannot see are accessed without a check at run time.
  private var revisionCount = 0
  // A change runs no code of the program, so accesses do not overlap.
  /// The elements by the numbers of their names.
  @exclusivity(unchecked) private(set) var elements: [Int: any Actionable] = [:]
  private var lastOrder = 0
  /// The elements that were reported because they have no label.
  private var unlabelled: Set<ElementID> = []

  /// The values that the first view inherits.
  package var environment: EnvironmentValues { rootEnvironment?.values ?? EnvironmentValues() }

  /// The values that the content of the screen on top inherits, from its scene and from the modifiers around it.
  ///
  /// - Complexity: O(modifiers and bodies around the content).
  package var environmentOnTop: EnvironmentValues {
    var node: ViewNode? = shownModals.last?.content ?? root
    while let content = node?.soleContent { node = content }
    return node?.context.environment.values ?? environment
  }

  /// Shows a view; its first update is complete when the call returns.
  ///
  /// - Parameters:
  ///   - isShown: whether the view appears; rows of lists and lazy content are made for a shown view
  ///     only.
  ///   - rowLimit: the number of rows that a list makes before a page needs more; nil for all.
  ///   - change: gives the environment of the root view.
  ///   - onBody: called with the name of each body that ran, the first ones included.
  ///   - onEvent: called for each appear, disappear, change and task, the first ones included.
  package init<Root: View>(
    graph: Graph = Graph(), isShown: Bool = true, rowLimit: Int? = nil,
    onBody: ((String) -> Void)? = nil,
    onEvent: ((String) -> Void)? = nil,
    environment change: @escaping (inout EnvironmentValues) -> Void = { _ in },
    @ViewBuilder root: () -> Root
  ) {
    (self.graph, self.isShown, self.rowLimit) = (graph, isShown, rowLimit ?? .max)
    (self.onBody, self.onEvent) = (onBody, onEvent)
    let view = root()
    let environment = graph.environment.child { [outlet] values in
      values.showMessage = MessageAction { outlet.deliver($0) }
      change(&values)
    }
    rootEnvironment = environment
    // Until the host is released.
    graph.owner = self
    let context = NodeContext(environment: environment, layer: rootLayer)
    graph.perform { self.root = Root._makeNode(view, in: context) }
  }

  /// Has the views appear, if the root view was not shown.
  package func show() {
    graph.perform { rootLayer.setVisible(true) }
  }

  /// The visible content: the modal on top, or the root. Rows that wait for a page are made.
  ///
  /// - Complexity: O(lines of the page); parts that did not change are not visited in the tree.
  package func page() -> Page { beginningOfPage(lines: .max) }

  /// The beginning of the visible content: as many lines as requested, if there are so many, and
  /// the rest of those whose rows are made.
  ///
  /// - Complexity: O(lines that are made).
  package func beginningOfPage(lines: Int) -> Page {
    var page = currentPage
    let lines = page.beginsAtEnd ? .max : lines
    var (lists, count) = listsWithWaitingRows
    while count > 0 {
      // The page does not know of rows within a line, or in a view that is not on it.
      let isKnown = page.waitingRows == count
      if isKnown, page.lines.count >= lines { break }
      let request: RowRequest = isKnown && lines < .max ? .more : .all
      graph.perform { for list in lists { list.makeRows(request) } }
      let before = count
      (lists, count) = listsWithWaitingRows
      // Within an update, rows are made at its end.
      guard count != before else { break }
      page = currentPage
    }
    return page
  }

  /// Calls a closure with the elements of the visible page, rows that no page has needed yet included,
  /// until it returns false.
  ///
  /// If the rows of a list are links, only those with a wanted value are made, each for its call.
  /// - Parameter isWanted: true for the value of the place that a row opens.
  package func visitElements(
    where isWanted: (any Sendable) -> Bool, _ visit: ([Element]) -> Bool
  ) {
    let lists = listsWithWaitingRows.lists
    guard lists.allSatisfy(\.hasLinkRows) else {
      _ = visit(page().elements)
      return
    }
    var elements: [Element] = []
    (shownModals.last?.content ?? root)?.fragment.appendElements(to: &elements)
    guard visit(elements) else { return }
    for list in lists {
      guard list.visitWaitingRows(where: isWanted, visit) else { return }
    }
  }

  /// The lists on the visible page that have not made all of their rows, and how many they lack.
  private var listsWithWaitingRows: (lists: [any LateRows], count: Int) {
    guard rowLimit < .max else { return ([], 0) }
    let lists = listsOnPage { $0.waitingRows > 0 }
    return (lists, lists.reduce(0) { $0 + $1.waitingRows })
  }

  /// The lists on the visible page that fit, in the order in which they were made.
  func listsOnPage(where fits: (any LateRows) -> Bool) -> [any LateRows] {
    let top = shownModals.last?.layer
    let lists = lateRows.values.filter { rows in
      let layer = rows.context.layer
      return fits(rows) && layer.isVisible && top.map(layer.isInside) ?? true
    }
    return lists.sorted { $0.order < $1.order }
  }

  private var currentPage: Page {
    let shown = shownModals
    let top = shown.last
    let titles = rootLayer.titles + shown.flatMap(\.titles)
    var page = Page(layer: top?.shownLayer ?? .root, titles: titles)
    page.beginsAtEnd = beginsAtEnd
    if let fragment = (top?.content ?? root)?.fragment {
      page.lines.reserveCapacity(fragment.lineCount)
      page.elements.reserveCapacity(fragment.elementCount)
      fragment.append(to: &page)
      if top != nil { page.listCancellingButtonFirst() }
      for element in page.elements where element.label.isEmpty { reportUnlabelled(element) }
    }
    return page
  }

  /// Reports an element that is a number and nothing else, once.
  private func reportUnlabelled(_ element: Element) {
    guard element.displayText.isEmpty, unlabelled.insert(element.id).inserted,
      let node = elements[element.id.number] as? ViewNode
    else { return }
    Misuse.report(
      "A \(element.kind.rawValue) in \(node.owningViewName) has no label, so nothing but its number is "
        + "printed. Give it a Text as its label, or an accessibilityLabel.")
  }

  /// The number of lines of the visible page; only changed parts are assembled.
  ///
  /// - Complexity: O(changed parts and their ancestors).
  package var lineCount: Int { (shownModals.last?.content ?? root)?.fragment.lineCount ?? 0 }

  /// The modals that are shown, each above the one before it.
  var shownModals: [ModalNode] {
    if modals.isEmpty { return [] }
    let placed = modals.enumerated().compactMap { index, modal in
      modal.position.map { (modal: modal, position: $0, index: index) }
    }
    return placed.sorted { ($0.position, $0.index) < ($1.position, $1.index) }.map(\.modal)
  }

  /// True if a layer belongs to the page: no sheet or cover is shown above it.
  func isOnPage(_ layer: ScreenLayer) -> Bool {
    guard let top = shownModals.last(where: \.isOrdered) else { return true }
    return layer.isInside(top.layer)
  }

  /// Runs the action of an element as one transaction.
  package func perform(
    _ input: ElementInput, on id: ElementID, labeled label: String? = nil
  ) -> ElementReply {
    guard let element = elements[id.number] else {
      missedInputs += 1
      return .gone
    }
    var reply = ElementReply.done
    guard onValue != nil, input != .locate, let value = (element as? ElementNode)?.elementValue
    else {
      graph.answer(labeled: label) { reply = element.perform(input) }
      return reply
    }
    let before = value.present
    var after: Any?
    graph.answer(labeled: label) {
      reply = element.perform(input)
      after = value.present
    }
    guard reply == .done, let before else { return reply }
    // The change may bring other values in its turn; an element that it removes has the one it was given.
    if elements[id.number] != nil { after = value.present }
    if let after, !value.isSame(before, after) {
      onValue?(ElementChange(element: id, value: value, before: before, after: after))
    }
    return reply
  }

  /// Ends the tree if it has not ended: no node may take a turn without the host.
  isolated deinit {
    graph.owner = nil
    end()
  }

  /// Throws the tree away: states, objects and tasks are released.
  package func end() {
    graph.perform {
      // NB: removed first: releasing it may run code of the program, which may read the page.
      let ended = root
      root = nil
      ended?.end()
      rootEnvironment?.end()
    }
  }
}

extension ViewHost: GraphOwner {
  /// Passes the end of an update to those who observe the scene.
  package func graphDidUpdate() {
    if hasNews {
      hasNews = false
      followers.send(())
    }
    onUpdate?()
  }
}

extension ViewHost {
  /// Every node of the tree with its name, parents first.
  package var nodes: [(node: AnyObject, name: String)] {
    var found: [(node: AnyObject, name: String)] = []
    var waiting = root.map { [$0] } ?? []
    while let node = waiting.popLast() {
      found.append((node, node.name ?? "\(type(of: node))"))
      waiting += node.childNodes.reversed()
    }
    return found
  }
}

/// The receiver of the lines that a tree posts, which its environment knows.
@MainActor
private final class MessageOutlet {
  /// The lines that were posted before there was a receiver, as when the first screen appears.
  private var waiting: [PostedNotice] = []
  var onMessage: ((PostedNotice) -> Void)? {
    didSet {
      guard let onMessage else { return }
      let notices = waiting
      waiting = []
      for notice in notices { onMessage(notice) }
    }
  }

  func deliver(_ notice: PostedNotice) {
    if let onMessage { onMessage(notice) } else { waiting.append(notice) }
  }
}

extension ViewHost {
  /// The lines that a view prints by itself, as one line, for a name that is needed before an update.
  ///
  /// Later changes of what the view reads are not followed.
  package static func text(of view: any View, in environment: EnvironmentScope?) -> String {
    func text<Content: View>(of view: Content) -> String {
      // NB: as a part of no body: the one that needs the name is being evaluated.
      Evaluation.outside {
        let host = ViewHost(
          isShown: false, environment: { if let environment { $0 = environment.values } },
          root: { view })
        defer { host.end() }
        return host.page().text
      }
    }
    return text(of: view)
  }

  func nextOrder() -> Int {
    lastOrder += 1
    return lastOrder
  }

  func linesChanged() { revisionCount += 1 }

  /// Called when another layer is shown: it may cover a modal, or uncover one.
  func layersChanged() {
    guard !modals.isEmpty, !isReviewing else { return }
    isReviewing = true
    graph.enqueueEffect { [weak self] in
      self?.isReviewing = false
      self?.reviewModals()
    }
  }

  /// Shows and hides modals; the page has other lines if another one is above the rest.
  private func reviewModals() {
    for modal in modals { modal.review() }
    let shown = shownModals.last.map { ObjectIdentifier($0) }
    guard shown != top else { return }
    top = shown
    revisionCount += 1
  }

  func bodyDidRun(_ name: @autoclosure () -> String) {
    if let onBody { onBody(name()) }
    contentDidChange()
  }

  /// Records that the followers are to be notified after this update.
  func contentDidChange() {
    if hasFollowers { hasNews = true }
  }

  func report(_ event: @autoclosure () -> String) {
    if let onEvent { onEvent(event()) }
  }

  func add(_ element: any Actionable, as id: ElementID) { elements[id.number] = element }
  func removeElement(_ id: ElementID) { elements[id.number] = nil }

  func present(_ modal: ModalNode) {
    modals.append(modal)
    (top, revisionCount) = (ObjectIdentifier(modal), revisionCount + 1)
    layersChanged()
  }

  func dismiss(_ modal: ModalNode) {
    modals = modals.filter { $0 !== modal }
    revisionCount += 1
    layersChanged()
  }
}

extension ViewHost {
  /// A value of the first view of a type, as its next body would see it; nil where there is none.
  ///
  /// - Complexity: O(nodes).
  package func value<Subject: View, Value>(of keyPath: KeyPath<Subject, Value>) -> Value? {
    root?.find(BodyNode<Subject>.self)?.value(of: keyPath)
  }

  /// Calls `action` after each update in which a body ran, until the token is released.
  package func follow(_ action: @escaping @MainActor () -> Void) -> ObservationToken {
    hasFollowers = true
    return followers.add { _ in MainActor.assumeIsolated(action) }
  }
}

extension ViewNode {
  /// The first node of a kind, here or below, parents first.
  fileprivate func find<Kind: ViewNode>(_ kind: Kind.Type) -> Kind? {
    if let found = self as? Kind { return found }
    for child in childNodes {
      if let found = child.find(kind) { return found }
    }
    return nil
  }
}
