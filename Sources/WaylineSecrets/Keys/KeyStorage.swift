import Synchronization
import WaylineStorage
import WaylineSystem

/// The place of the keys of key-file slots, one key a store.
package protocol KeyStorage: Sendable {
  /// Reads the key of `store`.
  ///
  /// - Throws: `keyFileMissing` if there is none.
  func key(of store: StoreIdentifier) throws(SecretError) -> SecureBytes

  /// Stores `key` for `store` unless one is stored already, and returns the stored one.
  func publish(
    _ key: SecureBytes, of store: StoreIdentifier
  ) throws(SecretError) -> SecureBytes

  /// Deletes the key of `store`; nothing happens if there is none.
  func removeKey(of store: StoreIdentifier) throws(SecretError)

  /// The place of the key of `store`, in words for a user.
  func place(of store: StoreIdentifier) -> String
}

extension KeyStorage {
  /// Makes a key for `store`, or returns the one that another program has published meanwhile.
  func mintKey(of store: StoreIdentifier) throws(SecretError) -> SecureBytes {
    try publish(.random(count: AuthenticatedEncryption.keyLength), of: store)
  }
}

/// A private folder of key files: `<store id>.key`, thirty-two random bytes, mode 0600.
///
/// A file is never replaced. It is published by `link(2)`, which fails where a file exists: of two
/// programs that start for the first time, one publishes its key, and the other uses that one.
package struct KeyFolder: KeyStorage {
  private let folder: PrivateFolder

  /// The key files in `folder`; nothing is read or made before a key is needed.
  package init(_ folder: PrivateFolder) {
    self.folder = folder
  }

  /// The key file of `store`.
  package func file(of store: StoreIdentifier) -> PrivateFile {
    folder.file("\(store).key")
  }

  /// The path of the key file of `store`.
  package func place(of store: StoreIdentifier) -> String { file(of: store).path }

  /// Reads the key of `store`.
  ///
  /// A folder that others can write to is refused, as ``publish(_:of:)`` does: they could replace the key.
  package func key(of store: StoreIdentifier) throws(SecretError) -> SecureBytes {
    _ = try rethrowing { () throws(StoreError) in try folder.exists() }
    return try file(of: store).key()
  }

  /// Stores `key` unless one is stored already, and returns the stored one.
  package func publish(
    _ key: SecureBytes, of store: StoreIdentifier
  ) throws(SecretError) -> SecureBytes {
    try rethrowing { () throws(StoreError) in try folder.create() }
    return try file(of: store).publish(key)
  }

  /// Deletes the key file of `store`; nothing happens if there is none.
  package func removeKey(of store: StoreIdentifier) throws(SecretError) {
    let file = file(of: store)
    try rethrowing { () throws(StoreError) in try file.remove() }
  }
}

/// One key file at a path the user chose (`--key-file FILE`); it may open several stores.
///
/// It is made if it does not exist and is never deleted. Its folder must exist.
package struct KeyFile: KeyStorage {
  private let file: PrivateFile

  /// The key file at a path; nothing is read or made before a key is needed.
  package init(_ path: String) {
    file = PrivateFile(path)
  }

  /// The path of the file.
  package func place(of store: StoreIdentifier) -> String { file.path }

  /// Reads the key in the file, whichever store it is for.
  package func key(of store: StoreIdentifier) throws(SecretError) -> SecureBytes {
    try file.key()
  }

  /// Stores `key` unless one is stored already, and returns the stored one.
  package func publish(
    _ key: SecureBytes, of store: StoreIdentifier
  ) throws(SecretError) -> SecureBytes {
    try file.publish(key)
  }

  /// Does nothing: the file is the user's, and may open other stores.
  package func removeKey(of store: StoreIdentifier) throws(SecretError) {}
}

/// Keys that end with the process, for `--store :memory:` and for tests.
package final class KeysInMemory: KeyStorage {
  private let keys = Mutex<[StoreIdentifier: SecureBytes]>([:])

  /// Creates an empty storage.
  package init() {}

  /// Reads the key of `store`.
  package func key(of store: StoreIdentifier) throws(SecretError) -> SecureBytes {
    guard let key = keys.withLock({ $0[store] }) else {
      throw .keyFileMissing(path: place(of: store))
    }
    return key
  }

  /// Stores `key` unless one is stored already, and returns the stored one.
  package func publish(
    _ key: SecureBytes, of store: StoreIdentifier
  ) throws(SecretError) -> SecureBytes {
    keys.withLock { keys in
      let stored = keys[store] ?? key
      keys[store] = stored
      return stored
    }
  }

  /// Deletes the key of `store`; nothing happens if there is none.
  package func removeKey(of store: StoreIdentifier) throws(SecretError) {
    keys.withLock { $0[store] = nil }
  }

  /// The word `memory`.
  package func place(of store: StoreIdentifier) -> String { "memory" }
}

extension PrivateFile {
  /// Reads the key that is the whole content of the file.
  ///
  /// A key that others could read is refused: narrowing its mode would not help, they may have read it.
  /// - Throws: `keyFileMissing`, or `keyFileDamaged` for another length than that of a key.
  fileprivate func key() throws(SecretError) -> SecureBytes {
    let (file, status) = try opened()
    let length = AuthenticatedEncryption.keyLength
    guard status.size == length else { throw .keyFileDamaged(path: path) }
    return try SecureBytes(count: length) { bytes throws(SecretError) in
      let count = try rethrowing("read", path) { () throws(SystemError) in
        try file.read(into: bytes)
      }
      guard count == length else { throw .keyFileDamaged(path: path) }
    }
  }

  private func opened() throws(SecretError) -> (FileDescriptor, WaylineSystem.FileStatus) {
    let outcome = Result { () throws(StoreError) in
      try openChecked(for: .reading, narrowsMode: false)
    }
    switch outcome {
    case .success(let opened?): return opened
    case .success(nil): throw .keyFileMissing(path: path)
    case .failure(.system(_, _, ErrorCode.inUse.rawValue)): throw .keyFileDamaged(path: path)
    case .failure(let error): throw .store(error)
    }
  }

  /// Makes the file with this key unless it exists, and returns the key that is in it.
  fileprivate func publish(_ key: SecureBytes) throws(SecretError) -> SecureBytes {
    let isOurs = try rethrowing("create", path) { () throws(SystemError) in
      try key.withUnsafeBytes { bytes throws(SystemError) in
        try FileSystem.publish(bytes, at: path)
      }
    }
    return isOurs ? key : try self.key()
  }
}
