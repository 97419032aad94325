import FoundationEssentials
import Glibc

extension PrivateFile {
  /// The whole content, or nil if there is no such file.
  ///
  /// - Complexity: O(n) in the size of the file.
  package func read() throws(StoreError) -> Data? {
    guard let descriptor = try open(O_RDONLY) else { return nil }
    defer { close(descriptor) }
    var content = Data()
    var chunk = [UInt8](repeating: 0, count: 16_384)
    while true {
      let count = Glibc.read(descriptor, &chunk, chunk.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw .failed("read", path) }
      if count == 0 { return content }
      content.append(contentsOf: chunk[..<count])
    }
  }

  /// Replaces the content: afterwards the file is the old one or the new one, also after a crash.
  package func write(_ content: Data) throws(StoreError) {
    let new = try written(content)
    guard rename(new.path, path) == 0 else {
      let error = StoreError.failed("replace", path)
      unlink(new.path)
      throw error
    }
    try folder.synchronize()
  }

  /// Makes the file with this content, complete or not at all; false if it is already there.
  ///
  /// Of two processes that try, one succeeds, and the other finds the whole file.
  package func create(_ content: Data) throws(StoreError) -> Bool {
    let new = try written(content)
    defer { unlink(new.path) }
    if link(new.path, path) != 0 {
      if errno == EEXIST { return false }
      throw .failed("make", path)
    }
    try folder.synchronize()
    return true
  }

  /// Adds to the end, in one write; the file is made if it is not there.
  package func append(_ content: Data) throws(StoreError) {
    guard let descriptor = try open(O_WRONLY | O_APPEND | O_CREAT) else { return }
    defer { close(descriptor) }
    try write(content, to: descriptor)
  }

  /// Deletes the file; nothing happens if it is not there.
  package func remove() throws(StoreError) {
    if unlink(path) != 0, errno != ENOENT { throw .failed("delete", path) }
  }

  private func written(_ content: Data) throws(StoreError) -> PrivateFile {
    let new = PrivateFile("\(path).new-\(getpid())-\(UInt32.random(in: .min ... .max))")
    guard let descriptor = try new.open(O_WRONLY | O_CREAT | O_EXCL) else { return new }
    defer { close(descriptor) }
    do throws(StoreError) {
      try new.write(content, to: descriptor)
      guard fsync(descriptor) == 0 else { throw StoreError.failed("save", path) }
      return new
    } catch {
      unlink(new.path)
      throw error
    }
  }

  private func write(_ content: Data, to descriptor: Int32) throws(StoreError) {
    var rest = content[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw .failed("write", path) }
      rest = rest.dropFirst(count)
    }
  }
}
