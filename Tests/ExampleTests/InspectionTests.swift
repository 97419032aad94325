import Testing
import WaylineTesting

// The commands are part of debug builds only.
#if DEBUG
  @Suite("Looking into the tour")
  struct InspectionTests {
    @Test(":tree prints a line for each view, with its states and why its body ran")
    func tree() throws {
      let run = try Built("tour").run([], "Settings\n:tree\n")
      print(run.lines.joined(separator: "\n"))
      #expect(run.lines.contains { $0.hasPrefix("  ") && $0.contains("HomeView, ran once: shown") })
    }

    @Test(":why names the bodies that ran for the last line, and what made them run")
    func why() throws {
      let run = try Built("tour").run([], "Desk\n:why\n")
      print(run.lines.joined(separator: "\n"))
      #expect(run.lines.count > 3)
    }
  }
#endif
