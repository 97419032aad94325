import Wayline

struct FirstViewCoordinator: Coordinator {
  func start() -> some View { FirstView() }
}

/// A screen with a state of its own: it begins anew each time the screen is made.
struct FirstView: View {
  @State private var visitors = 0

  var body: some View {
    Text("Visitors on this screen: \(visitors)")
    Button("Count one more") { visitors += 1 }
      .navigationTitle("First view")
  }
}
