import Glibc
import Synchronization

/// A socket with a scene at one end.
final class Line: Sendable {
  let near: Int32
  let far: Int32

  private let heard = Mutex<[UInt8]>([])

  init() {
    var ends: [Int32] = [-1, -1]
    socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends)
    (near, far) = (ends[0], ends[1])
  }

  deinit { for end in [near, far] { close(end) } }

  func say(_ text: String) {
    let bytes = Array(text.utf8)
    _ = send(far, bytes, bytes.count, Int32(MSG_NOSIGNAL))
  }

  /// Makes the way out as narrow as the system allows: a few kilobytes wait in it.
  func narrow() {
    var size = Int32(1)
    setsockopt(near, SOL_SOCKET, SO_SNDBUF, &size, socklen_t(MemoryLayout<Int32>.size))
  }

  /// Ends what the scene reads.
  func end() { shutdown(far, Int32(SHUT_WR)) }

  /// Reads at most a number of bytes, and waits for none.
  func hear(_ count: Int) {
    var chunk = [UInt8](repeating: 0, count: count)
    _ = recv(far, &chunk, count, Int32(MSG_DONTWAIT))
  }

  /// Returns whether what was printed so far ends with a text within two minutes: all suites share the main queue.
  func hears(_ text: String) async -> Bool {
    var chunk = [UInt8](repeating: 0, count: 1 << 12)
    for _ in 0..<24_000 {
      while case let count = recv(far, &chunk, chunk.count, Int32(MSG_DONTWAIT)), count > 0 {
        heard.withLock { $0 += chunk[..<count] }
      }
      if heard.withLock({ String(decoding: $0, as: UTF8.self).hasSuffix(text) }) { return true }
      try? await Task.sleep(for: .milliseconds(5))
    }
    return false
  }

  /// Vanishes, with whatever has not been read.
  func vanish() { shutdown(far, Int32(SHUT_RDWR)) }

  /// All that was printed, when the scene has ended.
  var rest: String {
    shutdown(near, Int32(SHUT_WR))
    var (text, chunk) = ([UInt8](), [UInt8](repeating: 0, count: 1 << 16))
    while case let count = read(far, &chunk, chunk.count), count > 0 { text += chunk[..<count] }
    return String(decoding: text, as: UTF8.self)
  }
}
