internal import CWaylineCrypto

/// Key material on OpenSSL's secure heap: locked in memory, guarded by unmapped pages, cleansed.
///
/// ```swift
/// let key = try SecureBytes.random(count: 32)
/// #expect("\(key)" == "<redacted>")
/// ```
///
/// The bytes are overwritten when the last reference is released. What this is *not*: a shelter for
/// decoded values. A `Data` or a `String` made from a secret is ordinary memory that Swift cannot
/// cleanse. Where the system allows too little locked memory, the bytes may be written to the swap file
/// (``isLockedInMemory``); they are cleansed all the same.
public final class SecureBytes {
  private let storage: UnsafeMutableRawBufferPointer

  /// Allocates `count` zero bytes, which `fill` writes before they are shared.
  package init<Failure>(
    count: Int, fill: (UnsafeMutableRawBufferPointer) throws(Failure) -> Void
  ) throws(Failure) {
    storage = SecureHeap.allocate(count)
    try fill(storage)
  }

  /// Copies `bytes`; the owner of the original must cleanse it.
  public convenience init(copying bytes: UnsafeRawBufferPointer) {
    self.init(count: bytes.count) { $0.copyMemory(from: bytes) }
  }

  deinit {
    SecureHeap.free(storage)
  }

  /// The number of bytes.
  public var count: Int { storage.count }

  /// True if the system promised to keep these bytes out of the swap file.
  ///
  /// False on the ordinary heap, and where the limit of locked memory (`ulimit -l`) is too low, or
  /// another library has set up OpenSSL's secure heap, so that nothing is known of it.
  public var isLockedInMemory: Bool { SecureHeap.isLocked(storage) }

  /// Calls `body` with the bytes; it must not store the pointer or copy them to ordinary memory.
  public func withUnsafeBytes<Result, Failure>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try body(UnsafeRawBufferPointer(storage))
  }
}

// Proof: the bytes are written only inside `init`, before a second thread can hold a reference.
extension SecureBytes: @unchecked Sendable {}

extension SecureBytes: Equatable {
  /// Compares in a time that depends on the lengths only.
  public static func == (left: SecureBytes, right: SecureBytes) -> Bool {
    guard left.count == right.count else { return false }
    return CRYPTO_memcmp(left.storage.baseAddress, right.storage.baseAddress, left.count) == 0
  }
}

extension SecureBytes: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// Always `<redacted>`.
  public var description: String { "<redacted>" }

  /// Always `<redacted>`.
  public var debugDescription: String { "<redacted>" }

  /// A mirror without children.
  public var customMirror: Mirror { Mirror(self, children: [(label: String?, value: Any)]()) }
}

/// The allocation of memory from OpenSSL.
private enum SecureHeap {
  /// 64 KiB are plenty, and less than any limit: a store keeps four keys alive at a time.
  ///
  /// The code is 1 if the heap is guarded and locked, 2 if the system refused one of both, and 0 if
  /// there is none, or it is another library's.
  private static let code: Int32 = Libcrypto.isReady ? CRYPTO_secure_malloc_init(1 << 16, 32) : 0

  static func isLocked(_ storage: UnsafeMutableRawBufferPointer) -> Bool {
    code == 1 && CRYPTO_secure_allocated(storage.baseAddress) == 1
  }

  static func allocate(_ count: Int) -> UnsafeMutableRawBufferPointer {
    _ = code
    let size = max(count, 1)
    let memory =
      CRYPTO_secure_zalloc(size, #file, Int32(#line))
      ?? CRYPTO_zalloc(size, #file, Int32(#line))
    guard let memory else {
      preconditionFailure("Out of memory: \(size) bytes for a key could not be allocated.")
    }
    return UnsafeMutableRawBufferPointer(start: memory, count: count)
  }

  static func free(_ storage: UnsafeMutableRawBufferPointer) {
    // Cleanses both kinds of memory; a pointer outside the arena goes back to the ordinary heap.
    CRYPTO_secure_clear_free(storage.baseAddress, storage.count, #file, Int32(#line))
  }
}

extension SecureBytes {
  /// Fresh key material from OpenSSL's generator for private values.
  package static func random(count: Int) throws(SecretError) -> SecureBytes {
    try SecureBytes(count: count) { bytes throws(SecretError) in
      try Libcrypto.check(
        RAND_priv_bytes(bytes.bindMemory(to: UInt8.self).baseAddress, Int32(count)),
        "making a random key")
    }
  }
}

/// Random bytes that are stored in the clear: salts and identifiers.
package func randomBytes(count: Int) throws(SecretError) -> [UInt8] {
  _ = Libcrypto.isReady
  var bytes = [UInt8](repeating: 0, count: count)
  try Libcrypto.check(RAND_bytes(&bytes, Int32(count)), "making random bytes")
  return bytes
}

/// The set-up of libcrypto, and its return codes as typed errors.
package enum Libcrypto {
  /// Sets libcrypto up, once.
  ///
  /// Without its exit handler, which would free memory that another thread still uses, to stretch a
  /// passphrase for example. Only the first caller in the process can leave it out.
  package static let isReady: Bool = OPENSSL_init_crypto(UInt64(OPENSSL_INIT_NO_ATEXIT), nil) == 1

  /// Throws unless `code` is positive, which stands for success.
  static func check(_ code: Int32, _ operation: String) throws(SecretError) {
    guard code > 0 else { throw failure(operation) }
  }

  /// Returns the object from libcrypto, or throws the error of its queue.
  static func require<Object>(
    _ object: Object?, _ operation: String
  ) throws(SecretError) -> Object {
    guard let object else { throw failure(operation) }
    return object
  }

  /// Takes the newest entry of this thread's error queue, and empties the queue.
  static func failure(_ operation: String) -> SecretError {
    let code = ERR_peek_last_error()
    ERR_clear_error()
    let reason = ERR_reason_error_string(code).map { String(cString: $0) }
    return .cryptography(operation: operation, reason: reason ?? "no reason given")
  }
}
