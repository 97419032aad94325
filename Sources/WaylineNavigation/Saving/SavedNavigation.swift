/// The saved form of a scene's navigation, as it was read: one line a screen, so that a damaged line
/// loses the screens after it and not those before it.
///
/// ```
/// wayline navigation 1
/// stack⇥0⇥0
/// push⇥1⇥DeskRoute⇥0⇥{"catalog":{}}
/// push⇥1⇥DeskRoute⇥0⇥{"book":{"id":42}}
/// ```
///
/// The second field is the depth in the tree. A `wanted` line below a screen is a place to continue
/// to when the screen's flow has finished; a `result` line is the name under which its result is
/// awaited. Only screens owned by the router are written; a `bound` line at the end of a stack names
/// the type of a place that a binding presented above them.
///
/// ``SceneWriter`` is the only writer of the form; this is the only reader. Every part refers to its
/// own lines, so that a part that cannot be restored is quarantined byte for byte.
package struct SavedNavigation: Hashable, Sendable {
  /// The first line; its number grows when the form changes.
  static let header = "wayline navigation 1"

  /// The saved form of a scene that shows its first screen and nothing else.
  package static let firstScreen = header + "\nstack\t0\t0\n"

  /// One saved screen.
  struct Entry: Hashable, Sendable {
    /// The name of the route's type, without its module.
    var typeName: String
    /// The version of the type when it was saved.
    var version: Int
    /// The route as JSON.
    var json: String
    var presentation: NavigationEntry.Presentation
    /// The name under which the result of the screen's flow is awaited.
    var resultName: String?
    /// The places to continue to when the screen's flow has finished.
    var wanted: [Entry] = []
    var children = Children()
    var lines = Range<Int>(uncheckedBounds: (0, 0))
  }

  /// The contents of a screen or a tab.
  struct Children: Hashable, Sendable {
    var stacks: [Stack] = []
    var tabs: [Tabs] = []
    var isEmpty: Bool { stacks.isEmpty && tabs.isEmpty }

    /// The first screen among the contents; nil when there is nothing to restore.
    var firstEntry: Entry? {
      stacks.lazy.compactMap { $0.root.firstEntry ?? $0.entries.first }.first
        ?? tabs.lazy.flatMap { $0.contents.values }.compactMap(\.firstEntry).first
    }

    /// The positions of the lines of the contents.
    var lines: [Range<Int>] { stacks.map(\.lines) + tabs.map(\.lines) }
  }

  struct Stack: Hashable, Sendable {
    var ordinal: Int
    var root = Children()
    var entries: [Entry] = []
    /// The name of the type of a place that a binding presented above them.
    var bound: String?
    var lines = Range<Int>(uncheckedBounds: (0, 0))
  }

  struct Tabs: Hashable, Sendable {
    var ordinal: Int
    var selected: String
    var contents: [String: Children] = [:]
    var lines = Range<Int>(uncheckedBounds: (0, 0))
  }

  /// The stack of the scene itself; its root is the first screen.
  var scene = Stack(ordinal: 0)

  /// The bytes that the parts refer to.
  private(set) var bytes: [UInt8] = []

  /// The number of bytes that could be read.
  private(set) var readCount = 0

  /// Reads the saved form as far as its lines are complete.
  ///
  /// - Returns: The part that could be read, and the rest byte for byte with the reason.
  package static func read(
    _ bytes: [UInt8]
  ) -> (saved: SavedNavigation, damaged: RestorationReport.Dropped?) {
    var reader = SavedLineReader(bytes)
    var saved = SavedNavigation(bytes: bytes)
    guard reader.takeLine(header) else {
      return (saved, reader.rest(because: bytes.isEmpty ? nil : .unknownForm))
    }
    if let scene = reader.stack(depth: 0) { saved.scene = scene }
    saved.readCount = reader.position
    return (saved, reader.rest(because: .damagedLine))
  }

  private init(bytes: [UInt8]) { self.bytes = bytes }
}

/// Takes lines of the saved form from the front as long as they fit.
private struct SavedLineReader {
  /// The deepest level that is read; a program nests a handful.
  private static let deepest = 256

