import Synchronization
import WaylineGraph

/// Collects what is reported as a mistake of the programmer.
enum Reports {
  /// The sentences reported while the action runs.
  static func of(_ action: () -> Void) -> [String] {
    let sentences = Sentences()
    Misuse.withHandler({ sentences.add($0) }, action)
    return sentences.all
  }

  private final class Sentences: Sendable {
    private let value = Mutex<[String]>([])

    var all: [String] { value.withLock { $0 } }

    func add(_ sentence: String) {
      value.withLock { $0.append(sentence) }
    }
  }
}
