/// A process that holds the lock of a file.
package struct LockHolder: Hashable, Sendable {
  /// The number of the process.
  package let process: Int32
  /// The name of its program, as far as the system keeps it.
  package let name: String
  /// True if it was stopped, as by Control-Z, and cannot release the lock by itself.
  package let isStopped: Bool
}

extension LockHolder {
  /// The process that holds the lock (`flock`) of an open file; nil where the system does not tell.
  ///
  /// Reads `/proc`, which only Linux has.
  init?(of file: FileDescriptor) {
    guard let status = try? file.status(), let locks = Self.text("/proc/locks") else { return nil }
    let inode = ":\(status.identity.inode)"
    // 1: FLOCK  ADVISORY  WRITE 4711 fe:01:131 0 EOF
    let holder = locks.split(separator: "\n").lazy
      .map { $0.split(separator: " ") }
      .first { $0.count > 5 && $0[1] == "FLOCK" && $0[5].hasSuffix(inode) }
    guard let process = holder.flatMap({ Int32($0[4]) }), process > 0 else { return nil }
    // 4711 (tour) T …; the name may hold brackets and spaces.
    guard let stat = Self.text("/proc/\(process)/stat"), let open = stat.firstIndex(of: "("),
      let close = stat.lastIndex(of: ")")
    else { return nil }
    self.process = process
    name = String(stat[stat.index(after: open)..<close])
    isStopped = stat[close...].dropFirst(2).first.map { "Tt".contains($0) } ?? false
  }

  private static func text(_ path: String) -> String? {
    guard let file = try? FileDescriptor.open(path, for: .reading),
      let bytes = try? file.readAll(limit: 1 << 20)
    else { return nil }
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension FileDescriptor {
  /// The process that holds the lock of the file (``tryLock()``); nil where the system does not tell.
  package var lockHolder: LockHolder? { LockHolder(of: self) }
}
