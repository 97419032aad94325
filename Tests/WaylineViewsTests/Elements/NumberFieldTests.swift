import Foundation
import Testing
import WaylineGraph

@testable import WaylineViews

/// A format of numbers in a language, whatever the type of its values.
private struct NumberStyle {
  let name: String
  /// The values that are printed, as texts.
  let printed: [String]
  /// The text that is printed for the value of a typed text; nil if the text is refused.
  let read: (String) -> String?
  /// True if the value of a printed text is the printed one.
  let isSame: (_ index: Int, String) -> Bool

  init<Format: ParseableFormatStyle>(
    _ name: String, _ format: Format, _ values: [Format.FormatInput]
  )
  where Format.FormatOutput == String, Format.FormatInput: Equatable {
    self.name = name
    printed = values.map(format.format)
    read = { format.value(of: $0).map(format.format) }
    isSame = { format.value(of: $1) == values[$0] }
  }

  static func all(in locale: Locale) -> [NumberStyle] {
    let integers = [0, 7, 1_234, -98_765, 1_234_567]
    let doubles = [0, 0.5, 9.99, -1_234.75, 1_234_567.25]
    let decimals = doubles.map { Decimal($0) }
    return [
      NumberStyle("Int", IntegerFormatStyle<Int>(locale: locale), integers),
      NumberStyle("Int16", IntegerFormatStyle<Int16>(locale: locale), [0, -7, 12_345]),
      NumberStyle("Double", FloatingPointFormatStyle<Double>(locale: locale), doubles),
      NumberStyle("Decimal", Decimal.FormatStyle(locale: locale), decimals),
      NumberStyle("Int %", IntegerFormatStyle<Int>.Percent(locale: locale), [0, 50, -1_234]),
      NumberStyle(
        "Double %", FloatingPointFormatStyle<Double>.Percent(locale: locale), [0, 0.5, -12_345.678]),
      NumberStyle(
        "Double €", FloatingPointFormatStyle<Double>.Currency(code: "EUR", locale: locale), doubles),
      NumberStyle("Decimal $", Decimal.FormatStyle.Currency(code: "USD", locale: locale), decimals),
      NumberStyle(
        "Int ¥", IntegerFormatStyle<Int>.Currency(code: "JPY", locale: locale), integers),
    ]
  }
}

/// A typed number as it looks, independently of how it is read: its digits in groups, and its fraction.
private struct LookOfNumber {
  let text: String

  /// - Parameter text: the text of a number, with its unit or without.
  init(_ text: String) {
    let scalars = text.unicodeScalars.filter { !$0.properties.isBidiControl }
    let all = String(String.UnicodeScalarView(scalars)).map { character -> Character in
      if character.isWhitespace { return " " }
      if "’'".contains(character) { return "'" }
      if "−-".contains(character) { return "-" }
      let isDigit = character.unicodeScalars.first?.properties.numericType == .decimal
      return isDigit ? Character("\(character.wholeNumberValue ?? 0)") : character
    }
    let sign = all.contains("-") ? "-" : ""
    guard let first = all.firstIndex(where: Self.isDigit),
      let last = all.lastIndex(where: Self.isDigit)
    else {
      self.text = String(all)
      return
    }
    // A separator may stand in front of the first digit; the dot of a unit, as of `Rs.`, is none.
    let hasPoint = first > 0 && ".,٫".contains(all[first - 1])
    let isUnit = first > 1 && all[first - 2].isLetter
    self.text = sign + String(all[(hasPoint && !isUnit ? first - 1 : first)...last])
  }

  static func isDigit(_ character: Character) -> Bool { ("0"..."9").contains(character) }

  /// The whole part without zeros in front, and the fraction without zeros at the end.
  ///
  /// - Parameter decimal: the separator of the fraction.
  func asTyped(decimal: Character?) -> String {
    let end = decimal.flatMap { text.firstIndex(of: $0) } ?? text.endIndex
    let fraction = text[end...].dropFirst().reversed().drop { $0 == "0" }.reversed()
    let whole = text[..<end].filter { $0 != "-" }.drop { $0 == "0" }
    let sign = text.contains("-") && !(whole.isEmpty && fraction.isEmpty) ? "-" : ""
    return sign + whole + "|" + String(fraction)
  }

