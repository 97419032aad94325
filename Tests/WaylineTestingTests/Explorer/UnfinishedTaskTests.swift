import Testing
import Wayline
import WaylineTesting

/// A book whose marks are set by tasks, and may be of the shown page or of the one before.
private struct Bookmarks: View {
  @State private var page = 0
  @State private var marked = 0
  @Environment(\.clock) private var clock

  var body: some View {
    Text("Page \(page), marked \(marked)")
    Button("Next page") { page = (page + 1) % 3 }
      .task(id: page) { [page] in
        guard (try? await clock.sleep(for: .seconds(2))) != nil else { return }
        // A mark that is being set is not given up.
        try? await clock.sleep(for: .seconds(1))
        marked = page
      }
  }
}

/// A clock on a screen with a switch; its task has no end.
private struct Ticking: View {
  @State private var second = 0
  @State private var isLit = false
  @Environment(\.clock) private var clock

  var body: some View {
    Text("Second \(second)")
    Toggle("Light", isOn: $isLit)
      .task {
        while (try? await clock.sleep(for: .seconds(1))) != nil { second = (second + 1) % 2 }
      }
  }
}

@MainActor
private final class Visits {
  var count = 0
}

/// A screen that shows something else in the second scene of a process.
private struct Visited: View {
  let isSecond: Bool
  @State private var isOpen = false

  var body: some View {
    Toggle("Open", isOn: $isOpen)
    if isOpen, isSecond { Text("Welcome back.") }
  }
}

@Suite("Unfinished tasks and what they hold", .serialized)
@MainActor
struct UnfinishedTaskTests {
  @Test("A value that a cancelled task holds is part of the state")
  func heldValue() async {
    let report = await Explorer { Bookmarks() }
      .sometimes("Page 1 is marked on page 0") { $0.lines[0] == "Page 0, marked 1" }
      .sometimes("Page 2 is marked on page 0") { $0.lines[0] == "Page 0, marked 2" }
      .sometimes("Page 0 is marked on page 2") { $0.lines[0] == "Page 2, marked 0" }
      .sometimes("Page 1 is marked on page 2") { $0.lines[0] == "Page 2, marked 1" }.run()
    #expect(report.isSound && report.goals.count == 4, "\(report)")
  }

  @Test("A task without an end is compared for twelve steps, and more is not known")
  func endless() async {
    let report = await Explorer { Ticking() }.without(Law.allCases).run()
    #expect(report.isSound && !report.isComplete, "\(report)")
    #expect(report.states < 200, "\(report)")
    #expect(
      report.cut == ["what 'a task' does after its first 12 steps, if it differs from these."],
      "\(report)")
    #expect("\(report)".hasPrefix("program: no violation in the part that was explored"))
  }

  @Test("A program that does something else each time is not sound")
  func different() async {
    let visits = Visits()
    let report = await Explorer {
      visits.count += 1
      return Visited(isSecond: visits.count == 2)
    }
    .without(Law.allCases).replaying().run()
    #expect(!report.isSound && report.violations.isEmpty, "\(report)")
    #expect(report.unstable.contains(["Open"]), "\(report)")
    #expect("\(report)".hasPrefix("program: not deterministic"), "\(report)")
  }
}
