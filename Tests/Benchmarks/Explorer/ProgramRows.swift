import Wayline
import WaylineTesting

/// Exploring a program: five screens that lead to each other, on stacks of several depths, and switches
/// behind commands.
///
/// One repetition is one state.
@MainActor
enum ProgramRows {
  static var all: [Benchmark] { [bare, kanban, cart, search, depth, path, laws, memory, ending] }

  /// Five screens, four pushes deep; no screen leads to itself.
  private static let states = 1 + 5 + 20 + 80 + 320

  private static var screens: Explorer<Screens> {
    Explorer { RoomsView() }.budget(depth: 4)
  }

  /// Five screens above a stack that is so deep at the beginning.
  private static func stack(_ depth: Int) -> Explorer<Screens> {
    Explorer { DeepScreens(depth: depth) }.without(Law.allCases).budget(depth: 3)
  }

  /// The stacks within three steps: each leads to four deeper ones, and to the one below it.
  private static let stackStates = 1 + 5 + 5 * 4 + 5 * 4 * 4

  private static func switches(_ depth: Int) -> Explorer<Screens> {
    Explorer { Switches(depth: depth) }.without(Law.allCases).budget()
  }

  /// The states of the switches, and those on the way to them.
  private static func switchStates(_ depth: Int) -> Int { 256 + depth }

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

  private static var kanban: Benchmark {
    application(
      "a kanban board", "Six cards in three columns, and a screen for each card in work.",
      KanbanView.states, Explorer { KanbanView() })
  }

  private static var cart: Benchmark {
    application(
      "a cart", "Four products, up to three of each, and a code, on three screens.",
      CartView.states, Explorer { CartView() }.values(["TEN", ""], for: "Code"))
  }

  private static var search: Benchmark {
    application(
      "a search", "Two tasks that fetch what a person looks for, while it is typed.",
      SearchView.states, Explorer { SearchView() }.values(["Oak", "Elm", ""], for: "Query"),
      reach: 100)
  }

  private static func application(
    _ name: String, _ scope: String, _ states: Int, _ explorer: Explorer<Screens>,
    reach: Double = 2_000
  ) -> Benchmark {
    Benchmark(
      "explorer, program: \(name), bare steps, for each state",
      scope: "\(scope) No laws.", reach: .rate(reach), rounds: 3
    ) {
      let counts = StateCounts()
      return Stage(counts.work("", explorer.without(Law.allCases))) { try counts.check(states) }
    }
  }

  private static var depth: Benchmark {
    Benchmark(
      "explorer, program: five screens on a stack 40 deep, bare steps, for each state",
      scope: "The stacks within three steps. Beside it, the same on a stack 4 deep.",
      reach: .times(1.5), rounds: 5
    ) {
      let counts = StateCounts()
      return Stage(counts.work("", stack(40)), floor: counts.work("4 deep", stack(4))) {
        try counts.check(stackStates)
      }
    }
  }

  private static var path: Benchmark {
    Benchmark(
      "explorer, program: bare steps after 40 commands, for each state",
      scope: "Eight switches behind 40 commands, on one screen. Beside it, behind 4.",
      reach: .times(1.5), rounds: 5
    ) {
      let (deep, shallow) = (StateCounts(), StateCounts())
      return Stage(
        deep.work("", switches(40)), floor: shallow.work("after 4 commands", switches(4))
      ) {
        try deep.check(switchStates(40))
        try shallow.check(switchStates(4))
      }
    }
  }

  private static var laws: Benchmark {
    Benchmark(
      "explorer, program: five screens with the default laws, for each state",
      scope: """
        The same search with every law, less one of its first state alone, at whose end it also waits for \
        changes that come without a command. Beside it, the bare steps.
        """, reach: .rate(10_000), rounds: 3
    ) {
      let counts = StateCounts()
      return Stage(
        counts.work("", screens, without: screens.budget(depth: 0)),
        floor: counts.work("bare", screens.without(Law.allCases))
      ) { try counts.check(states) }
    }
  }
}

