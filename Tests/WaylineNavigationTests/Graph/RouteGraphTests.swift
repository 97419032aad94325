import FoundationEssentials
import Testing
import WaylineGraph
import WaylineNavigation
import WaylineViews

private enum Shelf: NavigationValue { case fiction, crime }

private enum LibraryRoute: NavigationValue {
  case catalog
  case book(id: Int)
  case shelf(Shelf)
  case desk(DeskRoute?)
  case attic
  case parcel(id: UUID)
}

private struct Lost: NavigationValue {}
private enum Drawer: NavigationValue { case upper, lower }

private struct LibraryView: View {
  var body: some View {
    NavigationStack {
      NavigationLink("Catalog", value: LibraryRoute.catalog)
        .navigationDestination(for: LibraryRoute.self) { RouteView(route: $0) }
    }
    .guarding(LibraryRoute.self) { _ in .block("Closed") }
  }
}

private struct RouteView: View {
  let route: LibraryRoute
  var body: some View {
    switch route {
    case .catalog:
      TabView {
        NavigationLink("42", value: LibraryRoute.book(id: 42)).tabItem { Text("Books") }
        NavigationLink("Fiction", value: LibraryRoute.shelf(.fiction)).tabItem { Text("Shelves") }
      }
    case .book:
      NavigationLink("Catalog", value: LibraryRoute.catalog)
      NavigationLink("Lost", value: Lost())
    case .shelf: Text("Nothing here")
    case .parcel: Button("Open") {}
    case .desk:
      NavigationStack {
        Button("Lend") {}.navigationDestination(for: Drawer.self) { Text("\($0)") }
      }
    case .attic:
      Button("Lend") { Issue.record("A button was pressed.") }
      Button("Return") {}.disabled(true)
    }
  }
}

@Suite("The graph of the routes")
@MainActor
struct RouteGraphTests {
  private func drawn() -> (graph: RouteGraph, library: Hosting) {
    let library = Hosting { LibraryView() }
    return (RouteGraph(of: library.router, in: library.host), library)
  }

  @Test("Links are followed through tabs and past guards, each place once (23)")
  func edges() {
    let (graph, _) = drawn()

    #expect(
      graph.edges.map { "\($0.from) → \($0.to)" } == [
        "/ → catalog", "catalog → book", "catalog → shelf fiction", "book → catalog",
        "book → Lost",
      ])
  }

  @Test("A linked place that no stack shows has no destination (23)")
  func missing() {
    #expect(drawn().graph.missingDestinations == ["Lost"])
  }

  @Test("A screen without anything to do is a dead end (23)")
  func deadEnds() {
    #expect(drawn().graph.deadEnds.prefix(2) == ["shelf fiction", "shelf crime"])
  }

  @Test("Declared cases that no link leads to are listed, with those of inner enums (23)")
  func unlinked() {
    #expect(
      Set(drawn().graph.unlinked) == [
        "attic", "parcel", "desk", "desk catalog", "desk book", "desk member", "shelf crime",
        "upper",
        "lower",
      ])
  }

  @Test("A place on a stack inside another screen is drawn there")
  func inner() {
    let (graph, _) = drawn()
    let upper = graph.places.first { $0.name == "upper" }

    #expect(upper?.isDrawn == true)
    #expect(graph.unfollowed.contains { $0.name == "parcel" && $0.buttons == ["Open"] })
    #expect(graph.missingDestinations == ["Lost"])
    #expect(graph.deadEnds == ["shelf fiction", "shelf crime", "upper", "lower"])
  }

  @Test("A place that no link opens, because only another screen shows it, is marked (23)")
  func marked() {
    let (graph, library) = drawn()

    #expect(graph.inner == ["upper", "lower"])
    #expect(graph.dot.contains(#"  "upper" [shape=octagon, style=dotted];"#))
    #expect(graph.dot.contains("  // Only inside another screen: upper, lower\n"))
    #expect(library.router.open("/upper").outcome?.isSuccess == false)
  }

  @Test("Buttons are not pressed but listed (23)")
  func unfollowed() {
    let (graph, _) = drawn()

    #expect(graph.unfollowed.first { $0.name == "attic" }?.buttons == ["Lend", "Return"])
    #expect(graph.dot.contains("  // Not followed in attic: 'Lend', 'Return'\n"))
    #expect(graph.mermaid.contains("  %% Not followed in attic: 'Lend', 'Return'"))
  }

  @Test("Of many links and buttons on a screen some are read, and the number of the others is said")
  func manyRows() {
    let library = Hosting {
      List(0..<2_000) { number in
        HStack {
          NavigationLink("Book \(number)", value: LibraryRoute.book(id: number))
          Button("Lend \(number)") {}
        }
      }
      .navigationDestination(for: LibraryRoute.self) { Text("\($0)") }
    }
    let dot = RouteGraph(of: library.router, in: library.host).dot

    #expect(dot.contains("  // Not read in /: 1500 more links\n"))
    #expect(dot.contains("'Lend 48', 'Lend 49' and 1950 more\n"))
  }

  @Test("Drawing leaves the scene at its first screen, without a past")
  func traceless() {
    let (_, library) = drawn()

    #expect(library.lines == ["[1] Catalog"])
    #expect(!library.router.canUndo)
  }

  @Test("DOT marks dead ends, missing destinations and unlinked places (23)")
  func dot() {
    let lines = drawn().graph.dot.split(separator: "\n").map(String.init)

    #expect(lines.first == "digraph routes {")
    #expect(lines.contains(#"  "shelf fiction" [shape=octagon];"#))
    #expect(lines.contains(#"  "Lost" [color=red];"#))
    #expect(lines.contains(#"  "attic" [style=dashed];"#))
    #expect(lines.contains(#"  "catalog" -> "book";"#))
    #expect(lines.last == "}")
  }

  @Test("Mermaid numbers the places and marks them with classes (23)")
  func mermaid() {
    let lines = drawn().graph.mermaid.split(separator: "\n").map(String.init)

    #expect(lines.prefix(3) == ["flowchart LR", #"  n0["/"]"#, #"  n1["catalog"]"#])
    #expect(lines.contains("  n0 --> n1"))
    #expect(lines.contains { $0.hasSuffix(#"["Lost"]:::missing"#) })
  }
}

