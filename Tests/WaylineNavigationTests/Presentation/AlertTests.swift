import FoundationEssentials
import Testing
import WaylineGraph
import WaylineNavigation
import WaylineViews

/// A desk whose alerts are about a book that changes while they are presented.
private struct ReturnsView: View {
  @State private var isAsking = false
  @State private var book: String? = "Emma"
  @State private var overdue: String?
  let journal: Journal

  var body: some View {
    Button("Ask") { isAsking = true }
      .alert("Return it?", isPresented: $isAsking, presenting: book) { book in
        Button("Return") { journal.note("returned \(book), asking \(isAsking)") }
      } message: {
        Text("About \($0).")
      }
      .onChange(of: isAsking) { journal.note(isAsking ? "asked" : "answered") }
    Button("Remind") { overdue = "Persuasion" }
      .alert("Remind?", isPresented: isReminding) {
        Button("Remind now") { journal.note("reminded of \(overdue ?? "nothing")") }
      }
    Button("Ask about the next") {
      isAsking = true
      Task { book = "Lady Susan" }
    }
    Button("Ask and forget") {
      isAsking = true
      Task { book = nil }
    }
  }

  /// True while a book is overdue.
  private var isReminding: Binding<Bool> {
    Binding {
      overdue != nil
    } set: {
      if !$0 { overdue = nil }
    }
  }
}

private struct ProblemView: View {
  @State private var isFailing = true
  @State private var problem: Problem?

  struct Problem: LocalizedError {
    var errorDescription: String? { "The desk is closed." }
  }

  var body: some View {
    Button("Close the desk") { problem = Problem() }
      .alert(isPresented: $isFailing, error: problem) { Button("Understood") {} }
  }
}

/// A screen whose alert goes back.
private struct LeavingView: View {
  @Environment(\.router) private var router
  @State private var isAsking = false

  var body: some View {
    Button("Leave") { isAsking = true }
      .alert("Leave?", isPresented: $isAsking) { Button("Yes") { router.back() } }
  }
}

@Suite("Alerts")
@MainActor
struct AlertTests {
  private let journal = Journal()

  private func returns() -> Hosting { Hosting { [journal] in ReturnsView(journal: journal) } }

  @Test("The action of a choice runs before the alert is closed")
  func order() {
    let desk = returns()
    desk.press("Ask")
    desk.press("Return")

    #expect(journal.lines == ["asked", "returned Emma, asking true", "answered"])
    #expect(desk.layer == .root)
  }

  @Test("The action of a choice reads the item that the binding of the alert is made of")
  func derivedBinding() {
    let desk = returns()
    desk.press("Remind")
    desk.press("Remind now")

    #expect(journal.lines == ["reminded of Persuasion"])
    #expect(desk.layer == .root)
  }

  @Test(
    "An alert stays about the item for which it was presented",
    arguments: ["Ask about the next", "Ask and forget"])
  func sameItem(label: String) async {
    let desk = returns()
    desk.press(label)
    for _ in 0..<10 { await Task.yield() }

    #expect(desk.lines == ["About Emma.", "[1] Return"])
    desk.press("Return")
    #expect(journal.lines.contains("returned Emma, asking true"))
    #expect(desk.layer == .root)
  }

  @Test("An alert about an error waits for the error")
  func error() {
    let desk = Hosting { ProblemView() }
    #expect(desk.layer == .root)

    desk.press("Close the desk")

    #expect(desk.layer == .alert(title: "The desk is closed.", message: ""))
  }

  @Test("To the action of a choice the alert is closed: going back leaves the screen")
  func backInAction() {
    let desk = Hosting {
      NavigationStack {
        NavigationLink("Book", value: DeskRoute.catalog)
          .navigationDestination(for: DeskRoute.self) { _ in LeavingView() }
      }
    }
    desk.press("Book")
    desk.press("Leave")
    desk.press("Yes")

    #expect(desk.lines == ["[1] Book"])
  }
}
