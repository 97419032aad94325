import FoundationEssentials
import WaylineStorage
import WaylineSystem

/// The content of a write-ahead log, read without SQLite.
///
/// SQLite uses the frames up to the first one whose checksum does not match, and discards the rest
/// without a word: after a crash that is an unfinished write. A commit that is intact behind a broken
/// frame is not: it was acknowledged. Source: SQLite's "WAL-mode File Format".
struct WriteAheadLog {
  /// The number of frames that SQLite uses: up to the last commit before the first broken frame.
  private(set) var usedFrames = 0
  /// The number of frames behind them, up to the last commit that is intact.
  private(set) var lostFrames = 0

  /// Reads a log.
  ///
  /// - Complexity: O(n) in the size of the log; about 0.2 ms for one of 256 kB.
  init(_ bytes: [UInt8]) {
    bytes.withUnsafeBytes { read($0) }
  }

  private static let headerSize = 32
  private static let frameHeaderSize = 24

  private mutating func read(_ bytes: UnsafeRawBufferPointer) {
    guard bytes.count > Self.headerSize else { return }
    let words = BigEndianWords(bytes: bytes)
    let pageSize = Int(words[8])
    guard pageSize >= 512, pageSize <= 65_536, pageSize & (pageSize - 1) == 0 else { return }
    let isBigEndian = words[0] & 1 == 1
    var sum = Checksum(isBigEndian: isBigEndian, first: 0, second: 0)
    sum.add(bytes[..<24])
    var isUnbroken = words[0] | 1 == 0x377f_0683 && sum.matches(words[24], words[28])
    // The salts distinguish the frames of this log from those that an earlier one has left behind them.
    let salts = (words[16], words[20])
    var seed = (words[24], words[28])
    let frameSize = Self.frameHeaderSize + pageSize
    var frame = 0
    var start = Self.headerSize
    while start + frameSize <= bytes.count {
      defer {
        start += frameSize
        frame += 1
        seed = (words[start - frameSize + 16], words[start - frameSize + 20])
      }
      guard (words[start + 8], words[start + 12]) == salts, words[start] > 0 else {
        isUnbroken = false
        continue
      }
      var sum = Checksum(isBigEndian: isBigEndian, first: seed.0, second: seed.1)
      sum.add(bytes[start..<start + 8])
      sum.add(bytes[start + Self.frameHeaderSize..<start + frameSize])
      guard sum.matches(words[start + 16], words[start + 20]) else {
        isUnbroken = false
        continue
      }
      let isCommit = words[start + 4] > 0
      guard isCommit else { continue }
      if isUnbroken { usedFrames = frame + 1 } else { lostFrames = frame + 1 - usedFrames }
    }
  }

  /// The checksum of a log: two sums over pairs of words.
  private struct Checksum {
    let isBigEndian: Bool
    var first: UInt32
    var second: UInt32

    mutating func add(_ bytes: Slice<UnsafeRawBufferPointer>) {
      let bytes = UnsafeRawBufferPointer(rebasing: bytes)
      for offset in stride(from: 0, to: bytes.count, by: 8) {
        let pair = bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self).littleEndian
        let (low, high) = (UInt32(truncatingIfNeeded: pair), UInt32(truncatingIfNeeded: pair >> 32))
        first = first &+ (isBigEndian ? low.byteSwapped : low) &+ second
        second = second &+ (isBigEndian ? high.byteSwapped : high) &+ first
      }
    }

    func matches(_ first: UInt32, _ second: UInt32) -> Bool {
      self.first == first && self.second == second
    }
  }

  /// The big-endian words of the log by their offsets.
  private struct BigEndianWords {
    let bytes: UnsafeRawBufferPointer

    subscript(offset: Int) -> UInt32 {
      UInt32(bigEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
    }
  }
}

extension DatabaseFile {
  /// Notes that changes to a database are in its log only, so that a start which finds no log, or
  /// another database beside it, reports the loss.
  ///
  /// The note holds the state of the database: it stays the same until the log is moved into it, by us
  /// or by another program. It names the log too: one that was copied together with its database is
  /// another file, and belongs to the copy. Closing the store removes the note.
  ///
  /// - Parameter database: the file that the connection uses.
  func noteLog(of status: FileStatus, _ database: FileIdentity?) {
    // A connection whose file was replaced knows nothing about the new one.
    guard status.identity == database, let log = log.status else { return }
    try? marker.overwrite(
      "\(databaseIdentity(status)) \(status.size) \(status.modified) \(logNote(log))\n")
  }

