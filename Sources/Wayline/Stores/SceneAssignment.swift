import FoundationEssentials
import WaylineFlows
import WaylineShell
import WaylineStorage

/// The scene assigned to a start of a program: its stores, and whether it continues.
///
/// A terminal gets `main`, or a new `main-2` when another terminal uses that. A script gets a scene
/// that ends with it, unless `--scene` names one. Where the folder cannot be written, or the server cannot be
/// reached, the program starts with what can be read, and says that the session is not saved.
struct SceneAssignment {
  let stores: SceneStores
  /// True if the scene is restored to where it was left.
  let continues: Bool
  /// The messages about it.
  let notices: [Message]
  /// The reason why the session is not saved; nil if it is.
  let unsaved: StoreError?

  init(_ arguments: LaunchArguments, stores: ProgramStores, isTerminal: Bool) throws {
    do {
      try self.init(arguments, arguments.sceneName, stores, isTerminal)
    } catch let error as StoreError {
      throw LaunchProblem.store(error)
    }
  }

  private init(
    _ arguments: LaunchArguments, _ name: String?, _ program: ProgramStores, _ isTerminal: Bool
  ) throws {
    let isWanted = name != nil || isTerminal
    let claim: SceneClaim?
    (claim, unsaved) =
      isWanted
      ? try Self.claim(
        name, program, takesOver: arguments.takesOver,
        asks: isTerminal && arguments.scene.form != .json) : (nil, nil)
    // Before anything of the scene is changed: another session uses it.
    guard claim != nil || unsaved != nil || !isWanted else {
      throw name.map { LaunchProblem.sceneInUse($0, host: program.holder(of: $0)?.host) }
        ?? LaunchProblem.noFreeScene
    }
    // A server that is back may have given the scene to another host meanwhile.
    let isKept = isWanted && unsaved?.isOfServer != true
    let scene =
      isKept
      ? SceneStore(program.state, id: claim?.name ?? name ?? "main")
      : SceneStore(MemoryStore(name: "scene"), id: "script")
    stores = SceneStores(
      state: program.state, keychain: program.secrets, scene: scene,
      place: isKept ? scene : nil, claims: program.claims, claim: claim)
    let isSecond = name == nil && claim.map { $0.name != "main" } ?? false
    continues = isKept && !arguments.isFresh && !isSecond
    let saved = SavedScenes(store: program.state)
    var notices = isSecond ? [Self.second(scene.id)] : []
    if let claim { notices += try saved.makeRoom(for: claim, of: program.claims).map(Self.ended) }
    self.notices = notices
    if claim != nil, !continues { try saved.startOver(scene.id) }
  }

  /// The stores for a single command, which shows no scene and claims none.
  static func stores(_ arguments: LaunchArguments, _ program: ProgramStores) -> SceneStores {
    SceneStores(
      state: program.state, keychain: program.secrets,
      scene: SceneStore(program.state, id: arguments.sceneName ?? "main"), place: nil,
      claims: program.claims, claim: nil)
  }

  /// The claim on the scene; nil with an error if nothing can be claimed, and without one if it is in use.
  private static func claim(
    _ name: String?, _ program: ProgramStores, takesOver: Bool, asks: Bool
  ) throws -> (SceneClaim?, StoreError?) {
    let (claims, wanted) = (program.claims, name ?? "main")
    do {
      if takesOver, name != nil { return (try claims.takeOver(wanted), nil) }
      if let claim = try claims.claim(wanted) { return (claim, nil) }
      if asks, let holder = program.holder(of: wanted), try isReplaced(holder, of: wanted) {
        return (try claims.takeOver(wanted), nil)
      }
      return (name == nil ? try claims.claimFirstFree() : nil, nil)
    } catch let error as StoreError where error.isOfFolder || error.isOfServer {
      return (nil, error)
    }
  }

  /// Asks whether to replace the session that has a scene.
  private static func isReplaced(
    _ holder: SceneHolder, of scene: String
  ) throws -> Bool {
    let question =
      "The session '\(scene)' is open on \(holder.host) (idle \(idle(holder.idleTime))). "
      + "Take it over?"
    do {
      return try Question.confirm(question, default: false)
    } catch {
      throw LaunchProblem.sceneInUse(scene, host: holder.host)
    }
  }

  /// A time in its largest unit, such as `3 min`.
  private static func idle(_ time: Duration) -> String {
    let seconds = time.components.seconds
    return switch seconds {
    case ..<60: "\(seconds) s"
    case ..<3600: "\(seconds / 60) min"
    case ..<172_800: "\(seconds / 3600) h"
    default: "\(seconds / 86_400) days"
    }
  }

  private static func second(_ name: String) -> Message {
    .note(
      "The session 'main' is already open; started '\(name)'. To use 'main', quit it where it is open.",
      .sessionSecond)
  }

  private static func ended(_ name: String) -> Message {
    .note(
      "Erased the least recently used session '\(name)': at most \(SceneClaim.limit) are stored.",
      .sessionErased)
  }
}

extension StoreError {
  /// True if the system has refused a folder or file.
  fileprivate var isOfFolder: Bool {
    if case .system = self { true } else { false }
  }

  /// True if a server takes no claim now.
  fileprivate var isOfServer: Bool {
    switch self {
    case .unreachable, .readOnly, .newerSchema, .full: true
    default: false
    }
  }
}
