import Wayline

struct SecondViewCoordinator: Coordinator {
  func start() -> some View { SecondView() }
}

/// A screen that closes itself.
struct SecondView: View {
  @Environment(\.dismiss) private var dismiss

  var body: some View {
    Text("This screen can close itself; back does the same.")
    Button("Close") { dismiss() }
      .navigationTitle("Second view")
  }
}
