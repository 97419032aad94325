import WaylineShell
import WaylineStorage
import WaylineSystem

/// The lines typed at a terminal, in a private file that several sessions append to.
///
/// A line is appended under a lock, so two sessions do not mix their lines. The file keeps the newest
/// lines, at most ``limit`` when a session begins. Secrets are never in it: the session passes lines
/// without them.
@MainActor
package final class HistoryFile: HistoryStore {
  /// The most lines in the file when a session begins.
  package static let limit = 1000
  /// The longest stored line in bytes; a longer one lasts as long as the session.
  package static let longestLine = 4096

  /// Called when the file cannot be used; its lines then last as long as the session.
  var onProblem: (StoreError) -> Void = { _ in }

  private let file: PrivateFile
  private var known: NewestLines?
  /// Lines that are not in the file yet, because another session had locked it.
  private var waiting: [String] = []
  private var appended = 0

  /// Creates a history in a file; nothing is opened before the first use.
  package init(_ file: PrivateFile) {
    self.file = file
  }

  /// The newest lines, oldest first: those of the file at first use, then those of this session.
  package var lines: [String] { newest.lines }

  /// The number of lines so far, with those that are no longer kept.
  package var total: Int { newest.total }

  private var newest: NewestLines {
    if let known { return known }
    let found = attempt { () throws(StoreError) in try load() } ?? []
    let lines = NewestLines(found, limit: Self.limit)
    known = lines
    return lines
  }

  /// Appends a line here and to the file, unless it is empty or equal to the last one.
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
    guard let open = try file.open(for: .reading) else { return [] }
    let lines = try lines(of: open)
    if lines.count > Self.limit { try trim() }
    return Array(lines.suffix(Self.limit))
  }

  private func save() throws(StoreError) {
    try file.folder.create()
    guard let open = try openLocked() else { return }
    try write(waiting, to: open)
    appended += waiting.count
    waiting = []
    guard appended > Self.limit else { return }
    try replace(locked: open)
    appended = 0
  }

  private func trim() throws(StoreError) {
    guard let open = try openLocked() else { return }
    try replace(locked: open)
  }

  /// Replaces the locked file by one with its newest lines.
  private func replace(locked open: FileDescriptor) throws(StoreError) {
    let fresh = file.beside(".new")
    guard let copy = try fresh.open(for: .writing, [.create, .truncate]) else { return }
    try write(try lines(of: open).suffix(Self.limit), to: copy)
    try system { () throws(SystemError) in try FileSystem.rename(fresh.path, to: file.path) }
  }

  /// Opens and locks the file within a tenth of a second; nil when others keep it locked.
  private func openLocked() throws(StoreError) -> FileDescriptor? {
    for _ in 0..<20 {
      guard let open = try file.open(for: .readingAndWriting, [.append, .create]) else {
        return nil
      }
      // Another session may have replaced the file meanwhile.
      if (try? open.tryLock()) == .locked, open.isFile(at: file.path) { return open }
      SystemClock.sleep(.milliseconds(5))
    }
    return nil
  }

  private func lines(of open: FileDescriptor) throws(StoreError) -> [String] {
    let bytes = try system { () throws(SystemError) -> [UInt8] in
      try open.seek(to: 0)
      return try open.readAll()
    }
    return bytes.split(separator: 0x0A).map { String(decoding: $0, as: UTF8.self) }
  }

  private func write(
    _ lines: some Sequence<String>, to open: FileDescriptor
  ) throws(StoreError) {
    let text = lines.map { "\($0)\n" }.joined()
    try system { () throws(SystemError) in try open.writeAll(text) }
  }

  /// Runs calls of the system; an error names the file of the history.
  private func system<Result>(
    _ body: () throws(SystemError) -> Result
  ) throws(StoreError) -> Result {
    do throws(SystemError) { return try body() } catch {
      throw .system(operation: error.operation, path: file.path, code: error.code.rawValue)
    }
  }
}
