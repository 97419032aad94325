import WaylineGraph
import WaylineViews

extension RouteGraph {
  /// Draws the graph of a scene by showing each of its places once.
  ///
  /// The scene ends at its first screen. No guard is asked, and only links are activated; the
  /// screens appear, with all effects of appearing.
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
  let router: Router
  let host: ViewHost
  var graph = RouteGraph()
  /// The path to the first screen whose stacks show the routes of a type.
  private var homes: [ObjectIdentifier: [Route]] = [:]
  /// The paths to the places that have not been drawn.
  private var waiting: [[Route]] = [[]]

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
    _ = show([])
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
    waiting.append((homes[ObjectIdentifier(type)] ?? []) + route.parents.routes + [route])
  }

  private mutating func drawWaiting() {
    while !waiting.isEmpty { draw(waiting.removeFirst()) }
  }

  private mutating func draw(_ path: [Route]) {
    let name = path.last.map(RouteCases.name) ?? "/"
    guard graph.places.first(where: { $0.name == name })?.isDrawn != true else { return }
    guard show(path) else { return graph.update(name) { $0.hasDestination = !$0.isLinked } }
    noteHomes(path)
    var elements = 0
    var links: [Route] = []
    var buttons: [String] = []
    for tab in [nil] + tabs {
      if let tab { submit(.step(tab)) }
      let page = host.page()
      elements += page.elements.count
      buttons += page.elements.filter { $0.kind == .button && !buttons.contains($0.label) }
        .map(\.label)
      links += self.links
    }
    graph.update(name) { place in
      (place.isDrawn, place.isDeadEnd, place.buttons) = (true, elements == 0, buttons)
    }
    for link in links { follow(link, from: name, path) }
  }

  private mutating func follow(_ link: Route, from name: String, _ path: [Route]) {
    let target = RouteCases.name(of: link)
    graph.connect(name, to: target)
    graph.update(target) { $0.isLinked = true }
    waiting.append(path + [link])
  }

  /// Stores the path of a screen for the types that its stacks are the first to show.
  private mutating func noteHomes(_ path: [Route]) {
    let stacks = router.stored.visibleStacks.compactMap { router.mounted.stack($0) }
    for type in router.mounted.types.all {
      let id = ObjectIdentifier(type)
      if homes[id] == nil, stacks.contains(where: { $0.declares(id) }) { homes[id] = path }
    }
  }

  /// The tabs that can be chosen on the page.
  private var tabs: [NavigationAction] {
    router.stored.visibleTabs.flatMap { index in
      let shown = router.stored.tabs[index]
      return shown.tags.map { NavigationAction.select($0, in: shown.id) }
    }
  }

  /// Shows these places above the first screen, one by one as their stacks appear.
  private func show(_ path: [Route]) -> Bool {
    submit(.transform { $0.removeEverything() })
    for route in path {
      let stack = router.mounted.stack(for: route, in: router.stored)
      guard router.mounted.stack(stack)?.accepts(route) == true else { return false }
      submit(.step(.push(route, onto: stack)))
    }
    return true
  }

  private func submit(_ goal: NavigationGoal) {
    router.submit(goal, recording: .nothing, isGuarded: false)
  }

  /// The places of the links of the page: each is activated, and none is opened.
  private var links: [Route] {
    var links: [Route] = []
    router.onLink = { links.append($0) }
    defer { router.onLink = nil }
    for element in host.page().elements where element.kind == .link && element.isEnabled {
      _ = host.perform(.activate, on: element.id)
    }
    return links
  }
}

/// The names of the cases of a route and of the enums inside it.
enum RouteCases {
  /// The words of a value's cases: `desk book` for `.desk(.book(id: 42))`.
  static func name(of route: Route) -> String {
    let words = words(of: route.value)
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
  static func words(of value: Any) -> [String] {
    let mirror = Mirror(reflecting: value)
    switch mirror.displayStyle {
    case .enum where !(value is any RawRepresentable):
      let names = LinkNames.of(Swift.type(of: value))
      guard let child = mirror.children.first, let label = child.label else {
        return [names.word(for: "\(value)")]
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
