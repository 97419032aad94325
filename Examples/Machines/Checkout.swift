import Wayline
import WaylineTesting

/// An order on its way from the cart to the receipt; a payment may fail, and is tried again.
public struct Checkout: StateMachine {
  /// A step of the order.
  public enum State: Hashable, Sendable {
    /// Books are chosen.
    case cart(books: Int)
    /// The address is requested.
    case address(books: Int)
    /// The payment is requested; some have failed.
    case payment(books: Int, failures: Int)
    /// The order is paid.
    case receipt(books: Int)
    /// The order is given up.
    case cancelled
  }

  /// A request of the customer.
  public enum Action: Hashable, Sendable {
    /// Adds a book, or removes one.
    case add, remove
    /// Continues to the next step, or goes back to the one before.
    case next, back
    /// Pays, or gives the order up.
    case pay, cancel
  }

  /// The failures after which an order is cancelled.
  public static let patience = 2

  /// An order of at most two books.
  public init() {}

  /// An empty cart.
  public var initialStates: [State] { [.cart(books: 0)] }

  /// The requests that a step accepts.
  public func actions(in state: State) -> [Action] {
    switch state {
    case .cart(let books): (books < 2 ? [.add] : []) + (books > 0 ? [.remove, .next] : [])
    case .address: [.next, .back]
    case .payment: [.pay, .back, .cancel]
    case .receipt, .cancelled: []
    }
  }

  /// A payment succeeds or fails: the machine leaves it open, and an explorer takes both ways.
  public func step(_ action: Action, from state: State) -> [State] {
    switch (state, action) {
    case (.cart(let books), .add): [.cart(books: books + 1)]
    case (.cart(let books), .remove): [.cart(books: books - 1)]
    case (.cart(let books), .next): [.address(books: books)]
    case (.address(let books), .next): [.payment(books: books, failures: 0)]
    case (.address(let books), .back): [.cart(books: books)]
    case (.payment(let books, _), .back): [.address(books: books)]
    case (.payment, .cancel): [.cancelled]
    case (.payment(let books, let failures), .pay):
      [
        .receipt(books: books),
        failures + 1 < Self.patience ? .payment(books: books, failures: failures + 1) : .cancelled,
      ]
    default: []
    }
  }
}

/// The places of the same order as navigation.
public enum CheckoutRoute: NavigationValue {
  /// The form for the address.
  case address
  /// The payment.
  case payment
  /// The receipt of a paid order.
  case receipt
}

/// Makes the screens of an order.
public struct CheckoutCoordinator: Coordinator {
  /// A coordinator of one order.
  public init() {}

  /// The first screen of the order.
  public func start() -> some View { CartView() }
}

/// The cart, and the screens of the order above it.
public struct CartView: View {
  @State private var books = 0
  @State private var failures = 0

  /// An empty cart.
  public init() {}

  /// The contents of the cart, and the screens above it.
  public var body: some View {
    NavigationStack {
      Form {
        Text("Books in the cart: \(books)")
        Button("Add a book") { books += 1 }.disabled(books == 2)
        Button("Remove a book") { books -= 1 }.disabled(books == 0)
        NavigationLink("To the address", value: CheckoutRoute.address).disabled(books == 0)
      }
      .navigationTitle("Cart")
      .navigationDestination(for: CheckoutRoute.self) { route in
        switch route {
        case .address:
          NavigationLink("To the payment", value: CheckoutRoute.payment).navigationTitle("Address")
        case .payment: PaymentView(failures: $failures).navigationTitle("Payment")
        case .receipt: Text("Thank you for \(books) books.").navigationTitle("Receipt")
        }
      }
    }
  }
}

/// The payment, which fails the first time.
private struct PaymentView: View {
  @Binding var failures: Int
  @Environment(\.router) private var router

  var body: some View {
    if failures > 0 { Text("The payment failed. Try again.") }
    Button("Pay") {
      if failures == 0 { failures += 1 } else { router.push(CheckoutRoute.receipt) }
    }
  }
}
