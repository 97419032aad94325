extension PersistentStore {
  /// Reads the value that a wrapper of this type would show, or nil if nothing is stored.
  ///
  /// - Throws: ``StoreError`` if a value is stored that cannot be read.
  public func value<Value: Codable>(
    _ type: Value.Type = Value.self, for name: String, in namespace: String = StoreKey.app
  ) throws(StoreError) -> Value? {
    let key = StoreKey(name, in: namespace)
    switch hub.content(of: hub.cell(for: key), in: self) {
    case .failed(let error): throw error
    case .unread, .value(nil): return nil
    case .value(let stored?):
      return try Codec<Value>.natural().value(stored, for: key, known: hub.version(of: key))
    }
  }

  /// Writes the value as a wrapper of this type would; nil deletes it.
  ///
  /// - Throws: ``StoreError`` if it was refused; the old value is then still there.
  public func set<Value: Codable>(
    _ value: Value, for name: String, in namespace: String = StoreKey.app
  ) throws(StoreError) {
    let location = StoredLocation<Value>(
      StoreKey(name, in: namespace), store: self, form: .natural, codec: { Codec<Value>.natural() })
    try location.set(value)
  }

  /// Deletes a value, whatever it is.
  public func erase(_ name: String, in namespace: String = StoreKey.app) throws(StoreError) {
    try setBytes(nil, for: StoreKey(name, in: namespace))
  }

  /// Reads bytes as they are stored, as the calling thread sees them.
  public func bytes(for key: StoreKey) throws(StoreError) -> StoredValue? {
    switch hub.content(of: hub.cell(for: key), in: self) {
    case .failed(let error): throw error
    case .unread: nil
    case .value(let stored): stored
    }
  }

  /// Writes bytes as they are, or deletes them with nil; wrappers and observers are told.
  public func setBytes(_ value: StoredValue?, for key: StoreKey) throws(StoreError) {
    try hub.write(Change(key: key, value: value), in: self)
  }

  /// Lists the keys of a namespace, or of all with nil, in ascending order.
  public func keys(in namespace: String? = StoreKey.app) throws(StoreError) -> [StoreKey] {
    if let session = hub.session { return try session.keys(in: namespace) }
    return try storedKeys(in: namespace)
  }

  /// Reads a value past the live ones, so that reading everything keeps nothing in memory.
  func readPastLiveValues(_ key: StoreKey) throws(StoreError) -> StoredValue? {
    if let session = hub.session { return try session.value(for: key) }
    return try storedValue(for: key)
  }
}
