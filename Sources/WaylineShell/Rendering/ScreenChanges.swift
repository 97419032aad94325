import WaylineViews

/// The lines that differ between two screens of one place. Pure.
///
/// An element is the same line as long as its identity is, so a row that is inserted is one change although
/// the numbers of all rows below it are others.
struct ScreenChanges: Hashable, Sendable {
  /// The positions of new and of changed lines among the lines of the new screen, in order.
  private(set) var lines: [Int] = []
  /// The texts of the lines that do not exist any more, with the numbers under which they were printed.
  var removed: [String] { missing.map { $0.text } }
  /// Those lines with their positions in the old screen.
  private var missing: [(line: Int, text: String)] = []
  /// The number of changes; a changed line is one.
  private(set) var count = 0
  /// The positions of the lines that stayed the same, in the new screen, by those in the old one.
  private var positions: [Int: Int] = [:]
  /// The number of lines before the first change.
  private(set) var start = 0
  private var end = (old: 0, new: 0)
  private let comparesNumbers: Bool

  /// The longest part of a screen whose lines are compared one by one.
  private static let limit = 400

  static func == (left: Self, right: Self) -> Bool {
    left.lines == right.lines && left.removed == right.removed && left.count == right.count
  }

  func hash(into hasher: inout Hasher) { hasher.combine(lines) }

  /// The changes from one screen to another.
  ///
  /// - Parameter comparingNumbers: whether a line with another number is another line.
  /// - Complexity: O(lines), and O(n²) in the lines between the first change and the last one, up to a limit.
  init(from old: Screen, to new: Screen, comparingNumbers: Bool = false) {
    comparesNumbers = comparingNumbers
    let shorter = min(old.lines.count, new.lines.count)
    var start = 0
    while start < shorter, key(start, old) == key(start, new) { start += 1 }
    var end = (old: old.lines.count, new: new.lines.count)
    while end.old > start, end.new > start, key(end.old - 1, old) == key(end.new - 1, new) {
      end = (end.old - 1, end.new - 1)
    }
    (self.start, self.end) = (start, end)
    guard max(end.old, end.new) - start <= Self.limit else {
      count = max(end.old, end.new) - start
      return
    }
    compare(old, new)
  }

  private mutating func compare(_ old: Screen, _ new: Screen) {
    let (before, after) = (
      (start..<end.old).map { key($0, old) }, (start..<end.new).map { key($0, new) }
    )
    let difference = after.difference(from: before)
    let gone = Set(difference.removals.map(Self.offset))
    let come = Set(difference.insertions.map(Self.offset))
    let kept = zip(
      before.indices.filter { !gone.contains($0) }, after.indices.filter { !come.contains($0) })
    for (from, to) in kept { positions[start + from] = start + to }
    lines = come.sorted().map { start + $0 }
    let present = Set(after.flatMap(\.elements))
    // A line without an element that changed has its new text at the same place.
    let plain = gone.sorted().filter { before[$0].elements.isEmpty }
    let replaced = come.count { after[$0].elements.isEmpty }
    let left = Set(plain.dropFirst(replaced))
    let missing = gone.sorted().filter { index in
      let elements = before[index].elements
      let isMissing =
        elements.isEmpty ? left.contains(index) : !elements.contains(where: present.contains)
      return isMissing && !isContent(index, of: gone, old, new)
    }
    let short = old.abbreviating(missing.map { start + $0 }, since: old)
    self.missing = missing.map { (start + $0, "- \(PlainRenderer.line(start + $0, of: short))") }
    count = lines.count + missing.count
  }

  /// True if a missing line stood in a section that the line above says is closed now.
  private func isContent(
    _ index: Int, of gone: Set<Int>, _ old: Screen, _ new: Screen
  ) -> Bool {
    var above = index - 1
    while above >= 0 {
      if let opened = old.disclosure(on: start + above),
        let present = new.elements.first(where: { $0.id == opened.id })
      {
        return opened.value == "open" && present.value == "closed"
      }
      guard gone.contains(above) else { return false }
      above -= 1
    }
    return false
  }

