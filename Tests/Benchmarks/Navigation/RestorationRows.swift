import FoundationEssentials
import Wayline
import WaylineGraph
import WaylineNavigation
import WaylineSQLite
import WaylineStorage
import WaylineViews

/// The costs of saving and restoring the place of a scene.
@MainActor
enum RestorationRows {
  static var all: [Benchmark] { [save, restore, coordinated] }

  private static var save: Benchmark {
    Benchmark(
      "save after a push, 1,000 deep against 10",
      scope: """
        A push with its screen, and the place written to a store on disk, as before each command; \
        the pop afterwards, which is saved too, is not timed.
        """, reach: .times(1.2), hasTail: true
    ) {
      let (deep, shallow) = (try SavedDesk(depth: 1_000), try SavedDesk(depth: 10))
      return Stage(deep.pushes(""), floor: shallow.pushes("the same, 10 deep")) {
        try deep.check()
        try shallow.check()
      }
    }
  }

  private static var restore: Benchmark {
    Benchmark(
      "restore, 1,000 deep",
      scope: "From the saved bytes to the lines of the top screen, in a scene that is mounted.",
      reach: .times(1.6), hasTail: true
    ) {
      let text = RestoredDesk.saved(depth: 1_000)
      let saved = Array(text.utf8)
      let work = Work(timed: "") { count in
        (0..<count).reduce(0) { total, _ in total + RestoredDesk().time(saved) }
      }
      let floor = Work("one JSON array of the same places") { count in
        for _ in 0..<count { blackHole(try places(in: text)) }
      }
      return Stage(work, floor: floor) {
        let desk = RestoredDesk()
        desk.restore(saved)
        try expect("the depth", desk.depth, is: 1_000)
        try expect("the places", places(in: text).count, is: 1_000)
      }
    }
  }

  private static var coordinated: Benchmark {
    Benchmark(
      "restore, 10,000 coordinator screens",
      scope: "From the saved bytes to the lines of the top screen, each made by a coordinator.",
      hasTail: true
    ) {
      let saved = Array(RestoredDesk.saved(depth: 10_000).utf8)
      let work = Work(timed: "") { count in
        (0..<count).reduce(0) { total, _ in
          total + RestoredDesk(isCoordinated: true).time(saved)
        }
      }
      return Stage(work) {
        let desk = RestoredDesk(isCoordinated: true)
        desk.restore(saved)
        try expect("the depth", desk.depth, is: 10_000)
      }
    }
  }

  /// The places of the saved lines, as code reads them that knows how many there are of which type.
  @inline(never)
  private static func places(in saved: String) throws -> [Place] {
    let lines = saved.split(separator: "\n").dropFirst(3)
    let values = lines.compactMap { $0.split(separator: "\t", maxSplits: 4).last }
    return try JSONDecoder().decode(
      [Place].self, from: Data("[\(values.joined(separator: ","))]".utf8))
  }
}

/// A stack of books whose place is stored on disk.
@MainActor
private final class SavedDesk {
  private let folder: ScratchFolder
  private let scene: SceneHost
  private let stores: SceneStores
  private let depth: Int

  init(depth: Int) throws {
    self.depth = depth
    folder = try ScratchFolder()
    stores = SceneStores(
      state: SQLiteStore(folder.file("state.sqlite3")), keychain: MemoryKeychain(name: "secrets"))
    scene = SceneHost(stores: stores) { Catalog() }
    scene.router.set((0..<depth).map { Place.book(id: $0) })
    scene.attend()
  }

  func pushes(_ name: String) -> Work {
    Work(
      name,
      once: { [self] in
        scene.router.push(Place.catalog)
        scene.attend()
      },
      rest: { [self] in
        scene.router.pop()
        scene.attend()
      })
  }

  func check() throws {
    try expect("the depth", scene.router.state.depth, is: depth)
    let again = SceneHost(stores: stores) { Catalog() }
    try expect("the saved depth", again.router.state.depth, is: depth)
  }
}

/// A scene at its first screen, to which a saved place is brought back.
@MainActor
private final class RestoredDesk {
  private let router: Router
  private let host: ViewHost

  init(isCoordinated: Bool = false) {
    let graph = Graph()
    let router = Router(graph: graph)
    self.router = router
    host = ViewHost(graph: graph) {
      NavigationScene(router) {
        if isCoordinated { CoordinatedCatalog() } else { Catalog() }
      }
    }
  }

  static func saved(depth: Int) -> String {
    let desk = RestoredDesk()
    desk.router.set((0..<depth).map { Place.book(id: $0) })
    return desk.router.save()
  }

  var depth: Int { router.state.depth }

  func restore(_ saved: [UInt8]) {
    router.restore(saved)
    blackHole(host.lineCount)
  }

  /// The nanoseconds of a restoration.
  func time(_ saved: [UInt8]) -> UInt64 {
    let start = now()
    restore(saved)
    return now() - start
  }
}
