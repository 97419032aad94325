import Endings
import FoundationEssentials
import Glibc

/// The files of a version that is to be installed.
struct Version {
  let source: String
  let name: String
  let files: [String]

  init(source: String) throws {
    self.source = source
    name = URL(filePath: source).lastPathComponent
    let manager = FileManager.default
    guard let paths = try? manager.subpathsOfDirectory(atPath: source) else {
      throw Problem("The folder '\(source)' cannot be read.", status: 1)
    }
    files = paths.sorted()
  }
}

/// A folder with versions, of which a link named `current` is the one in use.
///
/// A version is copied under a name that nobody uses, and named when it is complete. The link is replaced by one
/// rename, so at each moment it names a version that is complete, also after the power has failed.
struct Installation {
  private let folder: String
  private var versions: String { "\(folder)/versions" }
  private let manager = FileManager.default

  private static let suffix = ".partial"

  init(folder: String) {
    self.folder = folder
  }

  /// The name of the version in use.
  var current: String? {
    guard let target = try? manager.destinationOfSymbolicLink(atPath: "\(folder)/current") else {
      return nil
    }
    return URL(filePath: target).lastPathComponent
  }

  /// Removes what a run has left that was killed.
  func removeLeftovers() throws {
    let names = (try? manager.contentsOfDirectory(atPath: versions)) ?? []
    for name in names where name.hasSuffix(Self.suffix) {
      try manager.removeItem(atPath: "\(versions)/\(name)")
    }
    try? manager.removeItem(atPath: "\(folder)/current\(Self.suffix)")
  }

  /// Copies the files of a version beside those in use; when that fails or is cancelled, they are removed.
  ///
  /// - Parameter step: called before each file.
  func stage(_ version: Version, _ step: () throws -> Void) throws {
    let partial = "\(versions)/\(version.name)\(Self.suffix)"
    do {
      try manager.createDirectory(atPath: partial, withIntermediateDirectories: true)
      for file in version.files {
        try step()
        let (source, target) = ("\(version.source)/\(file)", "\(partial)/\(file)")
        var isFolder = false
        _ = manager.fileExists(atPath: source, isDirectory: &isFolder)
        if isFolder {
          try manager.createDirectory(atPath: target, withIntermediateDirectories: true)
        } else {
          try manager.copyItem(atPath: source, toPath: target)
          try Self.save(target)
        }
      }
      let final = "\(versions)/\(version.name)"
      if manager.fileExists(atPath: final) { try manager.removeItem(atPath: final) }
      try manager.moveItem(atPath: partial, toPath: final)
      try Self.save(versions)
    } catch {
      try? manager.removeItem(atPath: partial)
      throw error
    }
  }

  /// Makes a version that was copied the one in use.
  func makeCurrent(_ version: Version) throws {
    let link = "\(folder)/current\(Self.suffix)"
    try manager.createSymbolicLink(
      atPath: link, withDestinationPath: "versions/\(version.name)")
    guard rename(link, "\(folder)/current") == 0 else {
      throw Problem("Could not write '\(folder)/current'.", status: 1)
    }
    try Self.save(folder)
  }

  /// Makes what was written survive a power failure.
  private static func save(_ path: String) throws {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    defer { close(file) }
    guard file >= 0, fsync(file) == 0 else {
      throw Problem("Could not save '\(path)'.", status: 1)
    }
  }
}
