import Glibc

/// The folder of the built programs.
struct Programs {
  let folder: String

  /// The programs beside this one.
  static var own: Programs {
    var path = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink("/proc/self/exe", &path, path.count - 1)
    let bytes = path.prefix(max(0, count)).map { UInt8(bitPattern: $0) }
    let folder = String(decoding: bytes, as: UTF8.self).split(separator: "/").dropLast()
    return Programs(folder: "/" + folder.joined(separator: "/"))
  }

  /// The folder of the examples, a package with a build folder of its own.
  private static let examples =
    "/" + #filePath.split(separator: "/").dropLast(4).joined(separator: "/") + "/Examples"

  /// The example with a button that counts.
  var counter: String { "\(Self.examples)/.build/release/counter" }
  /// The tour of the examples.
  var tour: String { "\(Self.examples)/.build/release/tour" }
  /// The example with a list that is stored.
  var expenses: String { "\(Self.examples)/.build/release/expenses" }
  /// The client for JSON lines, which is no program of this package.
  static var client: String { "\(examples)/JSONClient/wayline_client.py" }
  /// The least that a Swift program does.
  var floor: String { "\(folder)/WaylineFloor" }
  /// This program: it links what the counter links.
  var benchmarks: String { "\(folder)/WaylineBenchmarks" }

  /// The argument with which this program prints a prompt, reads one line, and does nothing else.
  static let oneLine = "--one-line"

  /// The argument with which this program prints the first page of a long screen, and reads one line.
  static let firstPage = "--first-page"

  /// Prints a prompt and reads one line.
  static func readOneLine() {
    print("> ", terminator: "")
    fflush(nil)
    _ = readLine()
  }
}
