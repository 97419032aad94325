import Testing
import Wayline

@testable import WaylineTesting

private enum Room: NavigationValue, CaseIterable {
  case hall, attic
}

/// A hall with a door, and an attic that only its link opens.
private struct House: View {
  @State private var isOpen = false

  var body: some View {
    NavigationStack {
      NavigationLink("Hall", value: Room.hall)
        .navigationDestination(for: Room.self) { room in
          switch room {
          case .hall: Toggle("Door", isOn: $isOpen).navigationTitle("Hall")
          case .attic: Text("Dust").navigationTitle("Attic")
          }
        }
    }
  }
}

@Suite("Lines that a search types besides the elements")
@MainActor
struct AddedLinesTests {
  private func commands(_ report: ExplorationReport) -> Set<String> {
    Set(report.graph?.edges.map(\.label) ?? [])
  }

  @Test("Without them, a place that only a link opens is listed as not reached")
  func unreached() async {
    let report = await Explorer { House() }.run()
    #expect(report.uncovered == ["The place 'attic' was not reached."], "\(report)")
  }

  @Test("The link of every place is opened, also of one that no screen leads to")
  func links() async {
    let report = await Explorer { House() }.links().recordingGraph().run()
    #expect(report.isSound && report.uncovered.isEmpty, "\(report)")
    #expect(commands(report).isSuperset(of: ["open /hall", "open /attic"]))
  }

  @Test("A line of one place is taken there only")
  func place() async {
    let report = await Explorer { House() }.command("home", at: "Hall").recordingGraph().run()
    let nodes = report.graph?.nodes ?? []
    let places = Set(report.graph?.edges.filter { $0.label == "home" }.map { nodes[$0.from] } ?? [])
    #expect(!places.isEmpty && places.allSatisfy { $0.hasPrefix("Hall\n") }, "\(places)")
  }

  @Test("A link is no way out of a screen that offers none")
  func deadEnd() async {
    let trap = Explorer {
      NavigationStack {
        NavigationLink("Attic", value: Room.attic).navigationDestination(for: Room.self) { room in
          if room == .attic { Text("Locked").onLeave { .block("The door is locked.") } }
        }
      }
    }
    .without(.reachesQuit)
    let (alone, linked) = (await trap.run(), await trap.links().run())
    #expect(alone.violations.map(\.property) == ["dead-end"], "\(alone)")
    #expect(linked.violations.map(\.property) == ["dead-end"], "\(linked)")
  }

  @Test("A search that was stopped resumes with the same links")
  func resumed() async throws {
    let explorer = Explorer { House() }.links()
    let whole = await explorer.run()
    let part = await explorer.budget(states: 3).run()
    let report = try await explorer.run(resuming: try #require(part.programCheckpoint))
    #expect("\(report)" == "\(whole)")
  }
}
