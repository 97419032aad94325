import FoundationEssentials

/// The 64-bit FNV-1a hash over everything that a row means, to notice damage.
///
/// Each part is preceded by its length in eight bytes, so parts cannot run into each other. Every
/// step is invertible: two rows that differ in one byte never have the same checksum. It is no
/// protection against an attacker.
package enum Checksum {
  /// The checksum of a value under its key.
  ///
  /// - Complexity: O(n) in the bytes of key and value.
  package static func of(_ value: StoredValue, _ key: StoreKey) -> Int64 {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    add(key.namespace, to: &hash)
    add(key.name, to: &hash)
    add(CollectionOfOne(value.kind.rawValue), to: &hash)
    add(UInt64(truncatingIfNeeded: value.version), to: &hash)
    value.bytes.withUnsafeBytes { add($0, to: &hash) }
    return Int64(bitPattern: hash)
  }

  /// Adds the UTF-8 of a text, which lies in one piece of memory nearly always.
  private static func add(_ text: String, to hash: inout UInt64) {
    var text = text
    text.withUTF8 { add($0, to: &hash) }
  }

  private static func add(_ bytes: some Collection<UInt8>, to hash: inout UInt64) {
    add(UInt64(bytes.count), to: &hash)
    for byte in bytes { hash = (hash ^ UInt64(byte)) &* prime }
  }

  /// Adds the eight bytes of a word, lowest first.
  private static func add(_ word: UInt64, to hash: inout UInt64) {
    // A byte that is 0 only multiplies, and most words are lengths below 256.
    if word < 256 {
      hash = (hash ^ word) &* primeToTheEighth
      return
    }
    for shift in stride(from: UInt64(0), to: 64, by: 8) {
      hash = (hash ^ (word >> shift & 0xFF)) &* prime
    }
  }

  private static let prime: UInt64 = 0x100_0000_01b3
  private static let primeToTheEighth: UInt64 = 0x1efa_c709_0aef_4a21
}
