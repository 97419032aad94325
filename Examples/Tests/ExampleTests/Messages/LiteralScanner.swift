/// The string literals of a Swift source text, in order; comments have none.
struct LiteralScanner {
  /// One literal, or several that are joined by `+`, as it is written between its quotes.
  struct Literal: Equatable {
    var text: String
    /// The text without escapes, each interpolation as one U+FFFC.
    var words: String
    /// The number of interpolations around the literal.
    var depth: Int
  }

  private struct Delimiter {
    let hashes: Int
    let isMultiline: Bool

    private var marks: [UInt8] { Array(repeating: UInt8(ascii: "#"), count: hashes) }
    private var quotes: [UInt8] { Array((isMultiline ? "\"\"\"" : "\"").utf8) }
    var beginning: [UInt8] { marks + quotes }
    var end: [UInt8] { quotes + marks }
    var escape: [UInt8] { [UInt8(ascii: "\\")] + marks }
  }

  private let bytes: [UInt8]
  private var position = 0
  private var literals: [Literal] = []
  /// The last literal at each depth, and the position after it.
  private var last: [Int: (index: Int, end: Int)] = [:]

  private init(_ source: String) { bytes = Array(source.utf8) }

  static func literals(in source: String) -> [Literal] {
    var scanner = LiteralScanner(source)
    scanner.scanCode(depth: 0)
    return scanner.literals
  }

  /// Scans to the end of the source or, inside an interpolation, to its closing parenthesis.
  private mutating func scanCode(depth: Int) {
    var open = 0
    while position < bytes.count {
      switch bytes[position] {
      case UInt8(ascii: "/") where hasPrefix("//"):
        position = bytes[position...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
      case UInt8(ascii: "/") where hasPrefix("/*"):
        skipComment()
      case UInt8(ascii: "\""), UInt8(ascii: "#"):
        if let delimiter { scanLiteral(delimiter, depth: depth) } else { position += 1 }
      case UInt8(ascii: "(") where depth > 0:
        open += 1
        position += 1
      case UInt8(ascii: ")") where depth > 0:
        position += 1
        if open == 0 { return }
        open -= 1
      default:
        position += 1
      }
    }
  }

  private mutating func skipComment() {
    var open = 0
    repeat {
      if hasPrefix("/*") {
        open += 1
        position += 2
      } else if hasPrefix("*/") {
        open -= 1
        position += 2
      } else {
        position += 1
      }
    } while open > 0 && position < bytes.count
  }

  private var delimiter: Delimiter? {
    let hashes = bytes[position...].prefix { $0 == UInt8(ascii: "#") }.count
    guard hasPrefix("\"", at: position + hashes) else { return nil }
    return Delimiter(hashes: hashes, isMultiline: hasPrefix("\"\"\"", at: position + hashes))
  }

  private mutating func scanLiteral(_ delimiter: Delimiter, depth: Int) {
    let start = position
    let end = delimiter.end
    let escape = delimiter.escape
    let interpolation = escape + "(".utf8
    let index = literals.count
    literals.append(Literal(text: "", words: "", depth: depth))
    var words: [UInt8] = []
    position += delimiter.beginning.count
    let first = position
    while position < bytes.count, !hasPrefix(end) {
      if hasPrefix(interpolation) {
        position += interpolation.count
        scanCode(depth: depth + 1)
        words += "\u{FFFC}".utf8
      } else if hasPrefix(escape) {
        position += escape.count
        words += escaped()
      } else {
        words.append(bytes[position])
        position += 1
      }
    }
    var text = String(decoding: bytes[first..<position], as: UTF8.self)
    if delimiter.isMultiline { text = Self.unindented(text) }
    position += end.count
    let literal = Literal(
      text: text, words: String(decoding: words, as: UTF8.self), depth: depth)
    if let previous = last[depth], isJoined(previous.end..<start) {
      literals.remove(at: index)
      literals[previous.index].text += literal.text
      literals[previous.index].words += literal.words
      last[depth]?.end = position
    } else {
      literals[index] = literal
      last[depth] = (index, position)
    }
    last[depth + 1] = nil
  }

  /// The character that an escape sequence stands for, where it is one that parts words.
  private mutating func escaped() -> [UInt8] {
    guard position < bytes.count else { return [] }
    let kind = bytes[position]
    position += 1
    switch kind {
    case UInt8(ascii: "u"):
      position = bytes[position...].firstIndex(of: UInt8(ascii: "}")).map { $0 + 1 } ?? position
      return []
    case UInt8(ascii: "n"), UInt8(ascii: "t"), UInt8(ascii: "r"): return [UInt8(ascii: " ")]
    case UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "\\"): return [kind]
    default: return []
    }
  }

  /// True between two literals that are one text.
  private func isJoined(_ range: Range<Int>) -> Bool {
    let code = bytes[range].filter { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\n") }
    return code == [UInt8(ascii: "+")]
  }

  private func hasPrefix(_ prefix: String, at start: Int? = nil) -> Bool {
    hasPrefix(Array(prefix.utf8), at: start)
  }

  private func hasPrefix(_ prefix: [UInt8], at start: Int? = nil) -> Bool {
    bytes[(start ?? position)...].starts(with: prefix)
  }

  /// The lines of a literal of several lines, without the indentation of the last.
  private static func unindented(_ text: String) -> String {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).dropFirst()
    let indentation = lines.last?.count ?? 0
    return lines.dropLast().map { $0.dropFirst(indentation) }.joined(separator: "\n")
      .replacing("\\\n", with: "")
  }
}
