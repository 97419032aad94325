import Testing
import WaylineGraph
import WaylineNavigation
import WaylineViews

@testable import WaylineShell

private enum DeskRoute: NavigationValue {
  case catalog
  case book(id: Int)
}

/// The first screen of the desk: two places, and a link to one of them.
private struct HomePage: View {
  var body: some View {
    NavigationStack {
      NavigationLink("Catalog", value: DeskRoute.catalog)
        .navigationTitle("Desk")
        .navigationDestination(for: DeskRoute.self) { route in
          switch route {
          case .catalog: Text("All books.").navigationTitle("Catalog")
          case .book(let id): Text("Book \(id).").navigationTitle("Book")
          }
        }
    }
  }
}

@Suite("Router and session")
@MainActor
struct RouterNavigatorTests {
  private func desk(_ configure: (inout SceneConfiguration) -> Void = { _ in }) -> Desk {
    let graph = Graph()
    let router = Router(graph: graph)
    let host = ViewHost(graph: graph) { NavigationScene(router) { HomePage() } }
    return Desk(host: host, navigator: router, configure)
  }

  @Test("A program receives each navigation with the links before and after")
  func transitions() {
    let desk = desk { $0.printsTransitions = true }
    _ = desk.answer("open book 42", "back", "back")
    #expect(
      desk.frames.flatMap(\.transitions) == [
        Transition(outcome: "completed", cause: "person", from: "/", to: "/book/42"),
        Transition(outcome: "completed", cause: "person", from: "/book/42", to: "/"),
        Transition(outcome: "nothing-to-pop", cause: "person", from: "/", to: "/"),
      ])
  }

  @Test("A link goes up, back comes down, forward and undo return")
  func walking() {
    let desk = desk()
    #expect(desk.printed() == "Desk\n[1] Catalog\n")
    #expect(desk.answer("1") == "Desk › Catalog\nAll books.\n")
    #expect(desk.answer("back") == "Desk\n[1] Catalog\n")
    #expect(desk.answer("forward") == "Desk › Catalog\nAll books.\n")
    #expect(desk.answer("undo") == "Undone: opening 'Catalog'.\nDesk\n[1] Catalog\n")
    #expect(desk.answer("redo") == "Desk › Catalog\nAll books.\n")
    #expect(desk.answer("home") == "Desk\n[1] Catalog\n")
  }

  @Test("A place is opened by words and by its link, and 'where' prints both")
  func opening() {
    let desk = desk()
    #expect(desk.answer("open book 42") == "Desk › Book\nBook 42.\n")
    #expect(desk.answer("where") == "Desk › Book\n/book/42\ndesk book 42\n")
    #expect(desk.answer("open /book/7") == "Desk › Book\nBook 7.\n")
    #expect(desk.answer("open /book/7") == "This place is already open.\n")
    #expect(desk.answer("open book/42") == "Desk › Book\nBook 42.\n")
    #expect(desk.session.status == .success)
  }

  @Test(
    "A refused command prints the reason, changes nothing and counts",
    arguments: [
      ("back", "There is nothing to go back to.\n"),
      ("forward", "There is nothing to go forward to.\n"),
      ("undo", "There is nothing to undo.\n"), ("redo", "There is nothing to redo.\n"),
      ("dismiss", "Nothing is presented here.\n"),
      ("open catlog", "There is no place 'catlog'. Did you mean 'open catalog'?\n"),
      ("open bok", "There is no place 'bok'. The form is 'open book <id>'.\n"),
      ("open bok 42 7", "There is no place 'bok'. Did you mean 'open book 42'?\n"),
      ("open /catlog", "There is no place 'catlog'. Did you mean 'open catalog'?\n"),
      ("open zebra", "There is no place 'zebra'. 'help' lists the places.\n"),
      ("open book", "The value for 'id' is missing. The form is 'open book <id>'.\n"),
      ("open book x", "'x' is not a whole number.\n"),
    ])
  func refused(line: String, sentence: String) {
    let desk = desk()
    #expect(desk.answer(line) == sentence)
    #expect(desk.session.status == .notAccepted)
  }

  @Test("A suggestion is accepted where it is printed, as it is printed")
  func suggestions() {
    let desk = desk()
    let lines = [
      "catalog", "catlog", "book 42", "book", "bok 42", "book x", "book 42 7", "open catlog",
      "open bok 42", "open book 42 7", "open /catlog", "open /bok/42", "cd catlog", "cd bok/42",
      "go /catlog", "goto bok 42", "desk catlog", "desk book 42", "opne catlog", "opne bok 42",
      "opne", "hoem", "help hoem", ":hoem", "\"Catlog\"", "catalg", "wiat 3",
      "quti", "more 3", "help opne", "view zebra", "histroy",
    ]
    var compared = 0
    for line in lines {
      let answer = desk.answer(line)
      guard let range = answer.firstRange(of: " Did you mean '") else { continue }
      let suggested = answer[range.upperBound...].prefix { $0 != "\n" }.dropLast(2)
      for suggestion in suggested.split(separator: "' or '").flatMap({ $0.split(separator: "', '") }
      ) {
        // Leaving is accepted, and ends the session.
        guard suggestion != "quit" else { continue }
        compared += 1
        _ = desk.answer("home")
        let before = desk.frames.count
        _ = desk.answer(String(suggestion))
        let refusals = desk.frames.dropFirst(before).compactMap(\.status)
        #expect(refusals == [], "\(line): \(suggestion)")
      }
    }
    #expect(compared > 20)
  }

  @Test("dismiss closes no pushed screen, and says so")
  func dismissPushed() {
    let desk = desk()
    _ = desk.answer("open book 42")
    #expect(desk.answer("dismiss") == "Nothing is presented here.\n")
    #expect(desk.answer("back") == "Desk\n[1] Catalog\n")
  }

  @Test("A link that a slow guard refuses says so when the guard has decided, and counts")
  func lateRefusal() async {
    let graph = Graph()
    let router = Router(graph: graph)
    let host = ViewHost(graph: graph) {
      NavigationScene(router) {
        HomePage().guarding(DeskRoute.self) { (_: DeskRoute) async -> GuardDecision in
          await Task.yield()
          return .block("The catalog is closed.")
        }
      }
    }
    let desk = Desk(host: host, navigator: router)
    let start = router.state
    #expect(desk.answer("1") == "" && desk.session.status == .success)
    _ = desk.answer("wait")
    await desk.untilReady()
    #expect(
      desk.frames.flatMap(\.messages) == [.problem("The catalog is closed.", .navigationRefused)])
    #expect(desk.session.status == .notAccepted && router.state == start)
  }

  @Test("^D that a slow guard allows is the end of the input, and quit is not")
  func slowEnd() async {
    for ending in [Ending.endOfInput, .left] {
      let navigator = NotingNavigator()
      navigator.answer = .undecided {
        await Task.yield()
        return .accepted()
      }
      let desk = Desk(BookPage(), navigator: navigator)
      if ending == .left { _ = desk.answer("quit") } else { desk.session.endTyping() }
      for _ in 0..<10_000 where desk.session.ending == nil { await Task.yield() }

      #expect(desk.session.ending == ending)
      #expect(navigator.endings == [ending])
    }
  }

  @Test("A slow guard's refusal at ^D is followed by the way to leave anyway, and not before")
  func refusedEnd() async {
    let navigator = NotingNavigator()
    navigator.answer = .undecided {
      await Task.yield()
      return .refused("Save the note first.")
    }
    let desk = Desk(BookPage(), navigator: navigator)
    _ = desk.printed()
    desk.session.endTyping()
    var printed = desk.printed()
    #expect(printed == "")
    for _ in 0..<10_000 where printed.isEmpty {
      await Task.yield()
      printed = desk.printed()
    }
    #expect(printed == "Save the note first.\nPress ^D again to leave anyway.\n")
    #expect(desk.session.ending == nil)
  }

  @Test("Quit leaves")
  func quit() {
    let desk = desk()
    _ = desk.answer("quit")
    #expect(desk.session.ending == .left)
  }
}
