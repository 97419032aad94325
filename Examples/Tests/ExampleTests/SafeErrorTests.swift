import TestPrograms
import Testing
import WaylineTesting

@Suite("What a program says of its own arguments")
struct SafeErrorTests {
  /// The words before the argument, and its beginning, by the program.
  private static let lines: [[String]] = [
    ["counter", ""], ["counter", "open", ""], ["counter", "--script", "missing/"],
    ["expenses", ""], ["expenses", "open", ""], ["machines", ""], ["machines", "explore", ""],
    ["tour", ""], ["tour", "open", ""], ["tour", "explore", ""], ["tour", "explore", "--law", ""],
    ["tour", "--replay", "missing/"], ["tour", "--color", ""], ["vault", ""],
    ["vault", "--passphrase-file", "missing/"], ["lend", ""],
    ["scaffold", "folder", "--answers", "missing/"], ["desk-server", "missing/"],
  ]

  /// Characters that act on a terminal, or that nobody sees, as parts of a word and of an option.
  private static let words = [
    "\u{1B}[31mred\u{7}", "--\u{1B}]0;title\u{7}", "a\u{9B}2J\u{202E}b\u{85}", "x\ry\nz",
  ]

  @Test("It is printed without what acts on a terminal", arguments: lines)
  func arguments(line: [String]) throws {
    for word in Self.words {
      let home = TemporaryFolder()
      let run = try Program.built(line[0]).run(
        Array(line.dropFirst().dropLast()) + [line[line.count - 1] + word],
        environment: ["HOME": home.path, "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8"])
      let acting = (run.errors + run.output).unicodeScalars.filter {
        $0 != "\n" && ($0.properties.generalCategory == .control || $0 == "\u{202E}")
      }
      #expect(acting.isEmpty, "\(line) \(word.debugDescription): \(run.errors.debugDescription)")
    }
  }
}
