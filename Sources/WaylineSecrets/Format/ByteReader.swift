/// Reads stored bytes front to back; running out of them is an answer, never a trap.
struct ByteReader {
  private var rest: ArraySlice<UInt8>

  init(_ bytes: [UInt8]) {
    rest = bytes[...]
  }

  /// Whether every byte was read.
  var isAtEnd: Bool { rest.isEmpty }

  /// The bytes that were not read yet.
  var remainder: ArraySlice<UInt8> { rest }

  /// The next byte.
  mutating func byte() -> UInt8? { rest.popFirst() }

  /// The next `count` bytes.
  mutating func bytes(_ count: Int) -> [UInt8]? {
    guard rest.count >= count else { return nil }
    defer { rest.removeFirst(count) }
    return Array(rest.prefix(count))
  }

  /// The next integer, highest byte first.
  mutating func integer<Integer: FixedWidthInteger>(_: Integer.Type) -> Integer? {
    bytes(Integer.bitWidth / 8).map { $0.reduce(0) { $0 << 8 | Integer($1) } }
  }
}

extension [UInt8] {
  /// Appends `integer`, highest byte first.
  mutating func append(_ integer: some FixedWidthInteger) {
    Swift.withUnsafeBytes(of: integer.bigEndian) { append(contentsOf: $0) }
  }

  /// Appends the length of `field` as four bytes, then its bytes, so fields cannot run together.
  mutating func append(field: some Collection<UInt8>) {
    append(UInt32(clamping: field.count))
    append(contentsOf: field)
  }
}
