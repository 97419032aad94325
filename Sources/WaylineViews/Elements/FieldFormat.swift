import WaylineSystem

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The format of a field: the texts that it reads, and the sentence for others.
struct FieldFormat {
  let reads: (String) -> Bool
  private let example: (String) -> String?
  private let type: Any.Type
  /// True if it reads numbers as they are written, so that a text can be known to be none.
  private let isOfFoundation: Bool

  /// The texts that a format reads as a whole.
  nonisolated init<Format: ParseableFormatStyle>(_ format: Format)
  where Format.FormatOutput == String {
    reads = { format.value(of: $0) != nil }
    example = { NumberNotation(of: format)?.example(for: $0) }
    type = Format.FormatInput.self
    isOfFoundation = format is any CustomConsumingRegexComponent
  }

  /// The sentence for a text that the format refused.
  func refusal(of text: String) -> String {
    guard isOfFoundation else { return ReadableType.refusal(of: text, asFormatOf: type) }
    if let example = example(text) {
      let number = type is any BinaryInteger.Type ? "a whole number" : "a number"
      return "'\(SafeText.line(of: text))' is not \(number) in this form; nothing was changed. "
        + "Type \(example)."
    }
    let readable = type is Decimal.Type ? Double.self : type as? any LosslessStringConvertible.Type
    guard let readable, !ReadableType.reads(text, as: readable) else {
      return ReadableType.refusal(of: text, asFormatOf: type)
    }
    return ReadableType.refusal(of: text, as: readable)
  }
}

extension ParseableFormatStyle where FormatOutput == String {
  /// The value of a text; nil if the text, or a part of it, cannot be read.
  ///
  /// Foundation's strategies read the beginning of a text and ignore the rest, and skip separators wherever
  /// they are: `7 apples` is 7, and in German `9.99` is 999. A number is taken only if what is printed for it
  /// is the number that was typed.
  nonisolated func value(of text: String) -> FormatInput? {
    let beginning = text.drop(while: \.isWhitespace)
    let text = String(beginning.reversed().drop(while: \.isWhitespace).reversed())
    if let notation = NumberNotation(of: self) { return notation.value(of: text) }
    guard let value = parsed(text) else { return nil }
    // A style of the program reads what it wants to; those of Foundation can tell where they stop.
    guard let style = self as? any CustomConsumingRegexComponent else { return value }
    let isExact = !(value is Date) || self is Date.ISO8601FormatStyle
    guard isExact || isPrinted(value, with: text) else { return nil }
    switch isRead(text, by: style) {
    case false?: return nil
    case true? where !(value is any BinaryInteger): return value
    // Either it is an integer, which may be that of another number, or it was read leniently, as far as a
    // sign that the language does not have.
    case true?, nil:
      let typed = digits(of: text)
      let isWhole = [format(value), "\(value)"].contains { digits(of: $0) == typed }
      return isWhole || !(value is any Numeric) ? value : nil
    }
  }

  /// True if a date is printed with the numbers of a text; 31 February is printed as 3 March.
  private nonisolated func isPrinted(_ value: FormatInput, with text: String) -> Bool {
    let (typed, shown) = (NumberText.numbers(in: text), NumberText.numbers(in: format(value)))
    return typed.count == shown.count
      && zip(typed, shown).allSatisfy { typed, shown in
        // A year may be typed with two digits.
        Int(typed) == Int(shown) || typed.count == 2 && shown.hasSuffix(typed)
      }
  }

  /// The digits of a text, without zeros at both ends.
  private nonisolated func digits(of text: String) -> [Int] {
    let digits = text.compactMap(\.wholeNumberValue).drop { $0 == 0 }
    return digits.reversed().drop { $0 == 0 }.reversed()
  }

  /// The value that the strategy reads, if a person can mean it.
  nonisolated fileprivate func parsed(_ text: String) -> FormatInput? {
    guard let value = try? parseStrategy.parse(text), ReadableType.isTyped(value) else {
      return nil
    }
    return value
  }

