/// Bytes that wait until somebody reads them. Pure.
struct OutputBuffer: Sendable {
  private var bytes: [UInt8] = []
  private var start = 0

  /// How many bytes wait.
  var count: Int { bytes.count - start }

  /// Adds a text.
  mutating func append(_ text: String) {
    if start == bytes.count { (bytes, start) = ([], 0) }
    bytes.append(contentsOf: text.utf8)
  }

  /// Calls the closure with what waits, and drops as many bytes as it says it has taken.
  mutating func drain(_ take: (UnsafeRawBufferPointer) throws -> Int) rethrows {
    let taken = try bytes.withUnsafeBytes { all in
      try take(UnsafeRawBufferPointer(rebasing: all[start...]))
    }
    start += taken
    if start == bytes.count {
      (bytes, start) = ([], 0)
    } else if start > bytes.count / 2 {
      // What was read is given back when it is more than what waits, so each byte moves once.
      bytes.removeSubrange(..<start)
      start = 0
    }
  }

  /// Takes everything.
  mutating func takeAll() -> [UInt8] {
    defer { (bytes, start) = ([], 0) }
    return start == 0 ? bytes : Array(bytes[start...])
  }
}
