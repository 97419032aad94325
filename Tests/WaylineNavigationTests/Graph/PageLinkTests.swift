import FoundationEssentials
import Testing
import WaylineGraph
import WaylineViews

@testable import WaylineNavigation

private enum ShelfRoute: NavigationValue {
  case book(id: Int)
  case rules
}

private enum OrderPlace: PresentedValue { case order }

@MainActor
private final class Ledger {
  var bodies: [Int] = []
}

private struct ShelfView: View {
  let ledger: Ledger
  let isPlain: Bool

  var body: some View {
    NavigationStack {
      Group {
        if isPlain {
          List(0..<500, id: \.self) { number in
            NavigationLink(value: ShelfRoute.book(id: number)) { Title(number, ledger) }
          }
        } else {
          List(0..<500, id: \.self) { number in
            HStack {
              NavigationLink(value: ShelfRoute.book(id: number)) { Title(number, ledger) }
            }
          }
        }
        NavigationLink("Rules", value: ShelfRoute.rules)
      }
      .navigationDestination(for: ShelfRoute.self) { Text("\($0)") }
    }
  }
}

private struct Title: View {
  let number: Int
  let ledger: Ledger

  init(_ number: Int, _ ledger: Ledger) { (self.number, self.ledger) = (number, ledger) }

  var body: some View {
    let _ = ledger.bodies.append(number)
    Text("Copy \(number)")
  }
}

/// A screen with a link of each kind.
private struct DeskView: View {
  let ledger: Ledger

  var body: some View {
    NavigationStack {
      Group {
        NavigationLink("About") { Text("The lending desk.") }
        NavigationLink("Rules", value: ShelfRoute.rules)
        Link("Hours", destination: URL(string: "https://desk.example")!)
      }
      .navigationDestination(for: ShelfRoute.self) { Text("\($0)") }
    }
    .environment(
      \.openURL,
      OpenURLAction { _ in
        ledger.bodies.append(1)
        return .handled
      })
  }
}

@Suite("The links of a page")
@MainActor
struct PageLinkTests {
  private func links(
    rowLimit: Int?, isPlain: Bool = true, limit: Int = 100, _ ledger: Ledger = Ledger(),
    where isWanted: ([String]) -> Bool
  ) -> [String] {
    let graph = Graph()
    let router = Router(graph: graph)
    let host = ViewHost(graph: graph, rowLimit: rowLimit) {
      NavigationScene(router) { ShelfView(ledger: ledger, isPlain: isPlain) }
    }
    defer { host.end() }
    return PageLink.all(in: host, of: router, limit: limit, where: isWanted).map {
      "\($0.words.joined(separator: " ")): \($0.label)"
    }
  }

  @Test("Of the rows that no page has needed, only those are made whose link is wanted")
  func waiting() {
    let ledger = Ledger()
    let found = links(rowLimit: 2, ledger) { $0.last?.hasPrefix("49") == true }
    #expect(found == (["49"] + (490...499).map { "\($0)" }).map { "book \($0): Copy \($0)" })
    #expect(ledger.bodies == [0, 1, 49] + Array(490...499))
  }

  @Test(
    "The links are the same, whether the rows were made and whether they are links themselves",
    arguments: [true, false])
  func same(isPlain: Bool) {
    let isWanted = { (words: [String]) in words == ["rules"] || words.last?.hasSuffix("7") == true }
    let all = links(rowLimit: nil, isPlain: isPlain, where: isWanted)
    #expect(all.count == 51)
    #expect(Set(links(rowLimit: 3, isPlain: isPlain, where: isWanted)) == Set(all))
  }

  @Test("No link is opened, whichever kind it has")
  func unopened() {
    let (graph, ledger) = (Graph(), Ledger())
    let router = Router(graph: graph)
    let host = ViewHost(graph: graph) { NavigationScene(router) { DeskView(ledger: ledger) } }
    defer { host.end() }
    let elements = host.page().elements
    let links = PageLink.all(in: host, of: router, limit: 10)
    #expect(links.map(\.words) == [["rules"]])
    #expect(host.page().elements == elements && router.state.depth == 0 && ledger.bodies == [])
  }

  @Test("The search ends with the last link that is returned")
  func limited() {
    let ledger = Ledger()
    #expect(links(rowLimit: 1, limit: 5, ledger) { $0.count == 2 }.count == 5)
    #expect(ledger.bodies == [0, 1, 2, 3, 4])
  }

  @Test("The links that words can open are found, and none is followed")
  func words() {
    let desk = Hosting {
      NavigationStack {
        VStack {
          NavigationLink("The Go-Between", value: DeskRoute.book(id: 42))
          NavigationLink("Order", value: OrderPlace.order)
        }
        .navigationDestination(for: DeskRoute.self) { Text("\($0)") }
        .navigationDestination(for: OrderPlace.self) { Text("\($0)") }
      }
    }

    let links = PageLink.all(in: desk.host, of: desk.router, limit: 10)

    #expect(links == [PageLink(words: ["book", "42"], label: "The Go-Between")])
    #expect(desk.router.open(words: ["order"]).outcome?.isSuccess == false)
    #expect(desk.router.state.depth == 0)
  }

  @Test("A link to a place that a guard refuses or redirects is left out")
  func guarded() {
    let desk = Hosting {
      NavigationStack {
        ForEach([1, 2, 3], id: \.self) { NavigationLink("\($0)", value: DeskRoute.book(id: $0)) }
          .navigationDestination(for: DeskRoute.self) { Text("\($0)") }
      }
      .guarding(DeskRoute.self) { route in
        route == .book(id: 1)
          ? .block("It is lent.")
          : route == .book(id: 2) ? .redirect(to: DeskRoute.catalog) : .allow
      }
    }
    #expect(PageLink.all(in: desk.host, of: desk.router, limit: 10).map(\.label) == ["3"])
    let all = PageLink.all(in: desk.host, of: desk.router, limit: 10, asksGuards: false)
    #expect(all.map(\.label) == ["1", "2", "3"] && desk.router.state.depth == 0)
    #expect(
      desk.router.accepts(words: ["book", "3"]) && !desk.router.accepts(words: ["book", "1"]))
    #expect(!desk.router.accepts(words: ["book"]))
  }
}
