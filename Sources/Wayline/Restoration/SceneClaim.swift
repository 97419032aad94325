import FoundationEssentials
import Glibc
import WaylineStorage

/// The hold that a process has on a scene's name, so that two terminals do not write one place.
///
/// The hold is a lock on a small file; it goes with the process, however it ends. The time of the file
/// is when the scene was used last.
package final class SceneClaim: Sendable {
  /// At most this many scenes of one program are kept.
  package static let limit = 50

  /// The name that is held.
  package let name: String
  /// Whether there was no scene of this name before.
  package let isNew: Bool

  private let file: PrivateFile
  private let descriptor: Int32

  private init(name: String, file: PrivateFile, descriptor: Int32, isNew: Bool) {
    (self.name, self.file, self.descriptor, self.isNew) = (name, file, descriptor, isNew)
  }

  deinit { close(descriptor) }

  /// Holds a scene; nil when another process does.
  ///
  /// - Parameter isUse: whether the scene is used from now on, which its file remembers.
  package static func take(
    _ name: String, in folder: PrivateFolder, isUse: Bool = true
  ) throws(StoreError) -> SceneClaim? {
    let scenes = Self.scenes(in: folder)
    try scenes.create()
    let file = scenes.file(name + suffix)
    for _ in 0..<attempts {
      let isNew = try file.check() == nil
      guard let descriptor = try file.open(O_RDWR | O_CREAT) else {
        throw .failed("open", file.path)
      }
      guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
        close(descriptor)
        return nil
      }
      if isStillThere(file, descriptor) {
        if isUse { futimens(descriptor, nil) }
        return SceneClaim(name: name, file: file, descriptor: descriptor, isNew: isNew)
      }
      close(descriptor)
    }
    return nil
  }

  /// Holds `main`, or the first of `main-2`, `main-3`, … that nobody holds; nil when all are held.
  package static func takeFirstFree(in folder: PrivateFolder) throws(StoreError) -> SceneClaim? {
    for number in 1...limit {
      let name = number == 1 ? "main" : "main-\(number)"
      if let claim = try take(name, in: folder) { return claim }
    }
    return nil
  }

  /// The scene is kept no longer: its file goes.
  func end() {
    unlink(file.path)
  }
}

extension SceneClaim {
  /// Another process that ends the scene takes the file away between opening and locking; how often
  /// that is tried again.
  private static let attempts = 10
  private static let suffix = ".lock"

  /// The names of the scenes that have been used, the one that was used longest ago first.
  static func names(in folder: PrivateFolder) -> [String] {
    let scenes = scenes(in: folder)
    let files = (try? FileManager.default.contentsOfDirectory(atPath: scenes.path)) ?? []
    let names = files.filter { $0.hasSuffix(suffix) }.map { String($0.dropLast(suffix.count)) }
    let used = names.map { (name: $0, time: lastUse(scenes.file($0 + suffix))) }
    return used.sorted { ($0.time, $0.name) < ($1.time, $1.name) }.map(\.name)
  }

  private static func scenes(in folder: PrivateFolder) -> PrivateFolder {
    PrivateFolder(folder.file("scenes").path)
  }

  /// Nanoseconds since 1970.
  private static func lastUse(_ file: PrivateFile) -> Int64 {
    var status = stat()
    guard lstat(file.path, &status) == 0 else { return 0 }
    return Int64(status.st_mtim.tv_sec) * 1_000_000_000 + Int64(status.st_mtim.tv_nsec)
  }

  /// Whether the file that was locked is the one that stands at the path.
  private static func isStillThere(_ file: PrivateFile, _ descriptor: Int32) -> Bool {
    var (locked, present) = (stat(), stat())
    return fstat(descriptor, &locked) == 0 && lstat(file.path, &present) == 0
      && locked.st_ino == present.st_ino && locked.st_dev == present.st_dev
  }
}
