import FoundationEssentials
import Glibc
import WaylineStorage

extension DatabaseFile {
  /// How many damaged files are kept; the oldest go first.
  static let quarantineLimit = 3

  /// Puts a damaged file aside with those beside it, and begins a new one with what can be read.
  ///
  /// Only for ``StoreError/corrupted(store:detail:)``: a busy, full or failing disk is no damage. If
  /// another process has recovered it meanwhile, its file is opened.
  package func recover() throws(StoreError) -> OpenDatabase {
    try lock.withLock(store: name) { () throws(StoreError) in
      if let healthy = openIfHealthy() { return healthy }
      let place = try quarantine()
      let opened = try openLocked()
      // That the file is gone is no news: it was put aside.
      _ = opened.takeEvents()
      let salvage = salvage(from: place, into: opened.database)
      opened.add(
        .recovered(
          store: name, quarantine: place.path, salvaged: salvage.saved, lost: salvage.lost))
      removeQuarantines(olderThan: place)
      return opened
    }
  }

  private func openIfHealthy() -> OpenDatabase? {
    guard let opened = try? openLocked(),
      (try? opened.database.text("PRAGMA quick_check(1)")) == "ok"
    else { return nil }
    return opened
  }

  /// Moves the database, its log and its index together; apart they would be two halves of a loss.
  ///
  /// The database goes last: a process that is killed in between leaves one that is put aside at the
  /// next start. A log that is left without its database is deleted by SQLite.
  private func quarantine() throws(StoreError) -> PrivateFile {
    let place = freePlace
    for suffix in Self.companions + [""] {
      guard rename(file.path + suffix, place.path + suffix) != 0, errno != ENOENT else { continue }
      throw .failed("put aside", file.path + suffix)
    }
    return place
  }

  /// Copies the rows that can be read; a file that cannot be opened at all has none.
  private func salvage(from place: PrivateFile, into new: Database) -> Salvage {
    let path = "\((try? resolvedPath) ?? file.path)\(place.path.dropFirst(file.path.count))"
    guard let old = try? Database(path, name: name, for: .reading) else { return Salvage() }
    return (try? new.transaction { try layout.salvage(old, new) }) ?? Salvage()
  }

  /// A name that no damaged file has yet, though the clock may say what it has said before.
  private var freePlace: PrivateFile {
    let name = "\(file.path).corrupt-\(timestamp)-\(getpid())"
    var (place, number) = (PrivateFile(name), 1)
    while (Self.companions + [""]).contains(where: { PrivateFile(place.path + $0).status != nil }) {
      number += 1
      place = PrivateFile("\(name)-\(number)")
    }
    return place
  }

  /// Keeps the last ones, and this one whatever the clock says of it.
  private func removeQuarantines(olderThan place: PrivateFile) {
    let prefix = "\(file.path.split(separator: "/").last ?? "").corrupt-"
    let names = (try? FileManager.default.contentsOfDirectory(atPath: file.folder.path)) ?? []
    let kept = Set(names.filter { $0.hasPrefix(prefix) }.map(Self.withoutSuffix))
    let others = kept.filter { !place.path.hasSuffix("/\($0)") }
    for name in others.sorted().dropLast(DatabaseFile.quarantineLimit - 1) {
      for suffix in Self.companions + [""] { unlink("\(file.folder.path)/\(name)\(suffix)") }
    }
  }

  /// What SQLite keeps beside a database.
  static let companions = ["-wal", "-shm", "-journal"]

  private static func withoutSuffix(_ name: String) -> String {
    companions.first(where: name.hasSuffix).map { String(name.dropLast($0.count)) } ?? name
  }

  /// The present time in UTC, to the microsecond, in an order that sorts.
  private var timestamp: String {
    var now = clock()
    var parts = tm()
    gmtime_r(&now.tv_sec, &parts)
    let numbers = [
      Int(parts.tm_year) + 1900, Int(parts.tm_mon) + 1, Int(parts.tm_mday), Int(parts.tm_hour),
      Int(parts.tm_min), Int(parts.tm_sec),
    ].map { $0 < 10 ? "0\($0)" : "\($0)" }
    let micro = String(1_000_000 + now.tv_nsec / 1000).dropFirst()
    return numbers[..<3].joined() + "T" + numbers[3...].joined() + ".\(micro)Z"
  }
}
