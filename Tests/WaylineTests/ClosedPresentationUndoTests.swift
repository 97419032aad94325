import Testing
import WaylineTesting

@testable import Wayline

private enum Aisle: NavigationValue {
  case draft, plain, inner
}

private struct Item: Identifiable, Hashable {
  var id = 1
}

/// The ways to open something above the page.
private let openings = [
  "Alert", "Dialog", "Sheet", "Cover", "Item sheet", "Item cover", "Destination", "Item page",
  "Present", "Push",
]

/// A page with a field, above which everything can be opened, with a field of its own.
private struct DraftView: View {
  @State private var draft = ""
  @State private var isAsking = false
  @State private var isChoosing = false
  @State private var hasSheet = false
  @State private var hasCover = false
  @State private var hasPage = false
  @State private var sheet: Item?
  @State private var cover: Item?
  @State private var page: Item?
  @Environment(\.router) private var router

  var body: some View {
    TextField("Draft", text: $draft)
    Button("Alert") { isAsking = true }
      .alert("Sure?", isPresented: $isAsking) { Button("Yes") {} }
    Button("Dialog") { isChoosing = true }
      .confirmationDialog("Which?", isPresented: $isChoosing) { Button("Yes") {} }
    Button("Sheet") { hasSheet = true }.sheet(isPresented: $hasSheet) { NoteView() }
    Button("Cover") { hasCover = true }.fullScreenCover(isPresented: $hasCover) { NoteView() }
    Button("Item sheet") { sheet = Item() }.sheet(item: $sheet) { _ in NoteView() }
    Button("Item cover") { cover = Item() }.fullScreenCover(item: $cover) { _ in NoteView() }
    Button("Destination") { hasPage = true }
      .navigationDestination(isPresented: $hasPage) { NoteView() }
    Button("Item page") { page = Item() }.navigationDestination(item: $page) { _ in NoteView() }
    Button("Present") { router.present(Aisle.plain) }
    Button("Push") { router.push(Aisle.inner) }
  }
}

private struct NoteView: View {
  @State private var note = ""
  var body: some View { TextField("Note", text: $note) }
}

private struct ShopView: View {
  var body: some View {
    NavigationStack {
      NavigationLink("New", value: Aisle.draft)
        .navigationDestination(for: Aisle.self) { aisle in
          if aisle == .draft { DraftView() } else { NoteView() }
        }
    }
  }
}

@MainActor
@Suite("Undo after something was opened and closed")
struct ClosedPresentationUndoTests {
  private func host() -> TestHost {
    let host = TestHost { ShopView() }
    host.onFailure = { Issue.record("\($0)") }
    return host
  }

  private func closing(_ opening: String) -> String {
    switch opening {
    case "Alert", "Dialog": "Yes"
    case "Destination", "Item page", "Push": "back"
    default: "dismiss"
    }
  }

  @Test(
    "A text that was typed before is reverted and repeated, and is never lost with its page",
    arguments: openings, [false, true])
  func text(opening: String, isTypedAbove: Bool) async {
    let host = host()
    for line in ["New", "Draft: text", opening] { host.send(line) }
    if isTypedAbove, !["Alert", "Dialog"].contains(opening) { host.send("Note: above") }
    host.send(closing(opening))
    #expect(host.lines.contains("[1] Draft: text"), "\(host.lines)")

    var answers: [[String]] = []
    for _ in 0..<12 {
      let wasEmpty = host.lines.contains("[1] Draft: (empty)")
      let hadText = host.lines.contains("[1] Draft: text")
      let answer = host.send("undo")
      answers.append(answer)
      if host.lines == ["[1] New"] {
        #expect(wasEmpty && !hadText, "\(answers)")
        break
      }
    }
    #expect(host.lines == ["[1] New"], "\(answers)")
    var texts: [[String]] = []
    for _ in 0..<12 {
      host.send("redo")
      texts.append(host.lines)
    }
    #expect(texts.contains { $0.contains("[1] Draft: text") }, "\(texts)")
    await host.end()
  }

  @Test("The first undo opens again what was closed, or reverts the text", arguments: openings)
  func first(opening: String) async {
    let host = host()
    for line in ["New", "Draft: text", opening] { host.send(line) }
    let opened = host.lines
    host.send(closing(opening))
    let answer = host.send("undo")
    let isReverted = answer.first == "Undone: setting 'Draft'."
    #expect(isReverted || host.lines == opened, "\(answer)")
    #expect(isReverted == host.lines.contains("[1] Draft: (empty)"))
    host.send("redo")
    #expect(host.lines.contains("[1] Draft: text"))
    await host.end()
  }
}
