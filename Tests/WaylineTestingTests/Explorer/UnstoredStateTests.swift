import Observation
import Testing
import Wayline

@testable import WaylineTesting

/// Who holds the state that no snapshot has.
enum StateHolder: String, CaseIterable, Sendable {
  case state, modifier, row, stateObject, observedObject, environmentObject, observable,
    closureOfModel
  case environment, environmentValue, coordinator, coordinatorModel, actor

  /// The names in the limit; nil where no view has them, so that the commands are quoted.
  var names: String? {
    switch self {
    case .state: "Abacus in StateDesk"
    case .modifier: "Abacus in CountingModifier"
    case .row: "Abacus in RowDesk"
    case .stateObject: "Ledger in StateObjectDesk"
    case .observedObject: "Ledger in LedgerDesk"
    case .environmentObject: "Ledger in EnvironmentObjectDesk"
    case .observable: "Model in ObservableDesk"
    case .closureOfModel: "add of Listeners"
    case .coordinator: "Abacus in AbacusCoordinator"
    case .coordinatorModel: "Ledger in LedgerCoordinator"
    case .environment: "Model in EnvironmentDesk"
    case .actor, .environmentValue: nil
    }
  }
}

/// An object that announces no changes, so that no snapshot has its content.
private final class Abacus {
  var count = 0

  func add() { count = min(count + 1, 30) }
}

private final class Ledger: ObservableObject {
  let counter = Abacus()
  @Published var edits = 0

  func add() {
    counter.add()
    edits = 0
  }
}

@Observable
private final class Model {
  let counter = Abacus()
  var edits = 0

  func add() {
    counter.add()
    edits = 0
  }
}

/// Whether it has listeners is seen, what they are is in closures.
@MainActor
private final class Listeners: ObservableObject {
  var add: @MainActor () -> Void = {}
  @Published var count = 0
  private var last = 0

  init() { listen() }

  private func listen() {
    last = min(last + 1, 30)
    add = { [last, weak self] in
      self?.count = last
      self?.listen()
    }
  }
}

private actor Bank {
  private(set) var count = 0

  func add() -> Int {
    count = min(count + 1, 30)
    return count
  }
}

private struct AbacusKey: EnvironmentKey {
  static var defaultValue: Abacus { Abacus() }
}

extension EnvironmentValues {
  fileprivate var counter: Abacus {
    get { self[AbacusKey.self] }
    set { self[AbacusKey.self] = newValue }
  }
}

/// A text with a count, and a button that changes it; a toggle leads to states to come back from.
private struct Tally: View {
  let count: () -> Int
  let add: () -> Void
  @State private var isEven = true
  @State private var isLight = false

  var body: some View {
    Toggle("Light", isOn: $isLight)
    Text("\(isEven ? "Even" : "Odd"): \(count())")
    Button("Count") {
      add()
      isEven.toggle()
    }
  }
}

private struct StateDesk: View {
  @State private var counter = Abacus()
  var body: some View {
    Tally {
      counter.count
    } add: {
      counter.add()
    }
  }
}

private struct CountingModifier: ViewModifier {
  @State private var counter = Abacus()

  func body(content: Content) -> some View {
    content
    Tally {
      counter.count
    } add: {
      counter.add()
    }
  }
}

private struct RowDesk: View {
  @State private var counter = Abacus()
  let row: Int
  var body: some View {
    if row == 1 {
      Tally {
        counter.count
      } add: {
        counter.add()
      }
    }
  }
}

private struct StateObjectDesk: View {
  @StateObject private var ledger = Ledger()
  var body: some View {
    Tally {
      ledger.counter.count
    } add: {
      ledger.add()
    }
  }
}

private struct LedgerDesk: View {
  @ObservedObject var ledger: Ledger
  var body: some View {
    Tally {
      ledger.counter.count
    } add: {
      ledger.add()
    }
  }
}

private struct EnvironmentObjectDesk: View {
  @EnvironmentObject private var ledger: Ledger
  var body: some View {
    Tally {
      ledger.counter.count
    } add: {
      ledger.add()
    }
  }
}

private struct ObservableDesk: View {
  @State private var model = Model()
  var body: some View {
    Tally {
      model.counter.count
    } add: {
      model.add()
    }
  }
}

private struct ListenersDesk: View {
  @StateObject private var listeners = Listeners()
  @State private var isLight = false

  var body: some View {
    Toggle("Light", isOn: $isLight)
    Text("Count: \(listeners.count)")
    Button("Count") { listeners.add() }
  }
}

private struct EnvironmentDesk: View {
  @Environment(Model.self) private var model
  var body: some View {
    Tally {
      model.counter.count
    } add: {
      model.add()
    }
  }
}

private struct EnvironmentValueDesk: View {
  @Environment(\.counter) private var counter
  var body: some View {
    Tally {
      counter.count
    } add: {
      counter.add()
    }
  }
}

private enum DeskPlace: CoordinatedValue {
  case counter, ledger

  @MainActor var coordinator: any Coordinator {
    switch self {
    case .counter: AbacusCoordinator()
    case .ledger: LedgerCoordinator()
    }
  }
}

