/// A number as its digits say it, in whatever notation they are written.
struct WrittenNumber: Equatable {
  let isNegative: Bool
  /// The digits before the fraction, without zeros in front; empty for none.
  let whole: String
  /// The digits of the fraction, without zeros at the end.
  let fraction: String

  init(isNegative: Bool, whole: some Sequence<Character>, fraction: some Sequence<Character>) {
    self.whole = String(whole.drop { $0 == "0" })
    self.fraction = String(Array(fraction).reversed().drop { $0 == "0" }.reversed())
    self.isNegative = isNegative && !(self.whole.isEmpty && self.fraction.isEmpty)
  }
}

/// The parts of a text that contains a number: its digits and separators, its sign, and its unit.
struct NumberText {
  /// The text from its first digit to its last, with the digits of ASCII.
  let core: ArraySlice<Character>
  let isNegative: Bool
  /// The text around the digits without its sign and its blanks: `€`, `%`.
  let unit: String

  /// Takes a text apart; nil if it has no digit, or several signs.
  ///
  /// - Parameter decimal: the separator that may stand in front of the first digit.
  init?(_ text: String, decimal: Character? = nil) {
    let shown = text.unicodeScalars.filter { !Self.turnsLines($0) }
    let characters = String(String.UnicodeScalarView(shown)).map(Self.inASCII)
    guard var first = characters.firstIndex(where: Self.isDigit),
      let last = characters.lastIndex(where: Self.isDigit)
    else { return nil }
    if first > 0, characters[first - 1] == decimal,
      characters[..<(first - 1)].allSatisfy({ $0.isWhitespace || Self.signs.contains($0) })
    {
      first -= 1
    }
    let (front, end) = (characters[..<first], characters[(last + 1)...])
    let isEnclosed = front.contains("(") && end.contains(")")
    let around = (front + end).filter { !$0.isWhitespace && !(isEnclosed && "()".contains($0)) }
    let signs = around.filter(Self.signs.contains)
    guard signs.count + (isEnclosed ? 1 : 0) <= 1 else { return nil }
    core = characters[first...last]
    isNegative = isEnclosed || signs.contains { !Self.pluses.contains($0) }
    unit = String(around.filter { !Self.signs.contains($0) })
  }

  /// The characters between the digits.
  var separators: [Character] { core.filter { !Self.isDigit($0) } }

  /// The runs of digits in a text, in the digits of ASCII.
  static func numbers(in text: String) -> [String] {
    text.map(inASCII).split { !isDigit($0) }.map { String($0) }
  }

  /// The number of digits in each run of them.
  var runs: [Int] {
    core.split(omittingEmptySubsequences: false) { !Self.isDigit($0) }.map(\.count)
  }

  private static let pluses: Set<Character> = ["+", "\u{FF0B}"]
  private static let signs = pluses.union([
    "-", "\u{2010}", "\u{2011}", "\u{2212}", "\u{FE63}", "\u{FF0D}",
  ])

  /// True if a scalar has no shape, and only sets the direction of a line.
  private static func turnsLines(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isBidiControl
  }

  private static func inASCII(_ character: Character) -> Character {
    guard !character.isASCII, let scalar = character.unicodeScalars.first,
      scalar.properties.numericType == .decimal, let digit = character.wholeNumberValue
    else { return character }
    return Character("\(digit)")
  }

  static func isDigit(_ character: Character) -> Bool { ("0"..."9").contains(character) }
}

/// The separators of the numbers of a language, and the sizes of their groups.
struct NumberSeparators {
  /// The separator of the fraction; nil where there is none.
  var decimal: Character?
  /// The separator of groups; nil where there are none.
  private(set) var group: Character?
  private var lastGroup = 3
  private var otherGroups = 3

  /// The separators in a printed whole number; nil if it is not printed digit by digit, as `1.2E6` is not.
  ///
  /// - Parameter digits: the least number of digits before the fraction.
  init?(in printed: String, digits: Int) {
    guard let text = NumberText(printed) else { return nil }
    let (separators, runs) = (text.separators, text.runs)
    let hasGroups = runs[0] < digits
    let place = hasGroups ? separators.prefix { $0 == separators.first }.count : 0
    let fraction = text.core.suffix(runs.dropFirst(place + 1).first ?? 0)
    guard runs[...place].reduce(0, +) >= digits, place == 0 || (2...4).contains(runs[place]),
      separators.count <= place + 1, fraction.allSatisfy({ $0 == "0" })
    else { return nil }
    group = hasGroups ? separators.first : nil
    decimal = separators.dropFirst(place).first
    if place > 0 { (lastGroup, otherGroups) = (runs[place], runs[place]) }
    if place > 1 { otherGroups = runs[place - 1] }
  }

  /// The number in a text, and its unit; nil if the text is not written with these separators.
  ///
  /// Groups have to be of their size, and in the part before the fraction.
  func read(_ text: String) -> (number: WrittenNumber, unit: String)? {
    guard let text = NumberText(text, decimal: decimal) else { return nil }
    let parts = text.core.split(maxSplits: 1, omittingEmptySubsequences: false) { $0 == decimal }
    let fraction = parts.count > 1 ? parts[1] : []
    guard fraction.allSatisfy(NumberText.isDigit), let whole = ungrouped(parts[0]) else {
      return nil
    }
    return (WrittenNumber(isNegative: text.isNegative, whole: whole, fraction: fraction), text.unit)
  }

  /// The digits of the part before the fraction; nil if it has other separators, or groups of other sizes.
  private func ungrouped(_ part: ArraySlice<Character>) -> [Character]? {
    let digits = part.filter(NumberText.isDigit)
    let separators = part.filter { !NumberText.isDigit($0) }
    guard !separators.isEmpty else { return digits }
    let runs = part.split(omittingEmptySubsequences: false) { !NumberText.isDigit($0) }
    let sizes = runs.map(\.count)
    guard separators.allSatisfy(isGroup), digits.first != "0", sizes.last == lastGroup,
      sizes.dropFirst().dropLast().allSatisfy({ $0 == otherGroups }),
      (1...otherGroups).contains(sizes[0])
    else { return nil }
    return digits
  }

  /// True if a character separates groups; any blank does where one is printed, and any apostrophe.
  private func isGroup(_ character: Character) -> Bool {
    guard let group else { return false }
    let apostrophes: Set<Character> = ["'", "’"]
    return character == group || character.isWhitespace && group.isWhitespace
      || apostrophes.contains(character) && apostrophes.contains(group)
  }

  /// The same number as it can be typed, without groups.
  func text(of number: WrittenNumber) -> String {
    let whole = number.whole.isEmpty ? "0" : number.whole
    let fraction = number.fraction.isEmpty ? "" : (decimal.map { "\($0)" } ?? ".") + number.fraction
    return (number.isNegative ? "-" : "") + whole + fraction
  }

  /// The number that a person may have meant by a text in the notation of another language, or with groups
  /// of other sizes.
  func guess(_ text: NumberText) -> WrittenNumber? {
    let (core, separators) = (text.core, text.separators)
    guard !separators.contains(where: { $0.isLetter && $0 != group }) else { return nil }
    let last = separators.last.flatMap { ".,\u{66B}".contains($0) ? $0 : nil }
    let isFraction = separators.count { $0 == last } == 1
    guard isFraction || Set(separators).count < 2 else { return nil }
    let end = isFraction ? core.lastIndex { $0 == last } ?? core.endIndex : core.endIndex
    return WrittenNumber(
      isNegative: text.isNegative, whole: core[..<end].filter(NumberText.isDigit),
      fraction: core[end...].filter(NumberText.isDigit))
  }
}
