import Wayline
import WaylineSystem

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
    /// For such a state, the state on the way to it that can be copied.
    var origin: Origin?
    /// The settings of the program.
    let settings: [StoreKey: StoredValue]
    /// What the scene uses and does not hold.
    var surroundings: Surroundings
    /// The values of the plan that are remembered.
    var remembers = RememberedValues.none
  }

  /// What a scene uses and a snapshot of it does not have.
  struct Surroundings: Hashable {
    /// The secrets, which a scene cannot list.
    var secrets: [StoreKey: StoredValue] = [:]
    /// The random numbers and UUIDs that were drawn.
    var drawn = RandomSource.Position()
  }

  /// A state from which the last commands lead to one with pending work.
  struct Origin {
    /// The number of commands that lead to it from the start.
    let count: Int
    let fingerprint: UInt64
    let snapshot: SceneSnapshot
    let surroundings: Surroundings
    var remembers = RememberedValues.none
  }

  /// The outcome of a snapshot.
  private struct Restored {
    /// The variables that it does not reach.
    let lost: Set<String>
    /// The number of commands that lead to the state in which the scene is now.
    var count: Int
    /// True if commands were taken after it: what differs then is what they have done.
    var isContinued = false
  }

  private let subject: Screens
  private(set) var driven: DrivenScene
  private(set) var stores: ProbeStores
  private var transitions: TransitionLaws
  /// The fingerprints of the present state; nil since the last change.
  private var known: (fingerprint: UInt64, scene: UInt64, states: UInt64)?
  /// The values of the plan that are remembered at present.
  private var remembers: RememberedValues
  /// The texts of the messages that the last command has printed.
  private var messages: [String] = []
  /// The commands that this scene has taken; nil once it has come back by a snapshot.
  private(set) var commands: [String] = []
  /// True if nothing has happened in the scene since it began.
  private var isNew = true
  /// The mistakes that were reported while the first scene began.
  let misuses: [String]
  private(set) var replays = 0
  private(set) var restorations = 0
  /// True if snapshots are tried; given up when they fail too often.
  var usesSnapshots = true
  /// The snapshots that gave another state than they were made of.
  private(set) var failures = 0
  /// The states whose snapshots did not give the same state, by their fingerprints.
  private var unreachable: Set<UInt64> = []
  /// The state that snapshots do not bring back.
  private(set) var loss = SnapshotLoss()
  /// True if a scene that is left is not ended, to see whether something changes in it without a command.
  var keepsScenes = false
  /// The scenes that were left so, with their commands.
  private var kept: [(scene: DrivenScene, commands: [String])] = []
  private static let mostKept = 64
  /// Lists of commands that led to another state when they were taken again.
  private(set) var unstable: [[String]] = []

  init(_ subject: Screens) {
    self.subject = subject
    remembers = subject.memory.initial
    let (stores, notes) = (subject.makeStores(), MisuseNotes())
    self.stores = stores
    driven = Misuse.withHandler(notes.note) { subject.start(stores.forSearch) }
    misuses = notes.sentences
    transitions = TransitionLaws(of: driven.host.router)
  }

  /// The scene that takes the commands.
  var scene: SceneHost { driven.host }
  /// The broken invariants of its navigation.
  var problems: [String] { subject.driver.problems(scene) }

  /// A hash of the whole state: the scene, its timers and its secrets.
  ///
  /// It is computed once between two changes; ``invalidate()`` says that there was one.
  var fingerprint: UInt64 { present.fingerprint }

  /// The same without what the plan remembers: the state of the program alone.
  var sceneFingerprint: UInt64 { present.scene }

  /// A hash of the states of the views and the values of the stores.
  var stateFingerprint: UInt64 { present.states }

  /// The present screen.
  var screen: ExploredScreen {
    ExploredScreen(driven).with(
      messages: messages, stored: subject.seesStores ? stores.stateValues : [:],
      remembers: remembers)
  }

  private var present: (fingerprint: UInt64, scene: UInt64, states: UInt64) {
    if let known { return known }
    let states = scene.stateFingerprint
    var hasher = Hasher()
    hasher.combine(scene.fingerprint(of: states))
    hasher.combine(driven.clock.remaining)
    hasher.combine(driven.ready)
    hasher.combine(driven.progress)
    hasher.combine(surroundings)
    let scene = UInt64(bitPattern: Int64(hasher.finalize()))
    var fingerprint = scene
    if !subject.memory.isEmpty {
      hasher = Hasher()
      hasher.combine(scene)
      hasher.combine(remembers)
      fingerprint = UInt64(bitPattern: Int64(hasher.finalize()))
    }
    let present = (fingerprint, scene, states)
    known = present
    return present
  }
}

