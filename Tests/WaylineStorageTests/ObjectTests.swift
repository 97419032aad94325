import Observation
import Synchronization
import Testing
import WaylineGraph

@testable import WaylineStorage

/// Settings as an object that views share.
private final class Settings: ObservableObject {
  @AppStorage("copies") var copies = 1
  @Persisted(key: "member", defaultValue: "Ada") var member: String
  @KeychainStorage(key: "pin") var pin: String?
  @SceneStorage("draft") var draft = ""
  @Published var visits = 0
}

/// Settings tracked property by property.
@Observable
private final class ObservableSettings {
  @ObservationIgnored @AppStorage("copies") var copies = 1
  @ObservationIgnored @AppStorage("title") var title = "none"
}

private struct Desk {
  @ObservedObject var settings: Settings
}

@MainActor
@Suite("Storage wrappers in objects")
struct StorageObjectTests {
  private let store = MemoryStore()
  private let stores: DefaultStores

  init() {
    stores = DefaultStores(state: store, keychain: MemoryKeychain(name: "secrets"))
  }

  @Test("A write through each wrapper of an object announces a change, before it is stored")
  func announced() {
    stores.use {
      let settings = Settings()
      var seen: [Int] = []
      let token = settings.objectWillChange.sink { seen.append(settings.copies) }
      settings.copies = 4
      settings.member = "Bo"
      settings.pin = "1234"
      settings.draft = "x"
      settings.visits = 1
      #expect(seen == [1, 4, 4, 4, 4])
      token.cancel()
    }
  }

  @Test("A body that has the object runs once for a write, read or not")
  func bodies() {
    stores.use {
      let graph = Graph()
      let settings = Settings()
      let reader = Reader(Desk(settings: settings), graph: graph) { _ in }
      graph.perform { settings.copies = 4 }
      #expect(reader.runs == 2)
    }
  }

  @Test("A change by another wrapper, and one by another process, is announced once")
  func foreign() throws {
    try stores.use {
      let settings = Settings()
      var seen: [Int] = []
      let token = settings.objectWillChange.sink { seen.append(settings.copies) }
      @AppStorage("copies") var copies = 1
      copies = 7
      try store.setStoredValue(StoredValue(encoding: 9), for: StoreKey("copies"))
      store.hub.refresh(from: store)
      #expect(seen == [7, 9])
      token.cancel()
    }
  }

  @Test("An object that is released announces nothing more, and leaves nothing behind")
  func released() {
    stores.use {
      let seen = Mutex(0)
      weak var weakSettings: Settings?
      let token = {
        let settings = Settings()
        weakSettings = settings
        return settings.objectWillChange.sink { seen.withLock { $0 += 1 } }
      }()
      @AppStorage("copies") var copies = 1
      copies = 7
      #expect(weakSettings == nil && seen.withLock { $0 } == 0)
      token.cancel()
    }
  }

  @Test("In an Observable class a body runs for the keys that it reads, and for no others")
  func observable() {
    stores.use {
      let graph = Graph()
      let settings = ObservableSettings()
      let reader = Reader(0, graph: graph) { _ in _ = settings.copies }
      graph.perform { settings.title = "Emma" }
      #expect(reader.runs == 1)
      graph.perform { settings.copies = 4 }
      #expect(reader.runs == 2)
    }
  }
}
