import Testing
import WaylineGraph
import WaylineNavigation
import WaylineViews

/// The screens that ask before they are left, and those that were asked.
@MainActor
private final class Drafts {
  var unsaved: Set<String> = []
  let journal = Journal()

  func decide(_ name: String) -> GuardDecision {
    journal.note(name)
    return unsaved.contains(name) ? .block("Save '\(name)' first") : .allow
  }
}

private struct Draft: View {
  let name: String
  var title: String?
  let drafts: Drafts

  var body: some View {
    if let title {
      Text(name).navigationTitle(title).onLeave { drafts.decide(name) }
    } else {
      Text(name).onLeave { drafts.decide(name) }
    }
  }
}

/// Two tabs with a stack each, and one without.
private struct DeskView: View {
  let drafts: Drafts

  var body: some View {
    TabView {
      tab("books", "Shelves").tabItem { Text("Books") }
      tab("members", nil).tabItem { Text("Members") }
      Draft(name: "hours", drafts: drafts).tabItem { Text("Hours") }
    }
  }

  private func tab(_ name: String, _ title: String?) -> some View {
    NavigationStack {
      Draft(name: name, title: title, drafts: drafts)
        .navigationDestination(for: DeskRoute.self) { Draft(name: "\($0)", drafts: drafts) }
    }
  }
}

@Suite("Leaving the program")
@MainActor
struct DepartureTests {
  private let drafts = Drafts()

  private func desk() -> Hosting { Hosting { [drafts] in DeskView(drafts: drafts) } }

  @Test("Quitting asks the screens of hidden tabs too, the visible ones first (11)")
  func hiddenTabs() {
    let desk = desk()
    desk.router.push(DeskRoute.catalog)
    desk.router.select(tab: "Members")
    desk.router.push(DeskRoute.book(id: 1))
    desk.router.select(tab: "Hours")
    drafts.journal.clear()

    #expect(desk.router.leave().outcome == .completed)

    #expect(
      drafts.journal.lines == ["hours", "book(id: 1)", "members", "catalog", "books"])
  }

  @Test("A refusal of a hidden screen names it and the commands that open it (11)")
  func way() {
    let desk = desk()
    desk.router.select(tab: "Members")
    desk.router.push(DeskRoute.book(id: 1))
    desk.router.push(DeskRoute.catalog)

    drafts.unsaved = ["books"]
    #expect(
      desk.router.leave().outcome
        == .blocked(
          by: "'Shelves' cannot be left: Save 'books' first. Type 'Tab: Books' to open it."))

    drafts.unsaved = ["members"]
    #expect(
      desk.router.leave().outcome
        == .blocked(
          by: "'Members' cannot be left: Save 'members' first. Type 'back 2' to open it."))

    desk.router.select(tab: "Books")
    drafts.unsaved = ["book(id: 1)"]
    #expect(
      desk.router.leave().outcome
        == .blocked(
          by: "'book 1' cannot be left: Save 'book(id: 1)' first. "
            + "Type 'Tab: Members', then 'back' to open it."))

    desk.router.select(tab: "Members")
    drafts.unsaved = ["catalog"]
    #expect(desk.router.leave().outcome == .blocked(by: "Save 'catalog' first"))
  }

  @Test("Quitting waits for a leave guard that decides asynchronously (11)")
  func asynchronous() async {
    let desk = Hosting {
      Text("Desk").onLeave { () async -> GuardDecision in
        await Task.yield()
        return .allow
      }
    }

    let leaving = desk.router.leave()

    #expect(leaving.outcome == nil)
    #expect(await leaving.value == .completed)
  }

  @Test("The root of a stack inside a sheet is asked when the sheet ends (11)")
  func sheetWithStack() {
    let desk = Hosting { [drafts] in
      NavigationStack {
        Text("Desk").navigationDestination(for: DeskRoute.self) { _ in
          NavigationStack { Draft(name: "wizard", drafts: drafts) }
        }
      }
    }
    desk.router.present(DeskRoute.catalog)
    drafts.unsaved = ["wizard"]

    #expect(desk.router.dismiss().outcome == .blocked(by: "Save 'wizard' first"))

    #expect(desk.lines == ["wizard"])
    #expect(drafts.journal.lines == ["wizard"])
  }
}