  /// True if a style reads a text to its end, false if only its beginning, nil if it reads none of it.
  nonisolated fileprivate func isRead(
    _ text: String, by style: some CustomConsumingRegexComponent
  ) -> Bool? {
    let whole = text.startIndex..<text.endIndex
    let read = try? style.consuming(text, startingAt: text.startIndex, in: whole)
    return read.map { $0.upperBound == text.endIndex }
  }
}

/// The notation of numbers in a format of Foundation.
///
/// It is learned from numbers that the format prints, so it is that of the locale and of the settings of the
/// format.
private struct NumberNotation<Format: ParseableFormatStyle> where Format.FormatOutput == String {
  typealias Value = Format.FormatInput

  private let format: Format
  private let separators: NumberSeparators

  /// The notation of a format; nil if it does not print numbers digit by digit, as a compact one does not.
  init?(of format: Format) {
    guard let style = format as? any CustomConsumingRegexComponent,
      let (number, digits) = Self.wholeNumber,
      var separators = NumberSeparators(in: format.format(number), digits: digits)
    else { return nil }
    if separators.decimal == nil, let fraction = Self.value(0.0625) {
      let printed = NumberText(format.format(fraction))?.separators ?? []
      separators.decimal = printed.count == 1 ? printed[0] : nil
    }
    if separators.decimal == nil {
      separators.decimal = Self.decimal(of: format, style, other: separators.group)
    }
    self.format = format
    self.separators = separators
  }

  /// The separator at which a format that prints no fractions ends the whole part of a number.
  private static func decimal(
    of format: Format, _ style: any CustomConsumingRegexComponent, other: Character?
  ) -> Character? {
    let whole = format.parsed("15").map(format.format)
    return ([".", ",", "\u{66B}"] as [Character]).first { candidate in
      let text = "1\(candidate)5"
      guard candidate != other, format.isRead(text, by: style) == true else { return false }
      return format.parsed(text).map(format.format) != whole
    }
  }

  /// A number with groups, as far as the type has such numbers, and the count of its digits.
  private static var wholeNumber: (value: Value, digits: Int)? {
    for (number, digits) in [(1_234_567, 7), (12_345, 5), (123, 3)] {
      if let value = value(Double(number)) { return (value, digits) }
    }
    return nil
  }

  /// A number as a value of the format; nil if the type has no such number, or is none of numbers.
  private static func value(_ number: Double) -> Value? {
    func integer<Number: BinaryInteger>(_ type: Number.Type) -> Value? {
      Number(exactly: number) as? Value
    }
    func floating<Number: BinaryFloatingPoint>(_ type: Number.Type) -> Value? {
      Number(exactly: number) as? Value
    }
    switch Value.self {
    case let type as any BinaryInteger.Type: return integer(type)
    case let type as any BinaryFloatingPoint.Type: return floating(type)
    default: return Decimal(number) as? Value
    }
  }

  /// The value for which the number of a text is printed, with its unit or without one.
  func value(of text: String) -> Value? {
    guard let typed = separators.read(text) else { return nil }
    // Some formats do not read all that they print, such as the marks that turn lines.
    for text in [text, separators.text(of: typed.number)] {
      guard let value = format.parsed(text), let shown = separators.read(format.format(value)),
        shown.number == typed.number, typed.unit.isEmpty || typed.unit == shown.unit
      else { continue }
      return value
    }
    return nil
  }

  /// The text to type for a number that is written in another way.
  func example(for text: String) -> String? {
    guard let typed = NumberText(text, decimal: separators.decimal),
      let number = separators.guess(typed),
      number.fraction.isEmpty || !(Value.self is any BinaryInteger.Type),
      let value = format.parsed(separators.text(of: number)),
      let shown = NumberText(format.format(value), decimal: separators.decimal),
      typed.unit.isEmpty || typed.unit == shown.unit
    else { return nil }
    let example = (shown.isNegative ? "-" : "") + String(shown.core)
    return example != text && self.value(of: example) != nil ? example : nil
  }
}
