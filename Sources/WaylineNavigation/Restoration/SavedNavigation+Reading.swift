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
  private let bytes: [UInt8]
  /// Where the next line begins, and where it ends if it does.
  private var start = 0 { didSet { end = Self.end(of: bytes, from: start) } }
  private var end: Int?

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    end = Self.end(of: bytes, from: 0)
  }

  private static func end(of bytes: [UInt8], from start: Int) -> Int? {
    bytes[start...].firstIndex(of: UInt8(ascii: "\n"))
  }

  /// What is left, as the report keeps it; nil when everything was taken.
  func rest(because reason: RestorationReport.Reason?) -> RestorationReport.Dropped? {
    guard let reason, start < bytes.count else { return nil }
    return RestorationReport.Dropped(typeName: nil, reason: reason, bytes: Array(bytes[start...]))
  }

  mutating func takeLine(_ expected: String) -> Bool {
    guard let end, bytes[start..<end].elementsEqual(expected.utf8) else { return false }
    start = end + 1
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
    guard let end, bytes[start] == kind.utf8.first, begins(with: kind, depth: depth, end) else {
      return nil
    }
    let parts = bytes[start..<end].split(
      separator: UInt8(ascii: "\t"), maxSplits: count - 1, omittingEmptySubsequences: false)
    let fields = parts.compactMap { String(validating: $0, as: UTF8.self) }
    guard fields.count == count, Self.isCanonical(fields, kind: kind) else { return nil }
    start = end + 1
    return fields
  }

  /// Whether the line up to `end` is of this kind and depth: most that are asked for are not.
  private func begins(with kind: String, depth: Int, _ end: Int) -> Bool {
    var rest = bytes[start..<end]
    guard rest.starts(with: kind.utf8) else { return false }
    rest = rest.dropFirst(kind.utf8.count)
    guard rest.first == UInt8(ascii: "\t") else { return false }
    let number = rest.dropFirst().prefix { $0 != UInt8(ascii: "\t") }
    return number.elementsEqual("\(depth)".utf8)
  }

  /// Whether the fields are spelled as they are written here, so that they can be given back as
  /// they were.
  private static func isCanonical(_ fields: [String], kind: String) -> Bool {
    func isNumber(_ text: String) -> Bool { Int(text).map { "\($0)" } == text }
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
