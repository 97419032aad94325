import Synchronization
import WaylineGraph

/// The entries of one stack as a persistent list: copies share the entries that they have in common.
///
/// Pushing, popping and storing an old trail for `undo` each cost the same at any depth, and two
/// trails are compared only as far as they differ.
struct Trail: Sendable {
  private var top: Link

  /// Creates a trail of one entry; a trail is never empty.
  init(_ root: NavigationEntry) { top = Link(root, below: nil) }

  /// The number of entries, including the root.
  var count: Int { top.count }

  /// The top entry.
  var last: NavigationEntry { top.entry }

  /// The root.
  var first: NavigationEntry { top.root.entry }

  /// Adds an entry at the top.
  mutating func append(_ entry: NavigationEntry) {
    top = Link(entry, below: top)
  }

  /// The number of entries that bindings own.
  var boundCount: Int { top.boundCount }

  /// The trail up to the uppermost sheet or cover; nil if there is none.
  var throughModal: Trail? { top.modal.map { Trail(top: $0) } }

  /// The sheets and covers, from the bottom to the top.
  /// - Complexity: O(sheets and covers).
  var modals: [NavigationEntry.ID] {
    var modals: [NavigationEntry.ID] = []
    var link = top.modal
    while let modal = link {
      modals.append(modal.entry.id)
      link = modal.below?.modal
    }
    return modals.reversed()
  }

  /// True if both trails are the same list, found without looking at the entries.
  func isIdentical(to other: Trail) -> Bool { top === other.top }

  /// The trail below the top; nil for a root.
  var below: Trail? { top.below.map { Trail(top: $0) } }

  /// A hash of the places from the root to the top by their text, without the identities of visits.
  /// - Complexity: O(1) if it was computed for the trail below the top, and O(depth) otherwise.
  var placeHash: UInt64 {
    var unknown: [Link] = []
    var (link, hash): (Link?, UInt64) = (top, 0)
    while let present = link {
      hash = present.placeHash.load(ordering: .relaxed)
      if hash != 0 { break }
      unknown.append(present)
      link = present.below
    }
    for link in unknown.reversed() { hash = link.hashPlace(above: hash) }
    return hash
  }

  private init(top: Link) { self.top = top }

  /// Removes the top entry, unless it is the root.
  mutating func removeLast() -> NavigationEntry? {
    guard let below = top.below else { return nil }
    defer { top = below }
    return top.entry
  }

  /// The entries above the common part of two trails, each list from the bottom to the top.
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
    if removed.count > 1 { removed.reverse() }
    if added.count > 1 { added.reverse() }
    return (removed, added)
  }

  /// The entries of two trails at the same heights, from the bottom to the top, where one of the other
  /// trail is wanted.
  func pairs(
    with other: Trail, where isWanted: (NavigationEntry.ID) -> Bool
  ) -> [(NavigationEntry, NavigationEntry)] {
    var pairs: [(NavigationEntry, NavigationEntry)] = []
    var (mine, its): (Link?, Link?) = (top, other.top)
    while let left = mine, let right = its {
      if left.count == right.count, isWanted(right.entry.id) {
        pairs.append((left.entry, right.entry))
      }
      if left.count >= right.count { mine = left.below }
      if right.count >= left.count { its = right.below }
    }
    return pairs.reversed()
  }

  // Sendable: only `deinit` changes it, when no other reference exists, apart from an atomic value.
  /// One entry and the reference to the entries below it.
  fileprivate final class Link: @unchecked Sendable {
    let entry: NavigationEntry
    let count: Int
    let boundCount: Int
    private(set) var below: Link?
    // They are below, so they live at least as long as this link.
    private unowned(unsafe) let modalBelow: Link?
    private unowned(unsafe) let rootBelow: Link?
    /// The hash of the places up to here; 0 until it is computed.
    let placeHash = Atomic<UInt64>(0)

    /// The uppermost sheet or cover, which may be this one.
    var modal: Link? { entry.presentation.isModal ? self : modalBelow }

    /// The lowest link, which may be this one.
    var root: Link { rootBelow ?? self }

    init(_ entry: NavigationEntry, below: Link?) {
      self.entry = entry
      self.below = below
      modalBelow = below?.modal
      rootBelow = below?.root
      count = (below?.count ?? 0) + 1
      boundCount = (below?.boundCount ?? 0) + (entry.isBound ? 1 : 0)
    }

    /// Computes the hash of the places up to here from that of the places below.
    func hashPlace(above below: UInt64) -> UInt64 {
      var hasher = ContentHasher()
      hasher.combine(plain: below)
      hasher.combine(plain: entry.isBound)
      hasher.combine(plain: entry.route?.typeName)
      entry.route?.hashValue(into: &hasher)
      hasher.combine(plain: entry.presentation.rawValue)
      let hash = hasher.finalize() | 1
      placeHash.store(hash, ordering: .relaxed)
      return hash
    }

    /// Releases the links below one by one, so that a long trail does not recurse deeply.
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
