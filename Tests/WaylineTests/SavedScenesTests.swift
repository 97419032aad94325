import FoundationEssentials
import Testing
import WaylineStorage

@testable import Wayline

@Suite("Saved scenes")
struct SavedScenesTests {
  private let path = FileManager.default.temporaryDirectory.path + "/wayline-\(UUID().uuidString)"
  private let store = MemoryStore(name: "state")

  private var folder: PrivateFolder { PrivateFolder(path) }
  private var scenes: SavedScenes { SavedScenes(store: store) }

  /// Uses scenes one after the other, each of which keeps a value.
  private func use(_ names: [String]) throws {
    for name in names {
      _ = try SceneLock.take(name, in: folder)
      try store.set("kept", for: "note", in: StoreKey.scene(name))
    }
  }

  private func take(_ name: String) throws -> (lock: SceneLock, ended: [String]) {
    let lock = try #require(try SceneLock.take(name, in: folder))
    return (lock, try scenes.makeRoom(for: lock, in: folder))
  }

  @Test("The scene that was used longest ago ends when there is one too many (25)")
  func oldest() throws {
    defer { try? FileManager.default.removeItem(atPath: path) }
    try use((1...SceneLock.limit).map { "s\($0)" } + ["s1"])

    let (_, ended) = try take("new")

    #expect(ended == ["s2"])
    #expect(try scenes.keys()["s2"] == nil)
    #expect(try scenes.keys().count == SceneLock.limit - 1)
    #expect(try take("another").ended == ["s3"])
  }

  @Test("A scene that is in use, or was there before, ends none (25)")
  func inUse() throws {
    defer { try? FileManager.default.removeItem(atPath: path) }
    try use((1...SceneLock.limit).map { "s\($0)" })
    let held = try take("s1").lock

    #expect(try take("s7").ended == [])
    #expect(try take("new").ended == ["s2"])
    #expect(held.name == "s1")
  }

  @Test("A scene that has ended is new when it is used again")
  func ended() throws {
    defer { try? FileManager.default.removeItem(atPath: path) }
    let first = try take("s1").lock
    #expect(first.isNew)
    first.end()

    #expect(try take("s1").lock.isNew)
    #expect(try !take("s1").lock.isNew)
  }
}
