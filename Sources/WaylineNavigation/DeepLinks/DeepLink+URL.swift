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

  /// Reads a URL: a path, or one with a scheme and a host in front.
  ///
  /// The host of a web address is left out; the host of a program's own scheme is the first word,
  /// as in `lending://book/42`. One slash at the end is allowed.
  ///
  /// - Throws: `LinkError.unsupported` for a query or a fragment, `.unreadable` for a broken percent escape.
  public init(url: String) throws(LinkError) {
    let marks = [UInt8(ascii: "?"), UInt8(ascii: "#")]
    if let mark = url.utf8.firstIndex(where: marks.contains) {
      throw .unsupported(part: String(url[mark...]))
    }
    var path = url.utf8[...]
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

  private static let slash = UInt8(ascii: "/")

  private static func decode(_ path: Substring.UTF8View) throws(LinkError) -> [String] {
    var words: [String] = []
    for segment in path.split(separator: slash, omittingEmptySubsequences: false) {
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
  fileprivate var isWeb: Bool { self == "http" || self == "https" }
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

  /// Escapes what is not plain.
  static func encode(_ text: String) -> String {
    if text.utf8.allSatisfy(isPlain) { return text }
    var bytes: [UInt8] = []
    append(text, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Puts a text with its escapes behind what is there.
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

  /// Takes escapes back; nil when one is broken or the result is not UTF-8.
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
