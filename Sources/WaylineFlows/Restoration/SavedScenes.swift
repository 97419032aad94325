import WaylineStorage

/// The saved scenes of a program: the place and the values of each, by its name.
package struct SavedScenes {
  private let store: any PersistentStore

  /// The scenes that a store has.
  package init(store: any PersistentStore) {
    self.store = store
  }

  /// The keys of each scene.
  package func keys() throws(StoreError) -> [String: [StoreKey]] {
    var scenes: [String: [StoreKey]] = [:]
    for key in try store.keys(in: nil) {
      if let name = key.scene { scenes[name, default: []].append(key) }
    }
    return scenes
  }

  /// Erases everything of a scene: its place, its values, its quarantine.
  package func erase(_ keys: [StoreKey]) throws(StoreError) {
    do {
      try store.transaction {
        for key in keys { try store.setBytes(nil, for: key) }
      }
    } catch {
      let place = StoreKey("place", in: StoreKey.places)
      throw error as? StoreError ?? .refused(place, reason: "\(error)")
    }
  }

  /// Erases the place and the values of a scene; its quarantine stays.
  package func startOver(_ name: String) throws(StoreError) {
    let keys = try store.keys(in: StoreKey.scene(name)).filter { $0.scene == name }
    if !keys.isEmpty { try erase(keys) }
    PlaceStore(SceneStore(store, id: name)).erase()
  }

  /// Erases the least recently used scenes when there are too many; those in use stay.
  ///
  /// Called when a new scene begins.
  /// - Returns: The names of the erased scenes.
  package func makeRoom(
    for claim: SceneClaim, of claims: any SceneClaims
  ) throws(StoreError) -> [String] {
    guard claim.isNew else { return [] }
    let names = try claims.names()
    var surplus = names.count - SceneClaim.limit
    guard surplus > 0 else { return [] }
    let saved = try keys()
    var ended: [String] = []
    for name in names where surplus > 0 && name != claim.name {
      guard let old = try claims.claim(name, isUse: false) else { continue }
      try erase(saved[name] ?? [])
      claims.remove(old)
      ended.append(name)
      surplus -= 1
    }
    return ended
  }
}
