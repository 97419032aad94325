import Wayline

/// The one scene with which a program is explored: it takes commands, and comes back to states.
///
/// It comes back by a snapshot where that gives the same state, and by taking the commands again in a
/// new scene where it does not.
@MainActor
final class ProgramProbe {
  /// A state of the program to which the probe can come back.
  struct Point {
    var commands: [String]
    var fingerprint: UInt64
    /// Nil where the state cannot be copied: work is pending, or a question is open.
    var snapshot: SceneSnapshot?
    /// The secrets, which a scene cannot list.
    var secrets: [StoreKey: StoredValue]
  }

  private let subject: Screens
  private(set) var scene: SceneHost
  private(set) var stores: ProbeStores
  private var transitions: TransitionLaws
  /// The commands that this scene has taken; nil once it has come back by a snapshot.
  private(set) var commands: [String] = []
  private(set) var replays = 0
  private(set) var restorations = 0
  /// Whether snapshots are tried; given up when they fail too often.
  var usesSnapshots = true
  private var failures = 0
  /// Lists of commands that led to another state when they were taken again.
  private(set) var unstable: [[String]] = []

  init(_ subject: Screens) {
    self.subject = subject
    stores = ProbeStores()
    scene = subject.make(stores.forSearch, SceneEars())
    transitions = TransitionLaws(of: scene.router)
  }

  /// A hash of the whole state: the scene and its secrets.
  var fingerprint: UInt64 {
    var hasher = Hasher()
    hasher.combine(scene.fingerprint)
    hasher.combine(stores.secretValues)
    return UInt64(bitPattern: Int64(hasher.finalize()))
  }
}

extension ProgramProbe {
  /// The lines that are printed for a command, and the laws that are broken on the way.
  struct Answer {
    var printed: [String] = []
    var findings: [LawFinding] = []
  }

  /// Takes a command.
  func take(_ command: String) async -> Answer {
    commands.append(command)
    // What crashed an earlier worker is not taken again.
    if subject.crashes.contains(commands) { return Answer() }
    subject.journal?(commands)
    _ = transitions.takeFindings()
    var answer = await Self.take(command, in: scene)
    answer.findings += transitions.takeFindings()
    return answer
  }

  /// Takes a command in a scene; `wait` lets pending work go on as far as it comes by itself.
  static func take(_ command: String, in scene: SceneHost) async -> Answer {
    let misuses = MisuseNotes()
    var printed: [String] = []
    if command == "wait" {
      await Misuse.$handler.withValue(misuses.note) { await rest(scene) }
      printed = scene.takePrinted()
    } else {
      Misuse.$handler.withValue(misuses.note) { printed = scene.send(command) }
    }
    return Answer(printed: printed, findings: misuses.sentences.map(LawFinding.init(misuse:)))
  }

  /// Lets tasks run until none is pending, or until none gets further without time or input.
  private static func rest(_ scene: SceneHost) async {
    var quiet = 0
    for _ in 0..<2_000 where quiet < 40 {
      let before = (scene.pending, scene.revision)
      await Task.yield()
      scene.update()
      let isQuiet = before == (scene.pending, scene.revision)
      quiet = isQuiet ? quiet + (scene.pending.isEmpty ? 8 : 1) : 0
    }
  }

  /// The present state, to come back to.
  var point: Point {
    let canCopy = usesSnapshots && scene.pending.isEmpty && !scene.isAsking && !scene.isEnded
    return Point(
      commands: commands, fingerprint: fingerprint, snapshot: canCopy ? scene.snapshot() : nil,
      secrets: stores.secretValues)
  }

  /// Comes back to a state.
  func come(to point: Point) async {
    let isClean = scene.pending.isEmpty && !scene.isAsking && !scene.isEnded
    if isClean, fingerprint == point.fingerprint {
      commands = point.commands
      return
    }
    if isClean, usesSnapshots, let snapshot = point.snapshot {
      stores.restore(secrets: point.secrets)
      // A command means the screen that was printed last, so the screen is printed.
      MisuseNotes.ignoring {
        scene.restore(snapshot)
        scene.send("show")
      }
      if fingerprint == point.fingerprint {
        restorations += 1
        commands = point.commands
        return
      }
      failures += 1
      if failures > 20, failures > restorations / 4 { usesSnapshots = false }
    }
    await replay(point)
  }

  /// Takes the commands of a state in a new scene.
  func replay(_ point: Point) async {
    await begin()
    for command in point.commands { _ = await take(command) }
    replays += 1
    if fingerprint != point.fingerprint, unstable.count < 3 { unstable.append(point.commands) }
  }

  /// Starts a new scene with empty stores.
  func begin() async {
    MisuseNotes.ignoring { scene.end() }
    stores = ProbeStores()
    scene = subject.make(stores.forSearch, SceneEars())
    transitions = TransitionLaws(of: scene.router)
    commands = []
  }
}

/// The stores of one explored scene, in memory.
@MainActor
struct ProbeStores {
  let state = MemoryStore(name: "state")
  let secrets = MemoryStore(name: "secrets")

  /// The secrets by their keys.
  var secretValues: [StoreKey: StoredValue] { Self.values(of: secrets) }

  /// The settings and saved values by their keys, without those of the scene alone.
  var stateValues: [StoreKey: StoredValue] {
    Self.values(of: state).filter { $0.key.namespace == StoreKey.app }
  }

  private static func values(of store: MemoryStore) -> [StoreKey: StoredValue] {
    var values: [StoreKey: StoredValue] = [:]
    for key in (try? store.storedKeys(in: nil)) ?? [] {
      values[key] = try? store.storedValue(for: key)
    }
    return values
  }

  /// Makes these the secrets.
  func restore(secrets values: [StoreKey: StoredValue]) {
    let present = secretValues
    for key in present.keys where values[key] == nil { try? secrets.setStoredValue(nil, for: key) }
    for (key, value) in values where present[key] != value {
      try? secrets.setStoredValue(value, for: key)
    }
  }

  /// Stores that save no place, so that stores change only when the program writes.
  var forSearch: SceneStores {
    SceneStores(state: state, keychain: StoreKeychain(secrets), scene: nil)
  }

  /// Stores that save the place for the next process.
  var forNextProcess: SceneStores {
    SceneStores(state: state, keychain: StoreKeychain(secrets))
  }
}

/// A keychain in a store of its own, so that secrets are copied and refused like other values.
final class StoreKeychain: KeychainProvider {
  private let store: MemoryStore

  init(_ store: MemoryStore) { self.store = store }

  func setData(_ data: Data, forKey key: String) -> Bool {
    (try? store.setStoredValue(StoredValue(data, kind: .data), for: StoreKey(key))) != nil
  }

  func getData(forKey key: String) -> Data? {
    (try? store.storedValue(for: StoreKey(key)))?.bytes
  }

  func deleteData(forKey key: String) -> Bool {
    (try? store.setStoredValue(nil, for: StoreKey(key))) != nil
  }
}
