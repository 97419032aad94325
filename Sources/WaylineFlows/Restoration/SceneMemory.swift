import FoundationEssentials
import Synchronization
import WaylineGraph
import WaylineNavigation
import WaylineStorage

/// Saves the place of a scene in its store and restores it.
///
/// A start that does not reach its first screen counts as failed; after three in a row the next one
/// begins at the first screen and moves the saved place to the quarantine.
@MainActor
final class SceneMemory {
  /// The number of failed starts after which the place is not restored.
  static let failureLimit = 3

  /// What is known of the place in the store, and of the present one.
  struct Knowledge {
    /// The text in the store; nil when it has to be written anew. The first screen alone needs none.
    fileprivate var saved: String? = SavedNavigation.firstScreen
    /// The saved text with a place about which a guard has not decided, as long as the store has it.
    fileprivate var undecided: String?
    /// True if the store could not be read at the start: it may have a place that is not known yet.
    fileprivate var isUnread = false
    fileprivate var isUnconfirmed = false
    /// True if the present place is a visit, which is not saved before it has been left.
    fileprivate var isVisiting = false
    fileprivate var isVisitUnsaved = false
    /// The pages of a deep stack in the store; nil when unknown.
    fileprivate var pages: Set<Int>?
  }

  private let router: Router
  private let place: PlaceStore?
  private var known = Knowledge()
  /// The result of reading the values of the scene at once; nil before.
  private var preparation: Result<Void, StoreError>?
  /// What is known, for a snapshot of the scene with its stores.
  var knowledge: Knowledge {
    get {
      var knowledge = known
      knowledge.pages = place?.written
      return knowledge
    }
    set {
      known = newValue
      place?.written = newValue.pages
    }
  }

  /// Notes that the present place is a visit.
  func beginVisit() { known.isVisiting = true }

  /// Called when the store refuses to save the place.
  var onRefusal: (StoreError) -> Void = { _ in }

  init(router: Router, store: SceneStore?) {
    self.router = router
    place = store.map { PlaceStore($0) }
    router.isKept = store != nil
  }

  /// Reads the values of the scene at once: its place, and those that its screens show.
  @discardableResult
  func prepare() -> Result<Void, StoreError> {
    let result = preparation ?? Result { () throws(StoreError) in try place?.prepareScene() }
    preparation = result
    return result
  }

  /// Restores the saved place; nil when there is none.
  ///
  /// - Throws: The error of a store that cannot be read now; its place is set aside before another is saved.
  func restore() throws(StoreError) -> RestorationReport? {
    guard let place else { return nil }
    let stored: String?
    do throws(StoreError) {
      try prepare().get()
      stored = try place.read()
    } catch {
      // The first screen is no place that the person has chosen instead.
      (known.isUnread, known.saved) = (true, router.saveInParts().text)
      throw error
    }
    guard let text = stored else { return nil }
    guard place.failures < Self.failureLimit else {
      place.quarantine(text)
      place.erase()
      return nil
    }
    place.failures += 1
    let report = router.restore(Array(text.utf8))
    let scene = router.saveInParts()
    if report.isUndecided {
      (known.undecided, known.saved) = (text, scene.text)
    } else {
      if !report.isComplete { place.quarantine(text) }
      known.saved = scene.whole == text ? scene.text : nil
    }
    known.isUnconfirmed = true
    reportRefusal()
    return report
  }

  /// Sets the place aside that could not be read at the start; false as long as it still cannot be read.
  private func setUnreadPlaceAside() -> Bool {
    guard known.isUnread, let place else { return true }
    do throws(StoreError) {
      if let text = try place.read() { place.quarantine(text) }
    } catch {
      onRefusal(error)
      return false
    }
    known.isUnread = false
    return true
  }

  /// Sets the saved text aside if the guard of its place has refused.
  private func setDecidedPlaceAside() {
    guard let place, let text = known.undecided, let report = router.restorationReport,
      !report.isUndecided
    else { return }
    if !report.isComplete { place.quarantine(text) }
    (known.undecided, known.saved) = (nil, nil)
  }

