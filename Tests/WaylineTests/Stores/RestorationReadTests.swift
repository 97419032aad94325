import Synchronization
import Testing
import WaylineTesting

@testable import Wayline
@testable import WaylineFlows

/// A store that notes the requests that read it, as each is a way to a server and back.
private final class CountedStore: PersistentStore {
  let hub = StoreHub(name: "state")
  private let values: MemoryStore
  private let noted = Mutex<[String]>([])

  init(_ values: MemoryStore) { self.values = values }

  /// The requests so far.
  var requests: [String] { noted.withLock(\.self) }

  private func note(_ request: String) { noted.withLock { $0.append(request) } }

  func storedValue(for key: StoreKey) throws(StoreError) -> StoredValue? {
    note("value \(key)")
    return try values.storedValue(for: key)
  }

  func storedValues(
    for keys: [StoreKey]
  ) throws(StoreError) -> [StoreKey: StoredValue] {
    note("\(keys.count) values")
    return try values.storedValues(for: keys)
  }

  func storedKeys(in namespace: String?) throws(StoreError) -> [StoreKey] {
    note("keys")
    return try values.storedKeys(in: namespace)
  }

  func withTransaction(_ body: (any StoreTransaction) throws -> Void) throws {
    try values.withTransaction(body)
  }
}

private enum ShelfRoute: NavigationValue {
  case book(id: Int)
}

private struct ShelfView: View {
  @SceneStorage("draft") private var draft = ""
  @SceneStorage("copies") private var copies = 0
  @SceneStorage("isLarge") private var isLarge = false

  var body: some View {
    NavigationStack {
      Text("\(draft), \(copies), \(isLarge)")
        .navigationDestination(for: ShelfRoute.self) { route in
          Text("\(route): \(draft), \(copies), \(isLarge)")
        }
    }
  }
}

@Suite("Reads of a restoration")
@MainActor
struct RestorationReadTests {
  private func scene(_ store: any PersistentStore) -> SceneHost {
    SceneHost(stores: SceneStores(state: store, keychain: MemoryKeychain())) { ShelfView() }
  }

  /// Values of a scene whose stack has this depth.
  private func values(depth: Int) throws -> MemoryStore {
    let values = MemoryStore(name: "state")
    let scene = StoreKey.scene("main")
    try values.set("Emma", for: "draft", in: scene)
    try values.set(3, for: "copies", in: scene)
    try values.set(true, for: "isLarge", in: scene)
    let first = self.scene(values)
    first.router.set((0..<depth).map { ShelfRoute.book(id: $0) })
    first.end()
    return values
  }

  @Test(
    "The values of a scene are one request behind the list of them, and the pages of a deep stack another",
    arguments: [(1, ["keys", "5 values"]), (100, ["keys", "5 values", "3 values"])])
  func requests(depth: Int, expected: [String]) throws {
    let store = CountedStore(try values(depth: depth))
    let host = scene(store)
    #expect(host.lines == ["book(id: \(depth - 1)): Emma, 3, true"])
    #expect(store.requests == expected)
  }

  @Test("Values that another process has changed are one request, and each change is seen")
  func refresh() throws {
    let values = try values(depth: 1)
    let store = CountedStore(values)
    let host = scene(store)
    let before = store.requests.count
    try values.setStoredValue(
      StoredValue(encoding: 4), for: StoreKey("copies", in: StoreKey.scene("main")))
    let changed = store.hub.refresh(from: store)
    #expect(changed == [StoreKey("copies", in: StoreKey.scene("main"))])
    host.update()
    #expect(host.lines == ["book(id: 0): Emma, 4, true"])
    #expect(store.requests.dropFirst(before) == ["5 values"])
  }

  @Test("A damaged value is reported by the screen that shows it, and the others are shown")
  func damaged() throws {
    let copies = StoreKey("copies", in: StoreKey.scene("main"))
    let damaged = FaultyStore(
      try values(depth: 1), faults: StoreFault(.write, 1, .corrupts))
    try damaged.setStoredValue(StoredValue(encoding: 5), for: copies)
    let host = scene(damaged)
    #expect(host.lines == ["book(id: 0): Emma, 0, true"])
    #expect(damaged.hub.takeEvents().contains(.unreadable(copies, .damaged(copies))))
  }

  @Test("A place that cannot be read now is reported, and is not replaced by the first screen")
  func busy() throws {
    let values = try values(depth: 1)
    let error = StoreError.busy(store: "state", milliseconds: 2000)
    let place = try values.value(String.self, for: "main/place", in: "navigation")
    for fault in [StoreFault(.list, 1, .fails(error)), StoreFault(.read, 1, .fails(error))] {
      let host = scene(FaultyStore(values, faults: fault))
      let sentence = "The saved session could not be read, and was not changed. \(error)"
      #expect(host.send("where").contains(sentence))
      host.end()
      #expect(try values.value(String.self, for: "main/place", in: "navigation") == place)
    }
  }
}
