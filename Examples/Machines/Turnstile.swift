import Wayline
import WaylineTesting

/// A gate: a coin opens it, and a visitor who passes closes it.
public struct Turnstile: StateMachine {
  /// The state of the gate.
  public enum State: Hashable, Sendable {
    /// A coin is needed.
    case locked
    /// One visitor can pass.
    case unlocked
  }

  /// The visitor's part.
  public enum Action: Hashable, Sendable {
    /// Inserts a coin.
    case coin
    /// Pushes the gate.
    case push
  }

  /// A locked gate.
  public init() {}

  /// The gate is locked at first.
  public var initialStates: [State] { [.locked] }

  /// Both actions, always: a visitor can push a locked gate.
  public func actions(in state: State) -> [Action] { [.coin, .push] }

  /// A coin unlocks the gate; a push locks it.
  public func step(_ action: Action, from state: State) -> [State] {
    action == .coin ? [.unlocked] : [.locked]
  }
}

/// The same gate as a screen.
public struct TurnstileView: View {
  @State private var isUnlocked = false

  /// A locked gate.
  public init() {}

  /// The state of the gate, and a button for each action.
  public var body: some View {
    Text(isUnlocked ? "The gate is open." : "The gate is locked.")
    Button("Insert a coin") { isUnlocked = true }
    Button("Push the gate") { isUnlocked = false }
  }
}