extension ProgramProbe {
  /// Takes a command; the present screen is named in the journal if it is given.
  func take(_ command: String, on screen: ExploredScreen? = nil) async -> DrivenScene.Answer {
    let before = subject.memory.isEmpty ? nil : self.screen.with(messages: [])
    (known, isNew, messages) = (nil, false, [])
    commands.append(command)
    // What crashed an earlier worker is not taken again.
    if subject.crashes.contains(commands) { return DrivenScene.Answer() }
    subject.note(commands, on: screen)
    _ = transitions.takeFindings()
    var answer = subject.isRestart(command) ? restart() : await driven.take(command)
    // What ends the process now is of this command, not of the next one in the journal.
    if subject.journal != nil { SignalPipe.deliver() }
    answer.findings += transitions.takeFindings()
    messages = answer.messages
    if let before {
      remembers = remembers.updated(by: subject.memory, before, command, self.screen)
    }
    return answer
  }

  /// Starts the program again with its stores.
  private func restart() -> DrivenScene.Answer {
    let (next, answer) = subject.restart(driven, stores.forSearch)
    let findings = transitions.takeFindings()
    driven = next
    transitions = TransitionLaws(of: driven.host.router)
    return answer.with { $0.findings += findings }
  }

  /// The rows in which the elements of the present screen are that commands use.
  func rows(on screen: ExploredScreen, after before: ScreenRows? = nil) -> ScreenRows {
    let rows = scene.rows
    let lines = screen.elements(ofLines: subject.alphabet, isCommand: scene.isCommand)
    return ScreenRows(
      lines.compactMapValues { $0.position < rows.count ? rows[$0.position] : nil }, after: before)
  }

  /// True if a command is not taken in the present state, because it crashed earlier workers.
  func avoids(_ command: String, on screen: @autoclosure () -> ExploredScreen) -> Bool {
    subject.avoids(command, after: commands, on: screen())
  }

  /// Notes that the scene may have changed without a command.
  func invalidate() {
    (known, isNew) = (nil, false)
    driven.expectChanges()
  }

  /// Lets other work of the main actor run.
  func pause() async {
    await driven.turn()
    driven.noteForeignChange()
    invalidate()
  }

  /// The values of the stores at present.
  var storedValues: (settings: [StoreKey: StoredValue], secrets: [StoreKey: StoredValue]) {
    (stores.stateValues, stores.secretValues)
  }

  /// The present state, to come back to.
  var point: Point {
    let canCopy = usesSnapshots && driven.isAtRest
    return Point(
      commands: commands, fingerprint: fingerprint, snapshot: canCopy ? scene.snapshot() : nil,
      settings: stores.stateValues, surroundings: surroundings, remembers: remembers)
  }

  private var surroundings: Surroundings {
    Surroundings(secrets: stores.secretValues, drawn: driven.sources.random.position)
  }

  /// Comes back to a state.
  func come(to point: Point) async {
    messages = []
    let isClean = driven.isAtRest
    if isClean, fingerprint == point.fingerprint {
      commands = point.commands
      return
    }
    if usesSnapshots, !unreachable.contains(point.fingerprint) {
      var restored: Restored?
      if isClean, let snapshot = point.snapshot {
        restored = restore(snapshot, point.surroundings, after: point.commands)
        remembers = point.remembers
      } else if point.snapshot == nil, let origin = point.origin {
        restored = await resume(point, from: origin)
      }
      if let restored {
        if comesBack(to: point, restored) { return }
        return await replay(point, noting: restored)
      }
    }
    await replay(point)
  }

  private func restore(
    _ snapshot: SceneSnapshot, _ surroundings: Surroundings, after commands: [String]
  ) -> Restored {
    let lost = restore(snapshot, surroundings)
    self.commands = commands
    return Restored(lost: lost, count: commands.count)
  }

  /// - Returns: The variables that have changed since and that the snapshot does not reach.
  private func restore(
    _ snapshot: SceneSnapshot, _ surroundings: Surroundings
  ) -> Set<String> {
    driven.noteForeignChange()
    stores.restore(secrets: surroundings.secrets)
    driven.sources.random.position = surroundings.drawn
    defer { invalidate() }
    return MisuseNotes.ignoring { scene.restore(snapshot) }
  }

