import Testing
import WaylineOwnStoreClient
import WaylinePostgres
import WaylineTestPostgres
import WaylineTesting

@testable import Wayline

/// A kind of store, each of which has to keep the same promises.
///
/// Another kind is one more case here, with the stores of one place in ``place()``.
enum Backing: String, CaseIterable, CustomTestStringConvertible {
  case memory, sqlite, faulty, own, postgres
  case secretsInMemory, secretsInSQLite, secretsInOwn, secretsInPostgres

  /// Those that this machine has: a server is not installed everywhere.
  static let allCases: [Backing] = {
    let all: [Backing] = [
      .memory, .sqlite, .faulty, .own, .secretsInMemory, .secretsInSQLite, .secretsInOwn,
    ]
    return all + (PostgresServer.shared == nil ? [] : [.postgres, .secretsInPostgres])
  }()

  var testDescription: String { rawValue }

  /// The kinds whose values outlive a store, and are shared by all stores of one place.
  static let shared = allCases.filter { ![.memory, .faulty, .secretsInMemory].contains($0) }

  /// The kinds whose secrets are sealed rows of another store.
  static let sealed = allCases.filter { $0.rawValue.hasPrefix("secrets") }

  /// A place of its own, at which nothing is stored yet.
  func place() -> BackingPlace {
    let folder = FileManager.default.temporaryDirectory.path + "/stores-\(UUID().uuidString)"
    let (server, memory) = (DeskServer(), MemoryStore(name: "state"))
    let keys = "\(folder)/keys"
    let address = PostgresAddress(PostgresServer.shared?.address() ?? "")
    return BackingPlace(folder: folder) {
      switch self {
      case .memory: memory
      case .sqlite: SQLiteStore("\(folder)/state.sqlite3")
      case .faulty: FaultyStore(memory)
      case .own: DeskStore(server)
      case .postgres: patient(address, .state)
      case .secretsInPostgres: SecretStore(over: patient(address, .secrets), keyFolder: keys)
      case .secretsInMemory: SecretStore(over: memory, keyFolder: keys)
      case .secretsInSQLite: SecretStore(folder: folder, keyFolder: keys)
      case .secretsInOwn: SecretStore(over: DeskStore(server), keyFolder: keys)
      }
    }
  }
}

/// A store in a server. Without optimisation, on a machine at work, the largest value takes seconds in a transaction.
private func patient(_ address: PostgresAddress, _ part: PostgresStore.Part) -> PostgresStore {
  PostgresStore(address, part: part, program: "tests", idleLimit: 120_000) { _ in nil }
}

/// A place of stores. Each `open()` is another store there, as another process has.
final class BackingPlace: Sendable {
  let folder: String
  private let make: @Sendable () -> any PersistentStore

  init(folder: String, _ make: @escaping @Sendable () -> any PersistentStore) {
    (self.folder, self.make) = (folder, make)
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  func open() -> any PersistentStore { make() }
}

extension StoredValue {
  /// A text as it is stored.
  static func text(_ text: String) -> StoredValue { StoredValue(Data(text.utf8), kind: .string) }
}
