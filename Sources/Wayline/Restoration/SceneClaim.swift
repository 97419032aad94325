import Glibc
import WaylineStorage

/// The hold that a process has on a scene's name, so that two terminals do not write one place.
///
/// The hold is a lock on a small file; it goes with the process, however it ends.
package final class SceneClaim: Sendable {
  /// At most this many scenes of one program are kept.
  package static let limit = 50

  /// The name that is held.
  package let name: String
  private let descriptor: Int32

  private init(name: String, descriptor: Int32) {
    self.name = name
    self.descriptor = descriptor
  }

  deinit { close(descriptor) }

  /// Holds a scene; nil when another process does.
  package static func take(
    _ name: String, in folder: PrivateFolder
  ) throws(StoreError) -> SceneClaim? {
    let scenes = PrivateFolder(folder.file("scenes").path)
    try scenes.create()
    let file = scenes.file("\(name).lock")
    guard let descriptor = try file.open(O_RDWR | O_CREAT) else { throw .failed("open", file.path) }
    if flock(descriptor, LOCK_EX | LOCK_NB) == 0 {
      return SceneClaim(name: name, descriptor: descriptor)
    }
    close(descriptor)
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
}
