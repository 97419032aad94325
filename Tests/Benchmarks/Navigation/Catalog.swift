import WaylineGraph
import WaylineNavigation
import WaylineViews

/// A stack of books and of the catalog.
struct Catalog: View {
  var body: some View {
    NavigationStack {
      Text("The desk").navigationDestination(for: Place.self) { place in
        switch place {
        case .book(let id): Text("Book \(id)")
        default: Text("The catalog")
        }
      }
    }
  }
}

/// The same stack, whose screens are made by coordinators that handle actions.
struct CoordinatedCatalog: View {
  var body: some View {
    NavigationStack { Text("The desk") }
      .coordinators(for: Place.self) { PlaceCoordinator(place: $0) }
  }
}

private struct PlaceCoordinator: FlowCoordinator {
  let place: Place

  func start() -> some View {
    switch place {
    case .book(let id): Text("Book \(id)")
    default: Text("The catalog")
    }
  }

  func handle(_ action: any Sendable) -> Bool { false }
}