  /// The forms in which the number may be typed: with all groups or none, also where the language prints a
  /// number of few digits without them.
  func forms(decimal: Character?) -> Set<String> {
    let grouped = asTyped(decimal: decimal)
    let fraction = grouped.drop { $0 != "|" }
    let whole = grouped.prefix { $0 != "|" }
    let digits = whole.filter(Self.isDigit)
    let sign = whole.hasPrefix("-") ? "-" : ""
    var forms: Set<String> = [grouped, "\(sign)\(digits)\(fraction)"]
    for separator: Character in [" ", ".", ",", "'", "٬"] where separator != decimal {
      var shown = digits
      for place in stride(from: digits.count - 3, to: 0, by: -3) {
        shown.insert(separator, at: shown.index(shown.startIndex, offsetBy: place))
      }
      if digits.count < 7 { forms.insert("\(sign)\(shown)\(fraction)") }
    }
    return forms
  }
}

@Suite("Numbers in the formats of all languages")
struct NumberFieldTests {
  private static let locales = Locale.availableIdentifiers.sorted().map(Locale.init(identifier:))

  @Test("What is printed can be typed, and is the same value")
  func printed() {
    // Languages that print alike are one.
    var seen: Set<[String]> = []
    for locale in Self.locales {
      for style in NumberStyle.all(in: locale) {
        guard seen.insert([style.name] + style.printed).inserted else { continue }
        for (index, text) in style.printed.enumerated() {
          #expect(style.isSame(index, text), "\(locale.identifier) \(style.name) '\(text)'")
        }
      }
    }
  }

