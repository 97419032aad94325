import Dispatch
import Endings
import Glibc

/// A connection to the server of a desk: a line for each request, and one for each reply.
final class Server: Sendable {
  /// The reply to a request.
  enum Reply {
    /// `OK`, with a token after the last factor.
    case accepted(String)
    /// `NO`: another one may be tried.
    case refused(String)
    /// `END`: the server tries no more.
    case ended(String)
  }

  private let socket: Int32

  /// Connects to `HOST:PORT`; the host is an address.
  init(_ place: String) throws {
    let parts = place.split(separator: ":")
    guard parts.count == 2, let port = UInt16(parts[1]) else {
      throw Problem("'\(place)' is not a server. Give --server HOST:PORT.", status: 2)
    }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    guard inet_pton(AF_INET, String(parts[0]), &address.sin_addr) == 1 else {
      throw Problem("'\(parts[0])' is not an address. Give --server HOST:PORT.", status: 2)
    }
    socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    let isConnected = withUnsafeBytes(of: &address) { bytes in
      connect(
        socket, bytes.assumingMemoryBound(to: sockaddr.self).baseAddress!, UInt32(bytes.count))
    }
    guard isConnected == 0 else {
      close(socket)
      throw Problem("The server '\(place)' does not answer.", status: 1)
    }
  }

  deinit { close(socket) }

  /// Sends a text and awaits the reply.
  func reply(to text: String) async throws -> Reply { try await reply(to: Array(text.utf8)) }

  /// Sends a line and awaits the reply. A thread of its own waits, not one of the tasks.
  func reply(to line: [UInt8]) async throws -> Reply {
    try await withCheckedThrowingContinuation { continuation in
      DispatchQueue(label: "server").async { [self] in
        continuation.resume(with: Result { try exchange(line) })
      }
    }
  }

  private func exchange(_ line: [UInt8]) throws -> Reply {
    let request = line + [UInt8(ascii: "\n")]
    guard send(socket, request, request.count, Int32(MSG_NOSIGNAL)) == request.count else {
      throw Problem("The server has closed the connection.", status: 1)
    }
    var reply: [UInt8] = []
    var byte: UInt8 = 0
    while read(socket, &byte, 1) == 1, byte != UInt8(ascii: "\n") { reply.append(byte) }
    let text = String(decoding: reply, as: UTF8.self)
    let rest = String(text.drop { $0 != " " }.dropFirst())
    switch text.prefix(while: { $0 != " " }) {
    case "OK": return .accepted(rest)
    case "NO": return .refused(rest)
    case "END": return .ended(rest)
    default: throw Problem("The server has closed the connection.", status: 1)
    }
  }
}
