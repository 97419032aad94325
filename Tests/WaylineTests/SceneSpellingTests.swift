import Testing
import WaylineTesting

@testable import Wayline
@testable import WaylineFlows
@testable import WaylineShell

@Observable
@MainActor
private final class Desk {
  var loans = 0
}

private struct DeskView: View {
  @Environment(Desk.self) private var desk
  @Environment(\.locale) private var locale

  var body: some View {
    Text("\(desk.loans) in \(locale.identifier)")
    Button("Lend") { desk.loans += 1 }
  }
}

@MainActor
private struct DeskScene: Scene {
  let desk: Desk
  let notes: Notes

  var body: some Scene {
    WindowGroup("Desk", id: "desk") { DeskView() }
      .environment(\.locale, Locale(identifier: "de"))
      .environment(desk)
      .onChange(of: desk.loans) { old, new in notes.entries.append("\(old) to \(new)") }
      .onChange(of: desk.loans) { loans in notes.entries.append("\(loans) lent") }
  }
}

private final class Notes {
  var entries: [String] = []
}

private struct PhaseView: View {
  @Environment(\.scenePhase) private var phase
  let notes: Notes

  var body: some View {
    Text(phase == .active ? "active" : "away")
      .onChange(of: phase) { old, new in notes.entries.append("\(old) to \(new)") }
  }
}

private struct Sheets: View {
  @State private var isShown = false
  @State private var problem: DeskClosed? = DeskClosed()
  @State private var isFailing = false
  @State private var isAsking = false
  @State private var isInspected = false

  struct DeskClosed: LocalizedError {
    var errorDescription: String? { "The desk is closed." }
    var recoverySuggestion: String? { "Come back on Monday." }
  }

  var body: some View {
    NavigationSplitView {
      Button("more") { isShown = true }
      Button("fail") { isFailing = true }
      Button("ask") { isAsking = true }
      Button("inspect") { isInspected = true }
    } detail: {
      Text("detail").inspector(isPresented: $isInspected) { Text("inspector") }
    }
    .popover(isPresented: $isShown) { Closing() }
    .alert(isPresented: $isFailing, error: problem) { _ in
      Button("Understood") {}
    } message: {
      Text($0.recoverySuggestion ?? "")
    }
    .confirmationDialog("Delete?", isPresented: $isAsking, titleVisibility: .hidden) {
      Button("Delete") {}
    }
  }
}

private struct Asking: View {
  @State private var book: String?
  @State private var isAlerting = false
  @State private var isAsking = false

  var body: some View {
    Button("alert") { isAlerting = true }
    Button("ask") { isAsking = true }
    Button("take Emma") { book = "Emma" }
      .alert("About \(book ?? "")", isPresented: $isAlerting, presenting: book) { book in
        Button("Lend \(book)") {}
      }
      .confirmationDialog(Text("Return it?"), isPresented: $isAsking, presenting: book) { book in
        Button("Return \(book)") {}
      } message: { book in
        Text("\(book) is due.")
      }
  }
}

private struct Closing: View {
  @Environment(\.presentationMode) private var mode

  var body: some View {
    Button("close \(mode.wrappedValue.isPresented)") { mode.wrappedValue.dismiss() }
  }
}

private struct Tabs: View {
  @State private var tab = 2

  var body: some View {
    TabView(selection: $tab) {
      Tab("Books", systemImage: "book", value: 1) { Text("2 books") }
      Tab(value: 2) {
        Text("3 members")
      } label: {
        Label("Members", systemImage: "person")
      }
    }
    Text("tab \(tab)")
  }
}

private struct Sections: View {
  var body: some View {
    TabView {
      Tab("Books", systemImage: "book") { Text("2 books") }
      TabSection("People") {
        Tab("Members", systemImage: "person") { Text("3 members") }
        Tab("Staff", systemImage: "person") { Text("1 librarian") }
      }
    }
  }
}

private struct Letters: View {
  @State private var last = "none"
  @State private var isWriting = false

  var body: some View {
    Text(last).onOpenURL { last = $0.absoluteString }
    Button("write") { isWriting = true }
      .sheet(isPresented: $isWriting) { Letter() }
  }
}

