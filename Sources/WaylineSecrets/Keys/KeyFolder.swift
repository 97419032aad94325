internal import CCrypto
import FoundationEssentials
import Glibc
import WaylineStorage

/// A private folder of key files: `<store id>.key`, thirty-two random bytes, mode 0600.
///
/// A file is never replaced. It is published by `link(2)`, which fails where a file is: of two
/// programs that start for the first time, one publishes its key, and the other uses that one.
package struct KeyFolder: KeyCabinet {
  private let folder: PrivateFolder

  /// The key files in `folder`; nothing is touched before a key is needed.
  package init(_ folder: PrivateFolder) {
    self.folder = folder
  }

  /// The key file of `store`.
  package func file(of store: StoreIdentifier) -> PrivateFile {
    folder.file("\(store).key")
  }

  package func place(of store: StoreIdentifier) -> String { file(of: store).path }

  package func key(of store: StoreIdentifier) throws(SecretError) -> SecureBytes {
    let file = file(of: store)
    try refuseIfShared(file)
    let opened = try rethrowing { () throws(StoreError) in try file.open(O_RDONLY) }
    guard let descriptor = opened else { throw .keyFileMissing(path: file.path) }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_size == AuthenticatedEncryption.keyLength
    else { throw .keyFileDamaged(path: file.path) }
    return try SecureBytes(
      count: AuthenticatedEncryption.keyLength
    ) { bytes throws(SecretError) in
      guard read(descriptor, bytes.baseAddress, bytes.count) == bytes.count else {
        throw .store(.failed("read", file.path))
      }
    }
  }

  package func publish(
    _ key: SecureBytes, of store: StoreIdentifier
  ) throws(SecretError) -> SecureBytes {
    try rethrowing { () throws(StoreError) in try folder.create() }
    var content = key.withUnsafeBytes { Data($0) }
    defer { content.withUnsafeMutableBytes { OPENSSL_cleanse($0.baseAddress, $0.count) } }
    let file = file(of: store)
    let isOurs = try rethrowing { () throws(StoreError) in try file.create(content) }
    return isOurs ? key : try self.key(of: store)
  }

  package func removeKey(of store: StoreIdentifier) throws(SecretError) {
    let file = file(of: store)
    try rethrowing { () throws(StoreError) in
      try file.remove()
    }
  }

  /// A key that others could read is not narrowed like other files: they may have read it.
  private func refuseIfShared(_ file: PrivateFile) throws(SecretError) {
    var status = stat()
    guard lstat(file.path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return }
    guard status.st_mode & 0o077 == 0 else {
      throw .store(
        .unsafeFile(path: file.path, problem: .openPermissions(mode: status.st_mode)))
    }
  }
}
