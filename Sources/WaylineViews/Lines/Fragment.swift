import WaylineSystem

/// The lines that a node contributes to a screen: its own, or its children's in order.
///
/// It is read in two ways: as lines, when a page is put together, and as rows, by a list, a picker
/// or a stack beside each other. An unchanged subtree's fragment is used again as it is.
final class Fragment {
  /// Puts lines together whose columns depend on the width of the elements' numbers.
  typealias Layout = (_ firstNumber: Int) -> [Line]

  /// The role of the fragment for a reader of rows.
  enum Role {
    /// The rows of its parts.
    case rows
    /// One row, whatever is in it.
    case row
    /// One row, which shows the rows of its parts as a list does.
    case list
  }

  /// The number of lines and elements of a fragment.
  struct Size {
    var lines: Int32 = 0
    var elements: Int32 = 0
    /// Lines if its rows are shown as a list does.
    var listedLines: Int32 = 0
  }

  // NB: nearly every fragment has one line. Stored here it needs no array of lines.
  // A change runs no code of the program, so accesses do not overlap: they need no check at run time.
  /// Its first line of its own.
  @exclusivity(unchecked) private var firstLine: Line?
  let elements: [Element]
  private(set) var parts: [Fragment]
  private(set) var size: Size
  let role: Role
  /// True if a blank line separates it from the lines before.
  let isSpaced: Bool
  /// The style of text that has no style of its own.
  let style: TextStyle
  private var mayPoseAsShell: Bool
  private let uncommon: UncommonFields?

  /// The fields that few fragments have.
  private final class UncommonFields {
    /// The lines after the first.
    var otherLines: [Line] = []
    var original: Text?
    var tag: AnyHashable?
    var leadingLabel: LeadingLabel?
    var layout: Layout?
    /// The rows of a list as they are shown; made when the list is first put on a page.
    var listed: [Fragment]?
    /// The number of rows that are not made yet, and belong here.
    var waitingRows = 0
    /// The row that it was made of by a modifier.
    var origin: RowOrigin?
    /// The number of rows that wait until the user asks for more, where the line says so.
    var heldRows = 0
    /// True if a toolbar shows it above its content.
    var isRaised = false
  }

  nonisolated(unsafe) static let empty = Fragment()  // without parts, so nothing is ever exchanged

  init(
    _ lines: [Line] = [], elements: [Element] = [], leadingLabel: LeadingLabel? = nil,
    layout: Layout? = nil, original: Text? = nil
  ) {
    firstLine = lines.first
    self.elements = elements
    parts = []
    size = Size(lines: Int32(lines.count), elements: Int32(elements.count))
    role = .row
    isSpaced = false
    style = TextStyle()
    let isPlain = lines.count < 2 && leadingLabel == nil && layout == nil && original == nil
    uncommon = isPlain ? nil : UncommonFields()
    mayPoseAsShell = layout != nil || lines.contains(where: \.posesAsShell)
    if lines.count > 1 { uncommon?.otherLines = Array(lines.dropFirst()) }
    uncommon?.original = original
    uncommon?.leadingLabel = leadingLabel
    uncommon?.layout = layout
    size.listedLines = linesAsRow
  }

  /// One line, as nearly every fragment has it.
  init(_ line: Line, elements: [Element] = []) {
    firstLine = line
    self.elements = elements
    parts = []
    size = Size(lines: 1, elements: Int32(elements.count), listedLines: 1)
    role = .row
    isSpaced = false
    style = TextStyle()
    uncommon = nil
    mayPoseAsShell = line.posesAsShell
  }

  /// The place of rows that are not made yet.
  convenience init(waitingRows: Int) {
    self.init(nil, Size())
    uncommon?.waitingRows = waitingRows
  }

  /// The line that stands for rows that wait until the user asks for more.
  convenience init(heldRows: Int) {
    self.init(.heldRows(heldRows), Size(lines: 1, elements: 0, listedLines: 1))
    uncommon?.heldRows = heldRows
  }

  /// A row without elements that stands for others.
  private init(_ line: Line?, _ size: Size) {
    (firstLine, elements, parts) = (line, [], [])
    self.size = size
    role = .row
    isSpaced = false
    style = TextStyle()
    uncommon = UncommonFields()
    mayPoseAsShell = false
  }

  /// One line with one element, and nothing else.
  convenience init(_ element: Element) {
    self.init(Self.elementLine, elements: [element])
  }

  private static let elementLine = Line([.element(0)])

  init(
    parts: [Fragment], role: Role = .rows, isSpaced: Bool = false, style: TextStyle = TextStyle()
  ) {
    (firstLine, elements) = (nil, [])
    self.parts = parts
    size = Size()
    self.role = role
    self.isSpaced = isSpaced
    self.style = style
    uncommon = role == .list ? UncommonFields() : nil
    mayPoseAsShell = false
    for part in parts { size += part.size }
    if role == .list { size.lines = size.listedLines }
    if role != .rows { size.listedLines = linesAsRow }
  }

