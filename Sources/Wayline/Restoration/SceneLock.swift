import WaylineStorage
import WaylineSystem

/// The lock of a process on a scene's name, so that two terminals do not write one place.
///
/// It is a lock on a small file; the system releases it with the process, however that ends. The time
/// of the file is the last use of the scene.
package final class SceneLock: Sendable {
  /// The most scenes that one program keeps.
  package static let limit = 50

  /// The name of the scene.
  package let name: String
  /// True if there was no scene of this name before.
  package let isNew: Bool

  private let file: PrivateFile
  private let descriptor: FileDescriptor

  private init(name: String, file: PrivateFile, descriptor: FileDescriptor, isNew: Bool) {
    (self.name, self.file, self.descriptor, self.isNew) = (name, file, descriptor, isNew)
  }

  /// Locks a scene; nil when another process has locked it.
  ///
  /// - Throws: also where the file system has no locks, which is not a scene in use.
  /// - Parameter isUse: whether the scene is used from now on, which sets the time of its file.
  package static func take(
    _ name: String, in folder: PrivateFolder, isUse: Bool = true
  ) throws(StoreError) -> SceneLock? {
    let scenes = Self.scenes(in: folder)
    try scenes.create()
    let file = scenes.file(name + suffix)
    for _ in 0..<attempts {
      let isNew = try file.check() == nil
      guard let descriptor = try file.open(for: .readingAndWriting, .create) else { return nil }
      let outcome = try storing { () throws(SystemError) in try descriptor.tryLock() }
      guard outcome == .locked else { return nil }
      if descriptor.isFile(at: file.path) {
        if isUse { try? descriptor.touch() }
        return SceneLock(name: name, file: file, descriptor: descriptor, isNew: isNew)
      }
    }
    return nil
  }

  /// Locks `main`, or the first unlocked one of `main-2`, `main-3`, …; nil when all are locked.
  static func takeFirstFree(in folder: PrivateFolder) throws(StoreError) -> SceneLock? {
    for number in 1...limit {
      let name = number == 1 ? "main" : "main-\(number)"
      if let lock = try take(name, in: folder) { return lock }
    }
    return nil
  }

  /// Deletes the file of a scene that is not kept any longer.
  func end() {
    try? FileSystem.remove(file.path)
  }
}

extension SceneLock {
  /// Another process that ends the scene deletes the file between opening and locking; the bound on
  /// trying again.
  private static let attempts = 10
  private static let suffix = ".lock"

  /// The names of the scenes that have been used, the least recently used first.
  static func names(in folder: PrivateFolder) -> [String] {
    let scenes = scenes(in: folder)
    let files = (try? FileSystem.names(in: scenes.path)) ?? []
    let names = files.filter { $0.hasSuffix(suffix) }.map { String($0.dropLast(suffix.count)) }
    let used = names.map { (name: $0, time: lastUse(scenes.file($0 + suffix))) }
    return used.sorted { ($0.time, $0.name) < ($1.time, $1.name) }.map(\.name)
  }

  private static func scenes(in folder: PrivateFolder) -> PrivateFolder {
    folder.folder("scenes")
  }

  /// Nanoseconds since 1970.
  private static func lastUse(_ file: PrivateFile) -> Int {
    (try? FileSystem.status(of: file.path))?.modified ?? 0
  }
}
