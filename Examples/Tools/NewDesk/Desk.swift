import Endings
import FoundationEssentials

/// A desk as it is to be created.
struct Desk {
  enum Template: String, CaseIterable {
    case library, archive, shop
  }

  enum Part: String, CaseIterable {
    case readme, licence, tests, loans

    /// A shop sells: it has no loans.
    func fits(_ template: Template) -> Bool { self != .loans || template != .shop }
  }

  let name: String
  let template: Template
  let parts: [Part]
  var holder: String?

  /// The contents of the files, by their names.
  var files: [String: String] {
    var files = ["desk.txt": "name: \(name)\ntemplate: \(template)\n"]
    for part in parts {
      switch part {
      case .readme: files["README.md"] = "# \(name)\n\nA desk of the template \(template).\n"
      case .licence: files["LICENSE"] = "Copyright \(holder ?? "")\n"
      case .tests: files["tests.txt"] = "A book that is lent can be returned.\n"
      case .loans: files["loans.txt"] = ""
      }
    }
    return files
  }

  var isThere: Bool { FileManager.default.fileExists(atPath: name) }

  /// Writes a folder beside the one of this name, and puts it in its place when it is complete.
  func write() throws {
    let manager = FileManager.default
    let draft = ".\(name).new"
    do {
      if manager.fileExists(atPath: draft) { try manager.removeItem(atPath: draft) }
      try manager.createDirectory(atPath: draft, withIntermediateDirectories: false)
      for (file, text) in files {
        try Data(text.utf8).write(to: URL(filePath: "\(draft)/\(file)"))
      }
      let former = ".\(name).old"
      if manager.fileExists(atPath: former) { try manager.removeItem(atPath: former) }
      if isThere { try manager.moveItem(atPath: name, toPath: former) }
      try manager.moveItem(atPath: draft, toPath: name)
      if manager.fileExists(atPath: former) { try manager.removeItem(atPath: former) }
    } catch {
      throw Problem("Could not write './\(name)': \(error)", status: 1)
    }
  }
}
