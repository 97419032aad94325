/// The name of a place outside the program: words that are a URL path and a command alike.
///
/// Both directions are derived from the `Codable` shape of the route, which Swift synthesises:
///
/// ```swift
/// let link = try DeepLink(DeskRoute.book(id: 42))
/// print(link.url)  // /book/42
/// print(link.command)  // book 42
/// let route = try DeepLink(url: "/book/42").value(of: DeskRoute.self)  // .book(id: 42)
/// ```
///
/// The first word is the case, each further word one value in the order of declaration. `-` stands
/// for nil and may be left out at the end; an array is one word, its elements separated by commas;
/// a text that could be taken for something else begins with `@`.
public struct DeepLink: Hashable, Sendable {
  /// The case and its values, as they are typed.
  public let words: [String]

  /// Creates a link from typed words, or from the arguments of a program.
  public init(words: [String]) {
    self.words = words
  }

  /// Creates the link of a place.
  ///
  /// Reading the link gives the same place again: this is checked, because a hand-written `Codable`
  /// conformance need not be reversible. A case with a synthesised conformance that contains only
  /// numbers, strings and Booleans is checked the first time.
  ///
  /// - Throws: `LinkError.unrepresentable` for a value that cannot be named by words.
  public init<Value: NavigationValue>(_ value: Value) throws(LinkError) {
    let sink = LinkSink(LinkForm.of(Value.self))
    words = try LinkEncoder.words(for: value, in: sink)
    let plainCase = sink.plainCase
    if sink.form.isReversible(plainCase) { return }
    try readBack(value)
    sink.form.noteReversible(plainCase)
  }

  /// Checks that reading the link gives a value again.
  ///
  /// A function of its own that is not inlined, so that its runtime lookups happen only when needed.
  @inline(never)
  private func readBack<Value: NavigationValue>(_ value: Value) throws(LinkError) {
    guard (try? LinkDecoder.value(of: Value.self, from: words)) == value else {
      throw LinkError.unrepresentable(
        value: String(describing: value), why: "reading the link would give another value")
    }
  }

  /// Returns the place of the link among the routes of a type.
  ///
  /// - Throws: `LinkError`, which names the word that was not understood.
  public func value<Value: NavigationValue>(of type: Value.Type) throws(LinkError) -> Value {
    try LinkDecoder.value(of: type, from: words)
  }
}

extension DeepLink {
  /// The link as the path of a URL: one segment a word (RFC 3986, section 3.3).
  public var url: String {
    guard !words.isEmpty else { return "/" }
    var url: [UInt8] = []
    url.reserveCapacity(words.reduce(0) { $0 + $1.utf8.count + 1 })
    for word in words {
      url.append(Self.slash)
      PercentText.append(word, to: &url)
    }
    return String(decoding: url, as: UTF8.self)
  }

  /// Reads a URL: a path, or one with a scheme and a host before it.
  ///
  /// The host of a web address is left out; the host of a program's own scheme is the first word,
  /// as in `lending://book/42`. One slash at the end is allowed. The case of a scheme does not matter.
  /// A query and a fragment are left aside: they are no part of a place.
  ///
  /// - Throws: `LinkError.unreadable` for a broken percent escape, `.unknownName` for an empty part.
  public init(url: String) throws(LinkError) {
    var path = url[..<Self.unreadPart(of: url).startIndex].utf8
    if let scheme = Self.scheme(of: url) {
      path = path.dropFirst(scheme.utf8.count + 1)
      if path.starts(with: "//".utf8) {
        path = path.dropFirst(2).drop { scheme.isWeb && $0 != Self.slash }
      }
    }
    if path.first == Self.slash { path = path.dropFirst() }
    if path.last == Self.slash { path = path.dropLast() }
    words = try path.isEmpty ? [] : Self.decode(path)
  }

