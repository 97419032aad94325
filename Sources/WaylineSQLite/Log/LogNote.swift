import FoundationEssentials
import WaylineStorage
import WaylineSystem

/// The note beside a database about its log: whether there is one, which, and how much of it was
/// acknowledged.
///
/// It is written before the first commit of a log and after every commit, without waiting for the disk.
/// So a start after a kill knows everything that was acknowledged, and after a power failure what the
/// system had written by then.
struct LogNote: Hashable {
  /// True if the database has a log.
  var hasLog = false
  /// The lineage of the database with its log.
  var lineage = Lineage.none
  /// The number that distinguishes the log from earlier ones in the same file.
  var salts: UInt64 = 0
  /// The number of frames that were acknowledged.
  var frames = 0
  /// The number of frames that were moved into the database.
  var moved = 0
  /// The database at the time of the last commit.
  var database = DatabaseState()

  /// The note that there is no log.
  static func withoutLog(_ token: UInt64) -> LogNote {
    LogNote(lineage: Lineage(base: token, token: token))
  }
}

/// The identity and the last change of a database file.
struct DatabaseState: Hashable {
  var inode: UInt64 = 0
  /// The time at which the file was made: a file system gives the number of a deleted file to the next.
  var birth = 0
  var size = 0
  var modified = 0

  /// True if it is the same file, changed or not.
  func isSameFile(as other: DatabaseState) -> Bool {
    (inode, birth) == (other.inode, other.birth)
  }
}

extension DatabaseState {
  init(_ status: FileStatus, birth: Int) {
    (inode, size, modified) = (status.identity.inode, status.size, status.modified)
    self.birth = birth
  }
}

// MARK: - Bytes

extension LogNote {
  /// The bytes of a note: eleven words and their checksum, lowest byte first.
  static let size = 96

  private static let magic: UInt64 = 0x0265_746f_6e67_6f6c

  /// Writes the note into its open file.
  func write(to file: FileDescriptor) throws(SystemError) {
    try withBytes { bytes throws(SystemError) in try file.writeAll(bytes, at: 0) }
  }

  /// Passes the bytes of the note.
  func withBytes<Result>(
    _ body: (UnsafeRawBufferPointer) throws(SystemError) -> Result
  ) throws(SystemError) -> Result {
    let outcome = withUnsafeTemporaryAllocation(of: UInt64.self, capacity: 12) { words in
      words[0] = Self.magic
      words[1] = hasLog ? 1 : 0
      (words[2], words[3]) = (lineage.base, lineage.token)
      (words[4], words[5], words[6]) = (salts, UInt64(frames), UInt64(moved))
      words[7] = database.inode
      words[8] = UInt64(bitPattern: Int64(database.birth))
      words[9] = UInt64(bitPattern: Int64(database.size))
      words[10] = UInt64(bitPattern: Int64(database.modified))
      words[11] = Self.checksum(UnsafeBufferPointer(rebasing: words[..<11]))
      for index in words.indices { words[index] = words[index].littleEndian }
      let bytes = UnsafeRawBufferPointer(words)
      return Swift.Result { () throws(SystemError) in try body(bytes) }
    }
    return try outcome.get()
  }

  private static func checksum(_ words: UnsafeBufferPointer<UInt64>) -> UInt64 {
    var sum: UInt64 = 0xcbf2_9ce4_8422_2325
    for word in words {
      sum = (sum ^ word) &* 0x9e37_79b9_7f4a_7c15
      sum ^= sum >> 29
    }
    return sum
  }

