import Glibc
import WaylineShell
import WaylineStorage

/// The lines that were typed at a terminal, in a private file that several sessions add to.
///
/// A line is appended under a lock, so two sessions do not tear each other's lines. The file keeps
/// the newest lines, at most ``limit`` when a session begins. Secrets never get here: the session
/// hands in lines without them.
@MainActor
package final class HistoryFile: HistoryStore {
  /// How many lines are kept.
  package static let limit = 1000
  /// A longer line, in bytes, lasts as long as the session.
  package static let longestLine = 4096

  /// Called when the file cannot be used; the lines then last as long as the session.
  package var onProblem: (StoreError) -> Void = { _ in }

  private let file: PrivateFile
  private var known: NewestLines?
  /// Lines that are not in the file yet, because another session held it.
  private var waiting: [String] = []
  private var appended = 0

  /// A history in a file; nothing is opened before the first use.
  package init(_ file: PrivateFile) {
    self.file = file
  }

  /// The newest lines, oldest first: those found at the first use, then those of this session.
  package var lines: [String] { newest.lines }

  /// How many lines there have been, with those that are kept no more.
  package var total: Int { newest.total }

  private var newest: NewestLines {
    if let known { return known }
    let found = attempt { () throws(StoreError) in try load() } ?? []
    let lines = NewestLines(found, limit: Self.limit)
    known = lines
    return lines
  }

  /// Adds a line at the end and to the file, unless it is empty or the same as the last one.
  package func append(_ line: String) {
    guard !line.isEmpty, line != newest.last else { return }
    known?.append(line)
    guard line.utf8.count <= Self.longestLine, !line.utf8.contains(0x0A) else { return }
    waiting.append(line)
    attempt { () throws(StoreError) in try save() }
  }

  @discardableResult
  private func attempt<Result>(_ action: () throws(StoreError) -> Result) -> Result? {
    do throws(StoreError) { return try action() } catch {
      onProblem(error)
      return nil
    }
  }
}

// MARK: - The file

extension HistoryFile {
  private func load() throws(StoreError) -> [String] {
    guard let descriptor = try file.open(O_RDONLY) else { return [] }
    defer { close(descriptor) }
    let lines = Self.lines(of: descriptor)
    if lines.count > Self.limit { try trim() }
    return Array(lines.suffix(Self.limit))
  }

  private func save() throws(StoreError) {
    try file.folder.create()
    guard let descriptor = try hold() else { return }
    defer { close(descriptor) }
    try Self.write(waiting, to: descriptor, file.path)
    appended += waiting.count
    waiting = []
    guard appended > Self.limit else { return }
    try replace(keeping: descriptor)
    appended = 0
  }

  private func trim() throws(StoreError) {
    guard let descriptor = try hold() else { return }
    defer { close(descriptor) }
    try replace(keeping: descriptor)
  }

  /// Puts the newest lines of the file that is held into its place.
  private func replace(keeping descriptor: Int32) throws(StoreError) {
    let fresh = PrivateFile(file.path + ".new")
    guard let copy = try fresh.open(O_WRONLY | O_CREAT | O_TRUNC) else { return }
    defer { close(copy) }
    try Self.write(Self.lines(of: descriptor).suffix(Self.limit), to: copy, fresh.path)
    guard rename(fresh.path, file.path) == 0 else { throw .failed("replace", file.path) }
  }

  /// Opens the file and locks it, waiting a tenth of a second at most; nil when others keep it.
  private func hold() throws(StoreError) -> Int32? {
    for _ in 0..<20 {
      guard let descriptor = try file.open(O_RDWR | O_APPEND | O_CREAT) else { return nil }
      if flock(descriptor, LOCK_EX | LOCK_NB) == 0, isCurrent(descriptor) { return descriptor }
      close(descriptor)
      usleep(5000)
    }
    return nil
  }

  /// Whether the file is still the one at its path: another session may have put a shorter one there.
  private func isCurrent(_ descriptor: Int32) -> Bool {
    var (held, present) = (stat(), stat())
    return fstat(descriptor, &held) == 0 && lstat(file.path, &present) == 0
      && held.st_ino == present.st_ino && held.st_dev == present.st_dev
  }

  private static func lines(of descriptor: Int32) -> [String] {
    var (bytes, chunk) = ([UInt8](), [UInt8](repeating: 0, count: 1 << 16))
    lseek(descriptor, 0, SEEK_SET)
    while true {
      let count = read(descriptor, &chunk, chunk.count)
      guard count > 0 else { break }
      bytes += chunk[..<count]
    }
    return bytes.split(separator: 0x0A).map { String(decoding: $0, as: UTF8.self) }
  }

  private static func write(
    _ lines: some Sequence<String>, to descriptor: Int32, _ path: String
  ) throws(StoreError) {
    var bytes: [UInt8] = []
    for line in lines { bytes += Array(line.utf8) + [0x0A] }
    let count = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
    guard count == bytes.count else { throw .failed("write", path) }
  }
}
