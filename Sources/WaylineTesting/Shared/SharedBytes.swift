import FoundationEssentials

/// A value that records of a shared search have in them.
protocol SharedValue {
  /// Writes the value at the end.
  func write(to bytes: inout SharedBytes)

  /// Reads the value where the reader is.
  init(from reader: inout SharedReader) throws(SharedRecordProblem)
}

/// The reason why a record cannot be read.
enum SharedRecordProblem: Error, Hashable {
  /// The record has another form than this version of the program writes.
  case otherVersion
  /// Bytes of the record are missing, or were changed.
  case damaged
}

/// The bytes of a record while it is written.
///
/// | bytes | content |
/// |---|---|
/// | 1 | the version of the form |
/// | 8 | a hash of what follows |
/// | … | the values one after another: numbers in groups of seven bits, the lowest first, and before each text and each list its length |
///
/// Nothing in it says which value is next: the one who reads has the same program. A hash is enough against damage, and
/// is no protection against an attacker. It is that of `Hasher`, the same in all workers, as the fingerprints of states are.
struct SharedBytes {
  /// The version of the form.
  static let version: UInt8 = 3
  /// The number of bytes before the values.
  static let head = 9

  private var bytes: [UInt8]

  /// Creates the bytes of a record without its values.
  init() {
    bytes = [Self.version]
    // Most records are smaller, so that few are copied while they grow.
    bytes.reserveCapacity(1 << 14)
    for _ in 1..<Self.head { bytes.append(0) }
  }

  /// The bytes of a whole record.
  consuming func finished() -> Data { Self.sealed(bytes) }

  /// The bytes of a record with the hash of its values.
  static func sealed(_ bytes: consuming [UInt8]) -> Data {
    let hash = hash(of: bytes[head...])
    for index in 1..<head {
      bytes[index] = UInt8(truncatingIfNeeded: hash >> UInt64(8 * (index - 1)))
    }
    return Data(bytes)
  }

  /// A hash that notices damage.
  fileprivate static func hash(of bytes: ArraySlice<UInt8>) -> UInt64 {
    var hasher = Hasher()
    bytes.withUnsafeBytes { hasher.combine(bytes: $0) }
    return UInt64(bitPattern: Int64(hasher.finalize()))
  }

  /// Writes a byte.
  mutating func write(byte: UInt8) { bytes.append(byte) }

  /// Writes a number that is small mostly.
  mutating func write(count: Int) {
    var rest = UInt64(bitPattern: Int64(count))
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(truncatingIfNeeded: rest))
  }

  /// Writes a number of any size.
  mutating func write(word: UInt64) {
    withUnsafeBytes(of: word.littleEndian) { bytes.append(contentsOf: $0) }
  }

  /// Writes a text with its length.
  mutating func write(text: String) {
    var text = text
    text.withUTF8 {
      write(count: $0.count)
      bytes.append(contentsOf: $0)
    }
  }
}

/// The values of a record, read in the order in which they were written.
struct SharedReader {
  private let bytes: [UInt8]
  private var position = SharedBytes.head

  /// Begins with the first value.
  ///
  /// - Throws: if the bytes are not those that were written.
  init(_ record: Data) throws(SharedRecordProblem) {
    bytes = Array(record)
    guard bytes.first == SharedBytes.version else {
      throw bytes.isEmpty ? .damaged : .otherVersion
    }
    guard bytes.count >= SharedBytes.head else { throw .damaged }
    var hash: UInt64 = 0
    for byte in bytes[1..<position].reversed() { hash = hash << 8 | UInt64(byte) }
    guard hash == SharedBytes.hash(of: bytes[position...]) else { throw .damaged }
  }

  /// Ends the reading: nothing may be left.
  func end() throws(SharedRecordProblem) {
    guard position == bytes.count else { throw .damaged }
  }

  /// Reads a byte.
  mutating func byte() throws(SharedRecordProblem) -> UInt8 {
    guard position < bytes.count else { throw .damaged }
    defer { position += 1 }
    return bytes[position]
  }

