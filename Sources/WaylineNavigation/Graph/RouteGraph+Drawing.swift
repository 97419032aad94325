import WaylineGraph
import WaylineViews

extension RouteGraph {
  /// Draws the graph of a scene by showing each of its places once.
  ///
  /// The scene is left at its first screen. Nothing is asked of guards, and only links are pressed;
  /// what screens do when they appear, they do.
  @MainActor
  package init(of router: Router, in host: ViewHost) {
    self.init()
    var drawer = RouteDrawer(router: router, host: host)
    drawer.drawAll()
    self = drawer.graph
  }
}

/// Shows one place after the other, those that are linked before those that are only declared.
@MainActor
private struct RouteDrawer {
  let router: Router
  let host: ViewHost
  var graph = RouteGraph()
  /// How to come to the first screen whose stacks show the routes of a type.
  private var homes: [ObjectIdentifier: [Route]] = [:]
  /// How to come to the places that have not been drawn.
  private var waiting: [[Route]] = [[]]

  init(router: Router, host: ViewHost) {
    (self.router, self.host) = (router, host)
  }

  mutating func drawAll() {
    drawWaiting()
    // A screen that is drawn may show a stack that declares further types.
    var known = 0
    while known < router.scene.types.all.count {
      let types = router.scene.types.all[known...].compactMap { $0 as? any NavigationValue.Type }
      known = router.scene.types.all.count
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
    waiting.append((homes[ObjectIdentifier(type)] ?? []) + route.parents + [route])
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
      if let tab { router.submit(.nothing, isUnguarded: true) { $0.step(tab) } }
      let page = host.page()
      elements += page.elements.count
      buttons += page.elements.filter { $0.kind == .button && !buttons.contains($0.label) }
        .map(\.label)
      links += router.links(of: host)
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

  /// Remembers of which types a screen's stacks show routes that no screen before it has shown.
  private mutating func noteHomes(_ path: [Route]) {
    let stacks = router.stored.visibleStacks.compactMap { router.scene.stack($0) }
    for type in router.scene.types.all {
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

  /// Makes these the places above the first screen, one by one as their stacks appear.
  private func show(_ path: [Route]) -> Bool {
    router.submit(.nothing, isUnguarded: true) { state in
      for stack in state.stacks.map(\.id) { state.step(.popToRoot(of: stack)) }
      return .completed
    }
    for route in path {
      let stack = router.stack(for: route, in: router.stored)
      guard router.scene.stack(stack)?.accepts(route) == true else { return false }
      router.submit(.nothing, isUnguarded: true) { $0.step(.push(route, onto: stack)) }
    }
    return true
  }
}

extension Router {
  /// The places that the links of a page lead to: each is pressed, and none is followed.
  fileprivate func links(of host: ViewHost) -> [Route] {
    var links: [Route] = []
    onLink = { links.append($0) }
    defer { onLink = nil }
    for element in host.page().elements where element.kind == .link && element.isEnabled {
      _ = host.perform(.activate, on: element.id)
    }
    return links
  }
}
