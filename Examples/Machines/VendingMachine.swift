import Wayline
import WaylineTesting

/// A machine that takes coins for a drink, and gives back what was paid.
struct VendingMachine: StateMachine {
  struct State: Codable, Hashable, Sendable {
    var paid = 0
    var drinks = 2
    var box = 0
  }

  enum Action: Hashable, Sendable {
    /// Pays a coin, takes a drink that is paid, or returns the coins.
    case pay, drink, giveBack
  }

  static let price = 2

  var initialStates: [State] { [State()] }

  func actions(in state: State) -> [Action] {
    var actions: [Action] = []
    if state.paid < Self.price, state.drinks > 0 { actions.append(.pay) }
    if state.paid == Self.price { actions.append(.drink) }
    if state.paid > 0 { actions.append(.giveBack) }
    return actions
  }

  func step(_ action: Action, from state: State) -> [State] {
    var next = state
    switch action {
    case .pay: next.paid += 1
    case .giveBack: next.paid = 0
    case .drink:
      next.drinks -= 1
      next.box += next.paid
      next.paid = 0
    }
    return [next]
  }
}

/// The places above the idle machine, which is the first screen.
enum VendingRoute: NavigationValue {
  case paying, paid

  init?(_ state: VendingMachine.State) {
    guard state.paid > 0 else { return nil }
    self = state.paid < VendingMachine.price ? .paying : .paid
  }
}

/// The same machine as navigation: the coordinator keeps its state, and shows the place of the state.
struct VendingCoordinator: FlowCoordinator {
  @Persisted(key: "vending", defaultValue: .init()) private var state: VendingMachine.State
  @Environment(\.router) private var router

  /// The idle machine, and the other places above it, none of which a link or `undo` opens untimely.
  func start() -> some View {
    NavigationStack {
      VendingView(state: state).navigationTitle("Vending machine")
        .navigationDestination(for: VendingRoute.self) { _ in
          VendingView(state: state).interactiveDismissDisabled()
        }
    }
    .guarding(VendingRoute.self) { route in
      route == VendingRoute(state) ? .allow : .block("Use the buttons of the machine.")
    }
  }

  /// Takes an action of the machine: each transition is a step of the machine and a navigation.
  func handle(_ action: VendingMachine.Action) -> Bool {
    state = VendingMachine().step(action, from: state)[0]
    router.set(VendingRoute(state).map { [$0] } ?? [])
    return true
  }
}

/// The contents of the machine, and a button for each action.
private struct VendingView: View {
  let state: VendingMachine.State
  @Send<VendingMachine.Action> private var send

  var body: some View {
    Text("Paid \(state.paid) of \(VendingMachine.price), \(state.drinks) drinks left.")
    button("Pay a coin", .pay)
    button("Take a drink", .drink)
    button("Give the coins back", .giveBack)
  }

  private func button(_ label: String, _ action: VendingMachine.Action) -> some View {
    Button(label) { send(action) }
      .disabled(!VendingMachine().actions(in: state).contains(action))
  }
}
