import Dispatch
import Foundation
import Testing
import Wayline

@testable import WaylineTesting

/// A draft that is saved while a person stamps it: only one draft with all stamps is lost.
private struct Stamps: View {
  let drafts: Int
  @State private var draft = 0
  @State private var isSaving = false
  @State private var isLost = false
  @State private var stamps = 0

  var body: some View {
    Text(isLost ? "Lost" : "Draft \(draft), \(stamps) stamps")
    Button("Next") { draft = (draft + 1) % drafts }.disabled(isSaving)
    Button("Save") {
      let saved = draft
      (draft, isSaving) = (0, true)
      Task {
        if saved == drafts - 1, stamps == 2 { isLost = true }
        (isSaving, stamps) = (false, 0)
      }
    }
    .disabled(isSaving || isLost)
    Button("Stamp") { stamps += 1 }.disabled(!isSaving || stamps == 2)
  }
}

/// Lamps, and a number that a task writes.
private struct Lamps: View {
  @State private var lamps: [Bool]
  @State private var number = 0
  @State private var isSaving = false

  @State private var isLost = false
  /// The number that is lost when all lamps are on.
  private let lost: Int?

  init(count: Int, losing lost: Int? = nil) {
    _lamps = State(initialValue: Array(repeating: false, count: count))
    self.lost = lost
  }

  var body: some View {
    Text(isLost ? "Lost" : "Number \(number)")
    Button("Next") { number = (number + 1) % 8 }.disabled(isSaving)
    Button("Save") {
      let isLast = number == lost && lamps.allSatisfy(\.self)
      (number, isSaving) = (0, true)
      Task { (isSaving, isLost) = (false, isLast) }
    }
    .disabled(isSaving || isLost)
    ForEach(lamps.indices, id: \.self) { index in
      Button("Lamp \(index)") { lamps[index].toggle() }
    }
  }
}

/// A counter that a detached task changes at once.
private struct DetachedCounter: View {
  @State private var count = 0

  var body: some View {
    Text("\(count) letters")
    Button("Write") { Task.detached { await MainActor.run { count = (count + 1) % 3 } } }
  }
}

/// A detached task that waits for real time.
private struct DetachedUpload: View {
  @State private var state = "New"
  @State private var isLit = false

  var body: some View {
    Text(state)
    Button("Upload") {
      state = "Sending"
      Task.detached {
        try? await Task.sleep(for: .milliseconds(20))
        await MainActor.run { state = "Failed" }
      }
    }
    .disabled(state != "New")
    Toggle("Lamp", isOn: $isLit)
  }
}

/// A button that a dispatch queue enables again.
private struct SlowButton: View {
  @State private var isOpen = false
  @State private var isMoving = false

  var body: some View {
    Text(isOpen ? "Open" : "Closed")
    Button("Move") {
      isMoving = true
      DispatchQueue.main.asyncAfter(deadline: .now() + 0.05) {
        MainActor.assumeIsolated { (isOpen, isMoving) = (!isOpen, false) }
      }
    }
    .disabled(isMoving)
  }
}

/// A count that a thread changes soon after each command that starts it.
private struct ThreadCounter: View {
  @State private var count = 0
  @State private var isBusy = false

  var body: some View {
    Text("\(count) steps")
    Button("Go") {
      isBusy = true
      Thread.detachNewThread {
        Task { @MainActor in (count, isBusy) = ((count + 1) % 3, false) }
      }
    }
    .disabled(isBusy)
  }
}

private enum Spot: String, NavigationValue, CaseIterable { case yard, shed }

/// A place whose description is not the name of its case.
private enum Corner: NavigationValue, CaseIterable, CustomStringConvertible {
  case north, south

  var description: String { "the corner" }
}

private struct Spots: View {
  var body: some View {
    NavigationStack {
      VStack {
        NavigationLink("Yard", value: Spot.yard)
        NavigationLink("North", value: Corner.north)
      }
      .navigationDestination(for: Spot.self) { Text($0.rawValue).navigationTitle($0.rawValue) }
      .navigationDestination(for: Corner.self) { _ in Text("A corner").navigationTitle("Corner") }
    }
  }
}

/// Rows whose labels begin with a command, in two forms.
private struct OpenRows: View {
  @State private var isLate = false

  var body: some View {
    ForEach(["first", "second", "third"], id: \.self) { row in
      Button("Open the \(row) \(isLate ? "late" : "early")") { isLate.toggle() }
    }
  }
}

@Suite("Work that a search has not seen", .serialized)
@MainActor
struct UnseenWorkTests {
  @Test(
    "A task that holds a value which matters after other commands is never taken for sound",
    arguments: [2, 3, 5])
  func later(drafts: Int) async {
    let report = await Explorer { Stamps(drafts: drafts) }
      .without(Law.allCases).never("A draft is lost") { $0.lines[0] == "Lost" }.run()
    let isFound = report.violations.contains { $0.property == "A draft is lost" }
    #expect(isFound || !report.isComplete, "\(report)")
    #expect(isFound || report.cut.contains { $0.contains("holds") }, "\(report)")
    // The program is deterministic.
    #expect(report.unstable.isEmpty, "\(report)")
  }

