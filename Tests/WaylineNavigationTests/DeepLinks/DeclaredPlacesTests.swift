import Testing
import WaylineViews

@testable import WaylineNavigation

@Suite("The places that the types of views declare")
@MainActor
struct DeclaredPlacesTests {
  private enum ShelfRoute: NavigationValue {
    case shelf(name: String)
  }

  private enum LoanRoute: NavigationValue {
    case loan(id: Int)
    case overdue
  }

  private struct Declaring: ViewModifier {
    func body(content: Content) -> some View {
      content.navigationDestination(for: LoanRoute.self) { _ in Text("Loan") }
    }
  }

  private struct Library: View {
    let isOpen: Bool
    var body: some View {
      let _ = Issue.record("A body ran.")
      TabView {
        NavigationStack {
          List(0..<3) { Text("\($0)") }
            .navigationDestination(for: ShelfRoute.self) { _ in Text("Shelf") }
            .searchable(text: .constant(""))
        }
        .tabItem { Text("Shelves") }
        if isOpen {
          NavigationSplitView {
            Text("Loans")
          } detail: {
            Text("Loan").modifier(Declaring())
          }
        } else {
          Text("Closed")
        }
      }
    }
  }

  private struct Lobby: View {
    var body: some View {
      Text("Lobby")
        .sheet(isPresented: .constant(false)) { Library(isOpen: true) }
        .coordinators(for: ShelfRoute.self) { _ in FatalCoordinator() }
    }
  }

  private struct FatalCoordinator: Coordinator {
    func start() -> some View { EmptyView() }
  }

  private struct Endless<Value>: View {
    let value: Value? = nil
    var body: some View { if value != nil { Endless<[Value]>() } }
  }

  @Test("Tabs, branches, columns and modifiers of one's own are followed, and no body runs")
  func followed() {
    let places = DeclaredPlaces(in: Library.self)

    #expect(places.patterns == ["shelf <name>", "loan <id>", "overdue"])
    #expect(places.begins(with: "OVERDUE") && !places.begins(with: "book"))
    #expect(places.isComplete)
  }

  @Test("What a sheet declares is not listed, since no link opens it")
  func sheet() {
    #expect(DeclaredPlaces(in: Lobby.self).patterns == ["shelf <name>"])
  }

  @Test("A hidden type, and types without end, are incomplete")
  func incomplete() {
    #expect(!DeclaredPlaces(in: Group<AnyView>.self).isComplete)
    #expect(!DeclaredPlaces(in: Endless<Int>.self).isComplete)
  }
}
