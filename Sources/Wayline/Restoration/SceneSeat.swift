import WaylineStorage

/// The scene that a start of a program gets: its name, its stores, and whether it continues.
///
/// A terminal gets `main`, or a fresh `main-2` beside another one. A script gets a scene that ends
/// with it, unless `--scene` names one.
struct SceneSeat {
  let stores: SceneStores
  /// Whether the scene is brought back to where it was left.
  let continues: Bool
  /// What the person is told about it.
  let notices: [String]
  private let claim: SceneClaim?

  init(_ arguments: LaunchArguments, stores: ProgramStores, isTerminal: Bool) throws {
    do throws(StoreError) {
      try self.init(arguments.scene, arguments.isFresh, stores, isTerminal)
    } catch {
      throw LaunchProblem.store(error)
    }
    guard stores.folder != nil, claim == nil else { return }
    if let name = arguments.scene { throw LaunchProblem.sceneInUse(name) }
    if isTerminal { throw LaunchProblem.noFreeScene }
  }

  private init(
    _ name: String?, _ isFresh: Bool, _ program: ProgramStores, _ isTerminal: Bool
  ) throws(StoreError) {
    claim = try Self.claim(name, program.folder, isTerminal)
    let isKept = name != nil || isTerminal
    let scene =
      isKept
      ? SceneStore(program.state, id: claim?.name ?? name ?? "main")
      : SceneStore(MemoryStore(name: "scene"), id: "script")
    stores = SceneStores(
      state: program.state, keychain: program.secrets, scene: scene,
      place: isKept ? scene : nil, folder: program.folder)
    let isBeside = name == nil && claim.map { $0.name != "main" } ?? false
    continues = isKept && !isFresh && !isBeside
    let ended = try Self.makeRoom(for: claim, program)
    notices = (isBeside ? [Self.beside(scene.id)] : []) + ended.map(Self.ended)
    if isKept, !continues { try Self.startOver(scene) }
  }

  /// Ends the oldest scenes when this is one too many.
  private static func makeRoom(
    for claim: SceneClaim?, _ program: ProgramStores
  ) throws(StoreError) -> [String] {
    guard let claim, let folder = program.folder else { return [] }
    return try told { try SavedScenes(store: program.state).makeRoom(for: claim, in: folder) }
  }

  /// Forgets the place and the values that the scene was left with.
  private static func startOver(_ scene: SceneStore) throws(StoreError) {
    try told { try SavedScenes(store: scene.store).startOver(scene.id) }
  }

  private static func told<Result>(_ body: () throws -> Result) throws(StoreError) -> Result {
    do {
      return try body()
    } catch let error as StoreError {
      throw error
    } catch {
      throw .refused(StoreKey("place", in: ScenePlace.namespace), reason: "\(error)")
    }
  }

  /// The stores for a single command, which shows no scene and claims none.
  static func stores(_ arguments: LaunchArguments, _ program: ProgramStores) -> SceneStores {
    SceneStores(
      state: program.state, keychain: program.secrets,
      scene: SceneStore(program.state, id: arguments.scene ?? "main"), place: nil,
      folder: program.folder)
  }

  private static func claim(
    _ name: String?, _ folder: PrivateFolder?, _ isTerminal: Bool
  ) throws(StoreError) -> SceneClaim? {
    guard let folder else { return nil }
    if let name { return try SceneClaim.take(name, in: folder) }
    return isTerminal ? try SceneClaim.takeFirstFree(in: folder) : nil
  }

  private static func beside(_ name: String) -> String {
    "The session 'main' is already open; started '\(name)'."
  }

  private static func ended(_ name: String) -> String {
    "The scene '\(name)' was ended: at most \(SceneClaim.limit) are kept, and it was used longest ago."
  }
}