  /// Rows that a toolbar shows above its content.
  convenience init(raised part: Fragment) {
    self.init(parts: [part], tag: nil)
    uncommon?.isRaised = true
  }

  /// Rows with a tag in a selection, or one row with it.
  init(parts: [Fragment], role: Role = .rows, tag: AnyHashable?) {
    (firstLine, elements) = (nil, [])
    self.parts = parts
    size = Size()
    self.role = role
    isSpaced = false
    style = TextStyle()
    uncommon = UncommonFields()
    mayPoseAsShell = false
    uncommon?.tag = tag
    for part in parts { size += part.size }
    if role != .rows { size.listedLines = linesAsRow }
  }

  /// One row that a modifier made of another.
  init(_ shown: Fragment, made origin: RowOrigin) {
    (firstLine, elements) = (nil, [])
    (parts, size) = ([shown], shown.size)
    role = .row
    isSpaced = false
    style = TextStyle()
    uncommon = UncommonFields()
    mayPoseAsShell = false
    uncommon?.origin = origin
    size.listedLines = linesAsRow
  }

  /// The parts of rows as one row.
  init(parts: [Fragment], size: Size) {
    (firstLine, elements) = (nil, [])
    (self.parts, self.size) = (parts, size)
    role = .row
    isSpaced = false
    style = TextStyle()
    uncommon = nil
    mayPoseAsShell = false
    self.size.listedLines = linesAsRow
  }

  /// Its own lines after the first.
  private var otherLines: [Line] { uncommon?.otherLines ?? [] }

  /// Its own lines, without those of its parts.
  var lines: [Line] { firstLine.map { [$0] + otherLines } ?? [] }
  /// True if its only line is a text, and that is all it has.
  var isSoleText: Bool {
    guard let firstLine, firstLine.spans.count == 1, otherLines.isEmpty, parts.isEmpty,
      case .text = firstLine.spans[0]
    else { return false }
    return true
  }

  /// The text of its only line, where that is all it has.
  var soleText: (text: String, style: TextStyle)? {
    guard let line = firstLine, line.spans.count == 1, otherLines.isEmpty, parts.isEmpty,
      case .text(let text, let style) = line.spans[0]
    else { return nil }
    return (text, style)
  }

  /// The number of rows that are not made yet, and belong here.
  var waitingRows: Int { uncommon?.waitingRows ?? 0 }
  var lineCount: Int { Int(size.lines) }
  var elementCount: Int { Int(size.elements) }
  /// The tag of its rows in a selection, where no row has its own.
  var tag: AnyHashable? { uncommon?.tag }
  /// The row that it was made of by a modifier.
  var origin: RowOrigin? { uncommon?.origin }
  /// True if its rows have a tag.
  var isTagged: Bool { uncommon.map { $0.tag != nil } ?? false }
  /// The text that it was made of, where the lines do not contain it.
  var original: Text? { uncommon?.original }
  /// The label at the start of its one line, aligned in lists.
  var leadingLabel: LeadingLabel? { uncommon?.leadingLabel }

  /// The number of its lines as a list row, in which one action takes the whole row.
  private var linesAsRow: Int32 {
    guard size.lines > 1, size.elements == 1, soleElement?.isAction == true else {
      return size.lines
    }
    return 1
  }

  /// The fragments shown below its own lines: its parts, or the rows of a list.
  private var shownParts: [Fragment] {
    guard role == .list, let uncommon else { return parts }
    if let listed = uncommon.listed { return listed }
    let listed = Fragment.listed(parts.flatMap(\.rows).map(\.fragment))
    uncommon.listed = listed
    return listed
  }
}

extension Fragment {
  /// The parts that a toolbar shows above its content, and the others, each in order.
  var divided: (above: [Fragment], below: [Fragment]) {
    guard hasRaised else { return ([], [self]) }
    if uncommon?.isRaised == true { return ([self], []) }
    let parts = parts.map(\.divided)
    return (parts.flatMap(\.above), parts.flatMap(\.below))
  }

  private var hasRaised: Bool { uncommon?.isRaised == true || parts.contains(where: \.hasRaised) }

