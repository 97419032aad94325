import Testing
import WaylineGraph
import WaylineViews

@testable import WaylineNavigation

/// Places that only the stack inside the returns desk declares.
private enum ReturnRoute: NavigationValue { case check(book: Int) }

/// The screen above such a place, declared only by its screen.
private struct Receipt: NavigationValue { let number: Int }

private struct ReturnsView: View {
  let journal: Journal
  var body: some View {
    NavigationStack {
      Text("returns")
        .onAppear { journal.note("returns") }
        .navigationDestination(for: ReturnRoute.self) { route in
          if case .check(let book) = route {
            Text("check \(book)")
              .onAppear { journal.note("check \(book)") }
              .navigationDestination(for: Receipt.self) { Text("receipt \($0.number)") }
          }
        }
    }
  }
}

private struct DeskView: View {
  let journal: Journal
  var body: some View {
    NavigationStack {
      Text("desk").navigationDestination(for: DeskRoute.self) { route in
        if case .catalog = route { ReturnsView(journal: journal) } else { Text("\(route)") }
      }
    }
  }
}

private struct TabsView: View {
  let journal: Journal
  var body: some View {
    TabView {
      NavigationStack {
        Text("books").onAppear { journal.note("books") }
          .navigationDestination(for: DeskRoute.self) { route in
            Text("\(route)").onAppear { journal.note("\(route)") }
          }
      }
      .tabItem { Text("Books") }
      Text("members").onAppear { journal.note("members") }.tabItem { Text("Members") }
    }
  }
}

private struct TwoModals: View {
  struct Item: Identifiable { let id: Int }
  @State private var item: Item?
  @State private var isCovered = false
  var body: some View {
    NavigationStack {
      Button("Sheet") { item = Item(id: 1) }
        .fullScreenCover(isPresented: $isCovered) { Text("the cover") }
        .sheet(item: $item) { _ in Button("Cover") { isCovered = true } }
    }
  }
}

private struct AlertView: View {
  @State private var asks = false
  var body: some View {
    TabView {
      Button("Ask") { asks = true }
        .alert("Delete?", isPresented: $asks) { Button("Delete") {} }
        .tabItem { Text("Books") }
      NavigationStack {
        Text("members").navigationDestination(for: DeskRoute.self) { Text("\($0)") }
      }
      .tabItem { Text("Members") }
    }
  }
}

private struct SheetInTab: View {
  @Environment(\.router) private var router
  @State private var isOpen = false
  var body: some View {
    TabView {
      NavigationStack {
        Button("Present") { isOpen = true }
          .sheet(isPresented: $isOpen) { Button("Go to B") { router.select(tab: "B") } }
      }
      .tabItem { Text("A") }
      Text("B").tabItem { Text("B") }
    }
  }
}

@Suite("Stacks inside the screens of a stack")
@MainActor
struct NestedStackTests {
  private let journal = Journal()

  private func desk() -> Hosting { Hosting { [journal] in DeskView(journal: journal) } }

  private func restart(_ first: Hosting) -> (Hosting, RestorationReport) {
    let second = desk()
    return (second, second.router.restore(Array(first.router.save().utf8)))
  }

  @Test("A place that only a nested stack declares is restored (19)")
  func restoredInside() {
    let first = desk()
    first.router.push(DeskRoute.catalog)
    first.router.push(ReturnRoute.check(book: 42))
    #expect(first.lines == ["check 42"])

    let (second, report) = restart(first)

    #expect(report.isComplete, "\(report)")
    #expect(second.lines == ["check 42"])
  }

  @Test("A place that only the screen below it declares is restored (19)")
  func restoredAbove() {
    let first = desk()
    first.router.push(DeskRoute.catalog)
    first.router.push(ReturnRoute.check(book: 42))
    first.router.push(Receipt(number: 7))
    #expect(first.lines == ["receipt 7"])

    let (second, report) = restart(first)

    #expect(report.isComplete, "\(report)")
    #expect(second.lines == ["receipt 7"])
    #expect(second.router.save() == first.router.save())
  }

  @Test("The tabs of a view that does not appear are quarantined, with their screens (19)")
  func missingTabs() {
    let text =
      "wayline navigation 1\nstack\t0\t0\ntabs\t1\t0\tBooks\ntab\t2\tBooks\n"
      + "stack\t3\t0\npush\t4\tDeskRoute\t0\t{\"catalog\":{}}\n"

    let report = desk().router.restore(Array(text.utf8))

    #expect(report.dropped.map(\.reason) == [.noStack])
    #expect(text.utf8.suffix(report.quarantine.count).elementsEqual(report.quarantine))
    #expect(report.quarantine.count > 40)
  }

  @Test("undo shows the screens of a nested stack again, not that they are undeclared (15)")
  func undone() {
    let desk = desk()
    desk.router.push(DeskRoute.catalog)
    desk.router.push(ReturnRoute.check(book: 42))
    desk.router.home()

    let (_, sentences) = withReports { desk.router.undo() }

    #expect(desk.lines == ["check 42"])
    #expect(sentences == [])
  }

