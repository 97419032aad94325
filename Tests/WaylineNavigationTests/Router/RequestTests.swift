import Testing
import WaylineGraph
import WaylineViews

@testable import WaylineNavigation

private struct RequestView: View {
  @State private var isFirstOpen = false
  @State private var isSecondOpen = false
  @State private var isWaiting = true
  let journal: Journal
  var body: some View {
    NavigationStack {
      Text("Desk")
      Toggle("Open", isOn: $isFirstOpen)
      Toggle("Wait", isOn: $isWaiting)
      if isWaiting {
        Text("Waiting").onResult(of: .borrower) { journal.note("\($0)") }
      }
      Text("End")
        .sheet(isPresented: $isFirstOpen, onDismiss: { isSecondOpen = true }) { Text("First") }
        .sheet(isPresented: $isSecondOpen) { Text("Second") }
        .navigationDestination(for: DeskRoute.self) { PlaceView(route: $0, journal: journal) }
    }
  }
}

private struct PlaceView: View {
  @Environment(\.router) private var router
  @Environment(\.finish) private var finish
  @Environment(\.dismiss) private var dismiss
  @State private var isClean = false
  let route: DeskRoute
  let journal: Journal
  var body: some View {
    Text("\(route)")
      .onAppear {
        if route == .catalog {
          router.push(DeskRoute.book(id: 1))
          router.push(DeskRoute.book(id: 2))
        }
        journal.note("appear \(route)")
      }
    Button("Give") { finish("Ada") }
    Button("Close") { dismiss() }
    Toggle("Clean", isOn: $isClean)
      .onLeave { isClean || route != .member(name: "Ada") ? .allow : .block("Unsaved changes") }
  }
}

@Suite("Requests at any time")
@MainActor
struct RequestTests {
  private let journal = Journal()
  private let desk: Hosting

  init() {
    desk = Hosting { [journal] in RequestView(journal: journal) }
  }

  @Test("A navigation is finished when the verb returns, unless a guard is asynchronous (1)")
  func complete() async {
    let push = desk.router.push(DeskRoute.book(id: 1))

    #expect(push.outcome == .completed)
    #expect(await push.value == .completed)
    #expect(push.from.depth == 0 && push.to.depth == 1)
  }

  @Test(
    "Over-pop: popping more than there is ends at the root, and again there is nothing to pop (4)")
  func overPop() {
    desk.router.push(DeskRoute.book(id: 1))

    #expect(desk.router.pop(5).outcome == .completed)
    #expect(desk.router.pop().outcome == .nothingToPop)
    #expect(desk.lines.first == "Desk")
  }

  @Test("The handle has the states before and after, the same when nothing changed (3)")
  func states() {
    desk.router.push(DeskRoute.book(id: 1))
    let before = desk.router.state

    let push = desk.router.push(DeskRoute.book(id: 2))
    #expect(push.from == before && push.to == desk.router.state && push.from != push.to)

    let duplicate = desk.router.push(DeskRoute.book(id: 2))
    #expect(duplicate.from == desk.router.state && duplicate.to == duplicate.from)
  }

  @Test("Double push: the second is a duplicate, and one step back is enough (5)")
  func doublePush() {
    desk.router.push(DeskRoute.book(id: 1))

    #expect(desk.router.push(DeskRoute.book(id: 1)).outcome == .duplicate)
    desk.router.back()

    #expect(desk.lines.first == "Desk")
  }

  @Test("Dismissing an ended screen changes nothing, however often (9)")
  func dismissGone() {
    desk.router.push(DeskRoute.book(id: 1))
    let gone = desk.router.state.top.id

    desk.press("Close")
    #expect(desk.press("Close") == .gone)
    #expect(desk.router.end(gone).outcome == .duplicate)
    #expect(desk.router.dismiss().outcome == .nothingToPop)
  }

  @Test(
    "Pushes during a push are queued in order, and all of them are one update (2)")
  func pushDuringPush() {
    let updates = desk.updates { desk.router.push(DeskRoute.catalog) }

    #expect(
      desk.router.state.routes
        == [.catalog, .book(id: 1), .book(id: 2)].map { (route: DeskRoute) in Route(route) })
    #expect(desk.lines.first == "book(id: 2)")
    #expect(updates == 1)
  }

  @Test("A sheet requested by the end of another is presented after it (10)")
  func presentWhileDismissing() {
    desk.press("Open")
    #expect(desk.lines == ["First"])

    desk.router.dismiss()
    #expect(desk.lines == ["Second"])
    desk.router.dismiss()

    #expect(desk.lines.first == "Desk")
  }

  @Test(
    "A link while a sheet with a leave guard is open is blocked, until the guard allows it (11, 18)"
  )
  func linkUnderGuard() {
    desk.router.present(DeskRoute.member(name: "Ada"))

    let blocked = desk.router.open("/book/1")
    #expect(blocked.outcome == .blocked(by: "Unsaved changes"))
    #expect(desk.lines.first == #"member(name: "Ada")"#)
    desk.press("Clean")
    desk.router.open("/book/1")

    #expect(desk.lines.first == "book(id: 1)")
    #expect(desk.router.state.depth == 1)
  }

  @Test("The result for an ended parent is reported to observers only (14)")
  func resultToNobody() {
    _ = desk.router.observeFlows { [journal] in journal.note("\($0.ending) \($0.json ?? "-")") }
    desk.press("Wait")
    desk.router.present(DeskRoute.book(id: 1), for: .borrower)
    journal.clear()

    desk.press("Give")

    #expect(journal.lines == [#"value("Ada") "Ada""#])
    #expect(desk.lines.first == "Desk")
  }

  @Test("The history holds a hundred steps, and discards the oldest (15)")
  func boundedPast() {
    for number in 0..<150 { desk.router.push(DeskRoute.book(id: number)) }

    var steps = 0
    while desk.router.undo().outcome == .completed { steps += 1 }

    #expect(steps == 100)
    #expect(desk.router.state.depth == 50)
  }

  @Test("Finished navigations are a sequence too, from the request for it on (21)")
  func sequence() async {
    desk.router.push(DeskRoute.book(id: 1))
    var transitions = desk.router.transitions.makeAsyncIterator()

    desk.router.pop()
    desk.router.pop()

    #expect(await transitions.next()?.outcome == .completed)
    #expect(await transitions.next()?.outcome == .nothingToPop)
  }
}
