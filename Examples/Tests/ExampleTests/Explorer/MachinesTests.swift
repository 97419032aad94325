import Synchronization
import Testing
import Wayline
import WaylineTesting

@testable import machines

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

  @Test("The turnstile as navigation has the same states and the same properties")
  func turnstileScreens() async {
    let report = await Explorer { CoordinatorView(coordinator: TurnstileCoordinator()) }
      .always("The place is the state") {
        $0.lines.contains($0.isFirst ? "The gate is locked." : "The gate is open.")
      }
      .sometimes("A coin opens it") { $0.lines.contains("The gate is open.") }
      .leadsTo("It locks again", from: { !$0.isFirst }, to: { $0.isFirst })
      .run()
    #expect(report.isSound && report.isComplete, "\(report)")
    #expect(report.states == Explorer(Turnstile()).run().states)
    #expect(report.goals.map(\.commands) == [["Insert a coin"]])
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

  @Test("The vending machine as navigation has the same states and the same properties")
  func vendingScreens() async {
    let seen = Mutex<Set<String>>([])
    let isIdle: @Sendable (ExploredScreen) -> Bool = { $0.lines[1].hasPrefix("Paid 0") }
    // Sold out is an end.
    let report = await Explorer { CoordinatorView(coordinator: VendingCoordinator()) }
      .without(.deadEnd)
      .always("The first screen is the idle machine") { screen in
        seen.withLock { _ = $0.insert(screen.lines[1]) }
        return screen.isFirst == isIdle(screen)
      }
      .never("Nobody pays too much") { $0.lines[1].hasPrefix("Paid 3") }
      .sometimes("It is sold out") { $0.lines[1].contains(" 0 drinks") }
      .leadsTo("Coins come back or a drink comes", from: { !isIdle($0) }, to: isIdle)
      .run()
    #expect(report.isSound && report.isComplete, "\(report)")
    let states = Self.states(of: VendingMachine())
    // At the start nothing is stored; coins that come back leave a stored full machine.
    #expect(report.states == states.count + 1)
    #expect(
      seen.withLock(\.self)
        == Set(states.map { "Paid \($0.paid) of 2, \($0.drinks) drinks left." }))
  }

  @Test("No link and no undo opens a place of the vending machine that is not its state")
  func untimely() {
    let host = TestHost { CoordinatorView(coordinator: VendingCoordinator()) }
    #expect(host.send("open paid") == ["Use the buttons of the machine."])
    host.press("Pay a coin")
    host.press("Pay a coin")
    #expect(host.send("back") == ["Use an action of this screen to close it."])
    host.restart()
    host.press("Take a drink")
    #expect(
      host.send("undo")
        == ["Cannot undo leaving 'Vending machine': Use the buttons of the machine."])
    #expect(host.lines[1] == "Paid 0 of 2, 1 drinks left.")
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

  @Test("The checkout as navigation has the same states and the same properties")
  func checkoutScreens() async {
    let isPaying: @Sendable (ExploredScreen) -> Bool = { $0.labels.contains("Pay") }
    let report = await Explorer { CoordinatorView(coordinator: CheckoutCoordinator()) }
      .never("An empty order is paid") { $0.lines.contains("Thank you for 0 books.") }
      .sometimes("Two books are bought") { $0.lines.contains("Thank you for 2 books.") }
      .leadsTo("A payment comes to an end", from: isPaying) { $0.labels == ["New order"] }
      .run()
    #expect(report.isSound && report.isComplete, "\(report)")
    #expect(report.states == Self.states(of: Checkout()).count)
  }

  @Test("All three together are a sound program")
  func program() async {
    let report = await Explorer(of: MachinesApp.self).budget(states: 300).run()
    #expect(report.isSound, "\(report)")
  }

  /// The states of a machine, found by hand.
  private static func states<Machine: StateMachine>(of machine: Machine) -> Set<Machine.State> {
    var (found, frontier) = (Set(machine.initialStates), machine.initialStates)
    while let state = frontier.popLast() {
      let next = machine.actions(in: state).flatMap { machine.step($0, from: state) }
      frontier += next.filter { found.insert($0).inserted }
    }
    return found
  }
}