// MARK: - Tabs

private enum LeftRoute: NavigationValue { case a, inner }
private enum RightRoute: NavigationValue {
  case b, c
  case report(id: String)
}

/// Two tabs with a stack each; the screens of each stack link to others of the same stack.
private struct TwoTabs: View {
  var body: some View {
    TabView {
      NavigationStack {
        NavigationLink("A", value: LeftRoute.a)
          .navigationDestination(for: LeftRoute.self) { route in
            if route == .a { NavigationLink("Inner", value: LeftRoute.inner) } else { Text("End") }
          }
      }
      .tabItem { Text("Left") }
      NavigationStack {
        NavigationLink("B", value: RightRoute.b)
          .navigationDestination(for: RightRoute.self) { route in
            if route == .b { NavigationLink("C", value: RightRoute.c) } else { Text("End") }
          }
      }
      .tabItem { Text("Right") }
    }
  }
}

private struct ManyLinks: View {
  var body: some View {
    NavigationStack {
      List(0..<10_000) { NavigationLink("Report \($0)", value: RightRoute.report(id: "\($0)")) }
        .navigationDestination(for: RightRoute.self) { _ in
          NavigationLink("C", value: RightRoute.c)
        }
      NavigationLink("B", value: RightRoute.b)
    }
  }
}

@Suite("The graph of the routes in tabs and long lists")
@MainActor
struct LargeRouteGraphTests {
  @Test("A screen in one tab has no edges to the places of another, and each place is found (23)")
  func tabs() {
    let tabs = Hosting { TwoTabs() }

    let graph = RouteGraph(of: tabs.router, in: tabs.host)

    #expect(
      graph.edges.map { "\($0.from) → \($0.to)" } == ["/ → a", "/ → b", "a → inner", "b → c"])
    #expect(graph.missingDestinations == [])
    #expect(graph.deadEnds == ["inner", "c", "report"])
  }

  @Test("Of 10,000 links some hundreds are read, and the others are counted (23)")
  func many() {
    let list = Hosting { ManyLinks() }

    let graph = RouteGraph(of: list.router, in: list.host)

    #expect(
      graph.edges.map { "\($0.from) → \($0.to)" } == [
        "/ → report", "/ → b", "report → c", "b → c", "c → c",
      ])
    #expect(graph.places.first?.unreadLinks == 10_001 - 500)
    #expect(graph.dot.contains("  // Not read in /: 9501 more links\n"))
  }

}