extension ProgramRows {
  /// The heap where the last state is found: none waits then but those of the last level, of which there are few.
  private static var memory: Benchmark {
    Benchmark(
      "explorer, program: memory of a state whose commands were taken",
      scope: """
        Twelve switches on one screen, 4,096 states, no laws: the heap when the last one is found, less that \
        when the first one is. Beside it, 400 bytes.
        """, reach: .times(1), unit: .bytes, rounds: 1
    ) {
      let heap = HeapGrowth()
      let switches = Explorer { Switches(depth: 0, count: 12) }.without(Law.allCases).budget()
      let report = finished {
        await switches.always("The heap is measured") { _ in
          heap.measure()
          return true
        }.run()
      }
      let bytes = UInt64(heap.bytes / report.states)
      return Stage(
        Work(timed: "") { count in bytes * UInt64(count) },
        floor: Work(timed: "400 bytes") { count in 400 * UInt64(count) }
      ) { try expect("states", report.states, is: 4_096) }
    }
  }

  /// The end of a host, which looks whether anything of its scene stays in memory.
  private static var ending: Benchmark {
    let books = Book.shelf(10_000)
    let make = { TestHost { List(books) { book in Button(book.title) {} } } }
    return Benchmark(
      "test host, end after a list of 10,000 rows",
      scope: "Until every view of the list is released. Beside it, making the host.",
      reach: .times(1), rounds: 5
    ) {
      var failures = 0
      return Stage(
        Work(timed: "") { count in
          var total: UInt64 = 0
          for _ in 0..<count {
            let host = make()
            host.onFailure = { _ in failures += 1 }
            let start = now()
            finished { await host.end() }
            total += now() - start
          }
          return total
        },
        floor: Work("mounting it", once: make, rest: { host in finished { await host.end() } })
      ) {
        try expect("lines", make().lines.count, is: books.count)
        try expect("failures", failures, is: 0)
      }
    }
  }
}

/// The numbers of states that searches found; a repetition of the work is one state.
@MainActor
private final class StateCounts {
  private var found: Set<Int> = []

  /// The time of a search for each state that it finds; that of another one, which finds one, is taken from it.
  func work(
    _ name: String, _ explorer: Explorer<Screens>, without other: Explorer<Screens>? = nil
  ) -> Work {
    Work(timed: name) { count in
      var (time, states, found) = (UInt64(0), 0, 0)
      repeat {
        let (report, whole) = self.timed(explorer)
        let (first, least) = other.map(self.timed) ?? (nil, 0)
        self.found.insert(report.states)
        time += whole - min(whole, least)
        found = max(1, report.states - (first?.states ?? 0))
        states += found
      } while states + found <= count
      return time * UInt64(count) / UInt64(states)
    }
  }

  private func timed(_ explorer: Explorer<Screens>) -> (report: ExplorationReport, time: UInt64) {
    let start = now()
    let report = run(explorer)
    return (report, now() - start)
  }

  func check(_ states: Int) throws {
    for count in found { try expect("states", count, is: states) }
  }

  private func run(_ explorer: Explorer<Screens>) -> ExplorationReport {
    finished { await explorer.run() }
  }
}

/// Screens with links to five others, on a stack that has some of them at the beginning.
private struct DeepScreens: View {
  @State private var rooms: [Room]

  init(depth: Int) {
    _rooms = State(initialValue: (0..<depth).map { Room.allCases[$0 % Room.allCases.count] })
  }

  var body: some View {
    NavigationStack(path: $rooms) {
      roomLinks.navigationDestination(for: Room.self) { _ in roomLinks }
    }
  }
}

/// Eight switches that appear after some commands.
private struct Switches: View {
  private static let names = ["A", "B", "C", "D", "E", "F", "G", "H", "I", "J", "K", "L"]
  @State private var floor = 0
  @State private var switches: [Bool]

  let depth: Int

  init(depth: Int, count: Int = 8) {
    self.depth = depth
    _switches = State(initialValue: Array(repeating: false, count: count))
  }

  var body: some View {
    Text("Floor \(floor)")
    if floor < depth {
      Button("Up") { floor += 1 }
    } else {
      ForEach(switches.indices, id: \.self) { number in
        Toggle("Switch \(Self.names[number])", isOn: $switches[number])
      }
    }
  }
}
