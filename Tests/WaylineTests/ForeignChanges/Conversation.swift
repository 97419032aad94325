import CWaylineSystem
import Dispatch
import Glibc

/// The reader and writer at the other ends of two pipes, on a thread of its own.
///
/// Whatever is not heard within a minute closes the program's input, so that no test can hang.
final class Conversation: Sendable {
  /// The program's input and output.
  let (input, output): (Int32, Int32)
  private let (says, hears): (Int32, Int32)
  private let group = DispatchGroup()

  init() {
    var (toProgram, fromProgram): ([Int32], [Int32]) = ([-1, -1], [-1, -1])
    wayline_pipe(&toProgram)
    wayline_pipe(&fromProgram)
    (input, says) = (toProgram[0], toProgram[1])
    (hears, output) = (fromProgram[0], fromProgram[1])
  }

  deinit {
    for descriptor in [input, output, hears] { close(descriptor) }
  }

  /// Begins; the program's input ends with `course`.
  func begin(_ course: @escaping @Sendable (Conversation) -> Void) {
    DispatchQueue(label: "wayline.tests").async(group: group) { [self] in
      course(self)
      close(says)
    }
  }

  /// True if the text is heard within a minute.
  func hear(_ text: String) -> Bool {
    var heard: [UInt8] = []
    var byte: UInt8 = 0
    var polled = pollfd(fd: hears, events: Int16(POLLIN), revents: 0)
    while poll(&polled, 1, 60_000) > 0, read(hears, &byte, 1) == 1 {
      heard.append(byte)
      if heard.suffix(text.utf8.count).elementsEqual(text.utf8) { return true }
    }
    return false
  }

  func say(_ line: String) {
    let bytes = Array("\(line)\n".utf8)
    _ = write(says, bytes, bytes.count)
  }

  func wait() {
    group.wait()
  }
}
