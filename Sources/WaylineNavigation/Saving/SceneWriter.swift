/// The saved form of a scene in parts, of which most stay the same from one save to the next.
///
/// The text alone is the saved form of a scene with few screens. In a deep stack every 32 screens are
/// a page of their own, represented by a line `page⇥number` in the text: a push rewrites the text and
/// sometimes a page, but never the screens far below.
package struct SavedScene: Hashable, Sendable {
  /// The lines that are stored together, including those that represent pages.
  package let text: String

  /// The pages in the order in which the text names them.
  package let pages: [Page]

  /// Lines under a number. A number is never given to other lines as long as the scene runs.
  package struct Page: Hashable, Sendable {
    /// The number that the text names.
    package let number: Int
    /// The lines.
    package let text: String
  }

  /// The saved form in one piece.
  /// - Complexity: O(screens).
  package var whole: String {
    var rest = pages[...]
    return Self.whole(text) { _ in rest.popFirst()?.text }
  }

  /// Replaces the lines of pages by the pages; the line of a missing page stays.
  package static func whole(_ text: String, page: (Int) -> String?) -> String {
    guard text.utf8.contains(UInt8(ascii: "p")), text.contains(pageMark) else { return text }
    var whole = ""
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      let number = line.hasPrefix(pageMark) ? Int(line.dropFirst(pageMark.count)) : nil
      if let page = number.flatMap(page) { whole += page } else { whole += line + "\n" }
    }
    return String(whole.dropLast())
  }

  /// The beginning of a line that represents a page.
  static let pageMark = "page\t"
}

/// Writes the saved form of a scene, and stores it, so that the next save costs what has changed.
///
/// A stack is saved up to the first screen that a binding owns, whose route cannot be written, or
/// whose flow is awaited by code. ``SavedNavigation`` describes and reads the form.
struct SceneWriter {
  /// The number of screens written so far: each once, unless something about it changes.
  private(set) var written = 0

  /// The lines of each stack.
  private var stacks: [NavigationState.StackID: StackLines] = [:]
  private var lastPage = 0
  private var text = ""
  private var pages: [SavedScene.Page] = []
  private var last: (state: NavigationState, unsaved: Set<NavigationEntry.ID>, scene: SavedScene)?

  nonisolated init() {}

  /// Returns the saved form of a state.
  /// - Parameter unsaved: the screens of flows that end with the process.
  /// - Complexity: O(1) for the state written last, else O(screens that differ + pages).
  mutating func write(
    _ state: NavigationState, unsaved: Set<NavigationEntry.ID> = []
  ) -> SavedScene {
    if let last, last.state == state, last.unsaved == unsaved { return last.scene }
    if stacks.count > state.stacks.count {
      let present = state.stacks.map(\.id)
      stacks = stacks.filter { present.contains($0.key) }
    }
    (text, pages) = (SavedNavigation.header + "\n", [])
    let marks = StackLines.Marks(
      intents: state.marks.intents, resultNames: state.marks.resultNames, unsaved: unsaved)
    write(state.stacks[0], depth: 0, TreeIndex(state), marks)
    let scene = SavedScene(text: text, pages: pages)
    last = (state, unsaved, scene)
    return scene
  }

  private mutating func write(
    _ stack: NavigationState.Stack, depth: Int, _ tree: TreeIndex, _ marks: StackLines.Marks
  ) {
    text += "stack\t\(depth)\t\(stack.ordinal)\n"
    writeContents(of: .entry(stack.trail.first.id), depth: depth + 1, tree, marks)
    guard !stack.isBound else { return }
    var lines = stacks.removeValue(forKey: stack.id) ?? StackLines(stack, depth: depth + 1)
    written += lines.update(stack, marks)
    var position = 0
    for parent in tree.parents.compactMap({ lines.position(of: $0) }).sorted() {
      write(&lines, position..<parent + 1)
      let entry = lines.records[parent].entry.id
      writeContents(of: .entry(entry), depth: depth + 2, tree, marks)
      position = parent + 1
    }
    write(&lines, position..<lines.records.count)
    if let unsaved = lines.unsaved, unsaved.isBound, let route = unsaved.route {
      text += "bound\t\(depth + 1)\t\(route.typeName)\n"
    }
    stacks[stack.id] = lines
  }

