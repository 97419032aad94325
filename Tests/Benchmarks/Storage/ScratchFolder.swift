import FoundationEssentials
import Glibc

/// A folder for the files of one row; it is deleted with the last reference.
final class ScratchFolder {
  let path: String

  init() throws {
    var template = Array("/tmp/benchmarks-XXXXXX".utf8CString)
    guard let path = mkdtemp(&template) else { throw WrongOutput("No folder in /tmp: \(errno).") }
    self.path = String(cString: path)
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }

  /// The path of a file in the folder.
  func file(_ name: String) -> String { "\(path)/\(name)" }
}
