import Synchronization
import WaylineNavigation
import WaylineStorage

/// Where a store keeps the place of one scene: its text, and the pages of a deep stack.
///
/// A write that is refused is told by the store's own event.
final class ScenePlace {
  /// The namespace of saved places; the names begin with the scene's.
  static let namespace = "navigation"

  private let scene: SceneStore
  /// The pages that are in the store; nil when there may be any.
  private var written: Set<Int>?
  private let disturbance: Disturbance

  init(_ scene: SceneStore) {
    self.scene = scene
    disturbance = Disturbance(of: scene)
  }

  private enum Part: String {
    case place, failures, quarantine
  }

  /// The saved form in one piece; nil when nothing is saved.
  func read() -> String? {
    value(of: Part.place.rawValue).map { text in
      SavedScene.whole(text) { value(of: Self.name(ofPage: $0)) }
    }
  }

  /// Keeps the scene, of which only what the store does not have is written.
  func write(_ saved: SavedScene) {
    let pages = Set(saved.pages.map(\.number))
    let old = disturbance.has() ? nil : written
    defer { disturbance.forget() }
    guard old != pages else { return set(saved.text, for: Part.place.rawValue) }
    let gone = (old?.subtracting(pages)).map { $0.map(Self.name) } ?? storedPages()
    let isDone: ()? = try? scene.store.transaction {
      for name in gone { try put(nil, for: name) }
      for page in saved.pages where old?.contains(page.number) != true {
        try put(page.text, for: Self.name(ofPage: page.number))
      }
      try put(saved.text, for: Part.place.rawValue)
    }
    if isDone != nil { written = pages }
  }

  /// How many starts in a row have not reached their first screen.
  var failures: Int {
    get { value(of: Part.failures.rawValue).flatMap { Int($0) } ?? 0 }
    set { set(newValue == 0 ? nil : "\(newValue)", for: Part.failures.rawValue) }
  }

  /// Keeps what could not be restored as a whole.
  func quarantine(_ text: String) {
    set(text, for: Part.quarantine.rawValue)
  }

  /// Forgets the place and the failures; the quarantine stays.
  func erase() {
    for name in storedPages() + [Part.place.rawValue, Part.failures.rawValue] {
      set(nil, for: name)
    }
    written = []
  }
}

extension ScenePlace {
  /// Whether a key holds a page of some scene's place, and not a value that stands for itself.
  static func isPage(_ key: StoreKey) -> Bool {
    key.namespace == namespace && key.name.contains("/\(pageMark)")
  }

  private static let pageMark = "page."

  private static func name(ofPage number: Int) -> String { "\(pageMark)\(number)" }

  /// The names of all pages that the store has of this scene.
  private func storedPages() -> [String] {
    let keys = (try? scene.store.storedKeys(in: Self.namespace)) ?? []
    return keys.map(\.name).filter { $0.hasPrefix("\(scene.id)/\(Self.pageMark)") }.map {
      String($0.dropFirst(scene.id.count + 1))
    }
  }

  private func key(_ name: String) -> StoreKey {
    StoreKey("\(scene.id)/\(name)", in: Self.namespace)
  }

  private func value(of name: String) -> String? {
    let key = key(name)
    return (try? scene.store.value(String.self, for: key.name, in: key.namespace)) ?? nil
  }

  private func set(_ text: String?, for name: String) {
    try? put(text, for: name)
  }

  private func put(_ text: String?, for name: String) throws(StoreError) {
    let key = key(name)
    try scene.store.set(text, for: key.name, in: key.namespace)
  }
}

/// Notices when somebody else changes what the store keeps of a place: a command that erases or imports.
private final class Disturbance: Sendable {
  private let isThere = Mutex(false)
  private let observation = Mutex<StoreObservation?>(nil)

  init(of scene: SceneStore) {
    let prefix = "\(scene.id)/"
    let observation = scene.store.observeChanges { [weak self] keys in
      let isOurs = keys.contains {
        $0.namespace == ScenePlace.namespace && $0.name.hasPrefix(prefix)
      }
      if isOurs { self?.isThere.withLock { $0 = true } }
    }
    self.observation.withLock { $0 = observation }
  }

  /// Whether anything has been changed since the last call of `forget`.
  func has() -> Bool { isThere.withLock { $0 } }

  /// What was changed until now was our own doing.
  func forget() { isThere.withLock { $0 = false } }
}
