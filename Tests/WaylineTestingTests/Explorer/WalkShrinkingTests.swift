import Synchronization
import Testing
import Wayline

@testable import WaylineTesting

/// A walk of dozens of steps, and the fewest commands that break the same property.
@Suite("The commands of a random walk are shortened to the fewest")
struct WalkShrinkingTests {
  @Test(
    "In a machine, a detour without a step of the short way is replaced by it", arguments: 1...8)
  func detourOfMachine(seed: UInt64) {
    let report = Explorer(LendingHouse())
      .never("A book leaves the house") { $0.room == .hall && $0.hasBook }
      .random(walks: 20, steps: 60).seed(seed).run()
    #expect(
      report.violations.map(\.commands)
        == [
          ["go to the stairs", "go to the shelf", "take", "go to the stairs", "go to the hall"]
        ])
  }

  @Test(
    "In a program, a detour without a step of the short way is replaced by it", arguments: 1...2)
  @MainActor
  func detourOfProgram(seed: UInt64) async {
    let report = await Explorer { HouseView() }
      .never("A book leaves the house") { $0.lines.contains("A book in the hall") }
      .without(Law.allCases).random(walks: 6, steps: 60).seed(seed).run()
    #expect(
      report.violations.map(\.commands)
        == [["To the stairs", "To the shelf", "Take", "To the stairs", "To the hall"]], "\(report)")
  }

  @Test("Commands that are possible only together are left out together", arguments: [1, 4])
  @MainActor
  func pairs(seed: UInt64) async {
    let report = await Explorer { TwoShelves() }
      .never("Two books are taken") { $0.lines.contains("Taken: 2") }
      .without(Law.allCases).random(walks: 6, steps: 60).seed(seed).run()
    #expect(report.violations.map(\.commands.count) == [5], "\(report)")
  }

  @Test("Shortening ends with the time of the exploration, and the report says so")
  @MainActor
  func time() async {
    let scenes = Scenes()
    var explorer = Explorer { TwoShelves() }
      .never("Two books are taken") { $0.lines.contains("Taken: 2") }
      .without(Law.allCases).random(walks: 6, steps: 60).seed(1)
    // Time passes with each scene that begins, not with that of the machine.
    let (start, make) = (ContinuousClock.now, explorer.subject.make)
    explorer.subject.make = { stores, clock in
      scenes.count.add(1, ordering: .relaxed)
      return make(stores, clock)
    }
    explorer.subject.now = { start + .seconds(scenes.count.load(ordering: .relaxed)) }
    let whole = await explorer.run()
    let all = scenes.count.exchange(0, ordering: .relaxed)
    let part = await explorer.budget(time: .seconds(all / 4)).run()
    let taken = scenes.count.load(ordering: .relaxed)
    #expect(taken <= all / 4 + 2, "\(taken) of \(all) scenes")
    #expect(part.violations.map(\.property) == whole.violations.map(\.property), "\(part)")
    #expect(part.limits.contains { $0.hasPrefix("shortening stopped") }, "\(part)")
  }

  @Test("The same seed shortens to the same commands")
  @MainActor
  func repeatable() async {
    let explorer = Explorer { TwoShelves() }
      .never("Two books are taken") { $0.lines.contains("Taken: 2") }
      .without(Law.allCases).random(walks: 3, steps: 60).seed(4)
    #expect("\(await explorer.run())" == "\(await explorer.run())")
  }
}

/// A house whose shelf is near by the stairs, and far by the yard.
private struct LendingHouse: StateMachine {
  struct State: Hashable {
    var room = Room.hall
    var hasBook = false
    /// Numbers that make most states different, as in a program with data.
    var bell = 0
  }

  enum Action: Hashable, CustomStringConvertible {
    case go(Room)
    case take, ring

    var description: String {
      switch self {
      case .go(let room): "go to the \(room.rawValue)"
      case .take: "take"
      case .ring: "ring"
      }
    }
  }

  var initialStates: [State] { [State()] }

  func actions(in state: State) -> [Action] {
    state.room.neighbours.map(Action.go) + (state.room == .shelf ? [.take] : []) + [.ring]
  }

  func step(_ action: Action, from state: State) -> [State] {
    var next = state
    switch action {
    case .go(let room): next.room = room
    case .take: next.hasBook = true
    case .ring: next.bell += 1
    }
    return [next]
  }
}

private enum Room: String, Hashable, CaseIterable {
  case hall, stairs, shelf, yard, garage, cellar

  var neighbours: [Room] {
    switch self {
    case .hall: [.yard, .stairs]
    case .stairs: [.hall, .shelf]
    case .shelf: [.cellar, .stairs]
    case .yard: [.garage, .hall]
    case .garage: [.cellar, .yard]
    case .cellar: [.shelf, .garage]
    }
  }
}

private struct HouseView: View {
  @State private var room = Room.hall
  @State private var hasBook = false
  @State private var bell = 0

  var body: some View {
    Text(hasBook ? "A book in the \(room.rawValue)" : "The \(room.rawValue)")
    ForEach(room.neighbours, id: \.self) { next in
      Button("To the \(next.rawValue)") { room = next }
    }
    if room == .shelf { Button("Take") { hasBook = true } }
    Button("Ring") { bell += 1 }
  }
}

private struct TwoShelves: View {
  enum Shelf: NavigationValue, CaseIterable { case poetry, history, maps }
  @State private var taken: Set<Shelf> = []
  @State private var bell = 0

  var body: some View {
    NavigationStack {
      Text("Taken: \(taken.count)")
      ForEach(Shelf.allCases, id: \.self) { NavigationLink("Open \($0)", value: $0) }
      Button("Ring") { bell += 1 }
        .navigationDestination(for: Shelf.self) { shelf in
          Text("Taken: \(taken.count)")
          Button("Ring") { bell += 1 }
          if shelf != .maps {
            if taken.contains(shelf) {
              Button("Put back") { taken.remove(shelf) }
            } else {
              Button("Take") { taken.insert(shelf) }
            }
          }
        }
    }
  }
}

/// The number of scenes that have begun.
private final class Scenes: Sendable {
  let count = Atomic<Int>(0)
}
