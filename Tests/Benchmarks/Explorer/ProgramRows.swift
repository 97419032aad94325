import CSystem
import Wayline
import WaylineTesting

/// Exploring a program: five screens that lead to each other, and switches on a deep screen.
///
/// One repetition is one state.
@MainActor
enum ProgramRows {
  static var all: [Benchmark] { [bare, depth, laws] }

  /// Five screens, four pushes deep.
  private static let states = 1 + 5 + 25 + 125 + 625

  private static var screens: Explorer<Screens> {
    Explorer { FiveScreens() }.budget(depth: 4)
  }

  private static func switches(_ depth: Int) -> Explorer<Screens> {
    Explorer { Switches(depth: depth) }.without(Law.allCases).budget()
  }

  private static var bare: Benchmark {
    Benchmark(
      "explorer, program: five screens, bare steps, for each state",
      scope: "No laws. Beside it, every state is reached by its commands from the start.",
      reach: .rate(50_000), rounds: 5
    ) {
      let counts = StateCounts()
      return Stage(
        counts.work("", screens.without(Law.allCases)),
        floor: counts.work("replaying from the start", screens.without(Law.allCases).replaying())
      ) { try counts.check(states) }
    }
  }

  private static var depth: Benchmark {
    Benchmark(
      "explorer, program: bare steps on a screen 40 deep, for each state",
      scope: "Eight switches on the top screen: 256 states. Beside it, the same 4 deep.",
      reach: .times(1.5), rounds: 5
    ) {
      let counts = StateCounts()
      return Stage(counts.work("", switches(40)), floor: counts.work("4 deep", switches(4))) {
        try counts.check(256)
      }
    }
  }

  private static var laws: Benchmark {
    Benchmark(
      "explorer, program: five screens with the default laws, for each state",
      scope: "The same search with every law. Beside it, the bare steps.", reach: .rate(10_000),
      rounds: 3
    ) {
      let counts = StateCounts()
      return Stage(
        counts.work("", screens), floor: counts.work("bare", screens.without(Law.allCases))
      ) { try counts.check(states) }
    }
  }
}

/// The numbers of states that searches found; a repetition of the work is one state.
@MainActor
private final class StateCounts {
  private var found: Set<Int> = []
  private var report: ExplorationReport?

  func work(_ name: String, _ explorer: Explorer<Screens>) -> Work {
    Work(timed: name) { count in
      let start = now()
      let report = self.run(explorer)
      let time = now() - start
      self.found.insert(report.states)
      return time * UInt64(count) / UInt64(max(1, report.states))
    }
  }

  func check(_ states: Int) throws {
    for count in found { try expect("states", count, is: states) }
  }

  /// Runs a search on the main thread, which runs the queue of the main actor meanwhile.
  private func run(_ explorer: Explorer<Screens>) -> ExplorationReport {
    report = nil
    Task { report = await explorer.run() }
    while true {
      if let report { return report }
      wayline_main_queue_run()
    }
  }
}

/// A screen with links to five others, which have them too.
private struct FiveScreens: View {
  enum Room: Int, NavigationValue, CaseIterable {
    case shelf, desk, office, archive, cellar
  }

  var body: some View {
    NavigationStack {
      links.navigationDestination(for: Room.self) { _ in links }
    }
  }

  private var links: some View {
    ForEach(Room.allCases, id: \.self) { NavigationLink("To the \($0)", value: $0) }
  }
}

/// Eight switches above some screens.
private struct Switches: View {
  struct Level: NavigationValue {
    let number: Int
  }

  @State private var path: [Level]
  @State private var switches = Array(repeating: false, count: 8)

  init(depth: Int) {
    _path = State(initialValue: (1...depth).map(Level.init))
  }

  var body: some View {
    NavigationStack(path: $path) {
      Text("Ground floor").navigationDestination(for: Level.self) { level in
        // The way up would lead to the same switches on another screen.
        Text("Floor \(level.number)").onLeave { .block("Stay here.") }
        ForEach(0..<8, id: \.self) { number in
          Toggle("Switch \("ABCDEFGH".dropFirst(number).prefix(1))", isOn: $switches[number])
        }
      }
    }
  }
}