private struct AbacusCoordinator: Coordinator {
  @State private var counter = Abacus()
  func start() -> some View {
    Tally {
      counter.count
    } add: {
      counter.add()
    }
  }
}

private struct LedgerCoordinator: Coordinator {
  @StateObject private var ledger = Ledger()
  func start() -> some View {
    Tally {
      ledger.counter.count
    } add: {
      ledger.add()
    }
  }
}

private struct CoordinatorDesk: View {
  let place: DeskPlace

  var body: some View {
    NavigationStack {
      NavigationLink("Open", value: place)
        .coordinators(for: DeskPlace.self) { $0.coordinator }
    }
  }
}

private struct ActorDesk: View {
  let bank: Bank
  @State private var count = 0
  @State private var isLight = false

  var body: some View {
    Toggle("Light", isOn: $isLight)
    Text("Count: \(count)")
    Button("Count") { Task { count = await bank.add() } }
  }
}

extension StateHolder {
  @MainActor
  fileprivate var explorer: Explorer<Screens> {
    let holder = self
    return Explorer(program: "desk") { stores, clock in
      let (ledger, model, counter, bank) = (Ledger(), Model(), Abacus(), Bank())
      let scene = SceneHost(program: "desk", stores: stores) {
        Group {
          switch holder {
          case .state: StateDesk()
          case .modifier: Text("Desk").modifier(CountingModifier())
          case .row: ForEach(0..<2, id: \.self) { RowDesk(row: $0) }
          case .stateObject: StateObjectDesk()
          case .observedObject: LedgerDesk(ledger: ledger)
          case .environmentObject: EnvironmentObjectDesk().environmentObject(ledger)
          case .observable: ObservableDesk()
          case .closureOfModel: ListenersDesk()
          case .environment: EnvironmentDesk().environment(model)
          case .environmentValue: EnvironmentValueDesk().environment(\.counter, counter)
          case .coordinator: CoordinatorDesk(place: .counter)
          case .coordinatorModel: CoordinatorDesk(place: .ledger)
          case .actor: ActorDesk(bank: bank)
          }
        }
        .environment(\.clock, clock)
      }
      scene.takePrinted()
      return scene
    }
  }
}

@Suite("State that snapshots cannot store is named", .serialized)
@MainActor
struct UnstoredStateTests {
  private static let beginning = "the program has state that snapshots cannot store"

  private func limits(_ explorer: Explorer<Screens>) async -> [String] {
    let report = await explorer.without(Law.allCases).budget(states: 100).run()
    return report.limits.filter {
      $0.hasPrefix(Self.beginning) || $0.contains("depends on a value outside")
    }
  }

  @Test(
    "The limit names the state and its view, or the commands that depend on it",
    arguments: StateHolder.allCases)
  func names(holder: StateHolder) async throws {
    let limits = await limits(holder.explorer)
    if let names = holder.names {
      #expect(limits == ["\(Self.beginning) (\(names)); commands were repeated instead."])
    } else {
      #expect(limits.first == "\(Self.beginning); commands were repeated instead.", "\(limits)")
      try #require(limits.count == 2)
      #expect(limits[1].hasPrefix("the state after "), "\(limits)")
    }
  }
}

/// A desk that loads at the start, and counts for a second when a button is pressed.
private struct LoadingDesk: View {
  @State private var isLoaded = false
  @State private var run = 0
  @State private var count = 0
  @Environment(\.clock) private var clock

  var body: some View {
    Text(isLoaded ? "Count: \(count)" : "Loading")
      .task(name: "load") { isLoaded = true }
      .task(id: run, name: "count") {
        guard run > 0, (try? await clock.sleep(for: .seconds(1))) != nil else { return }
        count += 1
      }
    Button("Count") { run += 1 }
  }
}

@Suite("States with work that snapshots bring back")
@MainActor
struct ResumedStateTests {
  @Test("A state with work is reached from a snapshot in a new scene, whose first work has ended")
  func resumed() async throws {
    let explorer = Explorer(program: "desk") { stores, clock in
      let scene = SceneHost(program: "desk", stores: stores) {
        LoadingDesk().environment(\.clock, clock)
      }
      scene.takePrinted()
      return scene
    }
    let probe = ProgramProbe(explorer.subject)
    _ = await probe.take("wait")
    let rest = probe.point
    _ = await probe.take("Count")
    var counting = probe.point
    #expect(counting.snapshot == nil)
    counting.origin = ProgramProbe.Origin(
      count: 1, fingerprint: rest.fingerprint, snapshot: try #require(rest.snapshot),
      surroundings: rest.surroundings)
    _ = await probe.take("wait for count")
    await probe.come(to: counting)
    #expect(probe.restorations == 1 && probe.replays == 0)
    #expect(probe.fingerprint == counting.fingerprint && probe.commands == ["wait", "Count"])
    _ = await probe.take("wait")
    _ = await probe.take("wait 1")
    #expect(probe.scene.lines.contains("Count: 1"), "\(probe.scene.lines)")
  }
}
