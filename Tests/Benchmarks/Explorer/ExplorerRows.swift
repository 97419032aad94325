import Dispatch
import WaylineTesting

/// Exploring a pure machine: eight places to depth six, and one sheet at a time.
@MainActor
enum ExplorerRows {
  static var all: [Benchmark] { [oneCore, twoCores, memory, shrinking] }

  private static let states = 337_041

  private static var oneCore: Benchmark {
    Benchmark(
      "explorer, pure: 8 places to depth 6, 337,041 states, one core",
      scope: "A whole search with its report, each time.", reach: .share(0.5), rounds: 5
    ) {
      let counts = Counts()
      return Stage(
        search(workers: 1, counts),
        floor: Work("search by hand over arrays") { count in
          for _ in 0..<count { counts.floor = HandSearch.run() }
        }
      ) { try counts.check(states) }
    }
  }

  private static var twoCores: Benchmark {
    Benchmark(
      "explorer, pure: the same on two cores",
      scope: "At least 1.7 times as fast as one core: at most 0.59 of its time.",
      reach: .times(1 / 1.7), rounds: 5
    ) {
      let counts = Counts()
      return Stage(
        search(workers: 2, counts), floor: search(workers: 1, counts, "the same on one core")
      ) { try counts.check(states) }
    }
  }

  private static var memory: Benchmark {
    Benchmark(
      "explorer, pure: memory of the table for each state",
      scope: "Bytes that the table of fingerprints has reserved after the search; beside 40.",
      reach: .times(1.5), unit: .bytes, rounds: 1
    ) {
      let report = Explorer(Places()).workers(1).run()
      let bytes = UInt64(Double(report.tableBytes) / Double(report.states) * 1_000)
      return Stage(
        Work(timed: "") { count in bytes / 1_000 * UInt64(count) },
        floor: Work(timed: "40 bytes") { count in 40 * UInt64(count) }
      ) { try expect("states", report.states, is: states) }
    }
  }

  private static var shrinking: Benchmark {
    Benchmark(
      "explorer, random: finding and shrinking a bug of four actions",
      scope: "Walks of at most 100 steps, then the shortest commands. Hypothesis 6.170: 1.18 s.",
      reach: .rate(10), rounds: 5
    ) {
      var commands: [String] = []
      let walks = Explorer(Places())
        .never("A sheet with 3 over three screens") { $0.screens.count == 3 && $0.sheet == 3 }
        .random(walks: 100, steps: 100)
      return Stage(
        Work("") { count in
          for _ in 0..<count { commands = walks.run().violations.first?.commands ?? [] }
        }
      ) { if !commands.isEmpty { try expect("commands", commands.count, is: 4) } }
    }
  }

  private static func search(
    workers: Int, _ counts: Counts, _ name: String = ""
  ) -> Work {
    Work(name) { count in
      for _ in 0..<count { counts.found = Explorer(Places()).workers(workers).run().states }
    }
  }
}

/// The numbers of states that the last searches found.
@MainActor
private final class Counts {
  var found: Int?
  var floor: Int?

  func check(_ states: Int) throws {
    if let found { try expect("states", found, is: states) }
    if let floor { try expect("states of the floor", floor, is: states) }
  }
}

/// A stack of places with at most one sheet.
struct Places: StateMachine {
  struct State: Hashable {
    var screens: [UInt8] = []
    var sheet: UInt8?
  }

  enum Action: Hashable {
    case push(UInt8)
    case pop
    case present(UInt8)
    case dismiss
  }

  var initialStates: [State] { [State()] }

  func actions(in state: State) -> [Action] {
    if state.sheet != nil { return [.dismiss] }
    var actions: [Action] = []
    actions.reserveCapacity(17)
    if state.screens.count < 6 { for route in 0..<8 { actions.append(.push(UInt8(route))) } }
    if state.screens.count < 5 { for route in 0..<8 { actions.append(.present(UInt8(route))) } }
    if !state.screens.isEmpty { actions.append(.pop) }
    return actions
  }

  func step(_ action: Action, from state: State) -> [State] {
    var next = state
    switch action {
    case .push(let route): next.screens.append(route)
    case .pop: next.screens.removeLast()
    case .present(let route): next.sheet = route
    case .dismiss: next.sheet = nil
    }
    return [next]
  }

  func simplerActions(than action: Action) -> [Action] {
    switch action {
    case .push(let route): (0..<route).map(Action.push)
    case .present(let route): (0..<route).map(Action.present)
    default: []
    }
  }
}

/// The same search as one would write it for this machine alone: arrays in a set.
private enum HandSearch {
  static func run() -> Int {
    var seen: Set<[UInt8]> = [[255]]
    // The sheet is the last element; 255 stands for none.
    var queue: [[UInt8]] = [[255]]
    var position = 0
    func visit(_ state: [UInt8]) {
      if seen.insert(state).inserted { queue.append(state) }
    }
    while position < queue.count {
      let state = queue[position]
      position += 1
      let depth = state.count - 1
      var next = state
      guard state[depth] == 255 else {
        next[depth] = 255
        visit(next)
        continue
      }
      if depth < 6 {
        for route in 0..<8 {
          next = state
          next[depth] = UInt8(route)
          next.append(255)
          visit(next)
        }
      }
      if depth < 5 {
        for route in 0..<8 {
          next = state
          next[depth] = UInt8(route)
          visit(next)
        }
      }
      if depth > 0 {
        next = state
        next.removeLast()
        next[depth - 1] = 255
        visit(next)
      }
    }
    return seen.count
  }
}
