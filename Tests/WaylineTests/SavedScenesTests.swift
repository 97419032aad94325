import FoundationEssentials
import Testing
import WaylineStorage

@testable import Wayline
@testable import WaylineFlows

@Suite("Saved scenes")
struct SavedScenesTests {
  private let path = FileManager.default.temporaryDirectory.path + "/wayline-\(UUID().uuidString)"
  private let store = MemoryStore(name: "state")

  private var claims: FileSceneClaims { FileSceneClaims(path) }
  private var scenes: SavedScenes { SavedScenes(store: store) }

  /// Uses scenes one after the other, each of which keeps a value.
  private func use(_ names: [String]) throws {
    for name in names {
      _ = try claims.claim(name)
      try store.set("kept", for: "note", in: StoreKey.scene(name))
    }
  }

  private func take(_ name: String) throws -> (claim: SceneClaim, ended: [String]) {
    let claim = try #require(try claims.claim(name))
    return (claim, try scenes.makeRoom(for: claim, of: claims))
  }

  @Test("The scene that was used longest ago ends when there is one too many (25)")
  func oldest() throws {
    defer { try? FileManager.default.removeItem(atPath: path) }
    try use((1...SceneClaim.limit).map { "s\($0)" } + ["s1"])

    let (_, ended) = try take("new")

    #expect(ended == ["s2"])
    #expect(try scenes.keys()["s2"] == nil)
    #expect(try scenes.keys().count == SceneClaim.limit - 1)
    #expect(try take("another").ended == ["s3"])
  }

  @Test("A scene that is in use, or was there before, ends none (25)")
  func inUse() throws {
    defer { try? FileManager.default.removeItem(atPath: path) }
    try use((1...SceneClaim.limit).map { "s\($0)" })
    let held = try take("s1").claim

    #expect(try take("s7").ended == [])
    #expect(try take("new").ended == ["s2"])
    #expect(held.name == "s1")
  }

  @Test("A scene that has ended is new when it is used again")
  func ended() throws {
    defer { try? FileManager.default.removeItem(atPath: path) }
    let first = try take("s1").claim
    #expect(first.isNew)
    claims.remove(first)

    #expect(try take("s1").claim.isNew)
    #expect(try !take("s1").claim.isNew)
  }
}
