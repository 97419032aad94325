import Testing
import WaylineGraph
import WaylineViews

@testable import WaylineNavigation

private struct Shelf: View {
  let name: String
  var body: some View {
    NavigationStack {
      VStack {
        Text(name)
        NavigationLink("Open", value: DeskRoute.member(name: name))
      }
      .navigationTitle(name)
      .navigationDestination(for: DeskRoute.self) { route in
        Text("\(route)").navigationTitle("\(route)")
      }
    }
  }
}

private struct DeskView: View {
  var body: some View {
    TabView {
      Shelf(name: "B").tabItem { Text("Books") }
      Shelf(name: "M").tabItem { Text("Members") }
    }
  }
}

private struct ChoosingView: View {
  @State private var chosen = "m"
  var body: some View {
    TabView(selection: $chosen) {
      Text("Shelf of \(chosen)").tabItem { Label("Books", systemImage: "book") }.tag("b")
      Button("To books") { chosen = "b" }.tag("m").tabItem { Text("Members") }
    }
  }
}

private struct ChangingTabs: View {
  @State private var chosen = "b"
  @State private var hasSecond = true
  let isBound: Bool
  var body: some View {
    Button("Change") { hasSecond.toggle() }
    if isBound { TabView(selection: $chosen) { tabs } } else { TabView { tabs } }
    Text("Chosen: \(chosen)")
  }

  @ViewBuilder private var tabs: some View {
    Text("A").tabItem { Text("First") }.tag("a")
    if hasSecond { Text("B").tabItem { Text("Second") }.tag("b") }
    Text("C").tabItem { Text("Third") }.tag("c")
  }
}

@Suite("Tabs")
@MainActor
struct TabTests {
  @Test(
    "A selected tab that disappears is selected again when it returns, unless another is chosen",
    arguments: [false, true])
  func returning(isBound: Bool) {
    let desk = Hosting { ChangingTabs(isBound: isBound) }
    desk.send(.value("Second"), to: "Tab")
    #expect(desk.lines[2] == "B")

    desk.press("Change")
    #expect(desk.lines[2] == "A" && desk.lines.last == "Chosen: b")
    desk.press("Change")
    #expect(desk.lines[2] == "B")

    desk.press("Change")
    desk.send(.value("Third"), to: "Tab")
    desk.press("Change")
    #expect(desk.lines[2] == "C" && desk.lines.last == (isBound ? "Chosen: c" : "Chosen: b"))
  }

  @Test("One tab shows, and the tabs are an element above it")
  func first() {
    let desk = Hosting { DeskView() }

    #expect(desk.lines == ["[1] Tab: Books (Books, Members)", "B", "[2] Open"])
    #expect(desk.titles == ["B"])
  }

  @Test("A person chooses a tab by name or number, in any case")
  func choose() {
    let desk = Hosting { DeskView() }

    #expect(desk.send(.value("members"), to: "Tab") == .done)
    #expect(desk.content.first == "M")
    #expect(desk.send(.value("1"), to: "Tab") == .done)
    #expect(desk.content.first == "B")
    #expect(
      desk.send(.value("member"), to: "Tab")
        == .refused("There is no tab 'member'. Choose Books or Members."))
  }

  @Test("A binding chooses the tab, and follows the person's choice")
  func selection() {
    let desk = Hosting { ChoosingView() }
    #expect(desk.lines == ["[1] Tab: Members (Books, Members)", "[2] To books"])

    desk.press("To books")
    #expect(desk.lines == ["[1] Tab: Books (Books, Members)", "Shelf of b"])
    desk.send(.value("2"), to: "Tab")
    #expect(desk.content.first == "[2] To books")
    desk.router.undo()
    #expect(desk.content.first == "Shelf of b")
  }

  @Test("Each tab keeps its own stack, and undo goes through tabs (15)")
  func stacks() {
    let desk = Hosting { DeskView() }
    desk.press("Open")
    desk.router.select(tab: "Members")
    #expect(desk.content.first == "M")
    desk.router.select(tab: "Books")
    #expect(desk.content.first == #"member(name: "B")"#)

    desk.router.undo()

    #expect(desk.content.first == "M")
    #expect(desk.router.back().outcome == .nothingToPop)
  }

  @Test(
    "Undo and redo go through pushes, pops, sheets and tabs in the order of their happening (15)")
  func chronological() {
    let desk = Hosting { DeskView() }
    var seen = [desk.lines.first]
    let steps: [@MainActor () -> NavigationHandle] = [
      { desk.router.push(DeskRoute.book(id: 1)) },
      { desk.router.present(DeskRoute.book(id: 2)) },
      { desk.router.dismiss() },
      { desk.router.select(tab: "Members") },
      { desk.router.push(DeskRoute.book(id: 3)) },
      { desk.router.pop() },
      { desk.router.select(tab: "Books") },
      { desk.router.back() },
    ]
    for step in steps {
      #expect(step().outcome == .completed)
      seen.append(desk.lines.first)
    }

    for line in seen.dropLast().reversed() {
      #expect(desk.router.undo().outcome == .completed)
      #expect(desk.lines.first == line)
    }
    for line in seen.dropFirst() {
      #expect(desk.router.redo().outcome == .completed)
      #expect(desk.lines.first == line)
    }
  }

  @Test("Tabs have names of their own, whatever they are called")
  func tabNames() {
    let hosting = Hosting {
      TabView {
        Text("one").tabItem { Text("A (3)") }
        Text("two").tabItem { Text("A") }
        Text("three").tabItem { Text("A") }
      }
    }
    #expect(hosting.lines == ["[1] Tab: A (3) (A (3), A, A (3) (3))", "one"])
    hosting.send(.value("[3]"), to: "Tab")
    #expect(hosting.content.first == "three")
    #expect(hosting.host.checkInvariants() == [])
  }
}
