import Dispatch
import Glibc
import Synchronization

/// A person or a driver on the other side of a pipe or a terminal, on a thread of its own.
///
/// Whatever is not heard within two minutes ends the talk, so that no test can hang.
final class Talk: Sendable {
  private let hears: Int32
  private let says: Int32
  private let state = Mutex((heard: "", unused: "", isLost: false))
  private let group = DispatchGroup()

  init(hears: Int32, says: Int32, _ course: @escaping @Sendable (Talk) -> Void) {
    (self.hears, self.says) = (hears, says)
    DispatchQueue(label: "wayline.tests").async(group: group) { [self] in
      course(self)
      if isLost { giveUp() }
    }
  }

  /// Waits for a text after what was heard before.
  func hear(_ text: String) {
    guard !isLost else { return }
    let unused = state.withLock { $0.unused }
    let found = readAll(hears, until: text, after: unused)
    let end = found.firstRange(of: text)?.upperBound
    state.withLock {
      $0.heard += found[..<(end ?? found.endIndex)]
      $0.unused = String(found[(end ?? found.endIndex)...])
      $0.isLost = end == nil
    }
  }

  func say(_ text: String) {
    guard !isLost else { return }
    let bytes = Array(text.utf8)
    _ = bytes.withUnsafeBytes { write(says, $0.baseAddress, $0.count) }
  }

  /// Everything that was heard.
  var heard: String {
    group.wait()
    return state.withLock { $0.heard }
  }

  /// True if the talk came to its end.
  var hasFinished: Bool {
    group.wait()
    return !isLost
  }

  private var isLost: Bool { state.withLock { $0.isLost } }

  /// Ends the program on the other side as well.
  private func giveUp() {
    let bytes = Array("\u{3}\u{4}\nquit\nquit\n\u{4}".utf8)
    _ = bytes.withUnsafeBytes { write(says, $0.baseAddress, $0.count) }
  }
}
