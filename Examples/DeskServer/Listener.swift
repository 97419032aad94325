import Dispatch
import Glibc

/// A Unix socket that calls for each connection, on the main queue.
@MainActor
final class Listener {
  private let path: String
  private let source: any DispatchSourceRead

  /// Opens the socket, for its owner only.
  /// - Throws: ``ListenerProblem`` when another process has it.
  init(at path: String, welcome: @escaping @MainActor (Int32) -> Void) throws {
    let descriptor = try Self.open(path)
    self.path = path
    source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: .main)
    source.setCancelHandler { Glibc.close(descriptor) }
    source.setEventHandler {
      let connection = accept(descriptor, nil, nil)
      guard connection >= 0 else { return }
      _ = fcntl(connection, F_SETFD, FD_CLOEXEC)
      MainActor.assumeIsolated { welcome(connection) }
    }
    source.resume()
  }

  /// Takes no more connections, and removes the socket.
  func close() {
    source.cancel()
    unlink(path)
  }

  private static func open(_ path: String) throws -> Int32 {
    var address = sockaddr_un()
    let room = MemoryLayout.size(ofValue: address.sun_path)
    guard path.utf8.count < room else { throw ListenerProblem(path: path, code: ENAMETOOLONG) }
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    let flags = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
    let descriptor = socket(AF_UNIX, flags, 0)
    let mask = umask(0o077)
    defer { umask(mask) }
    let size = socklen_t(MemoryLayout<sockaddr_un>.size)
    let isBound = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(descriptor, $0, size) == 0 }
    }
    guard isBound, listen(descriptor, 512) == 0 else {
      throw ListenerProblem(path: path, code: errno)
    }
    return descriptor
  }
}

/// Why a socket could not be opened.
struct ListenerProblem: Error, CustomStringConvertible {
  let path: String
  let code: Int32

  var description: String {
    let reason = String(cString: strerror(code))
    let advice = code == EADDRINUSE ? " Is a desk open there? If not, remove the file." : ""
    return "The socket '\(path)' could not be opened: \(reason).\(advice)"
  }
}
