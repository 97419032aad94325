import FoundationEssentials
import WaylineGraph

/// The words of a link, read from the front, and the first problem.
final class LinkSource {
  private var words: [String]
  private var index = 0
  private var refusal: LinkError?
  /// The labels of the values read after the last word; nil unless probing.
  private var labels: [String]?
  /// The word that stands for a missing one, when probing.
  private var sample = LinkSample.first
  /// True if no sample word gave one of the values.
  private var lacksSample = false
  /// The word of the place whose values are read; nil before one was.
  var place: String?

  init(_ words: [String]) { self.words = words }

  /// Creates a source that continues with sample words after the given ones.
  init(probing words: [String]) {
    self.words = words
    labels = []
  }

  /// The words that are probed, and the labels of their values.
  var pattern: String { (words + (labels ?? [])).joined(separator: " ") }

  /// A place with which the probed words can continue.
  struct Inner {
    let type: any NavigationValue.Type
    let isOptional: Bool
  }

  /// The place with which the probed words continue, if nothing else comes before it.
  private(set) var inner: Inner?

  /// Notes, when probing, that a value of the type comes next.
  func expect(_ type: Any.Type, isOptional: Bool) {
    guard isAtEnd, index > 0, inner == nil, labels?.isEmpty == true, LinkShape.namesItself(type),
      let type = type as? any NavigationValue.Type
    else { return }
    inner = Inner(type: type, isOptional: isOptional)
  }

  /// True if every word has been read.
  var isAtEnd: Bool { index == words.count }

  /// The next word, which stays.
  func peek() -> String? { isAtEnd ? nil : words[index] }

  /// The next word.
  func take(_ label: String) throws -> String {
    guard !isAtEnd else { return try makeUp(label) }
    defer { index += 1 }
    return words[index]
  }

  /// True if the next value is nil: the word for it, or no word at all.
  func takeNone(_ label: String = "value") -> Bool {
    guard !isAtEnd else {
      labels?.append("[\(Self.readable(label))]")
      return true
    }
    guard words[index] == LinkText.none else { return false }
    index += 1
    return true
  }

  private func makeUp(_ label: String) throws -> String {
    guard labels != nil else { throw LinkError.missing(label: label) }
    labels?.append("<\(Self.readable(label))>")
    return sample
  }

  /// A label as a person reads it: values without one are numbered by the compiler.
  private static func readable(_ label: String) -> String {
    label.hasPrefix("_") ? "value" : label
  }

  /// The words inside the next word.
  func openList() throws -> LinkSource {
    let word = try take("list")
    if labels != nil || word == LinkText.emptyList { return LinkSource([]) }
    let source = LinkSource(try elements(of: word))
    source.place = place
    return source
  }

  private func elements(of word: String) throws -> [String] {
    let elements = word.utf8.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
    return try elements.map { element in
      guard let text = PercentText.decode(Substring(element)), !text.isEmpty else {
        throw LinkError.unreadable(part: word, expected: "elements separated by commas")
      }
      return text
    }
  }

  /// Reads one value of any type.
  func value<Value: Decodable>(of type: Value.Type, label: String) throws -> Value {
    guard let labels, isAtEnd else { return try oneValue(of: type, label: label) }
    expect(type, isOptional: false)
    let (outer, noted) = (sample, inner)
    defer { sample = outer }
    var problem: (any Error)?
    for word in LinkSample.words(for: type) {
      (sample, self.labels, inner) = (word, labels, noted)
      do {
        return try oneValue(of: type, label: label)
      } catch {
        problem = problem ?? error
        // One value inside had no sample, or the words so far are wrong: another word changes nothing.
        if lacksSample || self.labels?.count == labels.count { throw error }
      }
    }
    lacksSample = true
    // The loop has run at least once.
    throw problem ?? LinkError.missing(label: label)
  }

  private func oneValue<Value: Decodable>(of type: Value.Type, label: String) throws -> Value {
    if type == String.self { return try cast(scalar(label) as String) }
    if type == Date.self { return try cast(read(label, as: "a date", LinkText.date)) }
    if type == URL.self { return try cast(read(label, as: "a URL") { URL(string: $0) }) }
    if type == Data.self { return try cast(read(label, as: "Base64") { Data(base64Encoded: $0) }) }
    if type == Decimal.self {
      return try cast(read(label, as: "a decimal number") { Decimal(string: $0) })
    }
    if isAtEnd, labels == nil, !(type is any ExpressibleByNilLiteral.Type),
      LinkShape.needsWords(type)
    {
      throw LinkError.missing(label: label)
    }
    let start = index
    do {
      return try Value(from: LinkDecoder(source: self, owner: type, label: label))
    } catch let error as DecodingError where refusal == nil {
      throw explain(error, type: type, label: label, start: start)
    }
  }

