extension SavedNavigation {
  /// Reads the saved form as far as its lines are whole.
  ///
  /// - Returns: What could be read, and the rest byte for byte with the reason.
  package static func read(
    _ bytes: [UInt8]
  ) -> (saved: SavedNavigation, damaged: RestorationReport.Dropped?) {
    var reader = SavedLineReader(bytes)
    var saved = SavedNavigation()
    guard reader.takeLine(header) else {
      return (saved, reader.rest(because: bytes.isEmpty ? nil : .unknownForm))
    }
    if let scene = reader.stack(depth: 0) { saved.scene = scene }
    return (saved, reader.rest(because: .damagedLine))
  }
}

/// Takes lines of the saved form from the front as long as they fit.
private struct SavedLineReader {
  /// The deepest level that is read; a program nests a handful.
  private static let deepest = 256

  private let bytes: [UInt8]
  /// Whether all of it is UTF-8, so that no field must be looked at again.
  private let isValid: Bool
  /// Where the next line begins.
  private var start = 0 { didSet { line = Line(bytes, from: start) } }
  private var line: Line?
  /// The name that was read last; most lines have the same.
  private var name: (range: Range<Int>, text: String)?

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    isValid = String(validating: bytes, as: UTF8.self) != nil
    line = Line(bytes, from: 0)
  }

  /// What is left, as the report keeps it; nil when everything was taken.
  func rest(because reason: RestorationReport.Reason?) -> RestorationReport.Dropped? {
    guard let reason, start < bytes.count else { return nil }
    return RestorationReport.Dropped(typeName: nil, reason: reason, bytes: Array(bytes[start...]))
  }

  mutating func takeLine(_ expected: String) -> Bool {
    guard let line, bytes[start..<line.end].elementsEqual(expected.utf8) else { return false }
    start = line.end + 1
    return true
  }

  mutating func stack(depth: Int) -> SavedNavigation.Stack? {
    guard let fields = take("stack", depth: depth, count: 3), let ordinal = Int(fields[2]) else {
      return nil
    }
    var stack = SavedNavigation.Stack(ordinal: ordinal)
    stack.root = children(depth: depth + 1)
    while let entry = entry(depth: depth + 1) { stack.entries.append(entry) }
    stack.bound = take("bound", depth: depth + 1, count: 3)?[2]
    return stack
  }

  private mutating func entry(depth: Int) -> SavedNavigation.Entry? {
    for form in NavigationEntry.Presentation.allCases where form != .root {
      guard let fields = take(form.rawValue, depth: depth, count: 5) else { continue }
      return SavedNavigation.Entry(
        typeName: fields[2], version: Int(fields[3]) ?? 0, json: fields[4], presentation: form,
        claim: claim(depth: depth + 1), wanted: wanted(depth: depth + 1),
        children: children(depth: depth + 1))
    }
    return nil
  }

  private mutating func wanted(depth: Int) -> [SavedNavigation.Wanted] {
    var wanted: [SavedNavigation.Wanted] = []
    while let fields = take("wanted", depth: depth, count: 7),
      let form = NavigationEntry.Presentation(rawValue: fields[2]),
      let claim = PercentText.decode(fields[3][...])
    {
      wanted.append(
        SavedNavigation.Wanted(
          presentation: form, claim: claim.isEmpty ? nil : claim, typeName: fields[4],
          version: Int(fields[5]) ?? 0, json: fields[6]))
    }
    return wanted
  }

  private mutating func claim(depth: Int) -> String? {
    take("result", depth: depth, count: 3).flatMap { PercentText.decode($0[2][...]) }
  }

  private mutating func children(depth: Int) -> SavedNavigation.Children {
    var children = SavedNavigation.Children()
    while let stack = stack(depth: depth) { children.stacks.append(stack) }
    while let tabs = tabs(depth: depth) { children.tabs.append(tabs) }
    return children
  }

  private mutating func tabs(depth: Int) -> SavedNavigation.Tabs? {
    guard let fields = take("tabs", depth: depth, count: 4), let ordinal = Int(fields[2]),
      let selected = PercentText.decode(fields[3][...])
    else { return nil }
    var tabs = SavedNavigation.Tabs(ordinal: ordinal, selected: selected)
    while let fields = take("tab", depth: depth + 1, count: 3),
      let tag = PercentText.decode(fields[2][...])
    {
      tabs.contents[tag] = children(depth: depth + 2)
    }
    return tabs
  }

  /// Takes the next line if it is of this kind and depth and its fields can be read.
  private mutating func take(_ kind: String, depth: Int, count: Int) -> [String]? {
    // Reading a level calls itself for the next; a deeper file is damaged, and must not end the program.
    guard depth <= Self.deepest else { return nil }
    guard let line, line.depth == depth, bytes[line.kind].elementsEqual(kind.utf8) else {
      return nil
    }
    var fields = [kind, ""]
    fields.reserveCapacity(count)
    var position = line.rest
    while fields.count < count {
      let isLast = fields.count == count - 1
      let tab = isLast ? line.end : bytes[position..<line.end].firstIndex(of: Line.tab)
      guard let tab, let field = fields.count == 2 ? name(tab, position) : text(position..<tab)
      else { return nil }
      fields.append(field)
      position = tab + 1
    }
    guard Self.isCanonical(fields, kind: kind) else { return nil }
    start = line.end + 1
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

  /// Whether the fields are spelled as they are written here, so that they can be given back as
  /// they were.
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

/// A line that has not been taken: what kind it is, how deep it stands, and where its fields are.
private struct Line {
  static let tab = UInt8(ascii: "\t")

  let kind: Range<Int>
  let depth: Int?
  let rest: Int
  let end: Int

  /// The line that begins at a position; nil without an end.
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

  /// A number as it is written here: without a sign and without zeros in front.
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
