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
