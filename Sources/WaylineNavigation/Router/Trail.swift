/// The entries of one stack, from the top down, sharing what lies below with its own past.
///
/// Pushing, popping and keeping an old trail for `undo` each cost the same at any depth, and two
/// trails are compared only as far as they differ.
struct Trail: Sendable {
  private var top: Link
  private let bottom: Link

  /// A trail of one entry; a trail is never empty.
  init(_ root: NavigationEntry) {
    bottom = Link(root, below: nil)
    top = bottom
  }

  /// How many entries there are, the root included.
  var count: Int { top.count }

  /// The entry that is shown.
  var last: NavigationEntry { top.entry }

  /// The entry below all others.
  var first: NavigationEntry { bottom.entry }

  /// Puts an entry on top.
  mutating func append(_ entry: NavigationEntry) {
    top = Link(entry, below: top)
  }

  /// How many of the entries a binding shows.
  var boundCount: Int { top.boundCount }

  /// The trail up to an entry; nil if it is not there.
  /// - Complexity: O(entries above it).
  func through(_ entry: NavigationEntry.ID) -> Trail? {
    var link: Link? = top
    while let present = link, present.entry.id != entry { link = present.below }
    return link.map { Trail(top: $0, bottom: bottom) }
  }

  /// The trail up to the uppermost sheet or cover; nil if there is none.
  var throughModal: Trail? { top.modal.map { Trail(top: $0, bottom: bottom) } }

  /// The trail below the top; nil for a root.
  var below: Trail? { top.below.map { Trail(top: $0, bottom: bottom) } }

  private init(top: Link, bottom: Link) {
    self.top = top
    self.bottom = bottom
  }

  /// Takes the top away, unless it is the root.
  mutating func removeLast() -> NavigationEntry? {
    guard let below = top.below else { return nil }
    defer { top = below }
    return top.entry
  }

  /// Puts another entry in the place of the top.
  mutating func replaceLast(with entry: NavigationEntry) {
    top = Link(entry, below: top.below)
  }

  /// The entries above what two trails have in common, each from the bottom to the top.
  func difference(from old: Trail) -> (removed: [NavigationEntry], added: [NavigationEntry]) {
    var removed: [NavigationEntry] = []
    var added: [NavigationEntry] = []
    var before: Link? = old.top
    var after: Link? = top
    while before !== after {
      let (left, right) = (before?.count ?? 0, after?.count ?? 0)
      if left >= right, let link = before { (before, _) = (link.below, removed.append(link.entry)) }
      if right >= left, let link = after { (after, _) = (link.below, added.append(link.entry)) }
    }
    return (removed.reversed(), added.reversed())
  }

  /// One entry and the reference to what lies below it.
  // Sendable: changed by nobody but `deinit`, which runs when no one else can see it.
  fileprivate final class Link: @unchecked Sendable {
    let entry: NavigationEntry
    let count: Int
    let boundCount: Int
    private(set) var below: Link?
    // It lies below, so it lives at least as long as this link.
    private unowned(unsafe) let modalBelow: Link?

    /// The uppermost sheet or cover, which may be this one.
    var modal: Link? { entry.presentation.isModal ? self : modalBelow }

    init(_ entry: NavigationEntry, below: Link?) {
      self.entry = entry
      self.below = below
      modalBelow = below?.modal
      count = (below?.count ?? 0) + 1
      boundCount = (below?.boundCount ?? 0) + (entry.isBound ? 1 : 0)
    }

    /// Lets go of the links below one by one: a long trail must not end in a deep recursion.
    deinit {
      var next = below
      below = nil
      while next != nil, isKnownUniquelyReferenced(&next) {
        let following = next?.below
        next?.below = nil
        next = following
      }
    }
  }
}

extension Trail: Sequence {
  /// Walks from the top to the root.
  func makeIterator() -> Iterator { Iterator(link: top) }

  struct Iterator: IteratorProtocol {
    fileprivate var link: Link?

    mutating func next() -> NavigationEntry? {
      defer { link = link?.below }
      return link?.entry
    }
  }
}

extension Trail: Hashable {
  static func == (left: Trail, right: Trail) -> Bool {
    var (before, after): (Link?, Link?) = (left.top, right.top)
    while before !== after {
      guard before?.entry == after?.entry, before?.count == after?.count else { return false }
      (before, after) = (before?.below, after?.below)
    }
    return true
  }

  func hash(into hasher: inout Hasher) {
    for entry in self { hasher.combine(entry) }
  }
}
