import FoundationEssentials

/// The rows that a statement returned, in the binary form of the server.
final class Answer {
  private let library: Libpq
  private let handle: Libpq.Handle

  /// Takes over a result of libpq.
  init(_ handle: Libpq.Handle, _ library: Libpq) {
    (self.handle, self.library) = (handle, library)
  }

  deinit { library.clear(handle) }

  /// The number of rows.
  var count: Int { Int(library.rows(handle)) }

  /// The number of rows that the statement changed.
  var changes: Int { library.affectedRows(handle).flatMap { Int(String(cString: $0)) } ?? 0 }

  /// True if the value is NULL.
  func isNull(_ row: Int, _ column: Int) -> Bool {
    library.isNull(handle, Int32(row), Int32(column)) != 0
  }

  /// An integer of 1 to 8 bytes, highest byte first; a Boolean is 0 or 1, and NULL is 0.
  func integer(_ row: Int, _ column: Int) -> Int64 {
    let bytes = buffer(row, column)
    guard let first = bytes.first, bytes.count <= 8 else { return 0 }
    let start: Int64 = bytes.count > 1 && first > 127 ? -1 : 0
    return bytes.reduce(start) { $0 << 8 | Int64($1) }
  }

  /// The bytes of a value; none for NULL.
  func bytes(_ row: Int, _ column: Int) -> Data {
    Data(buffer(row, column))
  }

  /// The bytes of a value as UTF-8.
  func text(_ row: Int, _ column: Int) -> String {
    String(decoding: buffer(row, column), as: UTF8.self)
  }

  private func buffer(_ row: Int, _ column: Int) -> UnsafeRawBufferPointer {
    let length = library.length(handle, Int32(row), Int32(column))
    return UnsafeRawBufferPointer(
      start: library.value(handle, Int32(row), Int32(column)), count: Int(length))
  }
}