private struct Letter: View {
  @Environment(\.dismiss) private var dismiss
  @State private var isEdited = true

  var body: some View {
    Button("throw away") { dismiss() }
    Button("undo all") { isEdited = false }
      .interactiveDismissDisabled(isEdited)
  }
}

@Suite("Spellings of scenes and presentations")
@MainActor
struct SceneSpellingTests {
  @Test("Modifiers of a scene reach its views")
  func modifiers() {
    let (desk, notes) = (Desk(), Notes())
    let host = SceneHost {
      SubjectView(DeskScene(desk: desk, notes: notes)) { $0.root }
    }
    #expect(host.lines == ["0 in de", "[1] Lend"])
    host.send("1")
    #expect(host.lines == ["1 in de", "[1] Lend"])
    #expect(notes.entries.sorted() == ["0 to 1", "1 lent"])
  }

  @Test("A scene is in the background while its process is stopped, and its views notice before")
  func phase() {
    let notes = Notes()
    let host = SceneHost { PhaseView(notes: notes) }
    #expect(host.lines == ["active"])
    let phase = host.session.options.terminal?.phase
    host.views.graph.perform { phase?.value = .background }
    #expect(host.lines == ["away"])
    host.views.graph.perform { phase?.value = .active }
    #expect(notes.entries == ["active to background", "background to active"])
  }

  @Test("Columns are printed below each other, and what SwiftUI shows beside the screen follows")
  func presentations() {
    let host = TestHost { Sheets() }
    #expect(
      host.lines == ["[1] more", "[2] fail", "[3] ask", "[4] inspect", "", "detail"])
    host.press("inspect")
    #expect(host.lines.suffix(3) == ["detail", "", "inspector"])
    host.press("more")
    #expect(host.lines == ["Sheet:", "[1] close true"])
    host.press("close true")
    host.press("fail")
    #expect(host.lines == ["Alert: The desk is closed.", "Come back on Monday.", "[1] Understood"])
    host.press("Understood")
    host.press("ask")
    #expect(host.lines == ["Alert:", "[1] Delete"])
  }

  @Test("An alert and a dialog about an item are presented when there is one")
  func presenting() {
    let host = TestHost { Asking() }
    host.press("alert")
    #expect(host.lines == ["[1] alert", "[2] ask", "[3] take Emma"])
    host.press("take Emma")
    #expect(host.lines == ["Alert: About Emma", "[1] Lend Emma"])
    host.press("Lend Emma")
    host.press("ask")
    #expect(host.lines == ["Alert: Return it?", "Emma is due.", "[1] Return Emma"])
    host.press("Return Emma")
    #expect(host.lines == ["[1] alert", "[2] ask", "[3] take Emma"])
  }

  @Test("The tabs of a section are tabs like the others")
  func sections() {
    let host = TestHost { Sections() }
    #expect(host.lines == ["[1] Tab: Books (Books, Members, Staff)", "2 books"])
    host.type("Staff", into: "Tab")
    #expect(host.lines.last == "1 librarian")
  }

  @Test("A link that names no place goes to the view that receives such links")
  func links() {
    let host = TestHost { Letters() }
    host.open("mailto:ada@example.org")
    #expect(host.lines.first == "mailto:ada@example.org")
    #expect(host.status == .success)
  }

  @Test("A typed command does not close what its own actions close")
  func interactive() {
    let host = TestHost { Letters() }
    host.press("write")
    #expect(host.send("dismiss").contains("Use an action of this screen to close it."))
    #expect(host.lines.first == "Sheet:")
    host.press("throw away")
    #expect(host.lines.first == "none")
    host.press("write")
    host.press("undo all")
    host.send("dismiss")
    #expect(host.lines.first == "none")
  }

  @Test("Tabs have names and values, and are selected by them")
  func tabs() {
    let host = TestHost { Tabs() }
    #expect(host.lines == ["[1] Tab: Members (Books, Members)", "3 members", "tab 2"])
    host.type("Books", into: "Tab")
    #expect(host.lines == ["[1] Tab: Books (Books, Members)", "2 books", "tab 1"])
  }
}
