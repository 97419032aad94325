import TestPrograms
import TestThreads
import Testing
import WaylineTesting

@Suite("Bad input", .waitsForPrograms)
struct BadInputTests {
  private struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let bytes: [UInt8]
    let reported: String

    init(_ name: String, _ text: String, reports: String) {
      self.init(name, bytes: Array(text.utf8), reports: reports)
    }

    init(_ name: String, bytes: [UInt8], reports: String) {
      (testDescription, self.bytes, reported) = (name, bytes, reports)
    }
  }

  private static let cases = [
    Case("an unknown command", "Sttings\n", reports: "Settings"),
    Case("a number out of range", "9\n", reports: "9"),
    Case("a huge number", "99999999999999999999\n", reports: "99999999999999999999"),
    Case("an unknown place", "open nowhere\n", reports: "nowhere"),
    Case("a value for a button", "1 value\n", reports: "value"),
    Case("invalid UTF-8", bytes: [0x53, 0xFF, 0xFE, 0x0A], reports: "UTF-8"),
    Case("a NUL", bytes: [0x41, 0x00, 0x42, 0x0A], reports: "NUL byte"),
    Case(
      "a line of a megabyte", String(repeating: "x", count: 1 << 20) + "\n", reports: "xxx"),
  ]

  @Test("It gives a sentence, status 1, and the next command still works", arguments: cases)
  private func reported(_ input: Case) throws {
    let tour = Built("tour")
    let run = try tour.run([], bytes: input.bytes + Array("Settings\n".utf8))
    #expect(run.output.contains(input.reported))
    #expect(run.output.contains("Tour › Settings"))
    #expect(run.status == 1)
    #expect(!run.isTimedOut)
  }

  @Test("An empty line does nothing and is not a failure")
  func emptyLine() throws {
    let run = try Built("tour").run([], "\n\nSettings\n")
    #expect(run.status == 0)
    #expect(run.output.contains("Tour › Settings"))
  }

  @Test("A last line without a newline is carried out")
  func noFinalNewline() throws {
    let run = try Built("tour").run([], "Settings")
    #expect(run.output.contains("Tour › Settings"))
    #expect(run.status == 0)
  }

  @Test("A file that is not a store is refused by name and left as it is")
  func notAStore() throws {
    let store = TemporaryFolder()
    try store.write("this is a letter, not a store", to: "state.sqlite3")
    let run = try Built("tour", store: store).run([], "Settings\n")
    #expect(run.output.contains("state.sqlite3' belongs to another program and was not changed"))
    #expect(run.status == 65)
    #expect(store.contains("this is a letter, not a store"))
  }
}
