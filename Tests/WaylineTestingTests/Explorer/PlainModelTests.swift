import Observation
import Testing
import Wayline

@testable import WaylineTesting

/// A model that announces its changes, with one that announces nothing.
@Observable
private final class Till {
  let drawer = Drawer()
}

private final class Drawer {
  var coins = 0
}

/// The same, as an `ObservableObject`.
private final class Desk: ObservableObject {
  let drawer = Drawer()
}

/// What holds the model.
private enum Holder: CaseIterable {
  case observable, observableObject, optional, array, structure, existential, environment
  case environmentObject, coordinator, modifier
}

@MainActor
private protocol CoinModel: AnyObject {
  var drawer: Drawer { get }
}

extension Till: CoinModel {}
extension Desk: CoinModel {}

/// Coins of which nothing is shown before the till is opened.
private struct Coins: View {
  private let put: () -> Void
  private let count: () -> Int
  @State private var isOpen = false

  init(_ model: some CoinModel) {
    put = { model.drawer.coins = min(model.drawer.coins + 1, 2) }
    count = { model.drawer.coins }
  }

  var body: some View {
    Text(isOpen ? "Two coins" : "Closed")
    Button("Put") { put() }
    Button("Reveal") { isOpen = count() == 2 }
  }
}

private struct ObservableCoins: View {
  let till: Till
  var body: some View { Coins(till) }
}

private struct ObjectCoins: View {
  let desk: Desk
  var body: some View { Coins(desk) }
}

private struct OptionalCoins: View {
  let till: Till?
  var body: some View { if let till { Coins(till) } }
}

private struct ArrayCoins: View {
  let tills: [Till]
  var body: some View { ForEach(tills.indices, id: \.self) { Coins(tills[$0]) } }
}

private struct StructureCoins: View {
  struct Parts {
    let till: Till
    var name = "Till"
  }

  let parts: Parts
  var body: some View { Coins(parts.till) }
}

private struct ExistentialCoins: View {
  let model: any CoinModel
  var body: some View { AnyView(coins(model)) }
  private func coins(_ model: some CoinModel) -> Coins { Coins(model) }
}

private struct EnvironmentCoins: View {
  @Environment(Till.self) private var till
  var body: some View { Coins(till) }
}

private struct EnvironmentObjectCoins: View {
  @EnvironmentObject private var desk: Desk
  var body: some View { Coins(desk) }
}

private struct CoinCoordinator: Coordinator {
  let till: Till
  func start() -> some View { Coins(till) }
}

private struct CoinModifier: ViewModifier {
  let till: Till
  func body(content: Content) -> some View {
    content
    Coins(till)
  }
}

@Suite("A model that a view holds without a property wrapper")
@MainActor
struct PlainModelTests {
  private func view(_ holder: Holder) -> AnyView {
    switch holder {
    case .observable: AnyView(ObservableCoins(till: Till()))
    case .observableObject: AnyView(ObjectCoins(desk: Desk()))
    case .optional: AnyView(OptionalCoins(till: Till()))
    case .array: AnyView(ArrayCoins(tills: [Till()]))
    case .structure: AnyView(StructureCoins(parts: .init(till: Till())))
    case .existential: AnyView(ExistentialCoins(model: Till()))
    case .environment: AnyView(EnvironmentCoins().environment(Till()))
    case .environmentObject: AnyView(EnvironmentObjectCoins().environmentObject(Desk()))
    case .coordinator: AnyView(CoordinatorView(coordinator: CoinCoordinator(till: Till())))
    case .modifier: AnyView(Text("Shop").modifier(CoinModifier(till: Till())))
    }
  }

  @Test("States that differ only in it are told apart", arguments: Holder.allCases)
  fileprivate func held(by holder: Holder) async {
    let report = await Explorer { view(holder) }.without(Law.allCases)
      .never("The till is open") { $0.lines.contains("Two coins") }.run()
    #expect(report.violations.map(\.commands) == [["Put", "Put", "Reveal"]], "\(report)")
    #expect(report.cut.isEmpty && report.unstable.isEmpty, "\(report)")
  }

  @Test("A model that lasts longer than a scene is never called sound")
  func outside() async {
    let till = Till()
    let report = await Explorer { ObservableCoins(till: till) }.without(Law.allCases).run()
    #expect(
      !report.isSound && report.limits.contains { $0.contains("a new scene does not begin") },
      "\(report)")
  }

  @Test("Rows that hold a model each are come back to by snapshots", arguments: [3, 6])
  func rows(count: Int) async {
    struct Row: View {
      let till: Till
      var body: some View {
        Button("Coin: \(till.drawer.coins)") { till.drawer.coins = 1 - till.drawer.coins }
      }
    }
    struct Tills: View {
      @State private var tills: [Till]
      init(count: Int) { _tills = State(initialValue: (0..<count).map { _ in Till() }) }
      var body: some View { ForEach(tills.indices, id: \.self) { Row(till: tills[$0]) } }
    }
    let report = await Explorer { Tills(count: count) }.without(Law.allCases).run()
    #expect(report.isComplete && report.states == 1 << count, "\(report)")
  }

  @Test("What only counts is no state: an object that announces nothing")
  func services() async {
    final class Log { var lines = 0 }
    struct Logged: View {
      let log: Log
      @State private var isOn = false
      var body: some View { Toggle("On", isOn: $isOn).onChange(of: isOn) { log.lines += 1 } }
    }
    let report = await Explorer { Logged(log: Log()) }.run()
    #expect(report.isSound && report.states == 2, "\(report)")
  }
}
