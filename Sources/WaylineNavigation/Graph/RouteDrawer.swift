import WaylineGraph
import WaylineViews

extension RouteGraph {
  /// Draws the graph of a scene by showing each of its places once.
  ///
  /// The scene ends at its first screen. No guard is asked, and only links are activated; the
  /// screens appear, with all effects of appearing. Of many links on one page some hundreds are read,
  /// and the number of the others is stated.
  @MainActor
  package init(of router: Router, in host: ViewHost) {
    self.init()
    var drawer = RouteDrawer(router: router, host: host)
    drawer.drawAll()
    self = drawer.graph
  }
}

/// Shows the places one by one, those with a link before those that are only declared.
@MainActor
private struct RouteDrawer {
  /// The most paths that are tried for one place.
  private static let pathLimit = 8

  let router: Router
  let host: ViewHost
  var graph = RouteGraph()
  /// The path to the first screen whose stacks show the routes of a type.
  private var homes: [ObjectIdentifier: [Step]] = [:]
  /// The paths to the places that have not been drawn.
  private var waiting: [[Step]] = [[]]
  /// The number of paths found to each place.
  private var pathCounts: [String: Int] = [:]
  /// The tab views around the screen that is drawn, whose other tabs are not part of it.
  private var outerTabs: Set<NavigationState.TabsID> = []

  /// One step on the way to a page.
  private enum Step {
    /// A place that is pushed.
    case place(Route)
    /// A tab of a tab view, by the position of the tab view in its screen.
    case tab(Int, String)
  }

  init(router: Router, host: ViewHost) {
    (self.router, self.host) = (router, host)
  }

  mutating func drawAll() {
    drawWaiting()
    // A screen that is drawn may show a stack that declares further types.
    var known = 0
    while known < router.mounted.types.all.count {
      let types = router.mounted.types.all[known...].compactMap { $0 as? any NavigationValue.Type }
      known = router.mounted.types.all.count
      for type in types {
        for words in RouteCases.all(of: type) { declare(words, of: type) }
      }
      drawWaiting()
    }
    markInnerPlaces()
    _ = show([])
  }

  /// Marks the places that no link opens: their type is declared by a screen above the first one, or
  /// their places are only presented.
  private mutating func markInnerPlaces() {
    for type in router.mounted.types.all {
      let isAbove = homes[ObjectIdentifier(type)]?.contains { step in
        if case .place = step { true } else { false }
      }
      guard isAbove == true || type is any PresentedValue.Type else { continue }
      let names = Set(RouteCases.all(of: type).map { $0.joined(separator: " ") })
      for place in graph.places where names.contains(place.name) {
        graph.update(place.name) { $0.isInner = true }
      }
    }
  }

  private mutating func declare<Value: NavigationValue>(
    _ words: [String], of type: Value.Type
  ) {
    let name = words.joined(separator: " ")
    guard !graph.places.contains(where: { $0.name == name }) else { return }
    graph.update(name) { _ in }
    guard let made = try? LinkSource(probing: words).value(of: type, label: "place") else { return }
    let route = Route(made)
    guard RouteCases.name(of: route) == name else { return }
    let home = homes[ObjectIdentifier(type)] ?? []
    waiting.append(home + (route.parents.routes + [route]).map { .place($0) })
  }

  private mutating func drawWaiting() {
    while !waiting.isEmpty {
      let paths = waiting
      waiting = []
      for path in paths { draw(path) }
    }
  }

  private mutating func draw(_ path: [Step]) {
    let name = Self.name(of: path)
    guard graph.places.first(where: { $0.name == name })?.isDrawn != true else { return }
    guard show(path) else { return graph.update(name) { $0.hasDestination = !$0.isLinked } }
    var drawn = DrawnScreen(tabs: ownTabs.count)
    var links: [(path: [Step], route: Route)] = []
    readPages(of: path) { drawer, path in
      drawer.noteHomes(path)
      drawn.add(drawer.host.page())
      links += drawer.links(&drawn).map { (path, $0) }
    }
    graph.update(name) { place in
      (place.isDrawn, place.isDeadEnd) = (true, drawn.elements == 0)
      (place.buttons, place.unlistedButtons) = (drawn.buttons, drawn.unlistedButtons)
      place.unreadLinks = drawn.unreadLinks
    }
    for link in links { follow(link.route, from: name, link.path) }
  }

  /// Calls the closure for the page of the present screen, or for that of each of its tabs.
  private mutating func readPages(
    of path: [Step], position: Int = 0, _ read: (inout Self, [Step]) -> Void
  ) {
    let tabs = ownTabs
    guard position < tabs.count else { return read(&self, path) }
    for tag in tabs[position].tags {
      submit(.step(.select(tag, in: tabs[position].id)))
      readPages(of: path + [.tab(position, tag)], position: position + 1, read)
    }
  }

  private mutating func follow(_ link: Route, from name: String, _ path: [Step]) {
    let target = RouteCases.name(of: link)
    graph.connect(name, to: target)
    graph.update(target) { $0.isLinked = true }
    guard pathCounts[target, default: 0] < Self.pathLimit else { return }
    pathCounts[target, default: 0] += 1
    waiting.append(path + [.place(link)])
  }

  /// Stores the path of a screen for the types that its stacks are the first to show.
  private mutating func noteHomes(_ path: [Step]) {
    let stacks = router.stored.visibleStacks.compactMap { router.mounted.stack($0) }
    for type in router.mounted.types.all {
      let id = ObjectIdentifier(type)
      if homes[id] == nil, stacks.contains(where: { $0.declares(id) }) { homes[id] = path }
    }
  }

