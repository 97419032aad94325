import Wayline

/// The result of the wizard.
struct Catalog: Codable, Sendable {
  var name: String
  var kind: String
  var shelf: String

  static let shelves = ["books": ["fiction", "travel"], "films": ["silent", "sound"]]

  /// Writes the files of the catalog and returns their paths.
  func write(to folder: String) throws(ScaffoldProblem) -> [String] {
    do {
      try FileManager.default.createDirectory(
        atPath: folder, withIntermediateDirectories: true)
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
      let files = [
        "catalog.json": try encoder.encode(self),
        "README.md": Data("# \(name)\n\nA catalog of \(kind), shelf \(shelf).\n".utf8),
      ]
      for (file, data) in files { try data.write(to: URL(filePath: "\(folder)/\(file)")) }
      return files.keys.sorted().map { "\(folder)/\($0)" }
    } catch {
      throw .unwritable(folder)
    }
  }
}

/// The unfinished answers of one folder, in a hidden folder beside it.
struct Draft {
  private let path: String

  init(folder: String) {
    let target = URL(filePath: folder)
    path =
      target.deletingLastPathComponent().appending(path: ".scaffold-\(target.lastPathComponent)")
      .path
  }

  var stores: SceneStores {
    SceneStores(
      state: SQLiteStore("\(path)/draft.sqlite3"), keychain: MemoryKeychain(), scene: "wizard")
  }

  /// Removes the answers: a finished wizard starts at the beginning the next time.
  func erase() {
    try? FileManager.default.removeItem(atPath: path)
  }
}
