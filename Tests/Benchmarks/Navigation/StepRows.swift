import WaylineNavigation

/// Navigation as a value: no screen, no guard.
@MainActor
enum StepRows {
  static var all: [Benchmark] { [step] }

  private static var step: Benchmark {
    Benchmark(
      "pure navigation: push and pop on the value",
      scope: "Two steps of a state that is ten deep, with their outcomes.", reach: .times(10)
    ) {
      let walk = Walk()
      let trail = EntryTrail(walk.state.top)
      return Stage(walk.steps, floor: trail.moves) {
        try expect("depth", walk.state.depth, is: 10)
        try expect("refused steps", walk.refusals, is: 0)
        try expect("entries", trail.entries.count, is: 10)
      }
    }
  }
}

/// A state that takes steps.
@MainActor
private final class Walk {
  private(set) var state = NavigationState()
  private(set) var refusals = 0

  init() {
    for id in 0..<10 { state.step(.push(Route(Place.book(id: id)))) }
  }

  var steps: Work {
    let route = Route(Place.catalog)
    return Work("") { [self] count in
      for _ in 0..<count {
        if state.step(.push(route)) != .completed { refusals += 1 }
        if state.step(.pop()) != .completed { refusals += 1 }
      }
    }
  }
}

/// The same entries in an array.
@MainActor
private final class EntryTrail {
  private(set) var entries: [NavigationEntry]
  private let top: NavigationEntry

  init(_ top: NavigationEntry) {
    self.top = top
    entries = Array(repeating: top, count: 10)
  }

  var moves: Work {
    Work("append and remove an entry") { [self] count in
      for _ in 0..<count {
        append(top)
        blackHole(removeLast())
      }
    }
  }

  @inline(never)
  private func append(_ entry: NavigationEntry) { entries.append(entry) }

  @inline(never)
  private func removeLast() -> NavigationEntry? { entries.popLast() }
}
