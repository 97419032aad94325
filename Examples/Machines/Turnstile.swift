import Wayline
import WaylineTesting

/// A gate: a coin opens it, and a visitor who passes closes it.
struct Turnstile: StateMachine {
  enum State: Hashable, Sendable {
    case locked, unlocked
  }

  enum Action: Hashable, Sendable {
    case coin, push
  }

  var initialStates: [State] { [.locked] }

  /// Both actions, always: a visitor can push a locked gate.
  func actions(in state: State) -> [Action] { [.coin, .push] }

  /// A coin unlocks the gate; a push locks it.
  func step(_ action: Action, from state: State) -> [State] {
    action == .coin ? [.unlocked] : [.locked]
  }
}

/// The places above the locked gate, which is the first screen.
enum TurnstileRoute: NavigationValue { case unlocked }

/// The same gate as navigation: a state is a place, and the path is the only state there is.
struct TurnstileCoordinator: FlowCoordinator {
  @Navigation<TurnstileRoute> private var navigation: NavigationPath<TurnstileRoute>?

  func start() -> some View {
    NavigationStack {
      GateView(isUnlocked: false).navigationDestination(path: $navigation)
    }
  }

  /// Takes an action of the machine: each transition is a navigation.
  func handle(_ action: Turnstile.Action) -> Bool {
    switch action {
    case .coin: navigation = .init(id: .unlocked, coordinator: OpenGateCoordinator())
    case .push: navigation = nil
    }
    return true
  }
}

private struct OpenGateCoordinator: Coordinator {
  func start() -> some View { GateView(isUnlocked: true) }
}

/// The gate in one of its states, and a button for each action.
private struct GateView: View {
  let isUnlocked: Bool
  @Send<Turnstile.Action> private var send

  var body: some View {
    Text(isUnlocked ? "The gate is open." : "The gate is locked.")
    Button("Insert a coin") { send(.coin) }
    Button("Push the gate") { send(.push) }
      .navigationTitle(isUnlocked ? "Open" : "Turnstile")
  }
}