  @Test("With one character changed, added or removed, it is refused, or is what it looks like")
  func corrupted() {
    // Languages with the same separators are one: their digits and units are in the test above.
    var seen: Set<[String]> = []
    for locale in Self.locales {
      for style in NumberStyle.all(in: locale) {
        guard seen.insert([style.name] + style.printed.map { LookOfNumber($0).text }).inserted
        else { continue }
        let decimal = Self.decimal(of: style, in: locale)
        for text in style.printed.suffix(1) {
          for typed in Self.corruptions(of: text) {
            guard let shown = style.read(typed) else { continue }
            let forms = LookOfNumber(shown).forms(decimal: decimal)
            let look = LookOfNumber(typed).asTyped(decimal: decimal)
            #expect(
              forms.contains(look),
              "\(locale.identifier) \(style.name): '\(typed)' became '\(shown)'")
          }
        }
      }
    }
  }

  /// The separator of the fraction of a style, as it prints it.
  private static func decimal(of style: NumberStyle, in locale: Locale) -> Character? {
    guard style.name.hasPrefix("D") else { return locale.decimalSeparator?.first }
    // The last number has groups and a fraction: of its separators only the last one is alone.
    let separators = LookOfNumber(style.printed.last ?? "").text.filter {
      !LookOfNumber.isDigit($0) && $0 != "-"
    }
    guard let last = separators.last, separators.count(where: { $0 == last }) == 1 else {
      return nil
    }
    return last
  }

  private static func corruptions(of text: String) -> Set<String> {
    let others: [Character] = ["5", ".", ",", "'", " ", "-"]
    var found: Set<String> = []
    let characters = Array(text)
    for place in 0...characters.count {
      for other in others {
        found.insert(String(characters[..<place] + [other] + characters[place...]))
        guard place < characters.count else { continue }
        found.insert(String(characters[..<place] + [other] + characters[(place + 1)...]))
      }
      guard place < characters.count else { continue }
      found.insert(String(characters[..<place] + characters[(place + 1)...]))
    }
    return found
  }

  @Test(
    "A number in the notation of another language is refused, with the text to type",
    arguments: [
      ("de_DE", "€", "9.99", "9,99"), ("de_DE", "1", "12.3456", "12,3456"),
      ("de_DE", "1", "1.5", "1,5"), ("de_DE", "1", "1.23", "1,23"), ("en_US", "1", "0,75", "0.75"),
      ("en_US", "1", "12,34,56", "123,456"), ("fr_FR", "1", "1 23", "123"),
      ("en_US", "€", "5.255", "5.26"), ("en_IN", "1", "123,4567", "123.4567"),
      ("en_US", "1", "1,234.5,6", nil), ("en_US", "1", "7x", nil),
    ] as [(String, String, String, String?)])
  func example(locale: String, unit: String, typed: String, example: String?) {
    let locale = Locale(identifier: locale)
    let refusal =
      unit == "€"
      ? FieldFormat(FloatingPointFormatStyle<Double>.Currency(code: "EUR", locale: locale))
        .refusal(of: typed)
      : FieldFormat(FloatingPointFormatStyle<Double>(locale: locale)).refusal(of: typed)
    let form = example == nil ? "" : " in this form"
    let advice = example.map { " Type \($0)." } ?? ""
    #expect(refusal == "'\(typed)' is not a number\(form); nothing was changed." + advice)
  }

  @Test("A whole number with groups of other sizes, or of another language, is refused")
  func wholeNumbers() {
    let german = IntegerFormatStyle<Int>(locale: Locale(identifier: "de_DE"))
    for typed in ["12.3456", "1.23", "1,5", "1.234,5", "1 234", "12.34.567", "0.123"] {
      #expect(german.value(of: typed) == nil, "\(typed)")
    }
    for (typed, value) in [("1.234", 1_234), ("1234", 1_234), ("1.234,0", 1_234), ("-12", -12)] {
      #expect(german.value(of: typed) == value, "\(typed)")
    }
    #expect(
      FieldFormat(german).refusal(of: "1.2.3.4")
        == "'1.2.3.4' is not a whole number in this form; nothing was changed. Type 1.234.")
  }

  @Test("A value that shows less than it has is not changed by the text that is shown")
  @MainActor func unchanged() {
    struct Third: View {
      @State private var value = 1.0 / 3
      var body: some View {
        TextField(
          "Share", value: $value,
          format: FloatingPointFormatStyle<Double>(locale: Locale(identifier: "en_US"))
            .precision(.fractionLength(2)))
        Text(value == 1.0 / 3 ? "a third" : "\(value)")
      }
    }
    let hosting = Hosting { Third() }
    hosting.type("1 0.33")
    #expect(hosting.screen.last == "a third")
    hosting.type("1 0.34")
    #expect(hosting.screen.last == "0.34")
  }

  @Test("A date is taken if it is printed with the numbers that were typed, in any language")
  func dates() {
    for locale in Self.locales {
      let format = Date.FormatStyle(
        date: .numeric, time: .omitted, locale: locale, timeZone: .gmt)
      let printed = format.format(Date(timeIntervalSince1970: 1_803_772_800))  // 2027-02-28
      #expect(format.value(of: printed).map(format.format) == printed, "\(locale.identifier)")
    }
    let english = Date.FormatStyle(
      date: .numeric, time: .omitted, locale: Locale(identifier: "en_US"), timeZone: .gmt)
    for typed in ["2/29/2027", "2/31/2027", "13/1/2027", "0/1/2027", "2/28/2027x"] {
      #expect(english.value(of: typed) == nil, "\(typed)")
    }
    for typed in ["2/28/2027", "02/28/27", "2-28-2027"] {
      #expect(english.value(of: typed).map(english.format) == "2/28/2027", "\(typed)")
    }
    let coded = Date.ISO8601FormatStyle()
    #expect(coded.value(of: "2027-02-28T01:00:00+01:00") == coded.value(of: "2027-02-28T00:00:00Z"))
  }

  @Test("A format that does not print each digit still reads what it can")
  func compact() {
    let compact = IntegerFormatStyle<Int>(locale: Locale(identifier: "en_US"))
      .notation(.compactName)
    #expect(compact.value(of: "1234") == 1_234)
  }
}
