/// How many columns of a terminal a text takes.
///
/// The width is that of each grapheme cluster, from a table of our own: the C library's knows an
/// older Unicode, and no clusters. A cluster is as wide as its characters together, but at most two
/// columns; a narrow sign that U+FE0F turns into an emoji takes two. Characters whose width is
/// ambiguous are narrow. Source: Unicode, UAX #11 and UTS #51.
package enum DisplayWidth {
  /// The columns of a text without control characters.
  ///
  /// - Complexity: O(bytes), with a short search for each character beyond ASCII.
  package static func of(_ text: String) -> Int {
    if let ascii = asciiCount(of: text) { return ascii }
    return text.reduce(0) { $0 + of($1) }
  }

  /// The columns of one grapheme cluster.
  package static func of(_ character: Character) -> Int {
    var width = 0
    var last: Unicode.Scalar?
    for scalar in character.unicodeScalars {
      if scalar == "\u{FE0F}", let last, contains(widened, last) { return 2 }
      width += of(scalar)
      last = scalar
    }
    return min(width, 2)
  }

  /// The columns of one character that stands alone.
  package static func of(_ scalar: Unicode.Scalar) -> Int {
    switch scalar.value {
    case 0x20...0x7E, 0xA0...0x2FF: 1
    case 0...0x9F: 0
    default: contains(zero, scalar) ? 0 : contains(wide, scalar) ? 2 : 1
    }
  }

  /// A text filled with blanks to a width; one that is wider is returned as it is.
  package static func filled(_ text: String, to width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - of(text)))
  }

  private static func asciiCount(of text: String) -> Int? {
    var text = text
    return text.withUTF8 { bytes in
      bytes.allSatisfy { 0x20 <= $0 && $0 < 0x7F } ? bytes.count : nil
    }
  }

  /// Whether a scalar lies in one of the ranges, whose bounds follow each other in order.
  private static func contains(_ bounds: [UInt32], _ scalar: Unicode.Scalar) -> Bool {
    var (low, high) = (0, bounds.count / 2)
    while low < high {
      let middle = (low + high) / 2
      if scalar.value > bounds[2 * middle + 1] {
        low = middle + 1
      } else if scalar.value < bounds[2 * middle] {
        high = middle
      } else {
        return true
      }
    }
    return false
  }
}
