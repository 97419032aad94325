import WaylineGraph
import WaylineViews

/// Passes a state of a view to the code that writes it.
@MainActor
final class Outlet {
  var count: Binding<Int>?

  /// Keeps the first binding it is given.
  func take(_ count: @autoclosure () -> Binding<Int>) {
    if self.count == nil { self.count = count() }
  }
}

/// A line that counts.
struct Counter: View {
  let outlet: Outlet
  @State private var copies = 0

  var body: some View {
    let _ = outlet.take($copies)
    Text("Copies: \(copies)")
  }
}

/// A line that counts, and the button that makes it.
struct CounterWithButton: View {
  let outlet: Outlet
  @State private var copies = 0

  var body: some View {
    let _ = outlet.take($copies)
    Text("Copies: \(copies)")
    Button("One more") { copies += 1 }
  }
}