  /// Reports a write that the store has refused. Returns whether there was one.
  @discardableResult
  private func reportRefusal() -> Bool {
    guard let refusal = place?.takeRefusal() else { return false }
    onRefusal(refusal)
    return true
  }

  /// Ends the count of failed starts: the first screen was reached.
  func confirmStart() {
    guard known.isUnconfirmed, let place else { return }
    known.isUnconfirmed = false
    place.failures = 0
    reportRefusal()
  }

  /// Saves the place if it differs from the saved one.
  ///
  /// A visit is saved when it has been left, or when the person quits there. A destination that a guard
  /// has deferred is saved at once. A restored place whose guard has not decided stays saved until the
  /// guard has, or the person is at another place.
  /// - Parameter hasQuit: whether the person has left the program by a command.
  func save(hasQuit: Bool = false) {
    guard let place, !router.awaitsRestoration else { return }
    if hasQuit, known.isVisitUnsaved { known.saved = nil }
    setDecidedPlaceAside()
    let scene = router.saveInParts()
    guard scene.text != known.saved, setUnreadPlaceAside() else { return }
    if let text = known.undecided {
      place.quarantine(text)
      known.undecided = nil
      router.abandonRestoration()
    }
    known.isVisitUnsaved = known.isVisiting && !hasQuit && router.state.pendingIntent == nil
    if !known.isVisitUnsaved { place.write(scene) }
    known.isVisiting = false
    known.saved = reportRefusal() ? nil : scene.text
  }
}

/// The place of one scene in a store: its text, and the pages of a deep stack.
///
/// A refused write is remembered until ``takeRefusal()``.
final class PlaceStore {
  private let scene: SceneStore
  /// The pages that are in the store; nil when unknown.
  fileprivate var written: Set<Int>?
  private let changes: PlaceChanges
  private var refusal: StoreError?

  init(_ scene: SceneStore) {
    self.scene = scene
    changes = PlaceChanges(of: scene)
  }

  private enum Part: String {
    case place, failures
  }

  /// The names of the places that were set aside, the newest first.
  private static let quarantined = ["quarantine", "quarantine.2", "quarantine.3"]

  /// Reads the values of the scene at once.
  func prepareScene() throws(StoreError) {
    let keys = try scene.store.keys(in: StoreKey.scene(scene.id))
    try scene.store.hub.prepare(
      [Part.place, .failures].map { key($0.rawValue) } + keys, from: scene.store)
  }

  /// Returns the saved form in one piece; nil when nothing is saved, or no text.
  ///
  /// - Throws: The error of a store that cannot be read now.
  func read() throws(StoreError) -> String? {
    guard let text = try text(of: Part.place.rawValue) else { return nil }
    var pages: [StoreKey] = []
    _ = SavedScene.whole(text) { page in
      pages.append(key(Self.name(ofPage: page)))
      return nil
    }
    try scene.store.hub.prepare(pages, from: scene.store)
    var failure: StoreError?
    let whole = SavedScene.whole(text) { page in
      do throws(StoreError) {
        return try self.text(of: Self.name(ofPage: page))
      } catch {
        failure = error
        return nil
      }
    }
    if let failure { throw failure }
    return whole
  }

  /// Writes the parts of the scene that the store does not have.
  func write(_ saved: SavedScene) {
    let pages = Set(saved.pages.map(\.number))
    let old = changes.areForeign ? nil : written
    defer { changes.discardForeign() }
    guard old != pages else { return set(saved.text, for: Part.place.rawValue) }
    let removed = (old?.subtracting(pages)).map { $0.map(Self.name) } ?? storedPages()
    attempt {
      func stored(_ text: String) -> StoredValue { StoredValue(Data(text.utf8), kind: .string) }
      var values: [StoreKey: StoredValue?] = [key(Part.place.rawValue): stored(saved.text)]
      for name in removed { values.updateValue(nil, forKey: key(name)) }
      for page in saved.pages where old?.contains(page.number) != true {
        values[key(Self.name(ofPage: page.number))] = stored(page.text)
      }
      // Where it is known what is there, it was read or written by this process.
      if old == nil {
        try scene.store.replaceBytes(values)
      } else {
        try scene.store.setBytes(values)
      }
      written = pages
    }
  }

