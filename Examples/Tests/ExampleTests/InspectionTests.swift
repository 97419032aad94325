import TestThreads
import Testing
import WaylineTesting

// The commands are part of debug builds only.
#if DEBUG
  @Suite("Looking into the tour", .waitsForPrograms)
  struct InspectionTests {
    private func lines(of input: String) throws -> [String] {
      try Built("tour").run([], input).lines.map { String($0.drop { $0 == " " }) }
    }

    @Test(":tree prints a line for each view, with its states and why its body ran")
    func tree() throws {
      let lines = try lines(of: "Settings\nLend at the upper desk\n:tree\n")
      #expect(lines.contains("SettingsView, isEditing: false, ran once: shown"))
      #expect(lines.contains("button 'Lend at the lower desk'"))
      #expect(lines.contains { $0.hasPrefix("HomeView, isWelcoming: true, ran ") })
    }

    @Test(":why names the bodies that the line before ran, and no others")
    func why() throws {
      let lines = try lines(of: "Settings\nLend at the upper desk\n:why\n")
      let reported = lines.filter { $0.contains(" ran ") }
      #expect(reported == Array(repeating: "BooksLentView \(Self.changed)", count: 2))
    }

    @Test("A line that changes nothing leaves :why as it was")
    func unchanged() throws {
      let lines = try lines(of: "Settings\nLend at the upper desk\nwhere\n:why\n")
      #expect(lines.count { $0.contains(Self.changed) } == 2)
    }

    private static let changed = "ran 2 times, last: a value it read changed"
  }
#endif
