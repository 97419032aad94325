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

  private let router: Router
  private let place: ScenePlace?
  /// What the store holds; nil when it has to be written anew. The first screen alone needs nothing.
  private var saved: String? = SavedNavigation.firstScreen
  private var isUnconfirmed = false
  /// Whether the present place is a visit, which is not saved before it has been left.
  var isVisiting = false

  init(router: Router, store: SceneStore?) {
    self.router = router
    place = store.map { ScenePlace($0) }
    router.isKept = store != nil
  }

  /// Brings the saved place back; nil when there is none.
  func restore() -> RestorationReport? {
    guard let place, let text = place.read() else { return nil }
    guard place.failures < Self.failureLimit else {
      place.quarantine(text)
      erase()
      return nil
    }
    place.failures += 1
    let report = router.restore(Array(text.utf8))
    if !report.isComplete { place.quarantine(text) }
    let scene = router.saveInParts()
    saved = scene.whole == text ? scene.text : nil
    isUnconfirmed = true
    return report
  }

  /// The first screen is there: this start has not failed.
  func confirmStart() {
    guard isUnconfirmed, let place else { return }
    isUnconfirmed = false
    place.failures = 0
  }

  /// Saves the place if it differs from what is saved.
  ///
  /// A visit is saved when it has been left. When a guard has sent the person elsewhere first, where
  /// they were going is saved at once.
  func save() {
    guard let place else { return }
    let scene = router.saveInParts()
    guard scene.text != saved else { return }
    if !isVisiting || router.state.pendingIntent != nil { place.write(scene) }
    isVisiting = false
    saved = scene.text
  }

  /// Forgets the place and the failures; the quarantine stays.
  func erase() {
    place?.erase()
  }
}
