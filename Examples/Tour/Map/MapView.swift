import Wayline

struct MapCoordinator: Coordinator {
  func start() -> some View { MapView() }
}

private enum IsOnMapKey: EnvironmentKey {
  static var defaultValue: Bool { false }
}

extension EnvironmentValues {
  /// True for the screens that the map looks at.
  var isOnMap: Bool {
    get { self[IsOnMapKey.self] }
    set { self[IsOnMapKey.self] = newValue }
  }
}

/// The places of the tour, and the places that their links open, read from its own screens.
struct MapView: View {
  @Environment(\.isOnMap) private var isOnMap
  @State private var lines: [String] = []

  var body: some View {
    VStack {
      Text("Each place of the tour, and the places that its links open:")
      ForEach(lines, id: \.self) { Text($0) }
    }
    .navigationTitle("Map")
    .onAppear(perform: draw)
  }

  private func draw() {
    if !isOnMap { lines = Self.drawn }
  }

  /// The lines, which are the same as long as the program runs: they are drawn when the map is first shown.
  ///
  /// Every place is shown once in a scene of its own, in which the map draws nothing.
  private static let drawn: [String] = {
    let scene = SceneHost { HomeView().environment(\.isOnMap, true) }
    let routes = scene.routes
    scene.end()
    let links = Dictionary(grouping: routes.edges, by: \.from)
    let lines = routes.places.compactMap { place in
      links[place.name].map { "\(place.name): \($0.map(\.to).joined(separator: ", "))" }
    }
    return lines + ["Without a link: \(routes.unlinked.joined(separator: ", "))"]
  }()
}