  /// Reads a number that is small mostly.
  mutating func count() throws(SharedRecordProblem) -> Int {
    var (number, shift): (UInt64, UInt64) = (0, 0)
    while true {
      let byte = try byte()
      number |= UInt64(byte & 0x7F) << shift
      if byte < 0x80 { return Int(Int64(bitPattern: number)) }
      shift += 7
      guard shift < 64 else { throw .damaged }
    }
  }

  /// Reads the length of something that follows, of which each part takes a byte at least.
  mutating func length() throws(SharedRecordProblem) -> Int {
    let count = try count()
    guard count >= 0, count <= bytes.count - position else { throw .damaged }
    return count
  }

  /// Reads a number of any size.
  mutating func word() throws(SharedRecordProblem) -> UInt64 {
    guard bytes.count - position >= 8 else { throw .damaged }
    var word: UInt64 = 0
    for byte in bytes[position..<position + 8].reversed() { word = word << 8 | UInt64(byte) }
    position += 8
    return word
  }

  /// Reads a text.
  mutating func text() throws(SharedRecordProblem) -> String {
    let end = try length() + position
    defer { position = end }
    return String(decoding: bytes[position..<end], as: UTF8.self)
  }
}

// MARK: - Values of Swift

extension String: SharedValue {
  func write(to bytes: inout SharedBytes) { bytes.write(text: self) }

  init(from reader: inout SharedReader) throws(SharedRecordProblem) { self = try reader.text() }
}

extension Bool: SharedValue {
  func write(to bytes: inout SharedBytes) { bytes.write(byte: self ? 1 : 0) }

  init(from reader: inout SharedReader) throws(SharedRecordProblem) {
    switch try reader.byte() {
    case 0: self = false
    case 1: self = true
    default: throw .damaged
    }
  }
}

/// A number that counts something.
extension Int: SharedValue {
  func write(to bytes: inout SharedBytes) { bytes.write(count: self) }

  init(from reader: inout SharedReader) throws(SharedRecordProblem) { self = try reader.count() }
}

/// A hash, of which all sizes are as frequent.
extension UInt64: SharedValue {
  func write(to bytes: inout SharedBytes) { bytes.write(word: self) }

  init(from reader: inout SharedReader) throws(SharedRecordProblem) { self = try reader.word() }
}

extension Duration: SharedValue {
  func write(to bytes: inout SharedBytes) {
    let (seconds, attoseconds) = components
    bytes.write(count: Int(seconds))
    bytes.write(count: Int(attoseconds))
  }

  init(from reader: inout SharedReader) throws(SharedRecordProblem) {
    let (seconds, attoseconds) = (try reader.count(), try reader.count())
    self = Duration(
      secondsComponent: Int64(seconds), attosecondsComponent: Int64(attoseconds))
  }
}

extension Optional: SharedValue where Wrapped: SharedValue {
  func write(to bytes: inout SharedBytes) {
    (self != nil).write(to: &bytes)
    self?.write(to: &bytes)
  }

  init(from reader: inout SharedReader) throws(SharedRecordProblem) {
    self = try Bool(from: &reader) ? try Wrapped(from: &reader) : nil
  }
}

extension Array: SharedValue where Element: SharedValue {
  func write(to bytes: inout SharedBytes) {
    bytes.write(count: count)
    for element in self { element.write(to: &bytes) }
  }

  init(from reader: inout SharedReader) throws(SharedRecordProblem) {
    self = []
    let count = try reader.length()
    reserveCapacity(count)
    for _ in 0..<count { append(try Element(from: &reader)) }
  }
}

/// A set in the order of its texts, so that equal records have equal bytes.
extension Set<String>: SharedValue {
  func write(to bytes: inout SharedBytes) { sorted().write(to: &bytes) }

  init(from reader: inout SharedReader) throws(SharedRecordProblem) {
    self = Set(try [String](from: &reader))
  }
}
