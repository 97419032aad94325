import Testing
import WaylineTesting

@testable import Wayline
@testable import WaylineFlows

private enum Aisle: NavigationValue {
  case draft, plain, inner, other
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
private struct DraftView: View, Shown {
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
    Button("Sheet") { hasSheet = true }.sheet(isPresented: $hasSheet) {
      NoteView { hasSheet = false }
    }
    Button("Cover") { hasCover = true }.fullScreenCover(isPresented: $hasCover) {
      NoteView { hasCover = false }
    }
    Button("Item sheet") { sheet = Item() }.sheet(item: $sheet) { _ in NoteView { sheet = nil } }
    Button("Item cover") { cover = Item() }.fullScreenCover(item: $cover) { _ in
      NoteView { cover = nil }
    }
    Button("Destination") { hasPage = true }
      .navigationDestination(isPresented: $hasPage) { NoteView { hasPage = false } }
    Button("Item page") { page = Item() }.navigationDestination(item: $page) { _ in
      NoteView { page = nil }
    }
    Button("Present") { router.present(Aisle.plain) }
    Button("Push") { router.push(Aisle.inner) }
  }
}

private struct NoteView: View {
  var close: @MainActor () -> Void = {}
  @State private var note = ""
  var body: some View {
    TextField("Note", text: $note)
    Button("Close", action: close)
  }
}

/// A page that the shop opens.
private protocol Shown: View {
  init()
}

private struct ShopView<Page: Shown>: View {
  init(shows page: Page.Type = DraftView.self) {}

