import Wayline

/// The screen of a state whose commands were taken: the numbers of its parts.
///
/// A search may find hundreds of thousands of states, and their screens consist of few texts and elements. So a screen that is
/// needed seldom has their numbers, and is made again where a step leads to its state.
struct PackedScreen {
  fileprivate let parts: ScreenParts
  fileprivate let numbers: [UInt32]
  fileprivate let aside: ExploredScreen.Aside?

  /// What is asked of most states, as bits of the first number.
  struct Flags: OptionSet {
    let rawValue: UInt32

    static let isFirst = Flags(rawValue: 1)
    static let hasEnded = Flags(rawValue: 2)
    static let hasWork = Flags(rawValue: 4)
    static let hasEndlessWork = Flags(rawValue: 8)
    fileprivate static let isAsking = Flags(rawValue: 16)
    fileprivate static let holdsRows = Flags(rawValue: 32)
    fileprivate static let hasURL = Flags(rawValue: 64)

    init(rawValue: UInt32) { self.rawValue = rawValue }

    init(_ screen: ExploredScreen) {
      self = []
      if screen.isFirst { insert(.isFirst) }
      if screen.hasEnded { insert(.hasEnded) }
      if screen.hasWork { insert(.hasWork) }
      if !screen.endless.isEmpty { insert(.hasEndlessWork) }
      if screen.isAsking { insert(.isAsking) }
      if screen.holdsRows { insert(.holdsRows) }
      if screen.url != nil { insert(.hasURL) }
    }
  }

  var flags: Flags { Flags(rawValue: numbers[0]) }

  /// The screen.
  ///
  /// - Complexity: O(*n*), where *n* is the number of lines and elements.
  var screen: ExploredScreen { parts.screen(self) }
}

/// The texts, elements and places of the screens of a search, each once.
final class ScreenParts {
  /// Values by the numbers that they are given in the order in which they come, each found by a key.
  private struct Numbered<Key: Hashable, Part> {
    private var parts: [Part] = []
    private var numbers: [Key: UInt32] = [:]

    mutating func number(of key: Key, _ part: Part) -> UInt32 {
      if let known = numbers[key] { return known }
      let number = UInt32(parts.count)
      parts.append(part)
      numbers[key] = number
      return number
    }

    subscript(number: UInt32) -> Part { parts[Int(number)] }
  }

  /// A text by its bytes: texts of the same characters may have others.
  private struct Bytes: Hashable {
    let text: String

    static func == (left: Self, right: Self) -> Bool {
      var (left, right) = (left.text, right.text)
      return left.withUTF8 { left in right.withUTF8 { left.elementsEqual($0) } }
    }

    func hash(into hasher: inout Hasher) {
      var text = text
      text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    }
  }

  /// An element by the numbers of its texts.
  private struct ElementKey: Hashable {
    let number: Int
    let isEnabled, allowsSeveral: Bool
    let texts: [UInt32]
  }

  private var texts = Numbered<Bytes, String>()
  private var elements = Numbered<ElementKey, SceneElement>()
  private var durations = Numbered<Duration, Duration>()
  private var places = Numbered<UInt64, ExploredScreen.Places>()

  private func number(of text: String) -> UInt32 { texts.number(of: Bytes(text: text), text) }

  private func number(of element: SceneElement) -> UInt32 {
    let texts = [element.label, element.value, element.text, element.kind] + element.choices
    let key = ElementKey(
      number: element.number, isEnabled: element.isEnabled,
      allowsSeveral: element.allowsSeveral, texts: texts.map(number))
    return elements.number(of: key, element)
  }

  /// The numbers of a screen, one after the other: of lists with their counts.
  func pack(_ screen: ExploredScreen) -> PackedScreen {
    let shown = screen.shown
    var numbers = [PackedScreen.Flags(screen).rawValue]
    numbers.reserveCapacity(16 + shown.lines.count + shown.elements.count)
    numbers.append(places.number(of: shown.places.hash, shown.places))
    numbers.append(number(of: shown.place))
    if let url = shown.url { numbers.append(number(of: url)) }
    func add<Part>(_ list: [Part], _ number: (Part) -> UInt32) {
      numbers.append(UInt32(list.count))
      for part in list { numbers.append(number(part)) }
    }
    for list in [shown.lines, shown.pending, shown.ready, shown.endless, shown.guardAnswers] {
      add(list, number)
    }
    add(shown.elements, number)
    add(shown.timers) { durations.number(of: $0, $0) }
    return PackedScreen(parts: self, numbers: numbers, aside: screen.withoutShortKind.aside)
  }

  fileprivate func screen(_ packed: PackedScreen) -> ExploredScreen {
    var rest = packed.numbers[...]
    let flags = PackedScreen.Flags(rawValue: rest.removeFirst())
    func list<Part>(_ part: (UInt32) -> Part) -> [Part] {
      let count = Int(rest.removeFirst())
      defer { rest = rest.dropFirst(count) }
      return rest.prefix(count).map(part)
    }
    let texts = { [texts] in texts[$0] }
    let shown = ExploredScreen.Shown(
      places: places[rest.removeFirst()], place: texts(rest.removeFirst()),
      url: flags.contains(.hasURL) ? texts(rest.removeFirst()) : nil,
      lines: list(texts), pending: list(texts), ready: list(texts), endless: list(texts),
      guardAnswers: list(texts), elements: list { elements[$0] }, timers: list { durations[$0] },
      isFirst: flags.contains(.isFirst), isAsking: flags.contains(.isAsking),
      holdsRows: flags.contains(.holdsRows), hasEnded: flags.contains(.hasEnded))
    return ExploredScreen(shown: shown, aside: packed.aside)
  }
}
