internal import CCrypto

/// What every call into libcrypto shares: turning its return codes into a typed error.
package enum Libcrypto {
  /// Sets libcrypto up, once.
  ///
  /// Without its exit handler: that would free what a thread may still be stretching a passphrase, or
  /// fetching something, with. Only whoever comes first in the process can say so.
  package static let isReady: Bool = OPENSSL_init_crypto(UInt64(OPENSSL_INIT_NO_ATEXIT), nil) == 1

  /// Throws unless `code` is positive, which is how libcrypto says yes.
  static func check(_ code: Int32, _ operation: String) throws(SecretError) {
    guard code > 0 else { throw failure(operation) }
  }

  /// The object libcrypto returned, or the error it left behind.
  static func require<Object>(
    _ object: Object?, _ operation: String
  ) throws(SecretError) -> Object {
    guard let object else { throw failure(operation) }
    return object
  }

  /// The newest entry of this thread's error queue, which is emptied.
  static func failure(_ operation: String) -> SecretError {
    let code = ERR_peek_last_error()
    ERR_clear_error()
    let reason = ERR_reason_error_string(code).map { String(cString: $0) }
    return .cryptography(operation: operation, reason: reason ?? "no reason given")
  }
}
