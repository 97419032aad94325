import Dispatch
import FoundationEssentials
import Glibc

/// A listener on a socket of its own that says as much of the server's protocol as a test needs.
///
/// The messages are those of "Frontend/Backend Protocol", chapter 55 of the manual.
final class FakeServer: Sendable {
  /// The folder of the socket.
  let folder: String
  private let listener: Int32
  private let manner: Manner

  /// The manner of the server.
  enum Manner: Sendable {
    /// It takes connections, and says nothing.
    case silent
    /// It takes connections, and has a version such as `12.4`.
    case version(String)
  }

  init(_ manner: Manner) throws {
    let folder = "/tmp/wayline-fake-\(UUID().uuidString.prefix(8))"
    mkdir(folder, 0o700)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) {
      $0.copyBytes(from: "\(folder)/.s.PGSQL.5432".utf8)
    }
    let listener = socket(
      AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    let size = socklen_t(MemoryLayout<sockaddr_un>.size)
    let isBound = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(listener, $0, size) == 0 }
    }
    guard isBound, listen(listener, 8) == 0 else { throw CocoaError(.fileWriteUnknown) }
    (self.folder, self.listener, self.manner) = (folder, listener, manner)
    // A silent one needs no thread: the system takes the connections.
    if case .version(let version) = manner { Self.serve(listener, version) }
  }

  deinit {
    shutdown(listener, Int32(SHUT_RDWR))
    // Else by the thread, which may still use it.
    if case .silent = manner { close(listener) }
    unlink("\(folder)/.s.PGSQL.5432")
    rmdir(folder)
  }

  private static func serve(_ listener: Int32, _ version: String) {
    DispatchQueue(label: "wayline.tests.fake").async {
      while true {
        let connection = accept(listener, nil, nil)
        guard connection >= 0 else { break }
        answer(connection, version)
        close(connection)
      }
      close(listener)
    }
  }

  /// Answers to the start message, and to the one statement by which a client looks whether writes are taken.
  private static func answer(_ connection: Int32, _ version: String) {
    var bytes = [UInt8](repeating: 0, count: 4096)
    guard read(connection, &bytes, bytes.count) > 0 else { return }
    send(
      message("R", number(0)) + message("S", text("server_version") + text(version))
        + message("Z", [UInt8(ascii: "I")]), connection)
    guard read(connection, &bytes, bytes.count) > 0 else { return }
    let column = text("transaction_read_only") + [UInt8](repeating: 0, count: 18)
    send(
      message("T", [0, 1] + column) + message("D", [0, 1] + number(3) + Array("off".utf8))
        + message("C", text("SHOW")) + message("Z", [UInt8(ascii: "I")]), connection)
    _ = read(connection, &bytes, bytes.count)
  }

  private static func message(_ kind: Character, _ body: [UInt8]) -> [UInt8] {
    Array("\(kind)".utf8) + number(Int32(body.count + 4)) + body
  }

  private static func number(_ number: Int32) -> [UInt8] {
    withUnsafeBytes(of: number.bigEndian) { Array($0) }
  }

  private static func text(_ text: String) -> [UInt8] { Array(text.utf8) + [0] }

  private static func send(_ bytes: [UInt8], _ connection: Int32) {
    _ = Glibc.send(connection, bytes, bytes.count, Int32(MSG_NOSIGNAL))
  }
}