  @Test("forward shows the screens of a nested stack again, not that they are undeclared (15)")
  func forward() {
    let desk = desk()
    desk.router.push(DeskRoute.catalog)
    desk.router.push(ReturnRoute.check(book: 42))
    desk.router.back(2)

    let (_, sentences) = withReports { desk.router.forward() }

    #expect(desk.lines == ["check 42"])
    #expect(sentences == [])
  }

  @Test("An open screen whose declaration leaves is reported to the developer (24)")
  func withdrawn() {
    struct Shelf: View {
      @State private var isDeclared = true
      var body: some View {
        NavigationStack {
          VStack {
            Toggle("Declare", isOn: $isDeclared)
            if isDeclared { Text("x").navigationDestination(for: DeskRoute.self) { Text("\($0)") } }
          }
          .navigationDestination(isPresented: .constant(false)) { Text("never") }
        }
      }
    }
    let shelf = Hosting { Shelf() }
    let toggle = shelf.host.page().elements[0].id
    shelf.router.push(DeskRoute.catalog)

    let (_, sentences) = withReports { shelf.host.perform(.activate, on: toggle) }

    #expect(shelf.lines == ["The screen of 'catalog' is not declared any more."])
    #expect(sentences.count == 1 && sentences[0].contains("nothing declares DeskRoute any more"))
  }

  @Test("A place pushed on an outer stack covers a modal of the stack inside (9)")
  func pushedOverModal() {
    let desk = desk()
    desk.router.push(DeskRoute.catalog)
    desk.router.present(ReturnRoute.check(book: 42), as: .cover)
    #expect(desk.layer == .cover(""))

    desk.router.push(DeskRoute.book(id: 1))
    #expect(desk.lines == ["book(id: 1)"])
    #expect(desk.layer == .root)
    desk.router.back()

    #expect(desk.lines == ["check 42"])
    #expect(desk.layer == .cover(""))
  }

  @Test("Two modals of bindings return in the order in which they covered each other (15)")
  func twoModals() {
    let desk = Hosting { TwoModals() }
    desk.press("Sheet")
    desk.press("Cover")
    #expect(desk.lines == ["the cover"])

    desk.router.back(2)
    #expect(desk.lines == ["[1] Sheet"])
    desk.router.forward()

    #expect(desk.lines == ["the cover"])
    desk.router.back()
    #expect(desk.lines == ["[1] Cover"])
  }

  @Test("Coordinators declared around a stack are for the stack inside, also for links (18)")
  func coordinatorsAround() {
    struct Plain: Coordinator {
      let route: DeskRoute
      func start() -> some View { Text("\(route)") }
    }
    let desk = Hosting {
      NavigationStack { Text("desk") }.coordinators(for: DeskRoute.self) { Plain(route: $0) }
    }
    desk.router.push(DeskRoute.book(id: 1))

    #expect(desk.router.open("/book/1").outcome == .duplicate)
    #expect(desk.router.state.routes == [Route(DeskRoute.book(id: 1))])
    desk.router.back()
    #expect(desk.lines == ["desk"])
  }

  @Test("Returning to a tab makes its cover appear, and not the screen below it (6)")
  func coverInTab() {
    let tabs = Hosting { [journal] in TabsView(journal: journal) }
    tabs.router.present(DeskRoute.catalog, as: .cover)
    tabs.router.select(tab: "Members")
    #expect(tabs.content.first == "members")
    journal.clear()

    tabs.router.select(tab: "Books")

    #expect(tabs.lines == ["catalog"])
    #expect(journal.lines == ["catalog"])
  }

  @Test("A screen that is uncovered and covered again in one update does not appear (6)")
  func uncoveredAndCovered() {
    let desk = desk()
    desk.router.push(DeskRoute.catalog)
    desk.router.navigate { [outer = desk.router.state.visibleStacks[1]] state in
      state.step(.push(Route(DeskRoute.book(id: 1)), onto: outer))
    }
    journal.clear()

    desk.router.navigate { state in
      state.pop()
      state.push(ReturnRoute.check(book: 42))
    }

    #expect(desk.lines == ["check 42"])
    #expect(journal.lines == ["check 42"])
  }

  @Test("A sheet that its tab has hidden, and the tabs above it, are printed each time (4)")
  func hiddenSheet() {
    let tabs = Hosting { SheetInTab() }
    tabs.press("Present")
    for _ in 0..<3 {
      #expect(tabs.isPrinted && tabs.lines.first == "[1] Go to B")
      tabs.press("Go to B")
      #expect(tabs.isPrinted && tabs.content.first == "B")
      tabs.router.select(tab: "A")
    }
    let router = tabs.router
    let verbs: [@MainActor () -> NavigationHandle] = [router.undo, router.redo, router.undo]
    for verb in verbs {
      _ = verb()
      #expect(tabs.isPrinted)
    }
  }

  @Test("A hidden tab's alert is not closed by back, which has an effect that can be seen (15)")
  func hiddenAlert() {
    let desk = Hosting { AlertView() }
    desk.press("Ask")
    desk.router.select(tab: "Members")
    desk.router.push(DeskRoute.catalog)
    #expect(desk.content.first == "catalog")

    desk.router.back()
    #expect(desk.content.first == "members")
    desk.router.select(tab: "Books")

    #expect(desk.layer == .alert(title: "Delete?", message: ""))
  }
}
