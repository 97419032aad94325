import FoundationEssentials
import WaylineStorage
import WaylineSystem

/// The recovery of a damaged database file.
///
/// The damaged file stays in its place until a complete, synchronised file with everything that can
/// be read is beside it; one `rename` then puts that in its place. Whatever fails before leaves
/// the damaged file, whatever happens afterwards leaves the new one:
///
/// 1. *Hold the writers.* The locks of SQLite on the damaged file are taken, so no other process
///    commits to it any more. One that waits for them notices afterwards that the file was replaced.
/// 2. *Salvage.* The database and its log are copied; SQLite reads the copy. A first page that cannot
///    be read is replaced by that of a new database with the same table.
/// 3. *Announce.* A notice names the quarantine and the numbers, for the start that reports them.
/// 4. *Swap.* The damaged database gets a second name in the quarantine, the files beside it move
///    there, and the new database is renamed to the path.
///
/// A process that is killed before the last step leaves the new file beside the old one. The next
/// start undoes what was moved and begins again: a process that had the damaged file open may have
/// written to it meanwhile.
extension DatabaseFile {
  /// The number of damaged files that are retained; the oldest are deleted.
  static let quarantineLimit = 3

  /// The complete new database, until it is renamed to the path.
  private var salvaged: PrivateFile { beside(".salvaged") }
  /// The copy of the damaged database that SQLite reads.
  private var copy: PrivateFile { beside(".salvage") }
  /// The recovery that has not been reported.
  private var notice: PrivateFile { beside(".notice") }

  /// Replaces a damaged file by one with everything that can be read, and retains the damaged one.
  ///
  /// Only for ``StoreError/corrupted(store:detail:)``: a busy, full or failing disk is no damage. If
  /// another process has recovered the file meanwhile, that one is opened.
  package func recover() throws(StoreError) -> OpenDatabase {
    try afterClosing { () throws(StoreError) in
      try file.folder.create()
      return try lock.withLock(store: name, recoverLocked)
    }
  }

  private func recoverLocked() throws(StoreError) -> OpenDatabase {
    if let healthy = try openIfHealthy() { return healthy }
    // A notice left by an earlier recovery must not be taken for that of this one.
    let earlier = try takeRecoveryNotice()
    let place: PrivateFile?
    do throws(StoreError) {
      place = try replace(by: salvage(from:))
    } catch {
      // A file that was deleted meanwhile has nothing that could be salvaged.
      guard file.status == nil else { throw error }
      place = nil
    }
    let opened = try openLocked()
    opened.add(earlier)
    if let place { removeQuarantines(olderThan: place) }
    return opened
  }

  /// Holds the writers while the file is salvaged and swapped; a failure leaves the damaged file.
  ///
  /// - Returns: the place of the damaged file in the quarantine.
  private func replace(
    by salvage: (HeldDatabase) throws(StoreError) -> Salvage
  ) throws(StoreError) -> PrivateFile {
    let damaged = try HeldDatabase(self)
    defer { withExtendedLifetime(damaged) {} }
    do throws(StoreError) {
      return try swap(try salvage(damaged))
    } catch {
      try? undoRecovery()
      throw error
    }
  }

  /// Opens the file if it is not damaged; every other problem is no reason to recover it.
  private func openIfHealthy() throws(StoreError) -> OpenDatabase? {
    let opened: OpenDatabase
    do throws(StoreError) {
      opened = try openLocked()
    } catch .corrupted {
      return nil
    }
    // Other stores may share the connection by now.
    let isHealthy = try opened.turn.hold(for: name) { () throws(StoreError) in
      do throws(StoreError) {
        if let database = opened.connection { _ = try layout.check(database) }
        return true
      } catch .corrupted {
        opened.discard()
        return false
      }
    }
    return isHealthy ? opened : nil
  }
}

