import FoundationEssentials
import Glibc
import WaylineStorage

/// The scenes that a program keeps: the place and the values of each, by its name.
struct SavedScenes {
  let store: any PersistentStore

  /// The keys of each scene.
  func keys() throws(StoreError) -> [String: [StoreKey]] {
    var scenes: [String: [StoreKey]] = [:]
    for key in try store.keys(in: nil) {
      if let name = Self.scene(of: key) { scenes[name, default: []].append(key) }
    }
    return scenes
  }

  /// Takes everything of a scene out of the store: its place, its values, what was put aside.
  func erase(_ keys: [StoreKey]) throws {
    try store.transaction {
      for key in keys { try store.setBytes(nil, for: key) }
    }
  }

  /// Takes the place and the values of a scene out of the store; what was put aside stays.
  func startOver(_ name: String) throws {
    let keys = try store.keys(in: StoreKey.scene(name)).filter { Self.scene(of: $0) == name }
    if !keys.isEmpty { try erase(keys) }
    ScenePlace(SceneStore(store, id: name)).erase()
  }

  private static func scene(of key: StoreKey) -> String? {
    let prefix = StoreKey.scene("")
    if key.namespace.hasPrefix(prefix) { return String(key.namespace.dropFirst(prefix.count)) }
    guard key.namespace == ScenePlace.namespace else { return nil }
    return key.name.lastIndex(of: "/").map { String(key.name[..<$0]) }
  }
}

extension SavedScenes {
  /// Ends the scenes that were used longest ago when there are too many; those in use stay.
  ///
  /// Called when a scene begins that was not there before.
  /// - Returns: The names of the scenes that were ended.
  func makeRoom(for claim: SceneClaim, in folder: PrivateFolder) throws -> [String] {
    var surplus = SceneClaim.names(in: folder).count - SceneClaim.limit
    guard claim.isNew, surplus > 0 else { return [] }
    let saved = try keys()
    var ended: [String] = []
    for name in SceneClaim.names(in: folder) where surplus > 0 && name != claim.name {
      guard let old = try SceneClaim.take(name, in: folder, isUse: false) else { continue }
      try erase(saved[name] ?? [])
      old.end()
      ended.append(name)
      surplus -= 1
    }
    return ended
  }
}
