/// A text that is built for an output, as bytes in memory of its own. Added text is copied once.
///
/// A long text can be written in pieces, so that it is never in memory as a whole.
struct TextBytes: ~Copyable {
  /// The size of a piece, in bytes: what a pipe holds.
  static let piece = 1 << 16

  private var memory: UnsafeMutableRawPointer
  private var capacity: Int
  private var count = 0
  private let handOn: ((UnsafeRawBufferPointer) -> Void)?

  /// No text, with room for so many bytes.
  init(capacity: Int) {
    self.init(capacity: max(64, capacity), handOn: nil)
  }

  /// No text; what comes together is handed on a piece at a time, each at the end of a line.
  init(handingOn handOn: @escaping (UnsafeRawBufferPointer) -> Void) {
    self.init(capacity: Self.piece + 4096, handOn: handOn)
  }

  private init(capacity: Int, handOn: ((UnsafeRawBufferPointer) -> Void)?) {
    (self.capacity, self.handOn) = (capacity, handOn)
    memory = .allocate(byteCount: capacity, alignment: 16)
  }

  deinit { memory.deallocate() }

  /// Adds a text.
  @inline(__always)
  mutating func append(_ text: borrowing String) {
    let isWhole: Void? = text.utf8.withContiguousStorageIfAvailable { append($0) }
    if isWhole == nil { append(foreign: text) }
  }

  @inline(__always)
  private mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard let start = bytes.baseAddress else { return }
    makeRoom(for: bytes.count)
    (memory + count).copyMemory(from: start, byteCount: bytes.count)
    count += bytes.count
  }

  /// Adds a text whose bytes do not lie in a row, such as one of Foundation's.
  private mutating func append(foreign text: borrowing String) {
    for byte in text.utf8 { append(byte) }
  }

  /// Adds a character of ASCII.
  @inline(__always)
  mutating func append(_ character: UInt8) {
    makeRoom(for: 1)
    memory.storeBytes(of: character, toByteOffset: count, as: UInt8.self)
    count += 1
  }

  /// Ends a line.
  @inline(__always)
  mutating func endLine() {
    append(0x0A)
    if count >= Self.piece { handOnPiece() }
  }

  /// Passes the collected bytes on; without a receiver they stay.
  mutating func handOnPiece() {
    guard let handOn, count > 0 else { return }
    handOn(UnsafeRawBufferPointer(start: memory, count: count))
    count = 0
  }

  /// Adds a number that is not below zero, in digits.
  mutating func append(number: Int) {
    var rest = UInt(number)
    var (digits, bound): (Int, UInt) = (1, 10)
    while digits < 19, rest >= bound { (digits, bound) = (digits &+ 1, bound &* 10) }
    makeRoom(for: digits)
    count += digits
    var place = count
    repeat {
      let more = rest / 10
      place &-= 1
      let digit = UInt8(truncatingIfNeeded: 0x30 &+ rest &- more &* 10)
      memory.storeBytes(of: digit, toByteOffset: place, as: UInt8.self)
      rest = more
    } while rest > 0
  }

  /// Adds what is there to the end of a text.
  func add(to text: inout String) {
    let added = String(decoding: UnsafeRawBufferPointer(start: memory, count: count), as: UTF8.self)
    if text.isEmpty { text = added } else { text += added }
  }

  @inline(__always)
  private mutating func makeRoom(for more: Int) {
    if count + more > capacity { grow(to: count + more) }
  }

  private mutating func grow(to wanted: Int) {
    let larger = UnsafeMutableRawPointer.allocate(
      byteCount: max(wanted, 2 * capacity), alignment: 16)
    larger.copyMemory(from: memory, byteCount: count)
    memory.deallocate()
    (memory, capacity) = (larger, max(wanted, 2 * capacity))
  }
}