  private let bytes: [UInt8]
  /// True if all bytes are UTF-8, so that no field must be checked again.
  private let isValid: Bool
  /// The beginning of the next line.
  private(set) var position = 0 { didSet { line = Line(bytes, from: position) } }
  private var line: Line?
  /// The name that was read last; most lines have the same.
  private var name: (range: Range<Int>, text: String)?

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    isValid = String(validating: bytes, as: UTF8.self) != nil
    line = Line(bytes, from: 0)
  }

  /// The rest for the report; nil when every line was taken.
  func rest(because reason: RestorationReport.Reason?) -> RestorationReport.Dropped? {
    guard let reason, position < bytes.count else { return nil }
    return RestorationReport.Dropped(
      typeName: nil, reason: reason, bytes: Array(bytes[position...]))
  }

  mutating func takeLine(_ expected: String) -> Bool {
    guard let line, bytes[position..<line.end].elementsEqual(expected.utf8) else { return false }
    position = line.end + 1
    return true
  }

  mutating func stack(depth: Int) -> SavedNavigation.Stack? {
    let start = position
    guard let fields = take("stack", depth: depth, count: 3), let ordinal = Int(fields[2]) else {
      return nil
    }
    var stack = SavedNavigation.Stack(ordinal: ordinal)
    stack.root = children(depth: depth + 1)
    while let entry = entry(depth: depth + 1) { stack.entries.append(entry) }
    stack.bound = take("bound", depth: depth + 1, count: 3)?[2]
    stack.lines = start..<position
    return stack
  }

  private mutating func entry(depth: Int) -> SavedNavigation.Entry? {
    let start = position
    for form in NavigationEntry.Presentation.allCases where form != .root {
      guard let fields = take(form.rawValue, depth: depth, count: 5) else { continue }
      var entry = SavedNavigation.Entry(
        typeName: fields[2], version: Int(fields[3]) ?? 0, json: fields[4], presentation: form)
      entry.resultName = take("result", depth: depth + 1, count: 3).flatMap {
        PercentText.decode($0[2][...])
      }
      entry.wanted = wanted(depth: depth + 1)
      entry.children = children(depth: depth + 1)
      entry.lines = start..<position
      return entry
    }
    return nil
  }

  private mutating func wanted(depth: Int) -> [SavedNavigation.Entry] {
    var wanted: [SavedNavigation.Entry] = []
    var start = position
    while let fields = take("wanted", depth: depth, count: 7),
      let form = NavigationEntry.Presentation(rawValue: fields[2]),
      let name = PercentText.decode(fields[3][...])
    {
      wanted.append(
        SavedNavigation.Entry(
          typeName: fields[4], version: Int(fields[5]) ?? 0, json: fields[6], presentation: form,
          resultName: name.isEmpty ? nil : name, lines: start..<position))
      start = position
    }
    return wanted
  }

  private mutating func children(depth: Int) -> SavedNavigation.Children {
    var children = SavedNavigation.Children()
    while let stack = stack(depth: depth) { children.stacks.append(stack) }
    while let tabs = tabs(depth: depth) { children.tabs.append(tabs) }
    return children
  }

  private mutating func tabs(depth: Int) -> SavedNavigation.Tabs? {
    let start = position
    guard let fields = take("tabs", depth: depth, count: 4), let ordinal = Int(fields[2]),
      let selected = PercentText.decode(fields[3][...])
    else { return nil }
    var tabs = SavedNavigation.Tabs(ordinal: ordinal, selected: selected)
    while let fields = take("tab", depth: depth + 1, count: 3),
      let tag = PercentText.decode(fields[2][...])
    {
      tabs.contents[tag] = children(depth: depth + 2)
    }
    tabs.lines = start..<position
    return tabs
  }

  /// Takes the next line if it has this kind and depth and its fields can be read.
  private mutating func take(_ kind: String, depth: Int, count: Int) -> [String]? {
    // Reading a level calls itself for the next; a deeper file is damaged, and must not end the program.
    guard depth <= Self.deepest else { return nil }
    guard let line, line.depth == depth, bytes[line.kind].elementsEqual(kind.utf8) else {
      return nil
    }
    var fields = [kind, ""]
    fields.reserveCapacity(count)
    var start = line.rest
    while fields.count < count {
      let isLast = fields.count == count - 1
      let tab = isLast ? line.end : bytes[start..<line.end].firstIndex(of: Line.tab)
      guard let tab, let field = fields.count == 2 ? name(tab, start) : text(start..<tab)
      else { return nil }
      fields.append(field)
      start = tab + 1
    }
    guard Self.isCanonical(fields, kind: kind) else { return nil }
    position = line.end + 1
    return fields
  }

  private func text(_ range: Range<Int>) -> String? {
    bytes.withUnsafeBufferPointer { bytes in
      let field = UnsafeBufferPointer(rebasing: bytes[range])
      return isValid
        ? String(decoding: field, as: UTF8.self) : String(validating: field, as: UTF8.self)
    }
  }

  /// A field that is often the same as before, and is then not made again.
  private mutating func name(_ end: Int, _ start: Int) -> String? {
    if let name, bytes[name.range].elementsEqual(bytes[start..<end]) { return name.text }
    let made = text(start..<end)
    name = made.map { (start..<end, $0) }
    return made
  }

  /// True if the fields are spelled as the writer spells them; any other line is damaged.
  private static func isCanonical(_ fields: [String], kind: String) -> Bool {
    func isNumber(_ text: String) -> Bool { text == "0" || Int(text).map { "\($0)" } == text }
    func isName(_ text: String) -> Bool {
      PercentText.decode(text[...]).map(PercentText.encode) == text
    }
    return switch kind {
    case "stack": isNumber(fields[2])
    case "tabs": isNumber(fields[2]) && isName(fields[3])
    case "tab", "result": isName(fields[2])
    case "bound": true
    case "wanted":
      isName(fields[3]) && isNumber(fields[5])
        && NavigationEntry.Presentation(rawValue: fields[2]).map { $0 != .root } ?? false
    default: isNumber(fields[3])
    }
  }
}

/// The next line: its kind, its depth, and the positions of its fields.
private struct Line {
  static let tab = UInt8(ascii: "\t")

  let kind: Range<Int>
  let depth: Int?
  let rest: Int
  let end: Int

  /// Finds the line that begins at a position; nil when it has no end.
  init?(_ bytes: [UInt8], from start: Int) {
    guard let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) else { return nil }
    self.end = end
    let kindEnd = bytes[start..<end].firstIndex(of: Self.tab) ?? end
    kind = start..<kindEnd
    let depthStart = min(kindEnd + 1, end)
    let depthEnd = bytes[depthStart..<end].firstIndex(of: Self.tab) ?? end
    depth = depthEnd < end ? Self.number(bytes[depthStart..<depthEnd]) : nil
    rest = min(depthEnd + 1, end)
  }

  /// A number as the writer spells it: without a sign and without leading zeros.
  private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
    guard let first = digits.first, digits.count <= 9 else { return nil }
    if first == UInt8(ascii: "0"), digits.count > 1 { return nil }
    var number = 0
    for digit in digits {
      guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(digit) else { return nil }
      number = number * 10 + Int(digit - UInt8(ascii: "0"))
    }
    return number
  }
}
