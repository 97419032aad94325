/// A process that holds the lock of a file.
package struct LockHolder: Hashable, Sendable {
  /// The number of the process.
  package let process: Int32
  /// The name of its program.
  package let name: String
  /// True if it was stopped, as by Control-Z, and cannot release the lock by itself.
  package let isStopped: Bool
}

extension LockHolder {
  /// The process that holds the lock (`flock`) of an open file; nil where the system does not tell.
  ///
  /// Reads `/proc`, which only Linux has.
  init?(of file: FileDescriptor) {
    guard let status = try? file.status() else { return nil }
    self.init("FLOCK", of: status.identity) { _ in true }
  }

  /// The process that has locked a byte of a file for writing (`fcntl`); nil where the system does not
  /// tell.
  ///
  /// The file is not opened: closing it would drop the locks of this process.
  package init?(of byte: Int, in file: FileIdentity) {
    self.init("POSIX", of: file) { words in
      guard words[3] == "WRITE", words.count > 7, let first = Int(words[6]) else { return false }
      return first <= byte && byte <= Int(words[7]) ?? .max
    }
  }

  private init?(_ kind: Substring, of file: FileIdentity, _ isHeld: ([Substring]) -> Bool) {
    guard let locks = Self.text("/proc/locks") else { return nil }
    let inode = ":\(file.inode)"
    // 1: FLOCK  ADVISORY  WRITE 4711 fe:01:131 0 EOF
    let holder = locks.split(separator: "\n").lazy
      .map { $0.split(separator: " ") }
      .first { $0.count > 5 && $0[1] == kind && $0[5].hasSuffix(inode) && isHeld($0) }
    guard let process = holder.flatMap({ Int32($0[4]) }), process > 0 else { return nil }
    self.init(process)
  }

  private init?(_ process: Int32) {
    // 4711 (tour) T …; the name may hold brackets and spaces.
    guard let stat = Self.text("/proc/\(process)/stat"), let open = stat.firstIndex(of: "("),
      let close = stat.lastIndex(of: ")")
    else { return nil }
    let short = String(stat[stat.index(after: open)..<close])
    self.process = process
    // The system cuts that name off after 15 bytes. A script has the name of the script there.
    let started = Self.text("/proc/\(process)/cmdline")?.prefix { $0 != "\0" }
    let long = started?.split(separator: "/").last.map(String.init)
    name = long.flatMap { $0.hasPrefix(short) ? $0 : nil } ?? short
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
