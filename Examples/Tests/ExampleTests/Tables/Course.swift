import Testing
import WaylineTesting

/// One row of a table: what is typed into a built program, and lines that come of it in this order.
struct Course: Sendable, CustomTestStringConvertible {
  let testDescription: String
  var program = "tour"
  /// The words of the command line, which end with the place.
  var words: [String] = []
  /// The typed lines, each with a line of its answer; nil for a line that only leads there.
  var typed: [(line: String, shows: String?)] = []
  /// A line of the first screen.
  var first: String?
  var status: Int32 = 0

  init(
    _ row: String, program: String = "tour", at words: [String] = [], first: String? = nil,
    _ typed: [(String, String?)] = [], status: Int32 = 0
  ) {
    (testDescription, self.program, self.words) = (row, program, words)
    (self.first, self.status) = (first, status)
    self.typed = typed.map { (line: $0.0, shows: $0.1) }
  }

  /// Runs it with `--echo`, so that each answer is looked for after its line, and with whole screens.
  func check() throws {
    let input = typed.map(\.line).joined(separator: "\n")
    let run = try Built(program).run(["--echo", "--full"] + words, input)
    var rest = run.lines[...]
    func find(_ line: String) {
      let found = rest.firstIndex(of: line)
      #expect(found != nil, "'\(line)' is not in\n\(rest.joined(separator: "\n"))")
      if let found { rest = rest[(found + 1)...] }
    }
    if let first { find(first) }
    for step in typed {
      if !step.line.isEmpty, let echo = rest.firstIndex(where: { $0.hasSuffix(step.line) }) {
        rest = rest[(echo + 1)...]
      }
      if let line = step.shows { find(line) }
    }
    #expect(run.status == status, "\(run.output)\(run.errors)")
  }
}
