import WaylineGraph
import WaylineNavigation
import WaylineShell
import WaylineStorage
import WaylineViews

/// A scene at one time: its places, the states of its views, and the values of its stores.
///
/// It has what can be copied. Objects keep their own content, tasks continue, and the past for `undo` is
/// not in it; compare `fingerprint` to learn whether a snapshot was enough.
@MainActor
package struct SceneSnapshot {
  fileprivate let navigation: NavigationState
  fileprivate let states: TreeStates
  fileprivate let stored: [StoredPart]
  /// What the scene knows of its saved place: a place that it takes for saved is not written again.
  fileprivate let saving: SceneMemory.Knowledge

  /// The values of one store.
  fileprivate struct StoredPart {
    var values: [StoreKey: StoredValue] = [:]

    init(_ store: any PersistentStore) {
      for key in (try? store.keys(in: nil)) ?? [] { values[key] = try? store.bytes(for: key) }
    }

    /// Writes the values into a store, which may be that of a later scene.
    func restore(in store: any PersistentStore) {
      let present = Self(store)
      guard present.values != values else { return }
      for (key, value) in present.values where values[key] != value {
        try? store.setBytes(nil, for: key)
      }
      for (key, value) in values where present.values[key] != value {
        try? store.setBytes(value, for: key)
      }
    }
  }
}

/// The states and objects of the views of a scene by their content.
package struct StoredContents {
  fileprivate let contents: [UInt64: [StoredContent]]

  /// The types of those that another scene in the same state does not have, with their views.
  package func types(missingIn other: StoredContents) -> Set<String> {
    Set(
      contents.flatMap { place, contents in
        Set(contents).subtracting(other.contents[place] ?? []).map(\.name)
      })
  }
}

extension SceneHost {
  /// The states and objects of the views at present.
  package var storedContents: StoredContents { StoredContents(contents: views.storedContents) }

  /// The hash of each value that decides what the scene does, by a name for people; those of views and of stores.
  package var storedHashes: [String: Int] {
    var hashers: [String: Hasher] = [:]
    for (name, way, hash) in views.storedHashes.sorted(by: { $0.way < $1.way }) {
      hashers[name, default: Hasher()].combine(way)
      hashers[name, default: Hasher()].combine(hash)
    }
    for store in snapshotStores {
      for key in (try? store.keys(in: nil)) ?? [] where key.namespace != StoreKey.places {
        hashers["the stored value '\(key.name)'", default: Hasher()].combine(
          try? store.bytes(for: key))
      }
    }
    return hashers.mapValues { $0.finalize() }
  }

  /// Takes a snapshot of the scene.
  ///
  /// - Complexity: O(views + stored values).
  package func snapshot() -> SceneSnapshot {
    SceneSnapshot(
      navigation: router.state, states: TreeStates(of: views),
      stored: snapshotStores.map { SceneSnapshot.StoredPart($0) }, saving: memory.knowledge)
  }

  /// Brings a scene back to a snapshot of it, as far as a snapshot reaches.
  ///
  /// No action of a view runs for screens that appear, disappear or change: what they did is in the snapshot.
  ///
  /// - Returns: The variables that have changed since and that the snapshot does not reach: those of an
  ///   object that own something, such as a subscription or a pointer.
  @discardableResult
  package func restore(_ snapshot: SceneSnapshot) -> Set<String> {
    var lost: Set<String> = []
    views.graph.restoring {
      var missing = 0
      // One update: no body sees the values of one state on a screen of another.
      views.graph.perform {
        restore(snapshot.stored)
        memory.knowledge = snapshot.saving
        stores.secrets.checkForeignChanges()
        snapshot.states.restoreShown(in: views)
        missing = router.restore(snapshot.navigation)
      }
      restoreValues(of: snapshot)
      // Screens follow whose stack is on another screen, or which are above one that a state shows.
      var before = Int.max
      while missing > 0, missing < before {
        before = missing
        missing = router.restore(snapshot.navigation)
        restoreValues(of: snapshot)
      }
      views.graph.perform { lost = snapshot.states.restoreObjects(in: views) }
    }
    // A command means the screen that was printed last.
    session.passOverScreen()
    return lost
  }

  /// Writes the values back of the screens that there are now.
  private func restoreValues(of snapshot: SceneSnapshot) {
    // A screen that ends may write a value.
    restore(snapshot.stored)
    snapshot.states.restore(in: views)
    views.graph.flush()
  }

