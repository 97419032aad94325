import Testing

@testable import Wayline
@testable import WaylineFlows

private struct LoansApp: App {
  static let name = "stores-of-app-tests"
  static let migrations = [
    Migration(StoreKey("weeks"), from: 1) { (weeks: Int) in weeks * 7 }
  ]

  var body: some Scene { WindowGroup { Text("On the shelf.") } }
}

@Suite("The stores of a program, without its scene")
@MainActor
struct StoresOfAppTests {
  private func withFolder(_ body: (String) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.path + "/stores-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try body(folder)
  }

  @Test("A subcommand reads what the program has stored in a folder")
  func sameStore() throws {
    try withFolder { folder in
      let program = ProgramStores(at: StorePlace(app: LoansApp.name, option: folder))
      @Persisted(key: "loans", store: program.state) var written = [String]()
      written = ["Emma"]
      @Persisted(key: "loans", store: LoansApp.stores(at: folder).state) var read = [String]()
      #expect(read == ["Emma"])
    }
  }

  @Test("Nothing is created before a value is used, and nothing at all in memory")
  func lazily() throws {
    try withFolder { folder in
      let stores = LoansApp.stores(at: folder)
      #expect(!FileManager.default.fileExists(atPath: folder))
      @AppStorage("count", store: stores.state) var count = 0
      count = 1
      #expect(FileManager.default.fileExists(atPath: "\(folder)/state.sqlite3"))
    }
    #expect(LoansApp.stores(at: ":memory:").state is MemoryStore)
  }

  @Test("The migrations of the program have run when a subcommand reads")
  func migrated() throws {
    try withFolder { folder in
      let old = ProgramStores(at: StorePlace(app: LoansApp.name, option: folder))
      @AppStorage("weeks", store: old.state) var weeks = 0
      weeks = 2
      let hub = LoansApp.stores(at: folder).state.hub
      #expect(hub !== old.state.hub)
      @AppStorage("weeks", store: LoansApp.stores(at: folder).state) var days = 0
      #expect(days == 14)
    }
  }
}
