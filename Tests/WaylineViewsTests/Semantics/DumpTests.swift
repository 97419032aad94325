import Observation
import Testing
import WaylineGraph

@testable import WaylineViews

private struct Counter: View {
  @State private var count = 0
  let name: String
  var body: some View { Button("\(name) \(count)") { count += 1 } }
}

private struct Desk: View {
  @State private var shelves = ["a"]
  @State private var note = "two\nlines"

  var body: some View {
    Button("Add") { shelves.append("b") }
    ForEach(shelves, id: \.self) { Counter(name: $0) }
  }
}

@Suite("The dump of a tree")
@MainActor
struct DumpTests {
  @Test("It shows names, identities, states, and the reason of each last body run")
  func dump() {
    let hosting = Hosting { Desk() }
    hosting.press("Add")
    hosting.press("b 0")
    #expect(
      hosting.host.dump() == [
        "Desk, shelves: [\"a\", \"b\"], note: two␤lines, ran 2 times, last: 'shelves' of Desk changed",
        "  button 'Add'",
        "    Text",
        "  ForEach, ran 2 times, last: its parent passed another value",
        "    Counter #a, count: 0, ran once: shown",
        "      button 'a 0'",
        "        Text",
        "    Counter #b, count: 1, ran 2 times, last: 'count' of Counter changed",
        "      button 'b 1'",
        "        Text",
      ])
  }

  @Test(
    "Bodies that ran after an update are listed with the reason, types without generic arguments")
  func reasons() {
    let hosting = Hosting {
      AnyView(VStack { Desk() })
    }
    let shown = hosting.host.graph.updates
    hosting.press("Add")
    #expect(
      hosting.host.reasons(after: shown) == [
        "Desk ran 2 times, last: 'shelves' of Desk changed",
        "ForEach ran 2 times, last: its parent passed another value",
        "Counter ran once: shown",
      ])
    #expect(hosting.host.reasons(after: hosting.host.graph.updates) == [])
    #expect(hosting.host.dump().first == "VStack, ran once: shown")
  }

  @Test("A change of an observable object is named as the reason")
  func observation() {
    struct Sign: View {
      let lending: Lending
      var body: some View { Text(lending.title) }
    }
    let lending = Lending()
    let hosting = Hosting { Sign(lending: lending) }
    hosting.perform { lending.title = "Dune" }
    #expect(
      hosting.host.dump() == [
        "Sign, ran 2 times, last: an observable object it read changed", "  Text",
      ])
  }
}
