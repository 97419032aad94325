import Wayline

/// The first screen: a welcome at the first start, then the places to go.
struct HomeView: View {
  @AppStorage(\.showOnboarding) private var showOnboarding
  @State private var isWelcoming = false

  var body: some View {
    NavigationStack {
      List {
        if isWelcoming { WelcomeView() }
        NavigationLink("Log in", value: TourRoute.login)
        NavigationLink("Two views", value: TourRoute.twoViews)
        NavigationLink("Settings", value: TourRoute.settings)
        NavigationLink("In step", value: TourRoute.inStep)
        NavigationLink("Feed", value: TourRoute.feed)
        NavigationLink("Desk", value: TourRoute.desk(nil))
        NavigationLink("Map", value: TourRoute.map)
      }
      .navigationTitle("Tour")
      .coordinators(for: TourRoute.self) { $0.coordinator }
    }
    .modifier(DeskGuard())
    .onAppear(perform: welcomeOnce)
  }

  /// Lines above the first screen, not a modal: a script is never asked to dismiss them.
  private func welcomeOnce() {
    guard showOnboarding else { return }
    isWelcoming = true
    showOnboarding = false
  }
}

/// The lines that a newcomer reads once.
struct WelcomeView: View {
  var body: some View {
    Text("Welcome. Each [number] is something you can do: type the number, or its words.")
    Text("back goes up, help lists the commands, quit leaves; the tour remembers where you were.")
  }
}
