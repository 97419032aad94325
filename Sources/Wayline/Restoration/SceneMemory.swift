import WaylineNavigation
import WaylineStorage

/// Saves the place of a scene and brings it back.
///
/// A start that does not reach its first screen counts as failed; after three in a row the next one
/// begins clean and keeps what was saved in the quarantine.
@MainActor
final class SceneMemory {
  /// Failed starts after which the place is not restored.
  static let failureLimit = 3
  /// The namespace of saved places; the names begin with the scene's.
  nonisolated static let namespace = "navigation"

  private let router: Router
  private let store: SceneStore?
  /// What the store holds; the first screen alone needs nothing.
  private var saved = Router().save()
  private var isUnconfirmed = false
  /// Whether the present place is a visit, which is not saved before it has been left.
  var isVisiting = false

  init(router: Router, store: SceneStore?) {
    self.router = router
    self.store = store
    router.isKept = store != nil
  }

  /// Brings the saved place back; nil when there is none.
  func restore() -> RestorationReport? {
    guard let store, let text = read(.place, in: store) else { return nil }
    let failures = read(.failures, in: store).flatMap { Int($0) } ?? 0
    guard failures < Self.failureLimit else {
      write(text, to: .quarantine, in: store)
      erase()
      return nil
    }
    write("\(failures + 1)", to: .failures, in: store)
    let report = router.restore(Array(text.utf8))
    if !report.isComplete { write(text, to: .quarantine, in: store) }
    saved = text
    isUnconfirmed = true
    return report
  }

  /// The first screen is there: this start has not failed.
  func confirmStart() {
    guard isUnconfirmed, let store else { return }
    isUnconfirmed = false
    write(nil, to: .failures, in: store)
  }

  /// Saves the place if it differs from what is saved.
  func save() {
    guard let store else { return }
    let text = router.save()
    guard text != saved else { return }
    if isVisiting {
      (saved, isVisiting) = (text, false)
      return
    }
    write(text, to: .place, in: store)
    saved = text
  }

  /// Forgets the place and the failures; the quarantine stays.
  func erase() {
    guard let store else { return }
    write(nil, to: .place, in: store)
    write(nil, to: .failures, in: store)
  }
}

extension SceneMemory {
  private enum Part: String {
    case place, failures, quarantine
  }

  private func key(_ part: Part, _ store: SceneStore) -> StoreKey {
    StoreKey("\(store.id)/\(part.rawValue)", in: Self.namespace)
  }

  private func read(_ part: Part, in store: SceneStore) -> String? {
    let key = key(part, store)
    return (try? store.store.value(String.self, for: key.name, in: key.namespace)) ?? nil
  }

  /// A write that is refused is told by the store's own event.
  private func write(_ text: String?, to part: Part, in store: SceneStore) {
    let key = key(part, store)
    try? store.store.set(text, for: key.name, in: key.namespace)
  }
}
