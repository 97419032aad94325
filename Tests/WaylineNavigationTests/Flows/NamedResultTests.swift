import Testing
import WaylineGraph
import WaylineNavigation
import WaylineViews

private enum Flow: NavigationValue { case choose, login }

private struct DeskView: View {
  @Environment(\.router) private var router
  let journal: Journal
  var needsLogin = false
  @State private var isLoggedIn = false
  var body: some View {
    NavigationStack {
      Text("Desk")
        .navigationDestination(for: DeskRoute.self) { route in
          Text("\(route)")
            .onResult(of: .borrower) { journal.note("\(route) \($0)") }
        }
        .navigationDestination(for: Flow.self) { flow in
          ChooseView(flow: flow) { isLoggedIn = true }
        }
    }
    .guarding(Flow.self) { flow in
      !needsLogin || isLoggedIn || flow == .login
        ? .allow : .redirect(to: Flow.login, thenContinuing: true)
    }
  }
}

private struct ChooseView: View {
  @Environment(\.finish) private var finish
  let flow: Flow
  let logIn: @MainActor () -> Void
  var body: some View {
    Text("\(flow)")
    Button("Ada") { finish("Ada", for: .borrower) }
    Button("Number") { finish(3) }
    Button("Log in") {
      logIn()
      finish()
    }
  }
}

@Suite("Results by name")
@MainActor
struct NamedResultTests {
  private let journal = Journal()

  private func desk(needsLogin: Bool = false) -> Hosting {
    Hosting { [journal] in DeskView(journal: journal, needsLogin: needsLogin) }
  }

  private func choosing(needsLogin: Bool = false) -> Hosting {
    let desk = desk(needsLogin: needsLogin)
    desk.router.push(DeskRoute.book(id: 1))
    desk.router.present(Flow.choose, for: .borrower)
    return desk
  }

  @Test("The ending comes once to the nearest screen that declares the name (14)")
  func once() {
    let desk = choosing()

    desk.press("Ada")
    desk.router.push(DeskRoute.catalog)
    desk.router.back()

    #expect(journal.lines == [#"book(id: 1) value("Ada")"#])
  }

  @Test("A result that nothing awaits is refused and reported, and its screen stays (14)")
  func unawaited() {
    let desk = desk()
    var problems: [String] = []
    desk.router.onLateRefusal = { problems.append($0) }
    desk.router.push(Flow.choose)

    let (_, mistakes) = withReports { desk.press("Ada") }

    #expect(desk.lines.first == "choose")
    #expect(mistakes.count == 1)
    #expect(mistakes.first?.contains("'borrower', but nothing awaits it") == true)
    #expect(
      problems == [
        "Nothing waits for the result 'borrower' here, so nothing was done. Open this screen from "
          + "the one that asks for it."
      ])
  }

  @Test("Without anybody to inform, a result that nothing awaits is a mistake alone (14)")
  func unawaitedAndUnseen() {
    let desk = desk()
    desk.router.push(Flow.choose)

    let (_, mistakes) = withReports { desk.press("Ada") }

    #expect(mistakes.count == 1 && desk.lines.first == "choose")
  }

  @Test("A value with a key ends the flow of that key, also from a flow above it (14)")
  func outerFlow() async {
    let desk = choosing()
    let inner = Task { @MainActor in
      await desk.router.present(Flow.choose, as: .cover, returning: Int.self)
    }
    while desk.layer != .cover("") { await Task.yield() }

    desk.press("Ada")

    #expect(await inner.value == .dismissedByParent)
    #expect(journal.lines == [#"book(id: 1) value("Ada")"#])
  }

  @Test("A result stays awaited whatever undo and redo do above its screen (15)")
  func undoneAbove() {
    let desk = choosing()
    desk.router.push(DeskRoute.catalog)

    desk.router.undo()
    desk.router.redo()
    desk.router.undo()
    desk.press("Ada")

    #expect(journal.lines == [#"book(id: 1) value("Ada")"#])
  }

  @Test("A value of another type ends the flow as cancelled, and is reported as a mistake")
  func otherType() {
    let desk = choosing()

    let sentences = withReports { desk.press("Number") }.sentences

    #expect(journal.lines == ["book(id: 1) cancelled"])
    #expect(
      sentences == [
        "The result 'borrower' returns String, but finish(_:) was called with a value of type Int, "
          + "so it ended as cancelled. Call finish(_:) with String."
      ])
  }

  @Test("After a restart the flow is back and its ending comes to the screen of the same name (14)")
  func restart() {
    let first = choosing()
    let saved = first.router.save()
    #expect(saved.contains("result\t3\tborrower"))

    let second = desk()
    #expect(second.router.restore(Array(saved.utf8)).isComplete)
    #expect(second.router.save() == saved)
    second.press("Ada")

    #expect(journal.lines == [#"book(id: 1) value("Ada")"#])
    #expect(!second.router.save().contains("result"))
  }

  @Test("A result that has come does not come again after a restart (14)")
  func notAgain() {
    let first = choosing()
    first.press("Ada")

    let second = desk()
    second.router.restore(Array(first.router.save().utf8))

    #expect(journal.lines.count == 1)
  }

  @Test("A flow that is not restored is reported as interrupted, once (14)")
  func interrupted() {
    let first = choosing()
    let saved = first.router.save().split(separator: "\n").map {
      $0.hasPrefix("sheet") ? "\($0.dropLast(9))chose\":{}}" : String($0)
    }

    let second = desk()
    let report = second.router.restore(Array((saved.joined(separator: "\n") + "\n").utf8))

    #expect(report.dropped.count == 1)
    #expect(journal.lines == ["book(id: 1) interrupted"])
  }

  @Test("Going back cancels, and an ended flow is never shown again (15)")
  func cancelled() {
    let desk = choosing()
    desk.router.back()
    #expect(journal.lines == ["book(id: 1) cancelled"])

    #expect(desk.router.forward().outcome == .nothingToPop)
    desk.router.undo()

    #expect(desk.lines == ["Desk"])
    #expect(journal.lines.count == 1)
  }

  @Test("Ending the screens below returns the parent's own ending (14)")
  func dismissedByParent() {
    let desk = choosing()

    desk.router.popToRoot()

    #expect(journal.lines == ["book(id: 1) dismissedByParent"])
  }

  @Test("A guard's flow on the way keeps the name, also across a restart (13)")
  func throughLogin() {
    let first = choosing(needsLogin: true)
    #expect(first.lines.first == "login")

    let second = desk(needsLogin: true)
    second.router.restore(Array(first.router.save().utf8))
    second.press("Log in")
    #expect(second.lines.first == "choose")
    second.press("Ada")

    #expect(journal.lines == [#"book(id: 1) value("Ada")"#])
  }
}