extension DatabaseFile {
  /// Creates a complete new database from what can be read of the damaged one.
  private func salvage(from damaged: HeldDatabase) throws(StoreError) -> Salvage {
    try removeSalvage()
    try checkVersion(damaged.header())
    defer { try? removeParts(of: copy) }
    try damaged.copyDatabase(to: copy)
    try damaged.copyLog(to: PrivateFile(copy.path + "-wal"))
    let new = try createSalvaged(pageSize: damaged.pageSize())
    let salvage = try copyRows(into: new)
    try salvaged.synchronize()
    return salvage
  }

  /// Copies what can be read of the copy; again if something cannot.
  ///
  /// SQLite takes an error of the disk for damage (`SQLITE_IOERR_CORRUPTFS`): one that lasts is thrown
  /// here, and one that has passed costs nothing.
  private func copyRows(into new: Database) throws(StoreError) -> Salvage {
    let salvage = try copyRows(from: openCopy(template: salvaged), into: new)
    if salvage.lost == 0 { return salvage }
    for suffix in Self.parts { _ = try PrivateFile(copy.path + suffix).read() }
    return try copyRows(from: openCopy(template: salvaged), into: new)
  }

  /// Creates the empty new database, with pages as large as those of the damaged one.
  private func createSalvaged(pageSize: Int) throws(StoreError) -> Database {
    _ = try salvaged.open(for: .readingAndWriting, [.create, .exclusive])
    let new = try Database(sibling(salvaged), name: name)
    // Without a log or a journal there is no other file to lose; a crash leaves one to delete.
    try new.execute("PRAGMA page_size=\(pageSize); PRAGMA journal_mode=MEMORY")
    do {
      try new.transaction { try layout.create(in: new) }
      return new
    } catch let error as StoreError {
      throw error
    } catch {
      throw .corrupted(store: name, detail: "\(error)")
    }
  }

  /// Opens the copy; nil if not even its table can be found.
  private func openCopy(template: PrivateFile) throws(StoreError) -> Database? {
    for isPatched in [false, true] {
      if isPatched { try patchFirstPage(of: copy, from: template) }
      do {
        let old = try Database(sibling(copy), name: name)
        if !isPatched { try checkVersion(old) }
        try layout.checkSchema(of: old)
        return old
      } catch {
        guard case .corrupted = error else { throw error }
      }
    }
    return nil
  }

  /// Refuses to replace a file of a newer version, whose other tables would be lost with it.
  private func checkVersion(_ header: DatabaseHeader?) throws(StoreError) {
    guard let header, header.applicationID == layout.applicationID else { return }
    try checkVersion(Int64(header.userVersion))
  }

  /// Refuses a file of a newer version, which may be in the log only.
  private func checkVersion(_ old: Database) throws(StoreError) {
    guard try old.integer("PRAGMA application_id") == Int64(layout.applicationID) else { return }
    try checkVersion(try old.integer("PRAGMA user_version") ?? 0)
  }

  private func checkVersion(_ found: Int64) throws(StoreError) {
    guard found > layout.version else { return }
    throw .newerSchema(store: name, found: Int(found), known: Int(layout.version))
  }

  /// Writes the first page of a new database over that of the copy, with the number of its pages.
  ///
  /// The first page holds nothing but the header and the description of the table, which are the
  /// same in every store.
  private func patchFirstPage(
    of copy: PrivateFile, from template: PrivateFile
  ) throws(StoreError) {
    guard var page = try template.read(),
      let header = DatabaseHeader([UInt8](page.prefix(100))[...]),
      let status = copy.status, status.size >= header.pageSize
    else { return }
    page = page.prefix(header.pageSize)
    let count = UInt32(truncatingIfNeeded: status.size / header.pageSize)
    page.replaceSubrange(28..<32, with: Swift.withUnsafeBytes(of: count.bigEndian) { Data($0) })
    page.replaceSubrange(32..<40, with: Data(count: 8))
    let hasLog = PrivateFile(copy.path + "-wal").status != nil
    page.replaceSubrange(18..<20, with: Data(repeating: hasLog ? 2 : 1, count: 2))
    guard let file = try copy.open(for: .writing) else { return }
    let outcome = page.withUnsafeBytes { bytes in
      Result { () throws(SystemError) in try file.writeAll(bytes, at: 0) }
    }
    if case .failure(let error) = outcome { throw StoreError(error) }
  }

