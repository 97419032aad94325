import Testing
import WaylineTesting

@testable import Wayline

@Suite("Stores in a server, in a program without them")
struct ServerAddressTests {
  @Test(
    "An address is that of a server, from the option and from the variable",
    arguments: ["postgres:service=desk", "postgres://db1/desk", "postgresql://db1/desk#ada"])
  func place(address: String) {
    let folders = BaseFolders(app: "desk", environment: ["HOME": "/home/ada"])
    let environment = ["HOME": "/home/ada", "DESK_STORE": address]
    #expect(
      StorePlace(app: "desk", option: address, environment: ["HOME": "/home/ada"])
        == .server(address, folders))
    #expect(StorePlace(app: "desk", environment: environment) == .server(address, folders))
  }

  @Test("A folder whose name is like an address is named by its path")
  func folder() {
    let place = StorePlace(app: "desk", option: "./postgres:service=desk", environment: [:])
    guard case .files(let folders) = place else {
      Issue.record("\(place)")
      return
    }
    #expect(folders.state.path.hasSuffix("/./postgres:service=desk"))
  }

  @Test("A store that is known keeps its values while it cannot be reached")
  func outage() throws {
    let store = FaultyStore(MemoryStore(name: "state"))
    @AppStorage("copies", store: store) var copies = 0
    copies = 4
    let error = StoreError.unreachable(store: "state", reason: "Connection refused")
    for _ in 0..<2 {
      let reads = store.operations.count { $0 == .read }
      store.add(StoreFault(.read, reads + 1, .fails(error)))
      #expect(copies == 4)
    }
    // What was never read has its default.
    let reads = store.operations.count { $0 == .read }
    store.add(StoreFault(.read, reads + 1, .fails(error)))
    @AppStorage("lent", store: store) var lent = 7
    #expect(lent == 7)
  }

  #if !Postgres
    @Test("Without the trait an address is refused, without the password that may be in it")
    func refused() throws {
      let place = StorePlace(app: "desk", option: "postgres://ada:s3cret@db1/desk")
      let problem = try #require(ProgramStores.problem(of: place))
      guard case .unsupportedServer = problem else {
        Issue.record("\(problem)")
        return
      }
      #expect(!"\(problem)".contains("s3cret") && "\(problem)".contains("trait 'Postgres'"))
      #expect(ProgramStores.problem(of: .memory) == nil)
      let stores = ProgramStores(at: place, program: "desk")
      #expect(throws: problem) { try stores.state.set(1, for: "copies") }
      #expect(try stores.state.value(Int.self, for: "copies") == nil)
    }
  #endif
}
