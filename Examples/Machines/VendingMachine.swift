import Wayline
import WaylineTesting

/// A machine that takes coins for a drink, and gives back what was paid.
public struct VendingMachine: StateMachine {
  /// The contents of the machine.
  public struct State: Hashable, Sendable {
    /// The coins paid for the next drink.
    public var paid = 0
    /// The drinks that are left.
    public var drinks = 2
    /// The coins in the box.
    public var box = 0
  }

  /// The buttons of the machine.
  public enum Action: Hashable, Sendable {
    /// Pays a coin.
    case pay
    /// Takes a drink that is paid.
    case drink
    /// Returns the coins of a drink that was not taken.
    case giveBack
  }

  /// The coins that a drink costs.
  public static let price = 2

  /// A full machine with an empty box.
  public init() {}

  /// Nothing is paid at first.
  public var initialStates: [State] { [State()] }

  /// The buttons that work in a state.
  public func actions(in state: State) -> [Action] {
    var actions: [Action] = []
    if state.paid < Self.price, state.drinks > 0 { actions.append(.pay) }
    if state.paid == Self.price { actions.append(.drink) }
    if state.paid > 0 { actions.append(.giveBack) }
    return actions
  }

  /// The contents after a button was pressed.
  public func step(_ action: Action, from state: State) -> [State] {
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

/// The same machine as a screen: its state is the machine's, its buttons are the machine's actions.
public struct VendingView: View {
  @State private var state = VendingMachine.State()
  private let machine = VendingMachine()

  /// A full machine.
  public init() {}

  /// The contents of the machine, and its buttons.
  public var body: some View {
    Text("Paid \(state.paid) of \(VendingMachine.price), \(state.drinks) drinks left.")
    button("Pay a coin", .pay)
    button("Take a drink", .drink)
    button("Give the coins back", .giveBack)
  }

  private func button(_ label: String, _ action: VendingMachine.Action) -> some View {
    Button(label) { state = machine.step(action, from: state)[0] }
      .disabled(!machine.actions(in: state).contains(action))
  }
}
