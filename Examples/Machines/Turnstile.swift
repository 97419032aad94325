import Wayline
import WaylineTesting

/// A gate: a coin opens it, and a visitor who passes closes it.
public struct Turnstile: StateMachine {
  public enum State: Hashable, Sendable { case locked, unlocked }
  public enum Action: Hashable, Sendable { case coin, push }

  public init() {}
  public var initialStates: [State] { [.locked] }
  public func actions(in state: State) -> [Action] { [.coin, .push] }

  public func step(_ action: Action, from state: State) -> [State] {
    action == .coin ? [.unlocked] : [.locked]
  }
}

/// The same gate as a screen.
public struct TurnstileView: View {
  @State private var isUnlocked = false

  public init() {}

  public var body: some View {
    Text(isUnlocked ? "The gate is open." : "The gate is locked.")
    Button("Insert a coin") { isUnlocked = true }
    Button("Push the gate") { isUnlocked = false }
  }
}
