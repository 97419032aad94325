import CWaylineSQLite
import Glibc

/// A disk that loses, when the power goes, what was written and not synchronised: all of it, or some
/// sectors of it.
///
/// Everything is written through, and what stood there at the last synchronisation is remembered and
/// put back. Making, renaming and deleting files is not lost.
enum VolatileDisk {
  typealias File = UnsafeMutablePointer<sqlite3_file>

  /// The contents of a file when it was last synchronised, if they have changed since.
  private struct Unsynchronised {
    let size: Int64
    var sectors: [Int64: [UInt8]] = [:]
  }

  private static let sector: Int64 = 512

  // Proof of all three: the probe uses SQLite on one thread.
  nonisolated(unsafe) static var isOn = false
  nonisolated(unsafe) private static var paths: [File: String] = [:]
  nonisolated(unsafe) private static var files: [String: Unsynchronised] = [:]
}

extension VolatileDisk {
  static func opened(_ file: File?, _ path: UnsafePointer<CChar>?) {
    if isOn, let file { paths[file] = path.map { String(cString: $0) } }
  }

  static func synchronised(_ file: File?) {
    if let file, let path = paths[file] { files[path] = nil }
  }

  static func deleted(_ path: UnsafePointer<CChar>?) {
    if let path { files[String(cString: path)] = nil }
  }

  /// Remembers what stands between two places of a file.
  static func willChange(
    _ file: File?, _ methods: sqlite3_io_methods, from start: Int64, to end: Int64?
  ) {
    guard isOn, let file, let path = paths[file] else { return }
    var size: sqlite3_int64 = 0
    _ = methods.xFileSize(file, &size)
    if files[path] == nil { files[path] = Unsynchronised(size: size) }
    for offset in stride(from: start / sector * sector, to: end ?? size, by: Int(sector))
    where files[path]?.sectors[offset] == nil {
      var bytes = [UInt8](repeating: 0, count: Int(sector))
      // What lies behind the end reads as zeros.
      _ = methods.xRead(file, &bytes, Int32(sector), offset)
      files[path]?.sectors[offset] = bytes
    }
  }

  /// Puts everything back, or about half of the sectors; the same ones for the same `seed`.
  static func losePower(seed: Int?) {
    for (path, old) in files {
      let descriptor = open(path, O_WRONLY)
      var status = stat()
      fstat(descriptor, &status)
      let losesSize = isLost(-sector, seed)
      for (offset, bytes) in old.sectors
      where offset < status.st_size ? isLost(offset, seed) : losesSize {
        pwrite(descriptor, bytes, bytes.count, off_t(offset))
      }
      if losesSize { ftruncate(descriptor, off_t(old.size)) }
      close(descriptor)
    }
  }

  /// True if a sector is lost; without a seed each one is.
  private static func isLost(_ offset: Int64, _ seed: Int?) -> Bool {
    guard let seed else { return true }
    let mixed = UInt64(bitPattern: offset / sector &+ 1) &* 0x9e37_79b9_7f4a_7c15
    return (mixed ^ (UInt64(seed) &* 0xbf58_476d_1ce4_e5b9)) >> 37 & 1 == 1
  }
}
