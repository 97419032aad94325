import FoundationEssentials
import Glibc

/// A folder that is there for one test.
package final class TemporaryFolder: Sendable {
  package let path: String

  package init() {
    path = FileManager.default.temporaryDirectory.path + "/wayline-\(UUID().uuidString)"
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// Every file and folder below it, and itself.
  package var paths: [String] {
    let names = (try? FileManager.default.subpathsOfDirectory(atPath: path)) ?? []
    return [path] + names.map { "\(path)/\($0)" }
  }

  /// The permission bits of a file or folder, and which of the two it is.
  package func permissions(of path: String) -> (mode: UInt32, isFolder: Bool) {
    var status = stat()
    lstat(path, &status)
    return (status.st_mode & 0o777, status.st_mode & S_IFMT == S_IFDIR)
  }

  /// True if the bytes of a text occur in any file.
  package func contains(_ text: String) -> Bool {
    let wanted = Array(text.utf8)
    return paths.contains { path in
      guard let data = FileManager.default.contents(atPath: path) else { return false }
      return Array(data).contains(wanted)
    }
  }
}

extension TemporaryFolder {
  /// Writes a file, with the folder if need be.
  package func write(_ text: String, to name: String) throws {
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    let isMade = FileManager.default.createFile(
      atPath: "\(path)/\(name)", contents: Data(text.utf8),
      attributes: [.posixPermissions: 0o600])
    guard isMade else { throw CocoaError(.fileWriteUnknown) }
  }
}

extension TemporaryFolder {
  /// The contents of the folder.
  package var names: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted()
  }

  /// The bytes of each file in the folder, by its name.
  package var contents: [String: Data] {
    let files = names.compactMap { name in
      FileManager.default.contents(atPath: "\(path)/\(name)").map { (name, $0) }
    }
    return Dictionary(uniqueKeysWithValues: files)
  }

  /// Puts one text in place of another of the same length, wherever it stands in a file.
  package func replace(_ old: String, with new: String, in name: String) throws {
    let file = URL(filePath: "\(path)/\(name)")
    var data = try Data(contentsOf: file)
    while let place = data.firstRange(of: Data(old.utf8)) {
      data.replaceSubrange(place, with: Data(new.utf8))
    }
    try data.write(to: file)
  }
}
