import Dispatch
import Glibc

/// The first line of a connection, which is read before its session begins.
@MainActor
package enum FirstLine {
  /// The largest number of bytes.
  private static let limit = 100
  /// The time for it.
  private static let patience = Duration.seconds(30)

  /// Reads the line, and no byte after it; nil if the other side sends none, or the task is cancelled.
  package static func read(from connection: Int32) async -> String? {
    let (signs, continuation) = AsyncStream<Void>.makeStream()
    let source = DispatchSource.makeReadSource(fileDescriptor: connection, queue: .main)
    source.setEventHandler { continuation.yield() }
    source.resume()
    let timer = Task {
      try await Task.sleep(for: patience)
      continuation.finish()
    }
    var bytes: [UInt8] = []
    var line: String?
    for await _ in signs where take(from: connection, into: &bytes) {
      if bytes.last == UInt8(ascii: "\n") {
        line = String(decoding: bytes.dropLast(), as: UTF8.self)
      }
      break
    }
    timer.cancel()
    // The descriptor is another source's afterwards.
    await withCheckedContinuation { end in
      source.setCancelHandler { end.resume() }
      source.cancel()
    }
    return line
  }

  /// Reads what is there; true at the end of the line, of the connection, or of the room for a line.
  private static func take(from connection: Int32, into bytes: inout [UInt8]) -> Bool {
    while bytes.count < limit {
      var byte: UInt8 = 0
      let count = recv(connection, &byte, 1, Int32(MSG_DONTWAIT))
      if count < 0, errno == EAGAIN || errno == EINTR { return false }
      guard count > 0 else { return true }
      bytes.append(byte)
      if byte == UInt8(ascii: "\n") { return true }
    }
    return true
  }
}
