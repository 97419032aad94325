import WaylineStorage

extension StoreError {
  /// The same problem as every other store tells it.
  ///
  /// - Parameters:
  ///   - key: the value that was asked for.
  ///   - store: what messages call the store.
  init(_ error: SecretError, at key: StoreKey, of store: String) {
    self =
      switch error {
      case .locked: .locked(store: store)
      case .wrongKey, .keyFileDamaged: .wrongKey(store: store)
      case .headerTampered: .headerTampered(store: store)
      case .recordTampered: .recordTampered(key)
      case .unsupportedFormat(let detail): .unsupportedFormat(store: store, detail: detail)
      case .keyFileMissing(let path): .keyMissing(store: store, path: path)
      case .store(let error): error
      case .emptyPassphrase, .notPassphraseProtected, .insideTransaction, .cryptography:
        .refused(key, reason: error.description)
      }
  }
}

/// Runs `body`, and passes on what a store below refuses as a ``SecretError``.
func rethrowing<Result>(
  _ body: () throws(StoreError) -> Result
) throws(SecretError) -> Result {
  do {
    return try body()
  } catch {
    throw .store(error)
  }
}
