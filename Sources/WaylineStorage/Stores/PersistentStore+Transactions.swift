extension PersistentStore {
  /// Changes several keys together, or none of them.
  ///
  /// Wrappers of this store that are read and written inside take part. Nobody else sees a change
  /// before the end; observers hear of each key once, afterwards. If `body` throws, or one of its
  /// writes is refused, all of it is undone. Inside another transaction of this store it is a part of
  /// that one. The store is held meanwhile, also against other processes: keep `body` short, and do
  /// not wait in it for another thread or another store.
  ///
  /// ```swift
  /// try store.transaction {
  ///   onShelf -= 1
  ///   lent += 1
  /// }
  /// ```
  /// - Throws: what `body` throws, or the ``StoreError`` of the first refusal.
  public func transaction<Result>(_ body: () throws -> Result) throws -> Result {
    try hub.run(in: self, body)
  }
}