  private func copyRows(from old: Database?, into new: Database) throws(StoreError) -> Salvage {
    guard let old else { return Salvage(saved: 0, lost: 1) }
    do {
      return try new.transaction { try ValueTable(old).salvage(into: ValueTable(new)) }
    } catch let error as StoreError {
      throw error
    } catch {
      throw .corrupted(store: name, detail: "\(error)")
    }
  }

  /// The path of a file beside the database, as SQLite takes it.
  private func sibling(_ other: PrivateFile) throws(StoreError) -> String {
    try resolvedPath + other.path.dropFirst(file.path.count)
  }
}

extension DatabaseFile {
  /// Puts the new database in the place of the damaged one, which moves to the quarantine.
  private func swap(_ salvage: Salvage) throws(StoreError) -> PrivateFile {
    let place = freePlace
    let content = "\(place.path.dropFirst(file.path.count))\n\(salvage.saved)\n\(salvage.lost)\n"
    try notice.write(Data(content.utf8))
    do throws(SystemError) {
      _ = try FileSystem.link(file.path, to: place.path)
    } catch {
      // Some file systems have no second names; then the path is empty until the last step.
      guard [.notPermitted, .notSupported].contains(error.code) else { throw StoreError(error) }
      try move("", to: place)
    }
    for suffix in Self.companions { try move(suffix, to: place) }
    try file.folder.synchronize()
    try storing { () throws(SystemError) in try FileSystem.rename(salvaged.path, to: file.path) }
    // The swap is complete; whether it survives a power failure too cannot be ensured any more.
    try? file.folder.synchronize()
    return place
  }

  private func move(_ suffix: String, to place: PrivateFile) throws(StoreError) {
    try Self.move(file.path + suffix, to: place.path + suffix)
  }

  /// Renames a file, if it exists.
  private static func move(_ path: String, to newPath: String) throws(StoreError) {
    do throws(SystemError) {
      try FileSystem.rename(path, to: newPath)
    } catch {
      if error.code != .notFound { throw StoreError(error) }
    }
  }

  /// Undoes a recovery that was interrupted: the damaged files are back in their places.
  ///
  /// Only the new database shows that the last step was not reached. A copy that could not be deleted
  /// does not: the files in the quarantine belong to the damaged database, and not beside the new one.
  func undoRecovery() throws(StoreError) {
    guard salvaged.status != nil || copy.status != nil else { return }
    if salvaged.status != nil, let place = try readNotice()?.place {
      for suffix in Self.parts where beside(suffix).status == nil {
        try Self.move(place.path + suffix, to: file.path + suffix)
      }
      if let status = place.status, status.identity == file.status?.identity { try place.remove() }
      try notice.remove()
    }
    try removeSalvage()
  }

  private func removeSalvage() throws(StoreError) {
    for file in [salvaged, copy] { try removeParts(of: file) }
  }

  /// Removes a database after the files beside it: as long as it exists, a start looks for them.
  private func removeParts(of file: PrivateFile) throws(StoreError) {
    for suffix in Self.parts.reversed() { try PrivateFile(file.path + suffix).remove() }
  }

  private func readNotice() throws(StoreError) -> (place: PrivateFile, salvage: Salvage)? {
    guard let content = try notice.read() else { return nil }
    let parts = String(decoding: content, as: UTF8.self).split(separator: "\n")
    guard parts.count == 3, let saved = Int(parts[1]), let lost = Int(parts[2]) else { return nil }
    return (beside(String(parts[0])), Salvage(saved: saved, lost: lost))
  }

