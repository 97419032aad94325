import WaylineGraph
import WaylineNavigation
import WaylineViews

/// A router with screens: what a push and a pop cost on top of few and of many.
@MainActor
enum RouterRows {
  static var all: [Benchmark] { [shallow, deep, coordinated] }

  private static let included = """
    The screen is pushed, its lines are ready, it is popped, and the lines of the one below are \
    ready; each is a transaction of its own.
    """

  private static var shallow: Benchmark {
    Benchmark("router push and pop, 10 deep", scope: included, hasTail: true) {
      let desk = try RoutedDesk(depth: 10)
      return Stage(desk.visits(""), check: desk.check)
    }
  }

  private static var coordinated: Benchmark {
    Benchmark(
      "router push and pop, 5,000 coordinator screens deep against 10", scope: included,
      reach: .times(1.2), hasTail: true
    ) {
      let (deep, shallow) = (
        try RoutedDesk(depth: 5_000, isCoordinated: true),
        try RoutedDesk(depth: 10, isCoordinated: true)
      )
      return Stage(deep.visits(""), floor: shallow.visits("the same, 10 deep")) {
        try deep.check()
        try shallow.check()
      }
    }
  }

  private static var deep: Benchmark {
    Benchmark(
      "router push and pop, 10,000 deep against 10", scope: included, reach: .times(1.2),
      hasTail: true
    ) {
      let (deep, shallow) = (try RoutedDesk(depth: 10_000), try RoutedDesk(depth: 10))
      return Stage(deep.visits(""), floor: shallow.visits("the same, 10 deep")) {
        try deep.check()
        try shallow.check()
      }
    }
  }
}

/// A hosted stack of books.
@MainActor
private struct RoutedDesk {
  private let router: Router
  private let host: ViewHost
  private let depth: Int

  init(depth: Int, isCoordinated: Bool = false) throws {
    let graph = Graph()
    let router = Router(graph: graph)
    self.router = router
    self.depth = depth
    host = ViewHost(graph: graph) {
      NavigationScene(router) {
        if isCoordinated { CoordinatedCatalog() } else { Catalog() }
      }
    }
    router.set((0..<depth).map { Place.book(id: $0) })
    try check()
  }

  func visits(_ name: String) -> Work {
    Work(name) { [router, host] count in
      for _ in 0..<count {
        router.push(Place.catalog)
        blackHole(host.lineCount)
        router.pop()
        blackHole(host.lineCount)
      }
    }
  }

  func check() throws {
    try expect("depth", router.state.depth, is: depth)
    try expect("the screen", host.page().texts, is: ["Book \(depth - 1)"])
    router.push(Place.catalog)
    try expect("the pushed screen", host.page().texts, is: ["The catalog"])
    router.pop()
  }
}
