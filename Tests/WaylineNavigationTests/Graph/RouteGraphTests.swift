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
        "attic", "desk", "desk catalog", "desk book", "desk member", "shelf crime", "upper",
        "lower",
      ])
  }

  @Test("A place on a stack inside another screen is drawn there")
  func inner() {
    let (graph, _) = drawn()
    let upper = graph.places.first { $0.name == "upper" }

    #expect(upper?.isDrawn == true)
    #expect(graph.missingDestinations == ["Lost"])
    #expect(graph.deadEnds == ["shelf fiction", "shelf crime", "upper", "lower"])
  }

  @Test("Buttons are not pressed but listed (23)")
  func unfollowed() {
    let (graph, _) = drawn()

    #expect(graph.unfollowed.first { $0.name == "attic" }?.buttons == ["Lend", "Return"])
    #expect(graph.dot.contains("  // Not followed in attic: 'Lend', 'Return'\n"))
    #expect(graph.mermaid.contains("  %% Not followed in attic: 'Lend', 'Return'"))
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