  /// Returns the first write refused since the last call.
  func takeRefusal() -> StoreError? {
    defer { refusal = nil }
    return refusal
  }

  /// The number of starts in a row that have not reached their first screen.
  var failures: Int {
    get { (try? text(of: Part.failures.rawValue)).flatMap { Int($0) } ?? 0 }
    set { set(newValue == 0 ? nil : "\(newValue)", for: Part.failures.rawValue) }
  }

  /// Stores the text of a place that could not be restored as a whole; the last three are retained.
  func quarantine(_ text: String) {
    attempt {
      try scene.store.transaction {
        let others = try Self.quarantined.compactMap { try self.text(of: $0) }.filter { $0 != text }
        for (name, text) in zip(Self.quarantined, [text] + others) { try put(text, for: name) }
      }
    }
  }

  /// Erases the place and the count of failures; the quarantine stays.
  func erase() {
    for name in storedPages() + [Part.place.rawValue, Part.failures.rawValue] {
      set(nil, for: name)
    }
    written = []
  }
}

extension PlaceStore {
  /// True if a key holds a page of a scene's place, which `scene list` does not count.
  static func isPage(_ key: StoreKey) -> Bool {
    key.namespace == StoreKey.places && key.name.contains("/\(pageMark)")
  }

  private static let pageMark = "page."

  private static func name(ofPage number: Int) -> String { "\(pageMark)\(number)" }

  /// The names of all pages of this scene in the store.
  private func storedPages() -> [String] {
    let keys = (try? scene.store.storedKeys(in: StoreKey.places)) ?? []
    return keys.map(\.name).filter { $0.hasPrefix("\(scene.id)/\(Self.pageMark)") }.map {
      String($0.dropFirst(scene.id.count + 1))
    }
  }

  private func key(_ name: String) -> StoreKey {
    StoreKey("\(scene.id)/\(name)", in: StoreKey.places)
  }

  private func text(of name: String) throws(StoreError) -> String? {
    let key = key(name)
    do throws(StoreError) {
      return try scene.store.value(String.self, for: key.name, in: key.namespace)
    } catch {
      if error.isOfValue { return nil }
      throw error
    }
  }

  private func set(_ text: String?, for name: String) {
    attempt { try put(text, for: name) }
  }

  private func attempt(_ write: () throws -> Void) {
    do { try write() } catch {
      let reason = StoreError.refused(key(Part.place.rawValue), reason: "\(error)")
      refusal = refusal ?? error as? StoreError ?? reason
    }
  }

  private func put(_ text: String?, for name: String) throws(StoreError) {
    let key = key(name)
    try scene.store.set(text, for: key.name, in: key.namespace)
  }
}

/// A record of other changes of a saved place: by a command that erases or imports.
private final class PlaceChanges: Sendable {
  private let isChanged = Mutex(false)
  private let observation = Mutex<ObservationToken?>(nil)

  init(of scene: SceneStore) {
    let prefix = "\(scene.id)/"
    let observation = scene.store.observeChanges { [weak self] keys in
      let isOurs = keys.contains {
        $0.namespace == StoreKey.places && $0.name.hasPrefix(prefix)
      }
      if isOurs { self?.isChanged.withLock { $0 = true } }
    }
    self.observation.withLock { $0 = observation }
  }

  /// True if the place has been changed since the last call of `discardForeign`.
  var areForeign: Bool { isChanged.withLock { $0 } }

  /// Takes the changes so far as our own.
  func discardForeign() { isChanged.withLock { $0 = false } }
}
