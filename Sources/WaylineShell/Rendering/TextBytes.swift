/// Text on its way to an output, as bytes: what is added to it is looked at only once.
struct TextBytes {
  private var bytes: [UInt8] = []

  /// No text, with room for so many bytes.
  init(capacity: Int) {
    bytes.reserveCapacity(capacity)
  }

  /// Adds a text.
  @inline(__always)
  mutating func append(_ text: String) {
    var text = text
    text.withUTF8 { bytes.append(contentsOf: $0) }
  }

  /// Adds a byte that is a character by itself.
  @inline(__always)
  mutating func append(_ character: Unicode.ASCII.CodeUnit) {
    bytes.append(character)
  }

  /// Ends a line.
  mutating func endLine() {
    bytes.append(0x0A)
  }

  /// Adds a number above zero in digits.
  mutating func append(number: Int) {
    let start = bytes.count
    var rest = number
    repeat {
      bytes.append(0x30 + UInt8(truncatingIfNeeded: rest % 10))
      rest /= 10
    } while rest > 0
    bytes[start...].reverse()
  }

  /// How many bytes there are.
  var count: Int { bytes.count }

  /// Adds what is there to the end of a text.
  func add(to text: inout String) {
    let added = String(decoding: bytes, as: UTF8.self)
    if text.isEmpty { text = added } else { text += added }
  }
}
