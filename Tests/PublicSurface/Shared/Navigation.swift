import Wayline

// Every spelling of navigation with the library's own types.

enum DeskRoute: NavigationValue {
  case catalog
  case book(id: Int)
  case member(name: String)
}

struct CatalogView: View {
  @State private var visits = 0
  var body: some View { Button("Visits: \(visits)") { visits += 1 } }
}

struct CatalogCoordinator: Coordinator {
  func start() -> some View { CatalogView() }
}

enum CatalogAction: Sendable {
  case open(Int)
  case done
}

struct ActingCoordinator: FlowCoordinator {
  @Environment(\.router) private var router
  @State private var visits = 0
  @Navigation<DeskRoute> private var navigation: NavigationPath?

  func start() -> some View {
    ActingView()
      .navigationTitle("Visits: \(visits)")
      .navigationDestination(path: $navigation)
      .onResult(of: .borrower) { ending in visits += ending.value?.count ?? 0 }
  }

  func handle(_ action: CatalogAction) -> Bool {
    visits += 1
    switch action {
    case .open(let id): router.present(DeskRoute.book(id: id), for: .borrower)
    case .done: router.open(DeskRoute.catalog)
    }
    return true
  }
}

struct ActingView: View {
  @Send<CatalogAction> private var send
  @Environment(\.finish) private var finish
  var body: some View {
    Button("Open") { send(.open(42)) }
    Button("Finish") { finish("Ada", for: .borrower) }
  }
}

extension ResultKey where Value == String { static let borrower = ResultKey("borrower") }

/// A coordinator for actions of any type.
struct AnyActionCoordinator: FlowCoordinator {
  func start() -> some View { Text("Any") }
  func handle(_ action: any Sendable) -> Bool { action is CatalogAction }
}

/// A coordinator as many programs for SwiftUI have it.
final class PathCoordinator: ObservableObject {
  @Published var path = NavigationPath()
  @Published var sheet: DeskRoute?
  func push(_ place: DeskRoute) { path.append(place) }
  func pop() { if !path.isEmpty { path.removeLast() } }
  func popToRoot() { path.removeLast(path.count) }
}

@Observable @MainActor
final class ObservedCoordinator {
  var path = NavigationPath()
  func reset() { path = NavigationPath([1, 2]) }
}

struct PathCoordinatorView: View {
  @StateObject private var coordinator = PathCoordinator()
  @State private var own: NavigationPath = .init()
  var body: some View {
    NavigationStack(path: $coordinator.path) {
      PathButton(path: $own).navigationDestination(for: Int.self) { Text("Book \($0)") }
    }
  }
}

struct PathButton: View {
  @Binding var path: NavigationPath<AnyPlaces>
  var body: some View { Button("Emma") { path.append("Emma") } }
}

struct DeskView: View {
  @Navigation<DeskRoute> var navigation: NavigationPath?
  @Navigation<DeskRoute> private var other: NavigationPath?
  @Environment(\.dismiss) private var dismiss
  @State private var isPresented = false
  @State private var path: [DeskRoute] = []

  var body: some View {
    NavigationStack {
      VStack(
        spacing: 40,
        content: {
          Button(
            action: { navigation = .init(id: .catalog, coordinator: CatalogCoordinator()) },
            label: { Text("Catalog") })
          Button(action: { other = nil }, label: { Text("Close") })
        }
      )
      .padding(.horizontal, 100)
      .navigationDestination(path: $navigation)
      .navigationDestination(path: $other)
    }
    .sheet(isPresented: $isPresented) { Text("A sheet") }
    .fullScreenCover(isPresented: $isPresented) { Button("Done") { dismiss() } }
    .navigationTitle("Desk")
  }
}

struct LinksView: View {
  @State private var path: [DeskRoute] = []
  @State private var chosen: Chosen?
  @Environment(\.router) private var router

  struct Chosen: Identifiable, Hashable { let id: Int }

  var body: some View {
    NavigationStack(path: $path) {
      NavigationLink("Catalog", value: DeskRoute.catalog)
      NavigationLink("Book", destination: { Text("The Go-Between") })
      Button("Up") { router.popToRoot() }
        .navigationDestination(for: DeskRoute.self) { route in Text("\(route)") }
        .navigationDestination(item: $chosen) { chosen in Text("\(chosen.id)") }
        .navigationDestination(isPresented: .constant(false)) { Text("Never") }
        .sheet(item: $chosen) { chosen in Text("\(chosen.id)") }
        .fullScreenCover(item: $chosen) { chosen in Text("\(chosen.id)") }
        .alert("Return it?", isPresented: .constant(false)) { Button("Return") {} }
        .confirmationDialog("Which?", isPresented: .constant(false)) { Button("This") {} }
    }
  }
}

@MainActor
func watch(_ router: Router, isClosing: Bool, log: @escaping @MainActor (Any...) -> Void) {
  router.addMiddleware { navigation in
    log(navigation.change.entered)
    return isClosing ? .block("The desk is closing.") : .allow
  }
  let flows = router.observeFlows { flow in
    log(flow.name ?? "unnamed", flow.ending, flow.json ?? "no value")
  }
  router.stop(flows)
}

extension DeskRoute {
  var isBook: Bool { if case .book = self { true } else { false } }
}

@MainActor
func rearrange(_ router: Router) {
  router.navigate { state in
    state.popToRoot()
    state.push(DeskRoute.catalog)
    state.push(DeskRoute.book(id: 42))
  }
  router.popTo { (route: DeskRoute) in route.isBook }
}

@MainActor
func report(_ router: Router, log: @escaping @MainActor (Any...) -> Void) {
  guard let report = router.restorationReport else { return }
  log(report.kept, report.migrated, report.bound)
  for place in report.dropped { log(place.typeName ?? "a place", place.reason, place.bytes) }
}