  /// Returns the event of a recovery that has not been reported, once.
  func takeRecoveryNotice() throws(StoreError) -> [StoreEvent] {
    guard let (place, salvage) = try readNotice() else { return [] }
    try notice.remove()
    return [
      .recovered(
        store: name, quarantine: place.path, salvaged: salvage.saved, lost: salvage.lost)
    ]
  }
}

extension DatabaseFile {
  /// Retains a copy of a damaged log, of which SQLite uses the beginning and discards the rest.
  ///
  /// A copy that exists is not made again.
  func retainLog() throws(StoreError) -> PrivateFile {
    let content = try log.read()
    for name in quarantinedNames where name.hasSuffix("-wal") {
      let copy = file.folder.file(name)
      if copy.status?.size == content?.count, try copy.read() == content { return copy }
    }
    let place = PrivateFile(freePlace.path + "-wal")
    if let content { try place.write(content) }
    return place
  }

  /// Moves the log and its index to a place in the quarantine, as far as they are not there yet.
  func moveLog(to place: PrivateFile) throws(StoreError) -> PrivateFile {
    let moved = PrivateFile(place.path + "-wal")
    // A start that failed after that has left a new log, which must not replace the one that was moved.
    guard moved.status == nil else { return moved }
    for suffix in ["-shm", "-wal"] { try move(suffix, to: place) }
    return moved
  }

  /// A name that no damaged file has yet, even if the clock shows a time again.
  var freePlace: PrivateFile {
    let suffix = ".corrupt-\(timestamp)-\(CurrentProcess.identifier)"
    var (place, number) = (beside(suffix), 1)
    while Self.parts.contains(where: { PrivateFile(place.path + $0).status != nil }) {
      number += 1
      place = beside("\(suffix)-\(number)")
    }
    return place
  }

  /// Retains the last databases, and this one whatever the clock in its name says.
  ///
  /// Logs that were put aside alone stay: none is like another, and a person may need each.
  private func removeQuarantines(olderThan place: PrivateFile) {
    let databases = quarantines.intersection(quarantinedNames)
    let others = databases.filter { !place.path.hasSuffix("/\($0)") }
    for name in others.sorted().dropLast(Self.quarantineLimit - 1) {
      for suffix in Self.parts { try? file.folder.file(name + suffix).remove() }
    }
  }

  /// The names of the damaged files in the quarantine, each without those that were beside it.
  package var quarantines: Set<String> { Set(quarantinedNames.map(Self.withoutSuffix)) }

  private var quarantinedNames: [String] {
    let prefix = "\(file.path.split(separator: "/").last ?? "").corrupt-"
    return ((try? FileSystem.names(in: file.folder.path)) ?? []).filter { $0.hasPrefix(prefix) }
  }

  /// Deletes the quarantine, with what a killed process has left of it.
  ///
  /// - Throws: ``StoreError/busy(store:milliseconds:)`` if another process opens the file for too long.
  package func eraseQuarantines() throws(StoreError) {
    if quarantinedNames.isEmpty { return }
    try lock.withLock(store: name) { () throws(StoreError) in
      for name in quarantinedNames { try file.folder.file(name).remove() }
      try file.folder.synchronize()
    }
  }

  /// The suffixes of a database and the files beside it.
  private static let parts = [""] + companions

  private static func withoutSuffix(_ name: String) -> String {
    companions.first(where: name.hasSuffix).map { String(name.dropLast($0.count)) } ?? name
  }

  /// The present time in UTC, to the microsecond, in an order that sorts: `20261122T104522.246475Z`.
  private var timestamp: String {
    let (seconds, attoseconds) = clock().components
    let date = Date(timeIntervalSince1970: TimeInterval(seconds))
    let plain = date.formatted(
      Date.ISO8601FormatStyle(dateSeparator: .omitted, timeSeparator: .omitted))
    let micro = String(1_000_000 + attoseconds / 1_000_000_000_000).dropFirst()
    return "\(plain.dropLast()).\(micro)Z"
  }
}
