internal import CCrypto

/// scrypt (RFC 7914): a key from a passphrase, at a cost in time and memory an attacker must pay.
package struct Scrypt: Hashable, Sendable {
  /// The binary logarithm of the cost N; each step doubles time and memory.
  package var logCost: UInt8
  /// The block size r.
  package var blockSize: UInt8
  /// The parallelism p.
  package var parallelism: UInt8

  /// Parameters as they stand in a header; nothing is checked until a key is derived.
  package init(logCost: UInt8, blockSize: UInt8, parallelism: UInt8) {
    self.logCost = logCost
    self.blockSize = blockSize
    self.parallelism = parallelism
  }

  /// 2^17, 8, 1: 128 MiB and a few tenths of a second (OWASP's recommendation).
  package static let standard = Scrypt(logCost: 17, blockSize: 8, parallelism: 1)

  /// The highest cost that is read, 1 GiB: a forged header must not exhaust the machine.
  package static let highestLogCost: UInt8 = 20

  /// The number of bytes the computation needs.
  package var memory: Int { 128 * Int(blockSize) * (1 << Int(logCost)) }

  /// `count` bytes for `passphrase`, the same for the same salt and parameters.
  package func derive(
    _ passphrase: SecureBytes, salt: [UInt8], count: Int
  ) throws(SecretError) -> SecureBytes {
    try check()
    return try SecureBytes(count: count) { output throws(SecretError) in
      let code = passphrase.withUnsafeBytes { phrase in
        EVP_PBE_scrypt(
          phrase.bindMemory(to: CChar.self).baseAddress, phrase.count, salt, salt.count,
          1 << UInt64(logCost), UInt64(blockSize), UInt64(parallelism), UInt64(memory + 1 << 20),
          output.bindMemory(to: UInt8.self).baseAddress, count)
      }
      try Libcrypto.check(code, "stretching a passphrase")
    }
  }

  /// Refuses parameters that a header may not ask for.
  package func check() throws(SecretError) {
    guard (1...Self.highestLogCost).contains(logCost), blockSize == 8, parallelism == 1 else {
      throw .unsupportedFormat("scrypt 2^\(logCost), \(blockSize), \(parallelism)")
    }
  }
}
