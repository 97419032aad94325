import Machines
import Testing
import Wayline
import WaylineTesting

@Suite("The example machines")
@MainActor
struct MachinesTests {
  @Test("The turnstile opens with a coin, and can always be locked again")
  func turnstile() {
    let report = Explorer(Turnstile())
      .sometimes("A coin opens it") { $0 == .unlocked }
      .leadsTo("It locks again", from: { $0 == .unlocked }, to: { $0 == .locked })
      .run()
    #expect(report.isSound && report.states == 2, "\(report)")
    #expect(report.goals.map(\.commands) == [["coin"]])
  }

  @Test("The vending machine is never paid too much, and has a coin in the box for each sold")
  func vending() {
    let report = Explorer(VendingMachine())
      .always("Nobody pays too much") { $0.paid <= VendingMachine.price }
      .always("The box has the price of each drink") {
        $0.box == (2 - $0.drinks) * VendingMachine.price
      }
      .sometimes("It is sold out") { $0.drinks == 0 }
      .leadsTo("Coins come back or a drink comes", from: { $0.paid > 0 }, to: { $0.paid == 0 })
      .run()
    #expect(report.isSound && report.isComplete, "\(report)")
  }

  @Test("An order ends with a receipt or is cancelled, also when payments fail")
  func checkout() {
    let report = Explorer(Checkout())
      .never("An empty order is paid") { $0 == .receipt(books: 0) }
      .sometimes("Two books are bought") { $0 == .receipt(books: 2) }
      .leadsTo(
        "A payment comes to an end",
        from: { state in
          if case .payment = state { true } else { false }
        },
        to: { state in
          switch state {
          case .receipt, .cancelled: true
          default: false
          }
        }
      )
      .run()
    #expect(report.isSound && report.isComplete, "\(report)")
    #expect(report.goals.map(\.commands) == [["add", "add", "next", "next", "pay"]])
  }

  @Test("As programs they keep every law")
  func programs() async {
    let turnstile = await Explorer { TurnstileView() }.run()
    #expect(turnstile.isSound && turnstile.states == 2, "\(turnstile)")
    // Sold out is an end.
    let vending = await Explorer { VendingView() }.without(.deadEnd).run()
    #expect(vending.isSound, "\(vending)")
    #expect(vending.states == Explorer(VendingMachine()).run().states)
    let checkout = await Explorer { CheckoutCoordinator().start() }
      .sometimes("Two books are bought") { $0.lines.contains("Thank you for 2 books.") }
      .budget(states: 200, depth: 10).run()
    #expect(checkout.isSound, "\(checkout)")
  }
}