  /// Writes screens of which only the last may have contents: whole pages as pages.
  private mutating func write(_ lines: inout StackLines, _ range: Range<Int>) {
    let size = StackLines.pageSize
    var position = range.lowerBound
    while position < range.upperBound {
      if position % size == 0, position + size <= range.upperBound {
        pages.append(lines[page: position / size] ?? makePage(position / size, of: &lines))
        text += "\(SavedScene.pageMark)\(pages[pages.count - 1].number)\n"
        position += size
      } else {
        text += lines.records[position].text
        position += 1
      }
    }
  }

  private mutating func makePage(_ page: Int, of lines: inout StackLines) -> SavedScene.Page {
    lastPage += 1
    return lines.makePage(page, number: lastPage)
  }

  private mutating func writeContents(
    of context: NavigationContext, depth: Int, _ tree: TreeIndex, _ marks: StackLines.Marks
  ) {
    for stack in tree.stacks[context] ?? [] { write(stack, depth: depth, tree, marks) }
    for shown in tree.tabs[context] ?? [] {
      text += "tabs\t\(depth)\t\(shown.ordinal)\t\(PercentText.encode(shown.selected))\n"
      for tag in shown.tags.sorted() where tree.hasContents(.tab(shown.id, tag)) {
        text += "tab\t\(depth + 1)\t\(PercentText.encode(tag))\n"
        writeContents(of: .tab(shown.id, tag), depth: depth + 2, tree, marks)
      }
    }
  }
}

/// The stacks and tab views of a state by their parents.
private struct TreeIndex {
  var stacks: [NavigationContext: [NavigationState.Stack]] = [:]
  var tabs: [NavigationContext: [NavigationState.Tabs]] = [:]
  /// The screens that show stacks or tab views.
  var parents: Set<NavigationEntry.ID> = []

  init(_ state: NavigationState) {
    for stack in state.stacks {
      guard let parent = stack.parent else { continue }
      stacks[parent, default: []].append(stack)
      note(parent)
    }
    for shown in state.tabs {
      tabs[shown.parent, default: []].append(shown)
      note(shown.parent)
    }
  }

  private mutating func note(_ context: NavigationContext) {
    if case .entry(let entry) = context { parents.insert(entry) }
  }

  /// True if a screen or a tab shows a stack or a tab view.
  func hasContents(_ context: NavigationContext) -> Bool {
    stacks[context] != nil || tabs[context] != nil
  }
}

/// The saved lines of one stack, stored from one save to the next.
struct StackLines {
  /// The number of screens of a page.
  static let pageSize = 32

  /// The depth of the lines in the tree.
  let depth: Int
  /// The screens that can be saved, up to the first that cannot, without the root.
  private(set) var records: [Record] = []
  /// The first screen that cannot be saved.
  private(set) var unsaved: NavigationEntry?
  /// The pages made so far, by the position of their screens.
  private var pages: [SavedScene.Page?] = []
  private var trail: Trail
  private var marks = Marks()

  /// One screen, without its contents.
  struct Record {
    let entry: NavigationEntry
    let text: String
  }

  /// The marks of screens that are saved with them.
  struct Marks {
    var intents: [NavigationEntry.ID: PendingIntent] = [:]
    var resultNames: [NavigationEntry.ID: String] = [:]
    /// The screens of flows that end with the process.
    var unsaved: Set<NavigationEntry.ID> = []

    /// The screens whose marks differ from those of a later save.
    func changes(to new: Self) -> Set<NavigationEntry.ID> {
      var changed = Set<NavigationEntry.ID>()
      if intents != new.intents {
        let both = Set(intents.keys).union(new.intents.keys)
        changed = both.filter { intents[$0] != new.intents[$0] }
      }
      if resultNames != new.resultNames {
        let both = Set(resultNames.keys).union(new.resultNames.keys)
        changed.formUnion(both.filter { resultNames[$0] != new.resultNames[$0] })
      }
      return changed
    }
  }

