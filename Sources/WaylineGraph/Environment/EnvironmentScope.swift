import Synchronization

// Proof: everything but the lazily made sources is touched on the main actor only; sources are made
// while a body runs, which is there too.
/// The environment of a subtree: the ancestor's values with one change.
///
/// It knows, by key, which bodies read it. A changed value marks those bodies and looks at the
/// scopes below; views that read other keys are not visited.
package final class EnvironmentScope: @unchecked Sendable {
  private let parent: EnvironmentScope?
  private var change: (inout EnvironmentValues) -> Void
  private(set) var head: EnvironmentEntry?
  /// The ancestor's list, which `head` ends in.
  private var inherited: EnvironmentEntry?
  // Lists and not tables: most scopes have one key that is read here, and one scope below.
  private var sources: KeyedSource?
  private var firstChild: EnvironmentScope?
  private var nextChild: EnvironmentScope?
  private unowned(unsafe) var previousChild: EnvironmentScope?  // it retains this one until it ends

  private init(
    parent: EnvironmentScope?, change: @escaping (inout EnvironmentValues) -> Void
  ) {
    self.parent = parent
    self.change = change
    rebuild()
  }

  /// The environment above a root view.
  package static func root() -> EnvironmentScope {
    EnvironmentScope(parent: nil) { _ in }
  }

  /// The environment of nodes that have left the tree: the defaults. It retains nothing.
  @MainActor static let ended = root()

  /// A scope below this one.
  @MainActor
  package func child(_ change: @escaping (inout EnvironmentValues) -> Void) -> EnvironmentScope {
    let scope = EnvironmentScope(parent: self, change: change)
    firstChild?.previousChild = scope
    scope.nextChild = firstChild
    firstChild = scope
    return scope
  }

  /// The values that views of this scope read.
  package var values: EnvironmentValues { EnvironmentValues(head: head, scope: self) }

  /// Gives another change; marks the bodies that read a value which differs now.
  ///
  /// - Complexity: O(scopes below + readers of what differs).
  @MainActor
  package func update(_ change: @escaping (inout EnvironmentValues) -> Void) {
    self.change = change
    apply(changedAbove: [])
  }

  /// Leaves its parent after the subtree has ended. A second call does nothing.
  @MainActor
  package func end() {
    guard let parent, previousChild != nil || parent.firstChild === self else { return }
    let (previous, next) = (previousChild, nextChild)
    (previousChild, nextChild) = (nil, nil)
    next?.previousChild = previous
    if let previous { previous.nextChild = next } else { parent.firstChild = next }
  }

  func source(of key: ObjectIdentifier) -> Source {
    if let source = sources?.find(key) { return source }
    let source = KeyedSource(key: key, next: sources)
    sources = source
    return source
  }

  private func rebuild() {
    inherited = parent?.head
    var values = EnvironmentValues(head: inherited, scope: nil)
    change(&values)
    head = values.head
  }

  @MainActor
  private func apply(changedAbove: Set<ObjectIdentifier>) {
    let (old, oldInherited) = (head, inherited)
    rebuild()
    // Where nothing differs here or above, the old list still serves, and so do those below it.
    if inherited === oldInherited, givesSame(as: old) {
      head = old
      return
    }
    var candidates = changedAbove
    candidates.formUnion(Self.keys(from: old, to: oldInherited))
    candidates.formUnion(Self.keys(from: head, to: inherited))
    let changed = candidates.filter { differs($0, from: old) }
    for key in changed { sources?.find(key)?.mark() }
    var child = firstChild
    while let current = child {
      current.apply(changedAbove: changed)
      child = current.nextChild
    }
  }

  /// True if the list equals an old one, down to the entries that both inherit.
  private func givesSame(as old: EnvironmentEntry?) -> Bool {
    var (new, old) = (head, old)
    while let entry = new, let former = old, entry !== inherited {
      guard entry.isSame(as: former) else { return false }
      (new, old) = (entry.next, former.next)
    }
    return new === old
  }

  /// The keys that were given here and not above.
  private static func keys(
    from first: EnvironmentEntry?, to inherited: EnvironmentEntry?
  ) -> Set<ObjectIdentifier> {
    var keys: Set<ObjectIdentifier> = []
    var entry = first
    while let current = entry, current !== inherited {
      keys.insert(current.key)
      entry = current.next
    }
    return keys
  }

  private func differs(_ key: ObjectIdentifier, from old: EnvironmentEntry?) -> Bool {
    switch (head?.find(key), old?.find(key)) {
    case (nil, nil): false
    case (let new?, let old?): !new.isSame(as: old)
    default: true
    }
  }
}

// Proof: that of `Source`; the rest is constant.
/// The readers of one key in one scope.
private final class KeyedSource: Source, @unchecked Sendable {
  private let key: ObjectIdentifier
  private let next: KeyedSource?

  init(key: ObjectIdentifier, next: KeyedSource?) {
    (self.key, self.next) = (key, next)
    super.init()
  }

  func find(_ key: ObjectIdentifier) -> KeyedSource? {
    // NB: not a loop, which would retain and release each source that it passes.
    self.key == key ? self : next?.find(key)
  }
}