  /// The query and the fragment of a URL with their marks, such as `?utm_source=mail`; empty without any.
  static func unreadPart(of url: String) -> Substring {
    let marks = [UInt8(ascii: "?"), UInt8(ascii: "#")]
    return url[(url.utf8.firstIndex(where: marks.contains) ?? url.endIndex)...]
  }

  private static let slash = UInt8(ascii: "/")

  private static func decode(_ path: Substring.UTF8View) throws(LinkError) -> [String] {
    var words: [String] = []
    for segment in path.split(separator: slash, omittingEmptySubsequences: false) {
      if segment.isEmpty { throw .unknownName(part: "", nearest: nil) }
      guard let word = PercentText.decode(Substring(segment)) else {
        throw .unreadable(
          part: String(Substring(segment)), expected: "a valid percent escape")
      }
      words.append(word)
    }
    return words
  }

  /// The letters before `:`, when they can be a scheme.
  private static func scheme(of url: String) -> Substring? {
    guard let colon = url.utf8.firstIndex(of: UInt8(ascii: ":")) else { return nil }
    let scheme = url[..<colon]
    let isName = scheme.allSatisfy {
      $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0))
    }
    return isName && scheme.first?.isLetter == true ? scheme : nil
  }
}

extension Substring {
  fileprivate var isWeb: Bool { ["http", "https"].contains(lowercased()) }
}

/// Text in which every byte that is not plain stands as `%` and two hexadecimal digits.
enum PercentText {
  /// Letters, digits, and the marks that need no escape in a path segment.
  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
      UInt8(ascii: "_"), UInt8(ascii: "~"), UInt8(ascii: ","), UInt8(ascii: ":"),
      UInt8(ascii: "@"), UInt8(ascii: "="):
      true
    default: false
    }
  }

  /// Escapes all other bytes.
  static func encode(_ text: String) -> String {
    if text.utf8.allSatisfy(isPlain) { return text }
    var bytes: [UInt8] = []
    append(text, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Appends a text with its escapes.
  static func append(_ text: String, to bytes: inout [UInt8]) {
    var text = text
    text.withUTF8 { text in
      if text.allSatisfy(isPlain) { return bytes.append(contentsOf: text) }
      for byte in text { isPlain(byte) ? bytes.append(byte) : escape(byte, into: &bytes) }
    }
  }

  /// Escapes the separator of a list, and the escape itself.
  static func encodeElement(_ text: String) -> String {
    guard text.utf8.contains(where: isListMark) else { return text }
    var bytes: [UInt8] = []
    for byte in text.utf8 { isListMark(byte) ? escape(byte, into: &bytes) : bytes.append(byte) }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Decodes the escapes; nil when one is not valid or the result is not UTF-8.
  static func decode(_ text: Substring) -> String? {
    guard text.utf8.contains(UInt8(ascii: "%")) else { return String(text) }
    var bytes: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      guard let high = rest.popFirst().flatMap(digit), let low = rest.popFirst().flatMap(digit)
      else { return nil }
      bytes.append(high << 4 | low)
    }
    return String(validating: bytes, as: UTF8.self)
  }

  private static func isListMark(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: ",") || byte == UInt8(ascii: "%")
  }

  private static func escape(_ byte: UInt8, into bytes: inout [UInt8]) {
    let digits = Array("0123456789ABCDEF".utf8)
    bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    Character(UnicodeScalar(byte)).hexDigitValue.map(UInt8.init)
  }
}

extension DeepLink {
  /// The link as it is typed at a shell: one word each, quoted where a POSIX shell needs it.
  public var command: String {
    words.map(ShellWord.quote).joined(separator: " ")
  }

  /// Reads words as they are typed at a shell, with its quotes and backslashes.
  ///
  /// - Throws: `LinkError.unreadable` for a quote that is never closed.
  public init(command: String) throws(LinkError) {
    guard let words = ShellWord.split(command) else {
      throw .unreadable(part: command, expected: "a complete command: a quote is not closed")
    }
    self.words = words
  }
}
