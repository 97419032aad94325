import FoundationEssentials
import WaylineShell
import WaylineStorage

/// The scene assigned to a start of a program: its stores, and whether it continues.
///
/// A terminal gets `main`, or a new `main-2` when another terminal uses that. A script gets a scene
/// that ends with it, unless `--scene` names one. Where the folder cannot be written, the program
/// starts with what can be read, and says that the session is not saved.
struct SceneAssignment {
  let stores: SceneStores
  /// True if the scene is restored to where it was left.
  let continues: Bool
  /// The messages about it.
  let notices: [Message]
  /// The reason why the session is not saved; nil if it is.
  let unsaved: StoreError?
  private let lock: SceneLock?

  init(_ arguments: LaunchArguments, stores: ProgramStores, isTerminal: Bool) throws {
    do throws(StoreError) {
      try self.init(arguments.sceneName, arguments.isFresh, stores, isTerminal)
    } catch {
      throw LaunchProblem.store(error)
    }
    guard stores.folder != nil, lock == nil, unsaved == nil else { return }
    if let name = arguments.sceneName { throw LaunchProblem.sceneInUse(name) }
    if isTerminal { throw LaunchProblem.noFreeScene }
  }

  private init(
    _ name: String?, _ isFresh: Bool, _ program: ProgramStores, _ isTerminal: Bool
  ) throws(StoreError) {
    (lock, unsaved) = try Self.lock(name, program.folder, isTerminal)
    let isKept = name != nil || isTerminal
    let scene =
      isKept
      ? SceneStore(program.state, id: lock?.name ?? name ?? "main")
      : SceneStore(MemoryStore(name: "scene"), id: "script")
    stores = SceneStores(
      state: program.state, keychain: program.secrets, scene: scene,
      place: isKept ? scene : nil, folder: program.folder)
    let isSecond = name == nil && lock.map { $0.name != "main" } ?? false
    continues = isKept && !isFresh && !isSecond
    let saved = SavedScenes(store: program.state)
    var notices = isSecond ? [Self.second(scene.id)] : []
    if let lock, let folder = program.folder {
      notices += try saved.makeRoom(for: lock, in: folder).map(Self.ended)
    }
    self.notices = notices
    if isKept, !continues, unsaved == nil { try saved.startOver(scene.id) }
  }

  /// The stores for a single command, which shows no scene and locks none.
  static func stores(_ arguments: LaunchArguments, _ program: ProgramStores) -> SceneStores {
    SceneStores(
      state: program.state, keychain: program.secrets,
      scene: SceneStore(program.state, id: arguments.sceneName ?? "main"), place: nil,
      folder: program.folder)
  }

  /// The lock of the scene; nil with an error if the folder cannot be written.
  private static func lock(
    _ name: String?, _ folder: PrivateFolder?, _ isTerminal: Bool
  ) throws(StoreError) -> (SceneLock?, StoreError?) {
    guard let folder, name != nil || isTerminal else { return (nil, nil) }
    do throws(StoreError) {
      if let name { return (try SceneLock.take(name, in: folder), nil) }
      return (try SceneLock.takeFirstFree(in: folder), nil)
    } catch {
      guard case .system = error else { throw error }
      return (nil, error)
    }
  }

  private static func second(_ name: String) -> Message {
    .note(
      "The session 'main' is already open; started '\(name)'. To use 'main', quit it where it is open.",
      .sessionSecond)
  }

  private static func ended(_ name: String) -> Message {
    .note(
      "Erased the least recently used session '\(name)': at most \(SceneLock.limit) are stored.",
      .sessionErased)
  }
}

/// The saved scenes of a program: the place and the values of each, by its name.
struct SavedScenes {
  let store: any PersistentStore

  /// The keys of each scene.
  func keys() throws(StoreError) -> [String: [StoreKey]] {
    var scenes: [String: [StoreKey]] = [:]
    for key in try store.keys(in: nil) {
      if let name = Self.scene(of: key) { scenes[name, default: []].append(key) }
    }
    return scenes
  }

  /// Erases everything of a scene: its place, its values, its quarantine.
  func erase(_ keys: [StoreKey]) throws(StoreError) {
    do {
      try store.transaction {
        for key in keys { try store.setBytes(nil, for: key) }
      }
    } catch {
      let place = StoreKey("place", in: PlaceStore.namespace)
      throw error as? StoreError ?? .refused(place, reason: "\(error)")
    }
  }

  /// Erases the place and the values of a scene; its quarantine stays.
  func startOver(_ name: String) throws(StoreError) {
    let keys = try store.keys(in: StoreKey.scene(name)).filter { Self.scene(of: $0) == name }
    if !keys.isEmpty { try erase(keys) }
    PlaceStore(SceneStore(store, id: name)).erase()
  }

  private static func scene(of key: StoreKey) -> String? {
    let prefix = StoreKey.scene("")
    if key.namespace.hasPrefix(prefix) { return String(key.namespace.dropFirst(prefix.count)) }
    guard key.namespace == PlaceStore.namespace else { return nil }
    return key.name.lastIndex(of: "/").map { String(key.name[..<$0]) }
  }

  /// Erases the least recently used scenes when there are too many; those in use stay.
  ///
  /// Called when a new scene begins.
  /// - Returns: The names of the erased scenes.
  func makeRoom(for lock: SceneLock, in folder: PrivateFolder) throws(StoreError) -> [String] {
    var surplus = SceneLock.names(in: folder).count - SceneLock.limit
    guard lock.isNew, surplus > 0 else { return [] }
    let saved = try keys()
    var ended: [String] = []
    for name in SceneLock.names(in: folder) where surplus > 0 && name != lock.name {
      guard let old = try SceneLock.take(name, in: folder, isUse: false) else { continue }
      try erase(saved[name] ?? [])
      old.end()
      ended.append(name)
      surplus -= 1
    }
    return ended
  }
}
