import FoundationEssentials
import WaylineSystem

/// A folder for private files: owned by this user, not writable by others, no symbolic link.
package struct PrivateFolder: Hashable, Sendable {
  /// The path of the folder.
  package let path: String
  /// True if it is created only in folders of this user or of root.
  private let isCreatedInOwn: Bool

  /// Names a folder; nothing is created or looked at.
  ///
  /// - Parameter isCreatedInOwn: whether it is created only where the nearest folder that exists belongs to
  ///   this user or to root. A program that root runs with another user's `HOME` would otherwise create
  ///   folders there that lock that user out.
  package init(_ path: String, inOwn isCreatedInOwn: Bool = false) {
    (self.path, self.isCreatedInOwn) = (path, isCreatedInOwn)
  }

  /// A file in the folder.
  package func file(_ name: String) -> PrivateFile {
    PrivateFile(inside(name), inOwn: isCreatedInOwn)
  }

  /// A folder in the folder, which is created by the same rule.
  package func folder(_ name: String) -> PrivateFolder {
    PrivateFolder(inside(name), inOwn: isCreatedInOwn)
  }

  private func inside(_ name: String) -> String {
    path.hasSuffix("/") ? path + name : "\(path)/\(name)"
  }

  /// Creates the folder and those above it, or checks that it is safe to use.
  ///
  /// A folder that is created has mode 0700. An existing one keeps its mode: it may be the user's own,
  /// and the files in it are private by themselves. Folders above it may be reached through links.
  /// - Throws: ``StoreError/unsafeFile(path:problem:)`` for a link, a file, a foreign folder, and one
  ///   that others can write to: they could replace the files in it.
  package func create() throws(StoreError) {
    if try exists() { return }
    if isCreatedInOwn { try checkFolderAbove() }
    do throws(SystemError) {
      if try FileSystem.makeFolder(path) { return }
    } catch {
      guard error.code == .notFound else { throw StoreError(error) }
      try parent.createAbove()
      if try storing({ () throws(SystemError) in try FileSystem.makeFolder(path) }) { return }
    }
    // Another process has created it meanwhile.
    _ = try exists()
  }

  /// True if files can be created in it.
  package var isWritable: Bool {
    FileSystem.isWritable(path)
  }

  /// The folder that holds it.
  private var parent: PrivateFolder {
    let trimmed = path.hasSuffix("/") ? String(path.dropLast()) : path
    guard let slash = trimmed.lastIndex(of: "/") else { return PrivateFolder(".") }
    return PrivateFolder(slash == trimmed.startIndex ? "/" : String(trimmed[..<slash]))
  }

  private func createAbove() throws(StoreError) {
    do throws(SystemError) {
      try FileSystem.makeFolder(path)
    } catch {
      guard error.code == .notFound, parent != self else { throw StoreError(error) }
      try parent.createAbove()
      try storing { () throws(SystemError) in try FileSystem.makeFolder(path) }
    }
  }

  /// Refuses to create a folder where the nearest one that exists belongs to somebody else.
  private func checkFolderAbove() throws(StoreError) {
    var above = parent
    while above != above.parent {
      if let path = try? FileSystem.resolved(above.path),
        let status = try? FileSystem.status(of: path)
      {
        guard !status.isOwn, status.owner != 0 else { return }
        throw .unsafeFile(path: path, problem: .foreignOwner(status.owner))
      }
      above = above.parent
    }
  }

  /// True if it exists and is safe to use; creates nothing.
  ///
  /// - Throws: ``StoreError/unsafeFile(path:problem:)`` if it exists and is not safe.
  package func exists() throws(StoreError) -> Bool {
    guard let status = try storing({ () throws(SystemError) in try FileSystem.status(of: path) })
    else { return false }
    switch status.kind {
    case .folder: break
    case .link: throw .unsafeFile(path: path, problem: .symbolicLink)
    default: throw .unsafeFile(path: path, problem: .notAFolder)
    }
    guard status.isOwn else {
      throw .unsafeFile(path: path, problem: .foreignOwner(status.owner))
    }
    guard !status.isWritableByOthers else {
      throw .unsafeFile(path: path, problem: .writableByOthers(mode: status.permissions))
    }
    return true
  }

  /// Makes what was created or renamed in the folder survive a power failure.
  package func synchronize() throws(StoreError) {
    try storing { () throws(SystemError) in try FileSystem.synchronizeFolder(path) }
  }
}
