import WaylineGraph
import WaylineNavigation
import WaylineShell
import WaylineViews

extension SceneHost {
  /// Returns a value of the first view of a type on any screen, as the view sees it now.
  ///
  /// It may be a state, a value of the program's own wrapper, or anything else that the view can
  /// compute. Nil if no such view is in the tree. The `update()` of a wrapper runs once more.
  public func value<Subject: View, Value>(of keyPath: KeyPath<Subject, Value>) -> Value? {
    views.value(of: keyPath)
  }

  /// Calls `action` after each update in which a body ran, until the token is released.
  public func onUpdate(_ action: @escaping @MainActor () -> Void) -> ObservationToken {
    views.follow(action)
  }

  /// The number of edits that the program has registered for `undo` so far.
  package var registeredEdits: Int { session.edits?.count ?? 0 }

  /// The number of edits that `undo` can revert.
  package var undoableEdits: Int { session.edits?.undoableCount ?? 0 }

  /// True if an edit was reverted that `redo` repeats.
  package var canRedoEdit: Bool { session.edits?.canRedo ?? false }
}

/// A check that nothing of an ended scene stays in memory.
///
/// Make one before the scene ends, release the scene, and look at ``living``.
@MainActor
package struct SceneProbe {
  private struct Part {
    weak var object: AnyObject?
    let name: String
  }

  private let parts: [Part]

  /// Observes the scene, its router, and each view that is in its tree now.
  package init(_ scene: SceneHost) {
    let owners: [(AnyObject, String)] = [(scene, "the scene"), (scene.router, "the router")]
    parts = (owners + scene.views.nodes).map { Part(object: $0.0, name: $0.1) }
  }

  /// Observes the objects that the views of the scene store, apart from those of another scene: a program may
  /// share objects between its scenes.
  package init(objectsOf scene: SceneHost, besides shared: Set<ObjectIdentifier>) {
    parts = scene.views.storedObjects.filter { !shared.contains(ObjectIdentifier($0.object)) }
      .map { Part(object: $0.object, name: $0.name) }
  }

  /// The identities of the objects that the views of a scene store.
  package static func objects(of scene: SceneHost) -> Set<ObjectIdentifier> {
    Set(scene.views.storedObjects.map { ObjectIdentifier($0.object) })
  }

  /// True if anything is still in memory.
  package var isAnyLiving: Bool { parts.contains { $0.object != nil } }

  /// The position of the first part from `start` on that is in memory; nil when none is.
  ///
  /// A released part stays released, so a caller that waits for the end looks at each part once.
  package func firstLiving(from start: Int) -> Int? {
    parts[min(start, parts.count)...].firstIndex { $0.object != nil }
  }

  /// The parts that are still in memory, by name.
  package var living: [String] {
    parts.filter { $0.object != nil }.map(\.name)
  }
}

/// The source of `:tree` and `:why` in a debug build.
@MainActor
final class TreeInspection {
  private weak var views: ViewHost?
  private var before = 0
  private var last = 0

  /// Records that a line has been answered: bodies that run from now on belong to the next.
  func mark() {
    #if DEBUG
      guard let updates = views?.graph.updates, updates != last else { return }
      (before, last) = (last, updates)
    #endif
  }

  /// Follows the bodies of views, if this build has the commands.
  func follow(_ host: ViewHost) {
    // NB: an object with weak references is slower to retain.
    #if DEBUG
      views = host
    #endif
  }

  /// Adds the commands, if this build has them.
  func connect(to options: inout SceneConfiguration) {
    #if DEBUG
      options.tree = { [weak self] in self?.views?.dump() ?? [] }
      options.why = { [weak self] in self?.reasons ?? [] }
    #endif
  }

  private var reasons: [String] {
    let reasons = views?.reasons(after: before) ?? []
    return reasons.isEmpty ? ["No body has run."] : reasons
  }
}
