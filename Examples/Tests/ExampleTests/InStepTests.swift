import TestThreads
import Testing
import WaylineTesting

@Suite("The tour's In step", .waitsForPrograms)
struct InStepTests {
  private let tour = Built("tour")

  @Test("The reader shows each write of the writer (storage 1)")
  func twoViews() throws {
    let run = try tour.run(["inStep"], "Copies: +\n")
    #expect(run.output.contains("The reader sees 3 copies on the shelf."))
    #expect(run.lines.contains("The reader sees 4 copies on the shelf."))
    #expect(run.output.contains("[1] Copies: 4 (0 to 9)"))
    #expect(run.status == 0)
  }

  @Test("A keychain that refuses leaves both views as they were, and it is said (storage 3)")
  func refused() throws {
    let run = try tour.run(["inStep"], "Add a key\nshow\n")
    #expect(run.output.contains("'keychain/keys' was not written: the keychain refused it."))
    #expect(run.lines.filter { $0 == "The reader sees 2 keys." }.count == 2)
    #expect(run.lines.filter { $0 == "The writer sees 2 keys." }.count == 2)
    #expect(run.status == 1)
  }

  @Test("The next program shows what the last one wrote")
  func kept() throws {
    _ = try tour.run(["inStep"], "Copies: 9\n")
    #expect(try tour.run(["inStep"]).output.contains("The reader sees 9 copies"))
  }
}
