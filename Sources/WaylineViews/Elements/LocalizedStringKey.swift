import WaylineGraph

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A text as it is written in a program, with values and other texts in it.
///
/// It is the type of a literal in ``Text``: an interpolated text retains its style. There are no
/// tables of translations, so a key is shown as it is. Source: SwiftUI's `LocalizedStringKey`.
///
/// ```swift
/// Text("Lent to \(Text(member).bold()) for \(days) days")
/// ```
public struct LocalizedStringKey: Hashable, Sendable, ExpressibleByStringInterpolation {
  let text: Text

  /// A key that is shown as it is.
  public init(_ value: String) {
    text = Text(verbatim: value)
  }

  /// A key that is shown as it is.
  public init(stringLiteral value: String) {
    text = Text(verbatim: value)
  }

  /// A key made of the parts of a literal.
  public init(stringInterpolation: StringInterpolation) {
    text = stringInterpolation.text
  }

  /// Puts the parts of a literal together.
  public struct StringInterpolation: StringInterpolationProtocol {
    private var parts: [Text] = []
    private var words = ""

    /// Begins with nothing.
    public init(literalCapacity: Int, interpolationCount: Int) {
      words.reserveCapacity(literalCapacity)
    }

    /// Appends words of the literal.
    public mutating func appendLiteral(_ literal: String) { words += literal }

    /// Appends the description of a value.
    public mutating func appendInterpolation<Value>(_ value: Value) { words += "\(value)" }

    /// Appends a text as it is.
    public mutating func appendInterpolation(_ value: String) { words += value }

    /// Appends a number in digits.
    public mutating func appendInterpolation(_ value: Int) { words += value.description }

    /// Appends a text with its style.
    public mutating func appendInterpolation(_ text: Text) {
      closeWords()
      parts.append(text)
    }

    /// Appends a value as a format shows it.
    public mutating func appendInterpolation<Format: FormatStyle>(
      _ value: Format.FormatInput, format: Format
    ) where Format.FormatOutput == String {
      words += format.format(value)
    }

    private mutating func closeWords() {
      if !words.isEmpty { parts.append(Text(verbatim: words)) }
      words = ""
    }

    fileprivate var text: Text {
      if parts.isEmpty { return Text(verbatim: words) }
      var all = self
      all.closeWords()
      return all.parts.dropFirst().reduce(all.parts[0], +)
    }
  }
}

/// A text, or a key of one: what a modifier takes as a title beside strings.
///
/// ```swift
/// Text("Emma").navigationTitle(LocalizedStringKey("Desk"))
/// ```
///
/// A literal stays a `String`, which does not conform.
public protocol TextRepresentable {
  /// The text.
  var asText: Text { get }
}

extension LocalizedStringKey: TextRepresentable {
  /// The text of the key.
  public var asText: Text { text }
}

extension Text: TextRepresentable {
  /// The text itself.
  public var asText: Text { self }
}

extension Text {
  /// Shows a text as it is written in the program.
  ///
  /// - Parameters:
  ///   - key: the text with its interpolations.
  ///   - comment: for translators; there are none.
  nonisolated public init(_ key: LocalizedStringKey, comment: StaticString? = nil) {
    self = key.text
  }

  /// Shows a value as a format shows it.
  nonisolated public init<Format: FormatStyle>(_ value: Format.FormatInput, format: Format)
  where Format.FormatOutput == String {
    self.init(verbatim: format.format(value))
  }
}

// A program formats dates and numbers itself; these are the values that formats may use.

private enum LocaleKey: EnvironmentKey {
  static var defaultValue: Locale { .current }
}

private enum CalendarKey: EnvironmentKey {
  static var defaultValue: Calendar { .current }
}

private enum TimeZoneKey: EnvironmentKey {
  static var defaultValue: TimeZone { .current }
}

extension EnvironmentValues {
  /// The language and region of the views below; at first that of Foundation, which is `en_001` on Linux.
  public var locale: Locale {
    get { self[LocaleKey.self] }
    set { self[LocaleKey.self] = newValue }
  }

  /// The calendar of the views below; at first the user's.
  public var calendar: Calendar {
    get { self[CalendarKey.self] }
    set { self[CalendarKey.self] = newValue }
  }

  /// The time zone of the views below; at first the user's.
  public var timeZone: TimeZone {
    get { self[TimeZoneKey.self] }
    set { self[TimeZoneKey.self] = newValue }
  }
}
