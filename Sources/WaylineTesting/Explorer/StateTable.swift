import Synchronization

// Proof: one thread changes it. While others read, it only fills free slots, and a slot refers to a record
// that was written before. What readers find there later is nothing that they rely on.
/// The states seen so far, by fingerprint, each with the state it was reached from.
///
/// A state takes 16 bytes in columns and 8 bytes in an open-addressing table that is mostly at least three
/// eighths full: 27 to 37 bytes. The state itself is not stored.
///
/// One thread may add states while others look some up, within the room that was reserved before.
final class StateTable: @unchecked Sendable {
  // What readers use changes only while there are none: accesses need no check at run time.
  /// The number of states.
  @exclusivity(unchecked) private(set) var count = 0
  /// High half: the upper bits of a fingerprint. Low half: the state's number plus one, 0 if free.
  @exclusivity(unchecked) private var slots: UnsafeMutablePointer<Atomic<UInt64>>
  @exclusivity(unchecked) private var mask: Int
  @exclusivity(unchecked) private var blocks: [UnsafeMutablePointer<Record>] = []

  private struct Record {
    var fingerprint: UInt64
    var parent: UInt32
    var ordinal: UInt32
  }

  private static let blockBits = 12
  private static let blockSize = 1 << blockBits

  /// The parent of a state in which a run begins.
  static let noParent = UInt32.max

  /// Creates an empty table.
  init() {
    mask = 1_023
    slots = Self.freeSlots(1_024)
  }

  private static func freeSlots(_ count: Int) -> UnsafeMutablePointer<Atomic<UInt64>> {
    let slots = UnsafeMutablePointer<Atomic<UInt64>>.allocate(capacity: count)
    for position in 0..<count { (slots + position).initialize(to: Atomic(0)) }
    return slots
  }

  deinit {
    slots.deallocate()
    for block in blocks { block.deallocate() }
  }

  /// The bytes that the table has reserved.
  var byteCount: Int {
    (mask + 1) * MemoryLayout<UInt64>.stride
      + blocks.count * Self.blockSize * MemoryLayout<Record>.stride
  }

  /// The number of the state with a fingerprint; nil for one that is new.
  @inline(__always)
  func number(of fingerprint: UInt64) -> Int? {
    var position = Int(truncatingIfNeeded: fingerprint) & mask
    while true {
      let slot = slots[position].load(ordering: .acquiring)
      if slot == 0 { return nil }
      if slot >> 32 == fingerprint >> 32 {
        let number = Int(slot & 0xFFFF_FFFF) - 1
        if record(number).pointee.fingerprint == fingerprint { return number }
      }
      position = (position + 1) & mask
    }
  }

  /// Makes room for some more states; only while no other thread reads.
  func reserve(_ more: Int) {
    while (count + more) * 4 > (mask + 1) * 3 { grow() }
    while count + more > blocks.count << Self.blockBits {
      blocks.append(.allocate(capacity: Self.blockSize))
    }
  }

  /// Adds a state that is not in the table, and returns its number.
  func insert(_ fingerprint: UInt64, parent: UInt32, ordinal: Int) -> Int {
    reserve(1)
    let number = count
    record(number).initialize(
      to: Record(
        fingerprint: fingerprint, parent: parent, ordinal: UInt32(truncatingIfNeeded: ordinal)))
    count += 1
    place(fingerprint, number)
    return number
  }

  /// The fingerprint of a state.
  func fingerprint(of number: Int) -> UInt64 { record(number).pointee.fingerprint }

  /// The state that a state was first reached from; nil for one in which a run begins.
  func parent(of number: Int) -> Int? {
    let parent = record(number).pointee.parent
    return parent == Self.noParent ? nil : Int(parent)
  }

  /// The position of a state among the successors of its parent, or among the initial states.
  func ordinal(of number: Int) -> Int { Int(record(number).pointee.ordinal) }

  /// The numbers of the states that lead to a state, from an initial one to the state itself.
  func path(to number: Int) -> [Int] {
    var path = [number]
    while let parent = parent(of: path[path.count - 1]) { path.append(parent) }
    return path.reversed()
  }

  /// The fingerprint of a value under a seed.
  @inline(__always)
  static func fingerprint(of value: some Hashable, seed: UInt64) -> UInt64 {
    var hasher = Hasher()
    hasher.combine(seed)
    hasher.combine(value)
    return UInt64(bitPattern: Int64(hasher.finalize()))
  }

  @inline(__always)
  private func record(_ number: Int) -> UnsafeMutablePointer<Record> {
    blocks[number >> Self.blockBits] + (number & (Self.blockSize - 1))
  }

  private func place(_ fingerprint: UInt64, _ number: Int) {
    var position = Int(truncatingIfNeeded: fingerprint) & mask
    while slots[position].load(ordering: .relaxed) != 0 { position = (position + 1) & mask }
    slots[position].store((fingerprint & ~0xFFFF_FFFF) | UInt64(number + 1), ordering: .releasing)
  }

  private func grow() {
    slots.deallocate()
    let capacity = (mask + 1) * 2
    mask = capacity - 1
    slots = Self.freeSlots(capacity)
    for number in 0..<count { place(fingerprint(of: number), number) }
  }
}