  /// Reads a note; nil if the bytes are none, or damaged.
  init?(_ bytes: some Collection<UInt8>) {
    guard bytes.count >= Self.size else { return nil }
    let words = Array(bytes.prefix(Self.size)).withUnsafeBytes { bytes in
      (0..<12).map {
        UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: $0 * 8, as: UInt64.self))
      }
    }
    let checksum = words[..<11].withUnsafeBufferPointer { Self.checksum($0) }
    guard words[0] == Self.magic, words[11] == checksum else { return nil }
    hasLog = words[1] == 1
    lineage = Lineage(base: words[2], token: words[3])
    salts = words[4]
    (frames, moved) = (Int(truncatingIfNeeded: words[5]), Int(truncatingIfNeeded: words[6]))
    database.inode = words[7]
    database.birth = Int(truncatingIfNeeded: words[8])
    database.size = Int(truncatingIfNeeded: words[9])
    database.modified = Int(truncatingIfNeeded: words[10])
  }
}

// MARK: - The file

/// The content of the file that holds the note.
enum LogNoteFile: Hashable {
  /// No note can be read: the file is missing or damaged.
  case unreadable
  /// A note; of an empty file, the note that there is no log.
  case note(LogNote)
  /// A log is being moved to a place in the quarantine.
  case moving(to: PrivateFile)
  /// The note of an earlier version.
  case earlier(EarlierLogNote)
}

/// The note of versions without lineages: the database whose latest changes are in its log alone, and the
/// file of that log.
struct EarlierLogNote: Hashable {
  /// The number of the database, and the time at which it was made if the version noted that.
  let database: String
  let size: String
  let modified: String
  /// The device and the number of the log.
  let log: String

  init?(_ fields: [Substring]) {
    guard fields.count == 4 else { return nil }
    (database, size, modified) = (String(fields[0]), String(fields[1]), String(fields[2]))
    log = String(fields[3])
  }

  /// True if it is about the database.
  func isOf(_ state: DatabaseState) -> Bool {
    database == (database.contains(":") ? "\(state.inode):\(state.birth)" : "\(state.inode)")
  }

  /// True if the database is as it was.
  func isUnchanged(_ state: DatabaseState) -> Bool {
    state.size > 0 && isOf(state) && size == "\(state.size)" && modified == "\(state.modified)"
  }
}

extension DatabaseFile {
  /// Reads the note.
  func readLogNote() throws(StoreError) -> LogNoteFile {
    guard let file = try marker.open(for: .reading) else { return .unreadable }
    let content = try HeldDatabase.bytes(of: file, at: 0, count: Self.noteLimit, path: marker.path)
    if content.isEmpty { return .note(.withoutLog(0)) }
    if let note = LogNote(content) { return .note(note) }
    let fields = String(decoding: content, as: UTF8.self).split { $0 == " " || $0 == "\n" }
    if fields.count == 2, fields[0] == Self.movingNote {
      return .moving(to: beside(String(fields[1])))
    }
    return EarlierLogNote(fields).map { .earlier($0) } ?? .unreadable
  }

  /// The bytes of a longer file than that of any note.
  private static let noteLimit = 4096

  /// Opens the file of the note, to write it after each commit.
  func openLogNote() throws(StoreError) -> FileDescriptor? {
    try marker.open(for: .writing, .create)
  }

  /// Writes the note.
  func write(_ note: LogNote) throws(StoreError) {
    try write(note, to: openLogNote())
  }

  /// Writes the note into its open file.
  ///
  /// - Throws: ``StoreError/full(store:)`` if there is no space.
  func write(_ note: LogNote, to file: FileDescriptor?) throws(StoreError) {
    do throws(SystemError) {
      if let file { try note.write(to: file) }
    } catch {
      if error.code == .noSpace { throw .full(store: name) }
      throw StoreError(SystemError("write", marker.path, error.code))
    }
  }

  /// Writes the note that a log moves to the quarantine, before it does.
  func writeMovingNote(_ place: PrivateFile) throws(StoreError) {
    try marker.write(Data("\(Self.movingNote) \(place.path.dropFirst(file.path.count))\n".utf8))
  }

  /// The beginning of the note while a log moves to the quarantine.
  private static let movingNote = "moving"
}
