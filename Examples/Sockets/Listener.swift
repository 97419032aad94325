import Dispatch
import Glibc
import Wayline

/// A Unix socket that calls for each connection, on the main queue.
///
/// While the process has no descriptors left, new clients wait in the socket's queue, and the
/// listener tries again four times a second: the waiting connection would wake it without end.
@MainActor
package final class Listener {
  private let path: String
  private let descriptor: Int32
  private let source: any DispatchSourceRead
  private let welcome: @MainActor (Int32) -> Void
  private var isPaused = false
  private var isClosed = false
  private var lastComplaint: ContinuousClock.Instant?

  /// Opens the socket, for its owner only.
  /// - Throws: ``ListenerProblem`` when another process has it.
  package init(at path: String, welcome: @escaping @MainActor (Int32) -> Void) throws {
    let descriptor = try Self.open(path)
    (self.path, self.descriptor, self.welcome) = (path, descriptor, welcome)
    source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: .main)
    source.setCancelHandler { Glibc.close(descriptor) }
    source.setEventHandler { [weak self] in
      MainActor.assumeIsolated { self?.accept() }
    }
    source.resume()
  }

  /// Takes no more connections, and removes the socket.
  package func close() {
    isClosed = true
    // NB: a source that is paused cannot be released.
    proceed()
    source.cancel()
    unlink(path)
  }

  private func accept() {
    guard !isClosed else { return }
    let connection = Glibc.accept(descriptor, nil, nil)
    guard connection >= 0 else {
      if [EMFILE, ENFILE, ENOBUFS, ENOMEM].contains(errno) { pause() }
      return
    }
    _ = fcntl(connection, F_SETFD, FD_CLOEXEC)
    welcome(connection)
  }

  private func pause() {
    complain()
    isPaused = true
    source.suspend()
    DispatchQueue.main.asyncAfter(deadline: .now() + 0.25) { [weak self] in
      MainActor.assumeIsolated { self?.proceed() }
    }
  }

  private func proceed() {
    if isPaused { source.resume() }
    isPaused = false
  }

  /// Reports the shortage, at most once a minute.
  private func complain() {
    let now = ContinuousClock.now
    if let last = lastComplaint, last.duration(to: now) < .seconds(60) { return }
    lastComplaint = now
    ResultOutput.complain(
      "No descriptors are left. New clients wait until others leave.", program: "desk-server")
  }

  private static func open(_ path: String) throws -> Int32 {
    var address = sockaddr_un()
    let room = MemoryLayout.size(ofValue: address.sun_path)
    guard !path.isEmpty else { throw ListenerProblem(path: path, code: ENOENT) }
    guard path.utf8.count < room else {
      throw ListenerProblem(path: path, code: ENAMETOOLONG)
    }
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
      let code = errno
      throw ListenerProblem(path: path, code: code == EADDRINUSE && !isSocket(path) ? EEXIST : code)
    }
    return descriptor
  }

  private static func isSocket(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFSOCK
  }
}

/// The reason why a socket could not be opened.
package struct ListenerProblem: Error, CustomStringConvertible {
  let path: String
  let code: Int32

  /// 64 for a path that no socket can have, 75 for one in use, 73 for any other.
  package var status: ShellStatus {
    switch code {
    case _ where path.isEmpty: ShellStatus(rawValue: 64)
    case ENAMETOOLONG: ShellStatus(rawValue: 64)
    case EADDRINUSE: .busy
    default: .cannotCreate
    }
  }

  /// The problem, and what to do about it.
  package var description: String {
    if path.isEmpty { return "The name of the socket is empty." }
    let reason = String(cString: strerror(code))
    let advice = code == EADDRINUSE ? " Is a desk open there? If not, remove the file." : ""
    return "The socket '\(path)' could not be opened: \(reason).\(advice)"
  }
}
