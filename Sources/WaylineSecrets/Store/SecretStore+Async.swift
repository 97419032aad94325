extension SecretStore {
  /// Unlocks the store as ``unlock(with:)-(Passphrase)`` does, without holding up the caller's actor.
  @concurrent
  public func unlock(with passphrase: Passphrase) async throws(SecretError) {
    try stretching { () throws(SecretError) in try unlock(with: passphrase) }
  }

  /// Has `passphrase` protect the store, without holding up the caller's actor.
  @concurrent
  public func protect(with passphrase: Passphrase) async throws(SecretError) {
    try stretching { () throws(SecretError) in try protect(with: passphrase) }
  }

  /// Calls the form that is not `async`, which a closure that is not `async` chooses.
  private func stretching(_ body: () throws(SecretError) -> Void) throws(SecretError) {
    try body()
  }
}