  private func restore(_ parts: [SceneSnapshot.StoredPart]) {
    for (part, store) in zip(parts, snapshotStores) { part.restore(in: store) }
  }

  /// The places of the scene, without the identities of visits.
  package var shape: NavigationShape { router.state.shape }

  /// A hash of all that decides what the scene does next, by content; without its place in a store.
  ///
  /// Two scenes of one program in one process that did the same have the same. Closures are left out.
  ///
  /// - Complexity: O(views + stored values).
  package var fingerprint: UInt64 { fingerprint(of: stateFingerprint) }

  /// The ``fingerprint`` of a scene whose ``stateFingerprint`` is known.
  package func fingerprint(of states: UInt64) -> UInt64 {
    // NB: not a hasher of content, whose functions look up the type of each value.
    var hasher = Hasher()
    hasher.combine(NavigationShape.hash(of: router.state))
    let screen = session.currentScreen()
    hasher.combine(screen.lines.count)
    for line in screen.lines { hasher.combine(line.spans) }
    for element in screen.elements {
      hasher.combine(element.label)
      hasher.combine(element.value)
      hasher.combine(element.isEnabled)
    }
    hasher.combine(screen.layer)
    hasher.combine(session.question)
    hasher.combine(session.ending)
    hasher.combine(pending)
    hasher.combine(states)
    return UInt64(bitPattern: Int64(hasher.finalize()))
  }

  /// A hash of the states of the views and the values of the stores, without places and lines.
  ///
  /// - Complexity: O(views + stored values).
  package var stateFingerprint: UInt64 {
    var hasher = ContentHasher()
    views.hashStates(into: &hasher)
    hasher.combine(plain: storedFingerprint)
    return hasher.finalize()
  }

  /// A hash of the values of the stores, without the saved place.
  package var storedFingerprint: Int {
    var hasher = Hasher()
    for store in snapshotStores {
      for key in (try? store.keys(in: nil)) ?? [] where key.namespace != StoreKey.places {
        hasher.combine(key)
        hasher.combine(try? store.bytes(for: key))
      }
    }
    return hasher.finalize()
  }

  /// The names of the views with a body on the visible screens.
  package var shownViews: Set<String> { views.shownViews }

  /// Runs every body again; the screen is the same if bodies depend on nothing but their inputs.
  package func runBodiesAgain() {
    views.runBodiesAgain()
  }

  /// The link of the present place, or of the nearest one below it that has one.
  package var url: String? { router.nearestLink?.url }

  /// The titles of a screen, without empty ones.
  package static func titles(of screen: Screen) -> [String] { screen.titles.filter { !$0.isEmpty } }

  private var snapshotStores: [any PersistentStore] {
    let scene = stores.scene.store
    return scene.hub === stores.state.hub ? [stores.state] : [stores.state, scene]
  }
}

extension SceneHost {
  /// Tests whether a line runs a command, even where a label on the screen is the same.
  ///
  /// A word whose command needs more words, such as `Open`, is a label where the screen has it.
  package var isCommand: (String) -> Bool {
    let parser = session.parser
    return { line in
      switch parser.shadow(ofLabel: line) {
      case nil, .act: false
      default: true
      }
    }
  }

  /// True if a question is open, which the next line answers.
  package var isAsking: Bool { session.question != nil }

  /// The answers to the open question of a guard; empty without one.
  package var guardAnswers: [String] { session.guardAnswers }

  /// A number that grows when the lines of the screen may have changed.
  package var revision: Int { views.revision }

  /// True if the session has ended; a line that is sent then does nothing.
  package var isEnded: Bool { session.ending != nil }

  /// An event that ends a session, for tests.
  package enum EndingEvent: Hashable, Sendable {
    case endOfInput, interrupt, closedOutput
  }

  /// Ends the session as the event would, and returns what is printed.
  @discardableResult
  package func receive(_ event: EndingEvent) -> [String] {
    attend()
    switch event {
    case .endOfInput: session.receive(.endOfInput)
    case .interrupt:
      session.receive(.interrupt(hadText: false))
      if !isEnded { session.receive(.interrupt(hadText: false)) }
    case .closedOutput: session.receive(.outputClosed)
    }
    return takePrinted()
  }

  /// The screen as the one line that `--json` prints.
  package var json: String {
    var text = ""
    JSONRenderer().render(Frame(screen: session.currentScreen()), into: &text)
    return text
  }
}
