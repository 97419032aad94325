import Wayline

/// The sample of the article Navigating.
enum NavigatingSample {
  enum ShelfRoute: CoordinatedValue {
    case catalog
    case book(id: Int)

    @MainActor var coordinator: any Coordinator {
      switch self {
      case .catalog: CatalogCoordinator()
      case .book(let id): BookCoordinator(id: id)
      }
    }
  }

  struct CatalogCoordinator: Coordinator {
    func start() -> some View {
      NavigationLink("The Go-Between", value: ShelfRoute.book(id: 42))
        .navigationTitle("Catalog")
    }
  }

  struct BookCoordinator: Coordinator {
    let id: Int

    func start() -> some View { Text("Book \(id)").navigationTitle("Book \(id)") }
  }

  struct HomeView: View {
    var body: some View {
      NavigationStack {
        NavigationLink("Catalog", value: ShelfRoute.catalog)
          .navigationTitle("Library")
          .coordinators(for: ShelfRoute.self) { $0.coordinator }
      }
    }
  }

  struct MembersView: View {
    var body: some View {
      Text("Ada")
    }
  }

  struct OfficeTabs: View {
    var body: some View {
      TabView {
        HomeView().tabItem { Text("Shelves") }
        MembersView().tabItem { Text("Members") }
      }
    }
  }

  struct OrdersView: View {
    @State private var orders = ["Emma", "Persuasion"]
    @Environment(\.undoManager) private var undoManager

    var body: some View {
      ForEach(orders, id: \.self) { Text($0) }
      Button("Cancel all orders") { set([], "Cancel all orders") }
        .disabled(orders.isEmpty)
    }

    private func set(_ new: [String], _ name: String) {
      let before = orders
      orders = new
      undoManager?.registerUndo(name) { set(before, name) }
    }
  }

  struct ShortcutView: View {
    @Environment(\.router) private var router

    var body: some View {
      Button("Show book 42 in the catalog") {
        router.navigate { state in
          state.popToRoot()
          state.push(ShelfRoute.catalog)
          state.push(ShelfRoute.book(id: 42))
        }
      }
    }
  }
}