  /// Takes the last commands of a state from the nearest one before it that can be copied.
  private func resume(_ point: Point, from origin: Origin) async -> Restored {
    // Work that is pending in a scene cannot be taken out of it, and that of a new scene ends first, as it
    // has before the snapshot.
    if !driven.isAtRest {
      begin()
      if !driven.isAtRest { _ = await take("wait") }
    }
    let first = Array(point.commands.prefix(origin.count))
    var restored = restore(origin.snapshot, origin.surroundings, after: first)
    remembers = origin.remembers
    known = nil
    guard restored.lost.isEmpty, fingerprint == origin.fingerprint else { return restored }
    for command in point.commands.dropFirst(origin.count) { _ = await take(command) }
    (restored.count, restored.isContinued) = (point.commands.count, true)
    return restored
  }

  /// True if the scene is in a state; if it is not, the state is reached by its commands from now on.
  private func comesBack(to point: Point, _ restored: Restored) -> Bool {
    if restored.lost.isEmpty, fingerprint == point.fingerprint {
      restorations += 1
      return true
    }
    failures += 1
    unreachable.insert(point.fingerprint)
    if failures > 20, failures > restorations / 4 { usesSnapshots = false }
    return false
  }

  /// Takes the commands of a state in a new scene, and notes what differs from a restored snapshot.
  private func replay(_ point: Point, noting restored: Restored) async {
    let (contents, work) = (scene.storedContents, unfinishedWork)
    var found: SnapshotLoss?
    await replay(point) { [self] in
      guard commands.count == restored.count else { return }
      var loss = SnapshotLoss()
      loss.types = restored.isContinued ? [] : scene.storedContents.types(missingIn: contents)
      if loss.types.isEmpty { loss.types = restored.lost }
      if loss.types.isEmpty {
        loss.types = Set(unfinishedWork.symmetricDifference(work).map { "the task '\($0.name)'" })
      }
      if loss.types.isEmpty { loss.commands = commands }
      found = loss
    }
    if fingerprint == point.fingerprint, let found { note(found) }
  }

  /// The tasks that have not ended, with how far they have come.
  private var unfinishedWork: Set<HeldTasks.Progress> { Set(driven.progress) }

  /// Adds state that snapshots do not bring back, such as what an earlier process found.
  func note(_ known: SnapshotLoss) {
    loss.types.formUnion(known.types)
    loss.commands = loss.commands ?? known.commands
  }

  /// Takes the commands of a state in a new scene.
  ///
  /// - Parameter look: called before the first command and after each.
  func replay(_ point: Point, _ look: () -> Void = {}) async {
    begin()
    look()
    for command in point.commands {
      _ = await take(command)
      look()
    }
    replays += 1
    if fingerprint != point.fingerprint, unstable.count < 3 { unstable.append(point.commands) }
  }

  /// Starts a new scene with empty stores, unless the present one is new.
  func begin() {
    let last = commands
    (commands, messages) = ([], [])
    if isNew { return }
    defer { isNew = true }
    remembers = subject.memory.initial
    known = nil
    if keepsScenes, kept.count < Self.mostKept {
      kept.append((driven, last))
    } else {
      driven.noteForeignChange()
      MisuseNotes.ignoring { scene.end() }
    }
    stores = subject.makeStores()
    driven = subject.start(stores.forSearch)
    transitions = TransitionLaws(of: driven.host.router)
  }
}

extension ProgramProbe {
  /// The commands of the scenes that were left in which something has changed since; these scenes end.
  func takeChangedScenes() -> [[String]] {
    defer { kept = [] }
    if driven.hasForeignChange { kept.append((driven, commands)) }
    let changed = kept.filter(\.scene.hasForeignChange).map(\.commands)
    for (scene, _) in kept where scene.host !== driven.host {
      MisuseNotes.ignoring { scene.host.end() }
    }
    return changed
  }
}

/// The stores of one explored scene, in memory.
@MainActor
struct ProbeStores {
  /// True if the scenes of a search save their place for the next one.
  var savesPlaces = false
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

  /// Stores that save no place, so that stores change only when the program writes; or those for the next process.
  var forSearch: SceneStores {
    savesPlaces
      ? forNextProcess : SceneStores(state: state, keychain: StoreKeychain(secrets), scene: nil)
  }

  /// Stores that save the place for the next process.
  var forNextProcess: SceneStores {
    SceneStores(state: state, keychain: StoreKeychain(secrets))
  }
}

/// A keychain in a store of its own, so that secrets are copied and refused like other values.
final class StoreKeychain: KeychainProvider {
  let store: MemoryStore

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
