import Wayline

/// Two buttons, each of which hands a place and its coordinator to `@Navigation`.
struct TwoViewsView: View {
  enum Place: NavigationValue {
    case firstView
    case secondView
  }

  @Navigation<Place> private var navigation: NavigationPath?

  var body: some View {
    Text("A button sets a path; the path makes the screen.")
    Button("First view") {
      navigation = .init(id: .firstView, coordinator: FirstViewCoordinator())
    }
    Button("Second view") {
      navigation = .init(id: .secondView, coordinator: SecondViewCoordinator())
    }
    .navigationDestination(path: $navigation)
    .navigationTitle("Two views")
  }
}