  /// Reads one word as a number, a truth value or a text.
  func scalar<Value: LinkScalar>(_ label: String) throws -> Value {
    let word = try take(label)
    if let value = Value(link: word) { return value }
    if labels != nil, let value = Value(link: "true") { return value }
    throw LinkError.unreadable(part: word, expected: Value.expectation(instead: word))
  }

  /// Reads one word that may stand for nil or be missing.
  func optional<Value: LinkScalar>(_ label: String) throws -> Value? {
    takeNone(label) ? nil : try scalar(label)
  }

  /// Remembers why a key could not be given; the reader that asked will fail on its own account.
  func refuse<Key>(_ error: LinkError) -> [Key] {
    refusal = refusal ?? error
    return []
  }

  /// Every word must have been used.
  func finish() throws {
    if let word = peek() { throw LinkError.leftOver(part: word) }
  }

  /// The reason why a key could not be given, or else the error.
  func reason(for error: any Error) -> any Error { refusal ?? error }

  /// The first thing that went wrong.
  func problem(with error: any Error) -> LinkError {
    refusal ?? error as? LinkError
      ?? .unreadable(part: words.joined(separator: " "), expected: "a valid place: \(error)")
  }

  private func explain(
    _ error: DecodingError, type: Any.Type, label: String, start: Int
  ) -> LinkError {
    guard start < words.count else { return .missing(label: label) }
    return LinkShape.unknown(words[start], in: type, at: place)
  }

  private func read<Value>(
    _ label: String, as expected: String, _ convert: (String) -> Value?
  ) throws -> Value {
    let word = try take(label)
    if let value = convert(LinkText.unescape(word)) { return value }
    throw LinkError.unreadable(part: word, expected: expected)
  }

  private func cast<Value>(_ value: Any) throws -> Value {
    guard let value = value as? Value else {
      throw LinkError.unreadable(part: "\(value)", expected: "a value of \(Value.self)")
    }
    return value
  }
}

/// A value that is one word of a link.
protocol LinkScalar {
  /// The expected value, as a phrase for the message about a word.
  static func expectation(instead word: String) -> String
  init?(link word: String)
}

extension LinkScalar where Self: FixedWidthInteger {
  static func expectation(instead word: String) -> String {
    let digits = word.drop { $0 == "-" || $0 == "+" }
    let isNumber = !digits.isEmpty && digits.allSatisfy { ("0"..."9").contains($0) }
    // The bounds of a small type may be news; those of a large one only where they were crossed.
    return isNumber || bitWidth < 32 ? "a whole number from \(min) to \(max)" : "a whole number"
  }
  init?(link word: String) { self.init(word, radix: 10) }
}

extension LinkScalar where Self: LosslessStringConvertible & BinaryFloatingPoint {
  static func expectation(instead word: String) -> String { "a number" }
  init?(link word: String) { self.init(word) }
}

extension Int: LinkScalar {}
extension Int8: LinkScalar {}
extension Int16: LinkScalar {}
extension Int32: LinkScalar {}
extension Int64: LinkScalar {}
extension UInt: LinkScalar {}
extension UInt8: LinkScalar {}
extension UInt16: LinkScalar {}
extension UInt32: LinkScalar {}
extension UInt64: LinkScalar {}
extension Double: LinkScalar {}
extension Float: LinkScalar {}

extension Bool: LinkScalar {
  static func expectation(instead word: String) -> String { "true or false" }
  init?(link word: String) {
    guard let value = LinkText.bool(word) else { return nil }
    self = value
  }
}

extension String: LinkScalar {
  static func expectation(instead word: String) -> String { "text" }
  init?(link word: String) { self = LinkText.unescape(word) }
}

/// The words that are tried for a value whose form is unknown.
private enum LinkSample {
  /// A number, a text, a URL and a decimal number at once.
  static let first = "0"

  /// The words for a type, those that fit most types first.
  static func words(for type: any Any.Type) -> [String] {
    func cases<Value: CaseIterable & RawRepresentable>(of type: Value.Type) -> [String] {
      type.allCases.prefix(1).map { "\($0.rawValue)" }
    }
    let own = (type as? any (CaseIterable & RawRepresentable).Type).map { cases(of: $0) } ?? []
    return [first] + own + EnumCases.names(of: type).prefix(1) + forms
  }

  private static let forms = [
    "00000000-0000-0000-0000-000000000000", "1970-01-01T00:00:00Z", "1970-01-01", "AAAA", "a",
    "a@example.org", "https://example.org/", "#000000",
  ]
}
