import Dispatch
import FoundationEssentials
import Glibc
import WaylineTesting

/// A way in which a backup of a file takes the place of the file.
package enum Restoring: String, CaseIterable, Sendable {
  /// Writes over the file, as `cp` does: its number stays.
  case overwriting
  /// Writes over the file and sets its time to that of the backup, as `cp -p` does.
  case overwritingWithTime
  /// Removes the file first, as `cp --remove-destination` does.
  case removing
  /// Writes a file beside it and renames that, as `mv` and `rsync` do.
  case renaming

  /// Puts a backup in the place of a file.
  package func restore(_ backup: String, to path: String) throws {
    let content = try read(backup)
    switch self {
    case .overwriting, .overwritingWithTime: break
    case .removing: unlink(path)
    case .renaming:
      try write(content, to: path + ".part")
      rename(path + ".part", path)
      return
    }
    try write(content, to: path)
    guard self == .overwritingWithTime else { return }
    var status = stat()
    stat(backup, &status)
    var times = [status.st_atim, status.st_mtim]
    utimensat(AT_FDCWD, path, &times, 0)
  }

  private func read(_ path: String) throws -> Data {
    guard let content = FileManager.default.contents(atPath: path) else {
      throw Unreadable(path: path)
    }
    return content
  }

  private func write(_ content: Data, to path: String) throws {
    let file = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    defer { close(file) }
    let count = content.withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
    guard count == content.count else { throw Unreadable(path: path) }
  }

  private struct Unreadable: Error {
    let path: String
  }
}

/// A backup of a store: the files of one of its states.
package enum Backup: String, CaseIterable, Sendable {
  /// An earlier state of the store, after its program had ended.
  case older
  /// A later one, after its program was killed: the latest changes are in the log.
  case olderKilled
  /// The state from which the present log goes on.
  case base
  /// Another store.
  case other
  /// Another store, whose program was killed.
  case otherKilled

  /// The files of the backup by their suffixes.
  package var files: [String] {
    switch self {
    case .olderKilled, .otherKilled: ["", "-wal", ".used", "-shm"]
    default: ["", ".used"]
    }
  }

  /// The state in its database without its log.
  var withoutLog: Backup {
    switch self {
    case .olderKilled: .older
    case .otherKilled: .other
    default: self
    }
  }
}

/// The states of a store, each in a folder, and the values that each holds.
package final class History {
  /// The values of a state by their keys.
  package typealias Values = [String: String]

  /// `state` or `secrets`.
  package let kind: String
  private let root: String
  private var values: [String: Values] = [:]
  private let probe = Program.built("WaylineStorageProbe")

  /// Has programs write all states, in folders of a folder.
  package init(_ kind: String, in root: String) throws {
    (self.kind, self.root) = (kind, root)
    try live("older", from: nil, 0..<40, "close")
    try live("olderKilled", from: "older", 0..<10, "kill")
    try live("base", from: "olderKilled", 5..<15, "close")
    try live("present", from: "base", 10..<30, "kill")
    try live("other", from: nil, 0..<40, "close")
    try live("otherKilled", from: "other", 0..<10, "kill")
  }

  private func live(
    _ name: String, from earlier: String?, _ keys: Range<Int>, _ end: String
  ) throws {
    if let earlier {
      try FileManager.default.copyItem(atPath: folder(earlier), toPath: folder(name))
    } else {
      try FileManager.default.createDirectory(
        atPath: folder(name), withIntermediateDirectories: true,
        attributes: [.posixPermissions: 0o700])
    }
    let run = try probe.run(
      ["life", folder(name), kind, name, "\(keys.lowerBound)", "\(keys.count)", end, root])
    guard run.status == (end == "kill" ? 128 + SIGKILL : 0) else {
      throw Broken(output: "\(name): \(run.output) \(run.errors)")
    }
    var values = earlier.flatMap { self.values[$0] } ?? [:]
    for number in keys {
      values["key\(number)"] = "\(name) \(number) " + String(repeating: "x", count: 200)
    }
    self.values[name] = values
  }

  private struct Broken: Error {
    let output: String
  }

  private func folder(_ name: String) -> String { "\(root)/\(name)" }

  /// The path of the database in the folder of a state or another one.
  package func database(in folder: String) -> String {
    kind == "state" ? "\(folder)/state.sqlite3" : "\(folder)/share/secrets.sqlite3"
  }

  /// Copies the present state, and the keys of all states, to a new folder.
  package func copyPresent(to folder: String, of state: String = "present") throws {
    try FileManager.default.copyItem(atPath: self.folder(state), toPath: folder)
    guard kind == "secrets" else { return }
    let keys = self.folder("otherKilled") + "/state/keys"
    for name in try FileManager.default.contentsOfDirectory(atPath: keys) {
      try FileManager.default.copyItem(
        atPath: "\(keys)/\(name)", toPath: "\(folder)/state/keys/\(name)")
    }
  }

  /// The values of a state.
  package func values(of state: String) -> Values { values[state] ?? [:] }

  /// Puts files of a backup in the place of those in a folder.
  package func restore(
    _ backup: Backup, _ files: [String], by way: Restoring, in folder: String
  ) throws {
    for suffix in files {
      try way.restore(
        database(in: self.folder(backup.rawValue)) + suffix, to: database(in: folder) + suffix)
    }
  }
}