  /// Creates the lines of a stack that has not been read yet.
  init(_ stack: NavigationState.Stack, depth: Int) {
    self.depth = depth
    trail = Trail(stack.trail.first)
  }

  /// The page at a position; nil if it has not been made.
  subscript(page page: Int) -> SavedScene.Page? { page < pages.count ? pages[page] : nil }

  /// Updates the lines to the present entries of the stack.
  /// - Returns: The number of screens written.
  /// - Complexity: O(screens that differ).
  mutating func update(_ stack: NavigationState.Stack, _ marks: Marks) -> Int {
    let difference = stack.trail.difference(from: trail)
    let kept = trail.count - 1 - difference.removed.count { $0.presentation != .root }
    trail = stack.trail
    if records.count >= kept { unsaved = nil }
    if records.count > kept { discard(from: kept) }
    let rewritten = update(marks)
    let known = records.count
    if known == kept { append(difference.added.filter { $0.presentation != .root }) }
    return records.count - known + rewritten
  }

  /// Appends screens that have begun, up to the first that cannot be saved.
  private mutating func append(_ entries: [NavigationEntry]) {
    for entry in entries {
      guard let record = record(of: entry) else {
        unsaved = entry
        return
      }
      records.append(record)
    }
  }

  /// Rewrites the screens whose marks have changed.
  private mutating func update(_ marks: Marks) -> Int {
    let positions = self.marks.changes(to: marks).compactMap { position(of: $0) }
    self.marks = marks
    for position in positions {
      guard let record = record(of: records[position].entry) else { continue }
      records[position] = record
      if position / Self.pageSize < pages.count { pages[position / Self.pageSize] = nil }
    }
    return positions.count
  }

  /// The position of a screen among those that are saved.
  ///
  /// Screens further up have higher numbers, because every visit gets the next one.
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

  /// Makes the page of the screens at a position.
  mutating func makePage(_ page: Int, number: Int) -> SavedScene.Page {
    let screens = records[(page * Self.pageSize)..<((page + 1) * Self.pageSize)]
    let made = SavedScene.Page(number: number, text: screens.map(\.text).joined())
    while pages.count <= page { pages.append(nil) }
    pages[page] = made
    return made
  }

  private mutating func discard(from position: Int) {
    records.removeLast(records.count - position)
    let whole = position / Self.pageSize
    if pages.count > whole { pages.removeLast(pages.count - whole) }
  }

  /// The lines of a screen; nil for one that a binding owns, whose route has no saved form, or whose
  /// flow ends with the process.
  private func record(of entry: NavigationEntry) -> Record? {
    guard !entry.isBound, !marks.unsaved.contains(entry.id), let route = entry.route,
      let fields = Self.fields(of: route)
    else { return nil }
    var text = "\(entry.presentation.rawValue)\t\(depth)\t\(fields)\n"
    if let name = marks.resultNames[entry.id] {
      text += "result\t\(depth + 1)\t\(PercentText.encode(name))\n"
    }
    // A pending destination is saved as a whole or not at all.
    let wanted = (marks.intents[entry.id]?.steps ?? []).map { step in
      Self.fields(of: step.route).map { fields in
        let name = PercentText.encode(step.resultName ?? "")
        return "wanted\t\(depth + 1)\t\(step.presentation.rawValue)\t\(name)\t\(fields)\n"
      }
    }
    if wanted.allSatisfy({ $0 != nil }) { text += wanted.compactMap { $0 }.joined() }
    return Record(entry: entry, text: text)
  }

  /// The fields of a route: the name of its type, its version, and its JSON; nil without JSON.
  private static func fields(of route: Route) -> String? {
    route.json.map { "\(route.typeName)\t\(RouteCoding.version(of: route.type))\t\($0)" }
  }
}