  var body: some View {
    NavigationStack {
      NavigationLink("New", value: Aisle.draft)
        .navigationDestination(for: Aisle.self) { aisle in
          switch aisle {
          case .draft: Page()
          case .other: Text("Other")
          default: NoteView()
          }
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

  @Test(
    "undo takes each line back in turn, and redo repeats each",
    arguments: openings, ["alone", "typed before", "typed inside", "typed both"])
  func steps(opening: String, typing: String) async {
    for ending in Set([closing(opening), "back", "Close"]) {
      let host = host()
      var lines = ["New"]
      if typing != "alone", typing != "typed inside" { lines.append("Draft: text") }
      lines.append(opening)
      let hasField = !["Alert", "Dialog"].contains(opening)
      if hasField, typing == "typed inside" || typing == "typed both" { lines.append("Note: n") }
      if ending == "Close", !hasField || ["Present", "Push"].contains(opening) { continue }
      lines += [ending, opening == "Alert" ? "Sheet" : "Alert"]
      await walk(lines, host)
    }
  }

  @Test(
    "undo brings a page back with what was opened above it, and with the texts in both",
    arguments: openings.filter { !["Alert", "Dialog"].contains($0) },
    ["home", "open /", "open other", "back 2"])
  func both(opening: String, ending: String) async {
    for typing in [[], ["Note: above"]] {
      let host = host()
      await walk(["New", "Draft: text", opening] + typing + [ending], host)
      // What came back is closed as before, and opened by its binding again.
      let again = self.host()
      for line in ["New", "Draft: text", opening] + typing { again.send(line) }
      let above = again.lines
      again.send(ending)
      again.send("undo")
      #expect(again.lines == above)
      again.send(closing(opening))
      #expect(again.lines.contains("[1] Draft: text"), "\(again.lines)")
      again.send(opening)
      #expect(again.lines.contains("[1] Note: (empty)"), "\(again.lines)")
      await again.end()
    }
  }

  @Test(
    "An alert does not return with its page; the text does", arguments: ["Alert", "Dialog"],
    ["home", "open /", "open other"])
  func alerts(opening: String, ending: String) async {
    let host = host()
    for line in ["New", "Draft: text", opening, ending, "undo"] { host.send(line) }
    #expect(host.lines.contains("[1] Draft: text"), "\(host.lines)")
    host.send("redo")
    #expect(host.lines == [ending == "open other" ? "Other" : "[1] New"])
    for _ in 0..<2 { host.send("undo") }
    #expect(host.lines.contains("[1] Draft: (empty)"), "\(host.lines)")
    await host.end()
  }

  @Test("What was opened in a sheet returns with the sheet and its page, in the order of before")
  func nested() async {
    for ending in ["home", "open other", "back 3", "back 4"] {
      let host = TestHost { ShopView(shows: NestedView.self) }
      host.onFailure = { Issue.record("\($0)") }
      await walk(["New", "Sheet", "Inner", "Deep", "Note: deep", ending], host)
    }
  }

  @Test("A screen whose binding does not return with the page is named, and the page stays")
  func lost() async {
    let host = TestHost { ShopView(shows: ToggledView.self) }
    host.onFailure = { Issue.record("\($0)") }
    for line in ["New", "Offer", "Sheet", "home"] { host.send(line) }
    let answer = host.send("undo")
    #expect(answer.first?.contains("'sheet' cannot be opened again.") == true, "\(answer)")
    #expect(host.lines == ["[1] Offer: on", "[2] Sheet"])
    host.send("redo")
    #expect(host.lines == ["[1] New"])
    await host.end()
  }

  /// Sends the lines, then as many `undo` and `redo` as there are steps, twice.
  private func walk(_ lines: [String], _ host: TestHost) async {
    var screens = [host.lines]
    for line in lines {
      host.send(line)
      if host.lines != screens.last { screens.append(host.lines) }
    }
    for _ in 0..<2 {
      for index in screens.indices.dropLast().reversed() {
        let answer = host.send("undo")
        #expect(host.lines == screens[index], "\(lines): undo to \(index): \(answer)")
      }
      #expect(host.send("undo").first == "There is nothing to undo.", "\(lines)")
      for index in screens.indices.dropFirst() {
        let answer = host.send("redo")
        #expect(host.lines == screens[index], "\(lines): redo to \(index): \(answer)")
      }
      #expect(host.send("redo").first == "There is nothing to redo.", "\(lines)")
    }
    await host.end()
  }

  @Test("What a binding cannot open again is refused once, and nothing else goes instead")
  func gone() async {
    let host = TestHost { ShopView(shows: GoneView.self) }
    host.onFailure = { Issue.record("\($0)") }
    for line in ["New", "Sheet", "dismiss", "Remove"] { host.send(line) }
    let page = host.lines
    #expect(host.send("undo").first?.hasSuffix("'sheet' cannot be opened again.") == true)
    #expect(host.lines == page)
    host.send("undo")
    #expect(host.lines == ["[1] New"])
    await host.end()
  }

  @Test("A leave guard is asked before undo leaves a text that it would lose")
  func guarded() async {
    let host = TestHost { ShopView(shows: GuardedView.self) }
    host.onFailure = { Issue.record("\($0)") }
    for line in ["New", "Alert", "Yes"] { host.send(line) }
    let page = host.lines
    for _ in 0..<2 { host.send("undo") }
    #expect(host.lines == page)
    #expect(host.send("undo").last?.contains("Save it first.") == true)
    #expect(host.lines == page)
    await host.end()
  }
}

/// A page whose sheet disappears from the program.
private struct GoneView: View, Shown {
  @State private var hasSheet = false
  @State private var isRemoved = false

  var body: some View {
    if !isRemoved {
      Button("Sheet") { hasSheet = true }.sheet(isPresented: $hasSheet) { NoteView() }
    }
    Button("Remove") { isRemoved = true }
  }
}

/// A page that is not left.
private struct GuardedView: View, Shown {
  @State private var isAsking = false

  var body: some View {
    Button("Alert") { isAsking = true }
      .alert("Sure?", isPresented: $isAsking) { Button("Yes") {} }
      .onLeave { .block("Save it first.") }
  }
}

/// A page with a sheet, in which a stack has a page with a cover.
private struct NestedView: View, Shown {
  @State private var hasSheet = false

  var body: some View {
    Button("Sheet") { hasSheet = true }.sheet(isPresented: $hasSheet) {
      NavigationStack { InnerView() }
    }
  }
}

private struct InnerView: View {
  @State private var hasPage = false
  @State private var hasCover = false

  var body: some View {
    Button("Inner") { hasPage = true }
      .navigationDestination(isPresented: $hasPage) {
        Button("Deep") { hasCover = true }.fullScreenCover(isPresented: $hasCover) { NoteView() }
      }
  }
}

/// A page whose sheet is offered only while a toggle is on, which is off when the page begins.
private struct ToggledView: View, Shown {
  @State private var isOffered = false
  @State private var hasSheet = false

  var body: some View {
    Toggle("Offer", isOn: $isOffered)
    if isOffered {
      Button("Sheet") { hasSheet = true }.sheet(isPresented: $hasSheet) { NoteView() }
    }
  }
}
