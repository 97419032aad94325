/// The saved lines of one stack, kept from one save to the next.
struct StackText {
  /// How many screens a page has.
  static let pageSize = 32

  /// How deep the lines of the screens stand.
  let depth: Int
  /// The screens that can be saved, up to the first that cannot, without the root.
  private(set) var records: [Record] = []
  /// The screen above them, which cannot be saved.
  private(set) var unsaved: NavigationEntry?
  /// The pages that have been made, by the position of their screens.
  private var pages: [SavedScene.Page?] = []
  private var trail: Trail
  private var marks = Marks()

  /// One screen, without what it shows.
  struct Record {
    let entry: NavigationEntry
    let text: String
  }

  /// What is known of screens besides their trail, and whose flows code waits for.
  struct Marks {
    var intents: [NavigationEntry.ID: PendingIntent] = [:]
    var claims: [NavigationEntry.ID: String] = [:]
    /// The screens of flows that end with the process.
    var passing: Set<NavigationEntry.ID> = []
  }

  /// Lines of a stack that nothing has been read of.
  init(_ stack: NavigationState.Stack, depth: Int) {
    self.depth = depth
    trail = Trail(stack.trail.first)
  }

  /// The page of the screens around a position.
  subscript(page page: Int) -> SavedScene.Page? { page < pages.count ? pages[page] : nil }

  /// Reads what has changed of the stack.
  /// - Returns: How many screens were written.
  /// - Complexity: O(screens that differ).
  mutating func update(_ stack: NavigationState.Stack, _ marks: Marks) -> Int {
    let difference = stack.trail.difference(from: trail)
    let kept = trail.count - 1 - difference.removed.count { $0.presentation != .root }
    trail = stack.trail
    if records.count >= kept { unsaved = nil }
    if records.count > kept { forget(from: kept) }
    let rewritten = follow(marks)
    let known = records.count
    if known == kept { append(difference.added.filter { $0.presentation != .root }) }
    return records.count - known + rewritten
  }

  /// Writes screens that have begun, up to the first that cannot be saved.
  private mutating func append(_ entries: [NavigationEntry]) {
    for entry in entries {
      guard let record = record(of: entry) else {
        unsaved = entry
        return
      }
      records.append(record)
    }
  }

  /// Writes those screens anew of which something else than the trail has changed.
  private mutating func follow(_ marks: Marks) -> Int {
    let positions = self.marks.changes(to: marks).compactMap { position(of: $0) }
    self.marks = marks
    for position in positions {
      guard let record = record(of: records[position].entry) else { continue }
      records[position] = record
      if position / Self.pageSize < pages.count { pages[position / Self.pageSize] = nil }
    }
    return positions.count
  }

  /// Where a screen stands among those that are saved.
  ///
  /// Whatever lies above has a higher number, because every visit gets the next one.
  /// - Complexity: O(log screens).
  func position(of entry: NavigationEntry.ID) -> Int? {
    var range = 0..<records.count
    while !range.isEmpty {
      let middle = (range.lowerBound + range.upperBound) / 2
      let present = records[middle].entry.id
      if present == entry { return middle }
      range =
        present.number < entry.number
        ? middle + 1..<range.upperBound : range.lowerBound..<middle
    }
    return nil
  }

  /// Makes the page of some screens.
  mutating func makePage(_ page: Int, number: Int) -> SavedScene.Page {
    let screens = records[(page * Self.pageSize)..<((page + 1) * Self.pageSize)]
    let made = SavedScene.Page(number: number, text: screens.map(\.text).joined())
    while pages.count <= page { pages.append(nil) }
    pages[page] = made
    return made
  }

  private mutating func forget(from position: Int) {
    records.removeLast(records.count - position)
    let whole = position / Self.pageSize
    if pages.count > whole { pages.removeLast(pages.count - whole) }
  }

  /// The lines of a screen; nil for one that a binding shows, that has no saved form, or whose flow
  /// ends with the process.
  private func record(of entry: NavigationEntry) -> Record? {
    guard !entry.isBound, !marks.passing.contains(entry.id), let route = entry.route,
      var saved = SavedNavigation.Entry(route, as: entry.presentation)
    else { return nil }
    saved.claim = marks.claims[entry.id]
    saved.wanted = SavedNavigation.Wanted.all(of: marks.intents[entry.id])
    let lines = SavedNavigation.lines(of: saved, depth: depth)
    return Record(entry: entry, text: lines.joined(separator: "\n") + "\n")
  }
}

extension StackText.Marks {
  /// The screens of which something is not the same.
  fileprivate func changes(to new: Self) -> Set<NavigationEntry.ID> {
    var changed = Set<NavigationEntry.ID>()
    if intents != new.intents {
      let both = Set(intents.keys).union(new.intents.keys)
      changed = both.filter { intents[$0] != new.intents[$0] }
    }
    if claims != new.claims {
      let both = Set(claims.keys).union(new.claims.keys)
      changed.formUnion(both.filter { claims[$0] != new.claims[$0] })
    }
    return changed
  }
}