  /// Erases the note, before SQLite moves the log into the file, and returns it.
  func takeLogNote() -> String? {
    guard let size = marker.status?.size, size > 0, let note = try? marker.read() else {
      return nil
    }
    try? marker.overwrite("")
    return String(decoding: note, as: UTF8.self)
  }

  /// Writes a note again, because the log could not be moved.
  func restoreLogNote(_ note: String) {
    try? marker.overwrite(note)
  }

  /// Removes the note, after SQLite has moved the log into the file and deleted it.
  func removeLogNote() {
    if log.status == nil, let size = marker.status?.size, size > 0 { try? marker.overwrite("") }
  }

  /// The number of the database and the time at which it was made: a file system gives the number of a
  /// deleted file to the next one.
  private func databaseIdentity(_ status: FileStatus) -> String {
    "\(status.identity.inode):\(FileSystem.birthTime(of: file.path))"
  }

  /// True if a note is that of another database. Earlier versions noted the number alone.
  private func isForeign(_ noted: String, _ status: FileStatus) -> Bool {
    noted != (noted.contains(":") ? databaseIdentity(status) : "\(status.identity.inode)")
  }

  private func logNote(_ status: FileStatus) -> String {
    "\(status.identity.device):\(status.identity.inode)"
  }

  /// Reports changes that are missing from the log, before SQLite writes over it.
  ///
  /// - Returns: whether the note has served its purpose too. It stays until the start has succeeded:
  ///   one that fails leaves the report to the next.
  func checkLog() throws(StoreError) -> (losses: [StoreEvent], endsNote: Bool) {
    let note = try readLogNote()
    if let place = try quarantineForeignLog(note) {
      return ([.logMismatched(store: name, quarantine: place.path)], true)
    }
    let content = WriteAheadLog(try log.read().map { [UInt8]($0) } ?? [])
    if content.lostFrames > 0,
      WriteAheadLog(try log.read().map { [UInt8]($0) } ?? []).lostFrames > 0
    {
      let place = try retainLog()
      return (
        [.logDamaged(store: name, quarantine: place.path, pages: content.lostFrames)], false
      )
    }
    guard content.usedFrames == 0, !note.isEmpty, let status = file.status else {
      return ([], false)
    }
    let isSame =
      status.size > 0 && !isForeign(note[0], status)
      && note.dropFirst().prefix(2) == ["\(status.size)", "\(status.modified)"]
    return (isSame ? [.logMissing(store: name)] : [], true)
  }

  private func readLogNote() throws(StoreError) -> [String] {
    guard (marker.status?.size ?? 0) > 0, let note = try marker.read() else { return [] }
    return String(decoding: note, as: UTF8.self).split { $0 == " " || $0 == "\n" }.map(String.init)
  }

  /// Moves a log to the quarantine that belongs to another database, which a file has replaced: SQLite
  /// would write its pages over those of the new one.
  ///
  /// - Returns: the log in the quarantine; nil if the log is that of the database.
  private func quarantineForeignLog(_ note: [String]) throws(StoreError) -> PrivateFile? {
    if note.count == 2, note[0] == Self.movingNote {
      return try moveLog(to: beside(note[1]))
    }
    guard note.count == 4, let status = file.status, isForeign(note[0], status),
      let log = log.status, log.size > 0, logNote(log) == note[3]
    else { return nil }
    let place = freePlace
    // A start that is interrupted leaves the rest, and the report, to the next one.
    try marker.write(Data("\(Self.movingNote) \(place.path.dropFirst(file.path.count))\n".utf8))
    return try moveLog(to: place)
  }

  /// The beginning of the note while a log moves to the quarantine.
  private static let movingNote = "moving"

  /// Erases the note of a log that is missing, not needed, or in the quarantine.
  func endLogNote() throws(StoreError) {
    try marker.overwrite("")
  }
}
