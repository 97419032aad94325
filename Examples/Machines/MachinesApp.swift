import Wayline
import WaylineTesting

/// Three state machines to use, and to search: `machines explore` finds their states.
@main
struct MachinesApp: App {
  static let summary = "Run a turnstile, a vending machine and a checkout."

  var body: some Scene {
    WindowGroup {
      TabView {
        CoordinatorView(coordinator: TurnstileCoordinator()).tabItem { Text("Turnstile") }
        CoordinatorView(coordinator: VendingCoordinator()).tabItem { Text("Drinks") }
        CoordinatorView(coordinator: CheckoutCoordinator()).tabItem { Text("Checkout") }
      }
    }
    .explorable()
  }
}