  @Test("Walks that such a task ends are shortened all the same", arguments: 0..<4 as Range<UInt64>)
  func shortening(seed: UInt64) async {
    let report = await Explorer { Stamps(drafts: 3) }.without(Law.allCases)
      .never("A draft is lost") { $0.lines[0] == "Lost" }
      .random(walks: 40, steps: 60).seed(seed).run()
    #expect(
      report.violations.map(\.commands)
        == [["Next", "Next", "Save", "Stamp", "Stamp", "wait"]], "\(report)")
  }

  @Test("What tasks hold is compared after each way to a state", arguments: [3, 6])
  func merges(lamps: Int) async {
    let search = ProgramSearch(Explorer { Lamps(count: lamps) }.without(Law.allCases).begun)
    let report = await search.run()
    let merges = search.comparedMerges
    #expect(!search.beginsAgain && merges.count > 8 << lamps, "\(merges)")
    #expect(merges.compared == merges.count, "\(merges)")
    // Less than two commands for each way.
    #expect(search.work.taken < merges.count * 2, "\(search.work.taken) for \(merges)")
    #expect(
      report.limits.contains { $0.contains("after each of the \(merges.count) steps") },
      "\(report)")
  }

  @Test("Ways for which no commands are left are cut off, and the search is not called sound")
  func noCommands() async {
    let search = ProgramSearch(Explorer { Lamps(count: 3) }.without(Law.allCases).begun)
    search.work.limit = (share: 0, more: 40)
    let report = await search.run()
    let (count, compared, later) = search.comparedMerges
    // Further commands are compared all the same.
    #expect(compared > 20 && compared < count && later > 0, "\(search.comparedMerges)")
    #expect(!report.isComplete, "\(report)")
    #expect(
      report.cut.contains { $0.contains("after \(count - compared) steps to a state") }, "\(report)"
    )
    #expect(report.limits.contains { $0.contains("\(compared) of \(count) steps") }, "\(report)")
  }

  @Test("A resumed search compares the ways of the one before as well", arguments: [20, 50])
  func resumed(states: Int) async throws {
    let explorer = Explorer { Lamps(count: 3) }.without(Law.allCases)
    let first = await explorer.budget(states: states).run()
    let search = ProgramSearch(explorer.begun)
    let report = try await search.run(resuming: try #require(first.programCheckpoint))
    let merges = search.comparedMerges
    #expect(report.isComplete && merges.compared == merges.count, "\(merges), \(report)")
    let whole = ProgramSearch(explorer.begun)
    _ = await whole.run()
    // It does not know after which way tasks continued in the states that it has from the one before: it compares the first as well.
    #expect(merges.count >= whole.comparedMerges.count, "\(merges), \(whole.comparedMerges)")
  }

  @Test(
    "One way of hundreds after which a task does something else is found", arguments: [2, 7])
  func oneWay(lost: Int) async {
    let report = await Explorer { Lamps(count: 4, losing: lost) }
      .without(Law.allCases).never("A number is lost") { $0.lines[0] == "Lost" }.run()
    let commands = report.violations.map(\.commands)
    #expect(commands.count == 1 && commands[0].count == lost + 6, "\(report)")
  }

  @Test("A detached task that has ended is no part of a state")
  func detached() async {
    let report = await Explorer { DetachedCounter() }.without(Law.allCases).run()
    #expect(report.isComplete && report.states == 3, "\(report)")
  }

  @Test("A detached task that waits for real time leads to what was not explored")
  func realTime() async {
    let report = await Explorer { DetachedUpload() }
      .never("The upload fails") { $0.lines[0] == "Failed" }.run()
    #expect(!report.isComplete, "\(report)")
    #expect(report.cut.contains { $0.contains("'Upload'") }, "\(report)")
  }

  @Test("A goal and a dead end behind such work are undecided")
  func undecided() async {
    let report = await Explorer { SlowButton() }
      .sometimes("It opens") { $0.lines[0] == "Open" }.run()
    #expect(report.violations.isEmpty && !report.isComplete, "\(report)")
    #expect(report.undecided.contains("It opens") || !report.goals.isEmpty, "\(report)")
    #expect(report.cut.contains { $0.contains("'Move'") }, "\(report)")
  }

  @Test("What a thread changes meanwhile is blamed on no bad line", arguments: 0..<4)
  func badInput(run: Int) async {
    let report = await Explorer { ThreadCounter() }
      .without(Law.allCases.filter { $0 != .badInput }).run()
    #expect(report.violations.isEmpty, "\(report)")
  }

  @Test("A place whose type has raw values, or a description, is reached when it is shown")
  func rawValues() async {
    let report = await Explorer { Spots() }.run()
    for (shown, other) in [("yard", "shed"), ("north", "south")] {
      #expect(!report.uncovered.contains { $0.contains(shown) }, "\(report)")
      #expect(report.uncovered.contains { $0.contains(other) }, "\(report)")
    }
  }

  @Test("The rows of a screen whose labels begin with a command are one violation")
  func rows() async {
    let report = await Explorer { OpenRows() }.run()
    let found = report.violations.filter { $0.property == Law.labelIsCommand.rawValue }
    #expect(found.count == 2, "\(report)")
  }

  @Test("A search that began again says how, and is undecided where its condition was not met")
  func again() async {
    for (replays, outcomes, words) in [
      (true, false, "without snapshots:"),
      (false, true, "and compared where unfinished tasks lead:"),
      (true, true, "without snapshots and compared where unfinished tasks lead:"),
    ] {
      let explorer = Explorer { Lamps(count: 3) }.without(Law.allCases).budget(states: 5)
        .leadsTo(
          "It is left", from: { $0.lines[0] == "Number 7" }, to: { $0.lines[0] == "Number 0" }
        )
        .with { ($0.subject.isReplayed, $0.subject.comparesOutcomes) = (replays, outcomes) }
      let search = ProgramSearch(explorer.begun)
      var report = await search.run()
      #expect(report.vacuous == ["It is left"] && report.undecided.isEmpty, "\(report)")
      await search.add(EarlierFindings(), to: &report)
      #expect(report.vacuous.isEmpty && report.undecided == ["It is left"], "\(report)")
      #expect(report.limits.last?.hasPrefix("the search began again \(words)") == true, "\(report)")
    }
  }
}