  /// The tab views of the screen that is drawn, outermost first.
  private var ownTabs: [NavigationState.Tabs] {
    router.stored.visibleTabs.map { router.stored.tabs[$0] }.filter { !outerTabs.contains($0.id) }
  }

  private static func name(of path: [Step]) -> String {
    for case .place(let route) in path.reversed() { return RouteCases.name(of: route) }
    return "/"
  }

  /// Shows these places above the first screen, one by one as their stacks appear.
  private mutating func show(_ path: [Step]) -> Bool {
    submit(.transform { $0.removeEverything() })
    outerTabs = []
    for step in path {
      switch step {
      case .tab(let position, let tag):
        let tabs = ownTabs
        guard position < tabs.count else { return false }
        submit(.step(.select(tag, in: tabs[position].id)))
      case .place(let route):
        let stack = router.mounted.stack(for: route, in: router.stored)
        guard router.mounted.stack(stack)?.accepts(route) == true else { return false }
        outerTabs = Set(router.stored.visibleTabs.map { router.stored.tabs[$0].id })
        submit(.step(.push(route, onto: stack)))
      }
    }
    return true
  }

  private func submit(_ goal: NavigationGoal) {
    router.submit(goal, recording: .nothing, isGuarded: false)
  }

  /// The places of the links of the page, of which none is opened.
  private func links(_ drawn: inout DrawnScreen) -> [Route] {
    var links: [Route] = []
    router.onLink = { links.append($0) }
    defer { router.onLink = nil }
    let elements = host.page().elements.filter { $0.kind == .link && $0.isEnabled }
    let sample = DrawnScreen.sample(of: elements.count)
    drawn.unreadLinks += elements.count - sample.count
    for index in sample { _ = host.perform(.locate, on: elements[index].id) }
    return links
  }
}

/// The pages of one screen, as far as they were read.
private struct DrawnScreen {
  /// The number of elements with which the user can do something here.
  var elements: Int
  private(set) var buttons: [String] = []
  var unreadLinks = 0
  private var labels: Set<String> = []

  /// The number of labels of buttons that are not listed.
  var unlistedButtons: Int { labels.count - buttons.count }

  /// The most labels of buttons that are listed.
  private static let buttonLimit = 50

  /// The most links that are read on one page: from its beginning, from its end, and in between.
  private static let (first, last, between) = (200, 100, 200)

  init(tabs: Int) { elements = tabs }

  mutating func add(_ page: Page) {
    elements += page.elements.count { $0.kind != .tab }
    for element in page.elements where element.kind == .button {
      let isNew = labels.insert(element.label).inserted
      if isNew, buttons.count < Self.buttonLimit { buttons.append(element.label) }
    }
  }

  /// The positions of the links to read among so many.
  static func sample(of count: Int) -> [Int] {
    guard count > first + between + last else { return Array(0..<count) }
    let middle = count - first - last
    return Array(0..<first) + (0..<between).map { first + $0 * middle / between }
      + Array((count - last)..<count)
  }
}

/// The names of the cases of a route and of the enums inside it.
enum RouteCases {
  /// The words of a value's cases: `desk book` for `.desk(.book(id: 42))`.
  static func name(of route: Route) -> String {
    let words = words(of: route.value, isPlace: true)
    return words.isEmpty ? route.typeName : words.joined(separator: " ")
  }

  /// The words of every case of a type; empty when it is not an enum.
  static func all(of type: any Any.Type) -> [[String]] {
    let names = EnumCases.names(of: type)
    guard !names.isEmpty else { return [] }
    let payloads = EnumCases.payloads(of: type)
    return names.enumerated().flatMap { index, name in
      let word = LinkNames.of(type).word(for: name)
      let payload = index < payloads.count ? payloads[index] : nil
      return payload.map { inner(of: $0) }?.map { [word] + $0 } ?? [[word]]
    }
  }

  private static func inner(of payload: any Any.Type) -> [[String]] {
    if let optional = payload as? any OptionalType.Type {
      let wrapped = inner(of: optional.wrapped)
      return wrapped == [[]] ? [[]] : [[]] + wrapped
    }
    guard !(payload is any RawRepresentable.Type), payload is any Decodable.Type else {
      return [[]]
    }
    let cases = all(of: payload)
    return cases.isEmpty ? [[]] : cases
  }

  /// The words of the cases of a value, from the outside inwards.
  ///
  /// An enum with raw values is a value like a text, unless it is the place itself.
  static func words(of value: Any, isPlace: Bool = false) -> [String] {
    let mirror = Mirror(reflecting: value)
    switch mirror.displayStyle {
    case .enum where isPlace || !(value is any RawRepresentable):
      let names = LinkNames.of(Swift.type(of: value))
      guard let child = mirror.children.first, let label = child.label else {
        return [names.word(for: EnumCases.text(of: value) ?? "\(value)")]
      }
      return [names.word(for: label)] + words(of: child.value)
    case .optional, .tuple: return mirror.children.flatMap { words(of: $0.value) }
    default: return []
    }
  }
}

private protocol OptionalType {
  static var wrapped: any Any.Type { get }
}

extension Optional: OptionalType {
  fileprivate static var wrapped: any Any.Type { Wrapped.self }
}
