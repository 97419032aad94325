import Dispatch
import Glibc

/// A web server on the loopback that gives one answer after the other, the last one for ever.
final class LoopbackServer: Sendable {
  /// The address on which it listens, as `--feed` takes it.
  let address: String
  private let listener: Int32
  /// Counts the clients without an answer: those that have asked, and those that have closed their connection.
  private let (asked, left) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))

  /// Serves whole answers; without any it accepts and stays silent.
  ///
  /// - Parameter signal: the path of a file without which nothing is answered; nil to answer at once.
  init(_ answers: String..., onceExists signal: String? = nil) {
    let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    self.listener = listener
    address = "http://127.0.0.1:\(Self.bind(listener))/posts.json"
    DispatchQueue(label: "wayline.tests.server").async { [asked, left] in
      Self.serve(answers, from: listener, asked, left, signal)
    }
  }

  deinit { shutdown(listener, Int32(SHUT_RDWR)) }

  /// Waits until a client that gets no answer has asked for one; false if none does.
  func isAsked() -> Bool { asked.wait(timeout: .now() + .seconds(60)) == .success }

  /// Waits until a client without an answer has closed its connection; false if it stays too long.
  func isLeft(within time: DispatchTimeInterval) -> Bool {
    left.wait(timeout: .now() + time) == .success
  }

  /// An HTTP answer with a body.
  static func answer(_ body: String, status: String = "200 OK") -> String {
    "HTTP/1.1 \(status)\r\nContent-Type: application/json\r\n"
      + "Content-Length: \(body.utf8.count)\r\nConnection: close\r\n\r\n\(body)"
  }

  /// Binds to a free port of the loopback, and returns it.
  private static func bind(_ listener: Int32) -> UInt16 {
    var name = sockaddr_in()
    name.sin_family = sa_family_t(AF_INET)
    name.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    withUnsafeMutablePointer(to: &name) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        _ = Glibc.bind(listener, address, size)
        _ = getsockname(listener, address, &size)
      }
    }
    listen(listener, 8)
    return UInt16(bigEndian: name.sin_port)
  }

  private static func serve(
    _ answers: [String], from listener: Int32, _ asked: DispatchSemaphore,
    _ left: DispatchSemaphore, _ signal: String?
  ) {
    var rest = answers[...]
    while case let client = accept(listener, nil, nil), client >= 0 {
      if let text = rest.first {
        if let signal { waitUntilExists(signal) }
        answer(client, text)
        if rest.count > 1 { rest.removeFirst() }
      } else {
        DispatchQueue(label: "wayline.tests.silence").async {
          var byte: UInt8 = 0
          if read(client, &byte, 1) > 0 { asked.signal() }
          while read(client, &byte, 1) > 0 {}
          close(client)
          left.signal()
        }
      }
    }
    close(listener)
  }

  /// Waits until a file exists, a minute at most.
  private static func waitUntilExists(_ path: String) {
    for _ in 0..<12_000 where access(path, F_OK) != 0 { usleep(5_000) }
  }

  private static func answer(_ client: Int32, _ text: String) {
    var request: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while !request.suffix(4).elementsEqual("\r\n\r\n".utf8) {
      let count = read(client, &buffer, buffer.count)
      guard count > 0 else { break }
      request += buffer[..<count]
    }
    let bytes = Array(text.utf8)
    _ = send(client, bytes, bytes.count, Int32(MSG_NOSIGNAL))
    close(client)
  }
}