  /// Appends its lines to a page and numbers its elements from there; nothing below rows that are not
  /// made yet.
  ///
  /// - Parameter isScreen: whether the page is shown as it is, so that no line of data may look
  ///   like the shell's own; false where lines are taken as parts of others.
  /// - Complexity: O(lines).
  func append(to page: inout Page, style outer: TextStyle = TextStyle(), isScreen: Bool = true) {
    if page.waitingRows > 0 || waitingRows > 0 { return passOver(for: &page) }
    if isSpaced, lineCount > 0, let last = page.lines.last, !last.spans.isEmpty {
      page.lines.append(Line())
    }
    if let uncommon, uncommon.heldRows > 0 { return page.addHeldRows(uncommon.heldRows) }
    let style = outer.isPlain ? style : style.filled(from: outer)
    let base = page.elements.count
    let isAsItIs = style.isPlain && (elements.isEmpty || base == 0) && !mayPoseAsShell
    func add(_ line: Line) {
      if isAsItIs { return page.lines.append(line) }
      let safe = isScreen && mayPoseAsShell ? line.unposed : line
      page.lines.append(safe.shifted(by: base).filled(from: style))
    }
    if let layout = uncommon?.layout {
      for line in layout(page.nextNumber) { add(line) }
    } else if let firstLine {
      add(firstLine)
      for line in otherLines { add(line) }
    }
    elements.append(to: &page.elements)
    for part in shownParts {
      part.append(to: &page, style: style, isScreen: isScreen)
    }
  }

  /// Appends its elements, also those below rows that are not made yet, which have none.
  func appendElements(to list: inout [Element]) {
    list += elements
    for part in shownParts { part.appendElements(to: &list) }
  }

  /// Counts the rows that are not made yet, here and below.
  private func passOver(for page: inout Page) {
    page.waitingRows += waitingRows
    if elements.contains(where: \.isPrivate) { page.hasSecretBelow = true }
    for part in parts { part.passOver(for: &page) }
  }

  /// All of it as one page without layer and titles, to be a part of other lines.
  var flattened: Page {
    var page = Page(layer: .root, titles: [])
    append(to: &page, isScreen: false)
    return page
  }

  /// The text as one line, elements included.
  var text: String { flattened.text }

  /// The element, where there is exactly one.
  var soleElement: Element? {
    guard elementCount == 1 else { return nil }
    return elements.first ?? parts.first { $0.elementCount == 1 }?.soleElement
  }
}

extension Fragment {
  /// Exchanges the text of its only line, in place.
  ///
  /// Only the node that made the fragment calls this, where it is a sole text. The fragments
  /// above that have it as a part are valid as they are; see ``ViewNode/lineExchanged()``.
  func exchangeText(for text: String, _ style: TextStyle) {
    firstLine?.spans[0] = .text(text, style)
    mayPoseAsShell = SafeText.posesAsShell(text)
  }

  /// Exchanges a part, in place, for one that the same node made since.
  ///
  /// Only the node that made the fragment calls this, after the nodes above have discarded it.
  func exchange(_ place: Int, for part: Fragment) {
    // NB: moved out and back, which avoids a check for exclusive access.
    var changed = parts
    parts = []
    let before = changed[place].size
    changed[place] = part
    parts = changed
    resize(from: before, to: part.size)
  }

  /// Takes over that the size of a part has changed.
  func resize(from before: Size, to after: Size) {
    size -= before
    size += after
  }
}

extension Fragment.Size {
  static func += (total: inout Self, other: Self) {
    total.lines += other.lines
    total.elements += other.elements
    total.listedLines += other.listedLines
  }

  static func -= (total: inout Self, other: Self) {
    total.lines -= other.lines
    total.elements -= other.elements
    total.listedLines -= other.listedLines
  }
}

extension Array {
  /// Appends its elements to another array; mostly there is one or none.
  fileprivate func append(to other: inout [Element]) {
    if count == 1 { other.append(self[0]) } else if count > 1 { other += self }
  }
}

extension Page {
  /// The number of the next element.
  fileprivate var nextNumber: Int { elements.count + 1 }
}

/// Many fragments, one after the other, of which one can be exchanged without looking at the rest.
///
/// - Complexity: making it is O(fragments), an exchange O(log fragments).
struct FragmentTree {
  private static let width = 32

  /// All of them as the parts of one fragment, or as the parts of parts.
  let root: Fragment
  /// The number of fragments below each part of the root.
  private let span: Int

  init(_ fragments: [Fragment]) {
    var (level, span) = (fragments, 1)
    while level.count > Self.width {
      level = stride(from: 0, to: level.count, by: Self.width).map { first in
        Fragment(parts: Array(level[first..<min(first + Self.width, level.count)]))
      }
      span *= Self.width
    }
    root = Fragment(parts: level)
    self.span = span
  }

  /// Exchanges one of them.
  func exchange(_ place: Int, for fragment: Fragment) {
    Self.exchange(place, for: fragment, in: root, span: span)
  }

  private static func exchange(
    _ place: Int, for fragment: Fragment, in parent: Fragment, span: Int
  ) {
    guard span > 1 else { return parent.exchange(place, for: fragment) }
    let part = parent.parts[place / span]
    let before = part.size
    exchange(place % span, for: fragment, in: part, span: span / width)
    parent.resize(from: before, to: part.size)
  }
}
