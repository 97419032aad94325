import Wayline
import WaylineTesting

/// An order on its way from the cart to the receipt; a payment may fail, and is tried again.
struct Checkout: StateMachine {
  enum State: Hashable, Sendable {
    case cart(books: Int)
    case address(books: Int)
    /// The payment is requested; some have failed.
    case payment(books: Int, failures: Int)
    case receipt(books: Int)
    case cancelled
  }

  enum Action: String, Hashable, Sendable {
    case add = "Add a book"
    case remove = "Remove a book"
    case next = "Continue"
    case back = "Go back"
    case pay = "Pay"
    case cancel = "Cancel the order"
    case restart = "New order"
  }

  static let patience = 2

  var initialStates: [State] { [.cart(books: 0)] }

  func actions(in state: State) -> [Action] {
    switch state {
    case .cart(let books): (books < 2 ? [.add] : []) + (books > 0 ? [.remove, .next] : [])
    case .address: [.next, .back]
    case .payment: [.pay, .back, .cancel]
    case .receipt, .cancelled: [.restart]
    }
  }

  /// A payment succeeds or fails: the machine leaves it open, and an explorer takes both ways.
  func step(_ action: Action, from state: State) -> [State] {
    switch (state, action) {
    case (.cart(let books), .add): [.cart(books: books + 1)]
    case (.cart(let books), .remove): [.cart(books: books - 1)]
    case (.cart(let books), .next): [.address(books: books)]
    case (.address(let books), .next): [.payment(books: books, failures: 0)]
    case (.address(let books), .back): [.cart(books: books)]
    case (.payment(let books, _), .back): [.address(books: books)]
    case (.payment, .cancel): [.cancelled]
    case (.receipt, .restart), (.cancelled, .restart): initialStates
    case (.payment(let books, let failures), .pay):
      [
        .receipt(books: books),
        failures + 1 < Self.patience ? .payment(books: books, failures: failures + 1) : .cancelled,
      ]
    default: []
    }
  }
}

/// The places above the cart, which is the first screen.
enum CheckoutRoute: NavigationValue {
  case address, payment, receipt, cancelled

  static func path(to state: Checkout.State) -> [Self] {
    switch state {
    case .cart: []
    case .address: [.address]
    case .payment: [.address, .payment]
    case .receipt: [.receipt]
    case .cancelled: [.cancelled]
    }
  }
}

/// The same order as navigation; its first payment fails.
struct CheckoutCoordinator: FlowCoordinator {
  @State private var state = Checkout.State.cart(books: 0)
  @Environment(\.router) private var router

  func start() -> some View {
    NavigationStack {
      CheckoutView(state: state)
        .navigationDestination(for: CheckoutRoute.self) { _ in
          CheckoutView(state: state).interactiveDismissDisabled()
        }
    }
    .guarding(CheckoutRoute.self) { route in
      CheckoutRoute.path(to: state).contains(route)
        ? .allow : .block("Use the buttons of the order.")
    }
  }

  func handle(_ action: Checkout.Action) -> Bool {
    let next = Checkout().step(action, from: state)
    if case .payment(_, 0) = state { state = next[next.count - 1] } else { state = next[0] }
    router.set(CheckoutRoute.path(to: state))
    return true
  }
}

/// An order in one of its states, and a button for each request that the state accepts.
private struct CheckoutView: View {
  let state: Checkout.State
  @Send<Checkout.Action> private var send

  var body: some View {
    Text(text)
    ForEach(Checkout().actions(in: state), id: \.self) { action in
      Button(action.rawValue) { send(action) }
    }
    .navigationTitle("Order")
  }

  private var text: String {
    switch state {
    case .cart(let books): "Books in the cart: \(books)"
    case .address(let books): "Where do the \(books) books go?"
    case .payment(let books, 0): "Pay for \(books) books."
    case .payment: "The payment failed. Try again."
    case .receipt(let books): "Thank you for \(books) books."
    case .cancelled: "The order is cancelled."
    }
  }
}
