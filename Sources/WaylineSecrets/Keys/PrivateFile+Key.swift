internal import CCrypto
import FoundationEssentials
import Glibc
import WaylineStorage

extension PrivateFile {
  /// The key that is the whole content of the file.
  ///
  /// - Throws: `keyFileMissing`, or `keyFileDamaged` for another length than that of a key.
  func key() throws(SecretError) -> SecureBytes {
    try refuseIfShared()
    let opened = try rethrowing { () throws(StoreError) in try open(O_RDONLY) }
    guard let descriptor = opened else { throw .keyFileMissing(path: path) }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_size == AuthenticatedEncryption.keyLength
    else { throw .keyFileDamaged(path: path) }
    return try SecureBytes(
      count: AuthenticatedEncryption.keyLength
    ) { bytes throws(SecretError) in
      guard Glibc.read(descriptor, bytes.baseAddress, bytes.count) == bytes.count else {
        throw .store(.failed("read", path))
      }
    }
  }

  /// Makes the file with this key unless it is there, and returns the key that is in it.
  func publish(_ key: SecureBytes) throws(SecretError) -> SecureBytes {
    var content = key.withUnsafeBytes { Data($0) }
    defer { content.withUnsafeMutableBytes { OPENSSL_cleanse($0.baseAddress, $0.count) } }
    let isOurs = try rethrowing { () throws(StoreError) in try create(content) }
    return isOurs ? key : try self.key()
  }

  /// A key that others could read is not narrowed like other files: they may have read it.
  private func refuseIfShared() throws(SecretError) {
    var status = stat()
    guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return }
    guard status.st_mode & 0o077 == 0 else {
      throw .store(.unsafeFile(path: path, problem: .openPermissions(mode: status.st_mode)))
    }
  }
}
