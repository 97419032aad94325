import FoundationEssentials
import Synchronization
import WaylineGraph

/// A step that carries a stored value from one version of its format to the next.
///
/// Runs when the key is first read or written, once, in a transaction: either the new form is stored
/// or the old one stays. New values are written in the newest version. It may read other keys of the
/// store, which it sees in their newest version, and writes none.
public struct Migration {
  /// The key whose value is carried over.
  public let key: StoreKey
  /// The version it is carried over from; it becomes the next one.
  public let version: Int
  let change: @Sendable (StoredValue) throws -> StoredValue?

  /// Creates a migration of bytes; returning nil deletes the value.
  public init(
    _ key: StoreKey, from version: Int,
    _ change: @escaping @Sendable (StoredValue) throws -> StoredValue?
  ) {
    self.key = key
    self.version = version
    self.change = change
  }
}

extension Migration: Sendable {}

extension Migration {
  /// Creates a migration between types, each in the stored form that wrappers use.
  public init<Old: Codable & SendableMetatype, New: Codable & SendableMetatype>(
    _ key: StoreKey, from version: Int, _ change: @escaping @Sendable (Old) throws -> New
  ) {
    self.init(key, from: version) { stored in
      // A keychain gets JSON as plain bytes, whatever the type.
      let isSecret = key.namespace == StoreKey.keychain
      let before = isSecret ? Codec<Old>.opaque() : .natural()
      let after = isSecret ? Codec<New>.opaque() : .natural()
      let old = try before.value(stored, for: key, known: version)
      return try after.stored(change(old), for: key, version: version + 1)
    }
  }
}

/// The migrations of a store, by their keys.
struct MigrationTable {
  private var steps: [StoreKey: [Migration]] = [:]
  /// The keys whose migration was reported as misplaced.
  private var reported: Set<StoreKey> = []

  mutating func add(_ migrations: [Migration]) {
    for migration in migrations { steps[migration.key, default: []].append(migration) }
  }

  /// The migrations of a key, in the order of their versions.
  func steps(of key: StoreKey) -> [Migration] {
    (steps[key] ?? []).sorted { $0.version < $1.version }
  }

  /// The newest version of the values of a key.
  func version(of key: StoreKey) -> Int {
    steps[key]?.map { $0.version + 1 }.max() ?? 1
  }

  /// The key in another namespace to which the migration of this key from a version was given, if it
  /// has no migrations itself.
  func misplaced(_ key: StoreKey, version: Int) -> StoreKey? {
    guard steps[key] == nil, !reported.contains(key) else { return nil }
    return steps.keys.sorted().first { other in
      other.name == key.name && steps[other]?.contains { $0.version == version } == true
    }
  }

  /// Notes that a misplaced migration was reported; false if it was before.
  mutating func report(_ key: StoreKey) -> Bool { reported.insert(key).inserted }
}

extension StoreHub {
  /// Adds migrations; before the keys are first used, since values that were read are not read again.
  public func register(_ migrations: Migration...) {
    hasMigrations.store(true, ordering: .releasing)
    self.migrations.withLock { $0.add(migrations) }
  }

  /// The newest version that this program knows for the values of a key.
  func version(of key: StoreKey) -> Int {
    guard hasMigrations.load(ordering: .acquiring) else { return 1 }
    return migrations.withLock { $0.version(of: key) }
  }

  /// Reports the migration of a value that was registered for another namespace, where nothing is
  /// stored and nothing reads: the value would stay in its old form without a word. The turn is held.
  func checkNamespace(of key: StoreKey, _ stored: StoredValue, in store: any PersistentStore) {
    guard hasMigrations.load(ordering: .acquiring),
      let other = migrations.withLock({ $0.misplaced(key, version: stored.version) }),
      cells.withLock({ $0[other] == nil }), (try? store.storedValue(for: other)) == .some(nil),
      migrations.withLock({ $0.report(key) })
    else { return }
    mistakesOfTurn.append(
      "'\(key)' is stored in version \(stored.version), and the migration from it is registered for "
        + "'\(other)'. Register it for StoreKey(\"\(key.name)\", in: \"\(key.namespace)\").")
  }

  /// The newest form of a stored value.
  func migrate(_ stored: StoredValue, _ key: StoreKey) throws(StoreError) -> StoredValue? {
    let steps = migrations.withLock { $0.steps(of: key) }
    var value = stored
    for step in steps where step.version >= stored.version {
      guard step.version == value.version else { break }
      guard let next = try apply(step, to: value) else { return nil }
      value = next
    }
    guard value.version == version(of: key) else {
      throw .migrationFailed(key, from: value.version, reason: "there is no migration from it")
    }
    return value
  }

  /// Carries a stored value over in a transaction of its own. Requires the turn of the store.
  func migrated(_ key: StoreKey, in store: any PersistentStore) throws(StoreError) -> StoredValue? {
    var value: StoredValue?
    do {
      try store.withTransaction { transaction in
        let openTransaction = OpenTransaction(transaction, hub: self)
        value = try inside(openTransaction) { try openTransaction.value(for: key) }
      }
      return value
    } catch let error as StoreError {
      throw error
    } catch {
      throw .migrationFailed(key, from: 0, reason: "\(error)")
    }
  }

  private func apply(_ step: Migration, to value: StoredValue) throws(StoreError) -> StoredValue? {
    do {
      guard var next = try step.change(value) else { return nil }
      next.version = step.version + 1
      return next
    } catch let error as StoreError {
      throw .migrationFailed(step.key, from: step.version, reason: error.description)
    } catch {
      throw .migrationFailed(step.key, from: step.version, reason: "\(error)")
    }
  }
}