  /// Leaves out all other lines of the new screen.
  mutating func keep(_ some: [Int]) {
    count -= lines.count - some.count
    lines = some
  }

  /// Adds the line of an element of the new screen, changed or not.
  mutating func add(_ element: ElementID, of screen: Screen) {
    guard
      let line = screen.lines.firstIndex(where: { line in
        line.spans.contains { span in
          if case .element(let index) = span { screen.elements[index].id == element } else { false }
        }
      }), !lines.contains(line)
    else { return }
    (lines, count) = ((lines + [line]).sorted(), count + 1)
  }

  /// Leaves out the lines that do not exist any more.
  mutating func dropRemoved() {
    let isMany = count > lines.count + missing.count
    missing = []
    if !isMany { count = lines.count }
  }

  private static func offset(_ change: CollectionDifference<Key>.Change) -> Int {
    switch change {
    case .insert(let offset, _, _), .remove(let offset, _, _): offset
    }
  }

  /// The position of an old line in the new screen; nil for one that changed.
  func position(of line: Int) -> Int? {
    if line < start { return line }
    return line >= end.old ? line - end.old + end.new : positions[line]
  }

  /// The changes that lie on a part of the old screen; nil stands for all of it.
  func on(_ page: Set<Int>?) -> ScreenChanges {
    guard let page else { return self }
    var part = self
    let shown = Set(page.compactMap(position))
    part.lines = lines.filter { line in
      // A new line belongs to the page of the line above it.
      var above = line - 1
      while above >= start, lines.contains(above) { above -= 1 }
      return above < 0 ? page.contains(0) : shown.contains(above)
    }
    part.missing = missing.filter { page.contains($0.line) }
    let isMany = count > lines.count + missing.count
    part.count = isMany ? count : part.lines.count + part.missing.count
    return part
  }

  private func key(_ line: Int, _ screen: Screen) -> Key { Key(line, screen, comparesNumbers) }

  /// The content of a line, with the numbers of its elements only where these are compared.
  private struct Key: Hashable {
    private enum Part: Hashable {
      case text(String)
      case element(ElementID, String, isEnabled: Bool, number: Int?)
    }

    private let parts: [Part]

    init(_ line: Int, _ screen: Screen, _ comparesNumbers: Bool) {
      parts = screen.lines[line].spans.map { span in
        switch span {
        case .text(let text, _): return .text(text)
        case .element(let index):
          let element = screen.elements[index]
          return .element(
            element.id, element.displayText, isEnabled: element.isEnabled,
            number: comparesNumbers ? screen.number(of: index) : nil)
        }
      }
    }

    var elements: [ElementID] {
      parts.compactMap { if case .element(let id, _, _, _) = $0 { id } else { nil } }
    }
  }
}

extension Screen {
  /// The disclosure that a line begins with; nil for any other line.
  fileprivate func disclosure(on line: Int) -> Element? {
    guard case .element(let index)? = lines[line].spans.first, elements[index].kind == .disclosure
    else { return nil }
    return elements[index]
  }
}

/// The elements by the numbers under which they were printed last.
///
/// A number means the element that stood under it where the user last saw it, whatever moved since.
struct SeenNumbers: Hashable, Sendable {
  private var elements: [Int: Element] = [:]
  /// True if all numbers were printed: another one is of no element.
  let isComplete: Bool

  /// No numbers.
  init() { isComplete = false }

  /// The numbers of all elements of a screen, of which all lines or only some were printed.
  init(_ screen: Screen, isComplete: Bool) {
    self.isComplete = isComplete
    note(screen.lines.indices, of: screen)
  }

  /// The highest number; 0 without any.
  var last: Int { elements.keys.max() ?? 0 }

  /// Records the numbers of printed lines.
  mutating func note(_ lines: some Sequence<Int>, of screen: Screen) {
    for line in lines {
      for case .element(let index) in screen.lines[line].spans {
        elements[screen.number(of: index)] = screen.elements[index]
      }
    }
  }

  /// The element that was printed under a number last; nil if none was.
  subscript(number: Int) -> Element? { elements[number] }
}
