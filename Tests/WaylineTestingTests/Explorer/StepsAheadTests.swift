import Testing
import Wayline

@testable import WaylineTesting

private enum Room: String, NavigationValue, CaseIterable { case hall, attic, cellar }

/// Five lamps in three rooms; the one that was switched last is named in a message.
private struct House: View {
  @State private var lamps = Array(repeating: false, count: 5)
  @Environment(\.notice) private var notice

  var body: some View {
    NavigationStack {
      VStack {
        Text("\(lamps.count { $0 }) lamps are on")
        ForEach(Room.allCases, id: \.self) { NavigationLink($0.rawValue, value: $0) }
      }
      .navigationDestination(for: Room.self) { room in
        Text("\(lamps.count { $0 }) lamps are on")
        ForEach(numbers(of: room), id: \.self) { number in
          Button("Switch \(number)") {
            lamps[number].toggle()
            notice("Lamp \(number)")
          }
        }
        .navigationTitle(room.rawValue)
      }
    }
  }

  private func numbers(of room: Room) -> [Int] {
    switch room {
    case .hall: [0, 1]
    case .attic: [2, 3]
    case .cellar: [4, 0]
    }
  }
}

/// A value that a task saves after a second, and a lamp.
private struct Saves: View {
  @Environment(\.clock) private var clock
  @State private var value = 0
  @State private var saved = 0
  @State private var isLit = false

  var body: some View {
    Text("Saved: \(saved)")
    Button("Change") { value = (value + 1) % 3 }
      .task(id: value) {
        let value = value
        guard saved != value else { return }
        guard (try? await clock.sleep(for: .seconds(1))) != nil else { return }
        await Task.yield()
        saved = value
      }
    Toggle("Lamp", isOn: $isLit)
  }
}

@Suite("Steps that a search takes before their turn", .serialized)
@MainActor
struct StepsAheadTests {
  private var house: Explorer<Screens> {
    Explorer { House() }
      .never("All lamps are on in the attic") {
        $0.place.hasSuffix("attic") && $0.lines.contains("5 lamps are on")
      }
      .sometimes("Lamp 4 is named") { $0.messages.contains("Lamp 4") }
      .step("A lamp stays on") { before, command, after in
        !(before.lines.contains("3 lamps are on") && command == "Switch 2"
          && after.lines.contains("2 lamps are on"))
      }
  }

  private var saves: Explorer<Screens> {
    Explorer { Saves() }
      .sometimes("One is saved, and another one waits") {
        $0.lines[0] == "Saved: 2" && !$0.timers.isEmpty
      }
  }

  /// Compares all but the limits of a search with that of one which comes back to each state.
  private func compare(
    _ explorer: Explorer<Screens>, returnsLess: Bool = true
  ) async -> ExplorationReport {
    let explorer = explorer.recordingGraph()
    let search = ProgramSearch(explorer.begun)
    let (walked, returned) = (await search.run(), await explorer.replaying().run())
    #expect(walked.graph == returned.graph)
    #expect(walked.violations == returned.violations && walked.goals == returned.goals)
    #expect(walked.coverage == returned.coverage && walked.notes == returned.notes)
    #expect(walked.cut == returned.cut && walked.depth == returned.depth)
    #expect(walked.transitions == returned.transitions && walked.uncovered == returned.uncovered)
    if returnsLess {
      #expect(
        search.probe.restorations < walked.transitions * 3 / 4, "\(search.probe.restorations)")
    }
    return walked
  }

  @Test("A search with laws and properties reports what one does that comes back each time")
  func laws() async {
    let report = await compare(house, returnsLess: false)
    #expect(report.isComplete && report.states == 32 * 4, "\(report)")
    #expect(Set(report.violations.map(\.property)).isSuperset(of: ["A lamp stays on"]), "\(report)")
    #expect(report.goals.count == 1, "\(report)")
  }

  @Test("What a message says of a state is asked about each way to it")
  func messages() async {
    var explorer = Explorer { House() }.without(Law.allCases)
    for (lamp, count) in (0..<5).flatMap({ lamp in (0...5).map { (lamp, $0) } }) {
      explorer = explorer.sometimes("Lamp \(lamp) is named while \(count) are on") {
        $0.messages.contains("Lamp \(lamp)") && $0.lines.contains("\(count) lamps are on")
      }
    }
    let report = await compare(explorer, returnsLess: false)
    #expect(report.goals.count == 5 * 6, "\(report)")
  }

  @Test("So does one without laws, whose states have unfinished tasks")
  func tasks() async {
    let report = await compare(saves.without(Law.allCases))
    #expect(report.isComplete && report.states > 30 && report.goals.count == 1, "\(report)")
  }

  @Test("Bounds cut off the same", arguments: [(40, nil), (nil, 4), (90, 6)] as [(Int?, Int?)])
  func bounds(states: Int?, depth: Int?) async {
    let report = await compare(
      house.without(Law.allCases).budget(states: states, depth: depth), returnsLess: false)
    #expect(!report.isComplete, "\(report)")
  }

  @Test("Few steps are kept that a bound makes useless")
  func few() async {
    let search = ProgramSearch(house.without(Law.allCases).budget(states: 60).begun)
    let report = await search.run()
    #expect(search.ahead.count <= 64 + report.transitions / 4, "\(search.ahead.count)")
  }
}