extension History {
  /// What has to be read after files of a backup were put in the place of those of a killed program.
  package struct Outcome: Sendable {
    /// The state that is read.
    package var state: String
    /// True if a log is put aside, which is reported.
    package var hasStrangeLog = false
    /// True if a log is missing, which is reported.
    package var lacksLog = false
  }

  /// The outcome of a restoration.
  package static func outcome(_ backup: Backup, _ files: [String]) -> Outcome {
    let (hasLog, hasNote) = (files.contains("-wal"), files.contains(".used"))
    guard files.contains("") else {
      if hasLog { return Outcome(state: "base", hasStrangeLog: true, lacksLog: !hasNote) }
      let isBaseNote = backup == .base && hasNote
      return Outcome(state: isBaseNote ? "base" : "present", hasStrangeLog: isBaseNote)
    }
    if hasLog { return Outcome(state: backup.rawValue) }
    if backup == .base, !hasNote { return Outcome(state: "present") }
    let lacksLog = hasNote && backup.files.contains("-wal")
    return Outcome(state: backup.withoutLog.rawValue, hasStrangeLog: true, lacksLog: lacksLog)
  }
}

extension Backup {
  /// Every choice of one or more of its files.
  package var choices: [[String]] {
    (1..<1 << files.count).map { bits in
      files.indices.filter { bits >> $0 & 1 == 1 }.map { files[$0] }
    }
  }
}

/// A program that has the present state of a history open.
package final class LivingProgram {
  private let control: String
  private let group = DispatchGroup()

  /// Starts a program that writes as the one of the present state did, and stays.
  ///
  /// - Parameter folder: a copy of the state from which the present log goes on.
  package init(_ kind: String, in folder: String, control: String) throws {
    self.control = control
    try FileManager.default.createDirectory(atPath: control, withIntermediateDirectories: true)
    DispatchQueue(label: "wayline.tests").async(group: group) {
      _ = try? Program.built("WaylineStorageProbe").run(
        ["life", folder, kind, "present", "10", "20", "stay", control])
    }
    waitForSign("ready")
  }

  /// Has it write once more.
  package func write() {
    sign("write")
    waitForSign("written")
  }

  /// Has it end by a signal.
  package func end() {
    sign("end")
    group.wait()
  }

  private func sign(_ name: String) {
    close(open("\(control)/\(name)", O_CREAT | O_WRONLY, 0o600))
  }

  private func waitForSign(_ name: String) {
    for _ in 0..<60_000 where access("\(control)/\(name)", F_OK) != 0 { usleep(1_000) }
  }
}
