import CWaylineSQLite

/// The state of a log as the processes that use it share it, in the index beside it.
///
/// Source: SQLite's "WAL-mode File Format", section 2.
struct LogIndex: Hashable {
  /// The number that distinguishes the log from earlier ones in the same file.
  let salts: UInt64
  /// The number of frames up to the last commit.
  let frames: Int
  /// The number of frames that were moved into the database.
  let moved: Int

  /// The bytes that hold it.
  static let size = Int(wayline_index_size)

  /// Reads the beginning of an index; nil if the bytes are none.
  init?(_ bytes: UnsafeRawBufferPointer) {
    var index = wayline_log_index()
    guard bytes.count >= Self.size, wayline_read_index(bytes.baseAddress, &index) == 1 else {
      return nil
    }
    self.init(index)
  }

  fileprivate init(_ index: wayline_log_index) {
    salts = UInt64(bigEndian: index.salts)
    (frames, moved) = (Int(index.frames), Int(index.moved))
  }

  /// True if everything in the log is in the database too, so that the next commit may begin a new log.
  var isMoved: Bool { moved >= frames }
}

extension Database {
  /// The state of the log; nil without a log, or before the first transaction.
  ///
  /// - Complexity: O(1), under 0.1 µs: SQLite has the index in memory.
  var logIndex: LogIndex? {
    if indexMemory == nil { indexMemory = wayline_sqlite_index_memory(handle) }
    guard let memory = indexMemory else { return nil }
    var index = wayline_log_index()
    return wayline_sqlite_index(memory, &index) == 1 ? LogIndex(index) : nil
  }

  /// True if the log has still the salts and the frames of an index that was read before.
  ///
  /// - Complexity: O(1); cheaper than ``logIndex``, which has to be sure that what it reads is complete.
  func hasIndex(_ index: LogIndex) -> Bool {
    guard let memory = indexMemory else { return false }
    let frames = UInt32(truncatingIfNeeded: index.frames)
    return wayline_sqlite_has_index(memory, index.salts.bigEndian, frames) == 1
  }

  /// The lineage that the database file has without its log.
  var fileLineage: FileLineage {
    FileLineage { position, count in
      var bytes = [UInt8](repeating: 0, count: count)
      let code = wayline_sqlite_read(handle, &bytes, Int32(count), Int64(position))
      return code == 1 ? bytes : []
    }
  }
}
