import CWaylineSystem
import Dispatch
import Glibc
import Synchronization
import Testing

/// Two ends of a pipe or a pseudo-terminal, closed with this object.
final class Ends: Sendable {
  let near: Int32
  let far: Int32
  private let isFarClosed = Mutex(false)

  private init(near: Int32, far: Int32) {
    (self.near, self.far) = (near, far)
  }

  deinit {
    close(near)
    closeFar()
  }

  /// A pipe: `near` is read, `far` is written.
  static func pipe() -> Ends {
    var ends: [Int32] = [-1, -1]
    wayline_pipe(&ends)
    return Ends(near: ends[0], far: ends[1])
  }

  /// A pseudo-terminal: `near` is what a program has, `far` what a person has.
  static func terminal() throws -> Ends {
    var (controller, terminal): (Int32, Int32) = (-1, -1)
    let error = wayline_open_pseudo_terminal(&controller, &terminal)
    guard error == 0 else { throw Failure(error: error) }
    return Ends(near: terminal, far: controller)
  }

  /// Sends a line of a terminal, and waits until the program could read it: the system passes it on later.
  func sendAhead(_ line: String) {
    send(line)
    var polled = pollfd(fd: near, events: Int16(POLLIN), revents: 0)
    #expect(poll(&polled, 1, 60_000) == 1)
  }

  func send(_ bytes: [UInt8]) {
    _ = bytes.withUnsafeBytes { write(far, $0.baseAddress, $0.count) }
  }

  func send(_ text: String) {
    send(Array(text.utf8))
  }

  func closeFar() {
    isFarClosed.withLock { isClosed in
      if !isClosed { close(far) }
      isClosed = true
    }
  }

  struct Failure: Error {
    let error: Int32
  }
}

/// True if there is something to read, waiting at most two minutes: a busy machine is slow.
func isReadable(_ descriptor: Int32, within milliseconds: Int32 = 120_000) -> Bool {
  var polled = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
  return poll(&polled, 1, milliseconds) > 0
}

/// Reads what arrives until it contains the text, waiting at most two minutes for each piece.
func readAll(_ descriptor: Int32, until end: String, after start: String = "") -> String {
  var bytes = Array(start.utf8)
  var chunk = [UInt8](repeating: 0, count: 4096)
  while !String(decoding: bytes, as: UTF8.self).contains(end), isReadable(descriptor) {
    let count = read(descriptor, &chunk, chunk.count)
    guard count > 0 else { break }
    bytes += chunk.prefix(count)
  }
  return String(decoding: bytes, as: UTF8.self)
}

/// The bytes that a thread of its own reads while the test writes.
final class Received: Sendable {
  private let value = Mutex("")
  private let group = DispatchGroup()

  init(_ descriptor: Int32, until end: String) {
    DispatchQueue(label: "wayline.tests").async(group: group) {
      let text = readAll(descriptor, until: end)
      self.value.withLock { $0 = text }
    }
  }

  /// The whole text, when it has arrived.
  var text: String {
    group.wait()
    return value.withLock { $0 }
  }
}
