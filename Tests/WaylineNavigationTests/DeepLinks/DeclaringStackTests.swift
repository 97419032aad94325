import Testing
import WaylineGraph
import WaylineNavigation
import WaylineViews

private enum ShelfRoute: CoordinatedValue {
  case book(id: Int)
  case signIn

  @MainActor var coordinator: any Coordinator { ShelfCoordinator(route: self) }
}

private struct ShelfCoordinator: Coordinator {
  let route: ShelfRoute
  func start() -> some View { FinishingView(text: "\(route)").navigationTitle("\(route)") }
}

private struct FinishingView: View {
  @Environment(\.finish) private var finish
  let text: String
  var body: some View {
    Text(text)
    Button("Finish") { finish() }
  }
}

/// A place of another type, for which the first tab has a guard.
private enum MemberRoute: CoordinatedValue {
  case card

  @MainActor var coordinator: any Coordinator { CardCoordinator() }
}

private struct CardCoordinator: Coordinator {
  func start() -> some View { FinishingView(text: "A card").navigationTitle("Card") }
}

private struct OfficeTabs: View {
  var signIn = Route(ShelfRoute.signIn)
  let isSignedIn: () -> Bool

  var body: some View {
    TabView {
      shelves.tabItem { Text("Shelves") }
      members.tabItem { Text("Members") }
    }
    .guarding(ShelfRoute.self) { route in
      if case .book = route, !isSignedIn() {
        return .redirect(to: signIn, thenContinuing: true)
      }
      return .allow
    }
  }

  private var shelves: some View {
    NavigationStack {
      Text("2 books").navigationTitle("Shelves")
        .coordinators(for: ShelfRoute.self) { $0.coordinator }
    }
  }

  private var members: some View {
    NavigationStack {
      Text("3 members").navigationTitle("Members")
        .coordinators(for: MemberRoute.self) { $0.coordinator }
    }
  }
}

@Suite("The stack that declares a type")
@MainActor
struct DeclaringStackTests {
  @Test("A link selects the tab whose stack declares its type, though each could show it (18)")
  func link() {
    let office = Hosting { OfficeTabs { true } }
    office.router.select(tab: "Members")

    #expect(office.router.open("/book/42").outcome == .completed)

    #expect(office.titles == ["Shelves", "book(id: 42)"])
    #expect(office.router.location.isRebuilt)
  }

  @Test("A link finds the stack of a tab that was never selected (18)")
  func neverSelected() {
    let office = Hosting { OfficeTabs { true } }

    #expect(office.router.open("/card").outcome == .completed)

    #expect(office.titles == ["Members", "Card"])
  }

  @Test(
    "Coordinators around a tab view are for every stack in it: a link uses the visible one (18)")
  func aroundTabs() {
    let office = Hosting {
      TabView {
        NavigationStack { Text("2 books").navigationTitle("Shelves") }
          .tabItem { Text("Shelves") }
        NavigationStack { Text("3 members").navigationTitle("Members") }
          .tabItem { Text("Members") }
      }
      .coordinators(for: ShelfRoute.self) { $0.coordinator }
    }
    office.router.select(tab: "Members")

    office.router.open("/book/42")

    #expect(office.titles == ["Members", "book(id: 42)"])
  }

  @Test("A guard of a link redirects on the stack in which the link opens (12)")
  func redirectOfLink() {
    var isSignedIn = false
    let office = Hosting { OfficeTabs { isSignedIn } }
    office.router.select(tab: "Members")
    office.router.push(MemberRoute.card)

    #expect(
      office.router.open("/book/42").outcome == .redirected(to: Route(ShelfRoute.signIn)))

    #expect(office.titles == ["Shelves", "signIn"])
    isSignedIn = true
    office.press("Finish")
    #expect(office.titles == ["Shelves", "book(id: 42)"])
    office.router.select(tab: "Members")
    #expect(office.titles == ["Members", "Card"])
  }

  @Test("A guard redirects to a hidden tab if no visible stack can show the place (12)")
  func redirect() {
    let desk = Hosting {
      TabView {
        NavigationStack {
          Text("2 books").navigationTitle("Shelves")
            .navigationDestination(for: DeskRoute.self) { Text("\($0)") }
        }
        .tabItem { Text("Shelves") }
        NavigationStack {
          Text("3 members").navigationTitle("Members")
            .coordinators(for: MemberRoute.self) { $0.coordinator }
        }
        .tabItem { Text("Members") }
      }
      .guarding(MemberRoute.self) { _ in .redirect(to: DeskRoute.catalog) }
    }
    desk.router.push(DeskRoute.catalog)
    desk.router.select(tab: "Members")

    #expect(
      desk.router.push(MemberRoute.card).outcome == .redirected(to: Route(DeskRoute.catalog)))

    #expect(desk.router.state.selectedTabs == ["Shelves"])
    #expect(desk.content.first == "catalog")
  }

  @Test("A redirect that another process continues goes to the stack that declares its type (13)")
  func restored() {
    var isSignedIn = false
    let first = Hosting { OfficeTabs(signIn: Route(MemberRoute.card)) { isSignedIn } }
    first.router.select(tab: "Members")
    first.router.open("/book/42")
    #expect(first.titles == ["Members", "Card"])

    let second = Hosting { OfficeTabs(signIn: Route(MemberRoute.card)) { isSignedIn } }
    second.router.restore(Array(first.router.save().utf8))
    isSignedIn = true
    second.press("Finish")

    #expect(second.titles == ["Shelves", "book(id: 42)"])
  }
}
