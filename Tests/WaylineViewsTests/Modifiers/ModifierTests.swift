import Testing
import WaylineGraph
import WaylineSwiftUINames

@testable import WaylineViews

private struct Inbox: View {
  @State private var count = 2
  @State private var isHidden = true
  @State private var query = ""
  @State private var searches = 0
  var body: some View {
    List {
      Button("Inbox") { count = 0 }.badge(count)
      Text("Drafts").badge("new")
      if isHidden { Button("Secret") {}.hidden() }
    }
    .searchable(text: $query, prompt: "title")
    .onSubmit(of: .search) { searches += 1 }
    .onSubmit { searches = 100 }
    .toolbar {
      ToolbarItem(placement: .primaryAction) { Button("Write") {} }
      ToolbarItemGroup { Text("Searches: \(searches)") }
    }
  }
}

@Suite("Modifiers")
@MainActor
struct ModifierTests {
  let hosting = Hosting { Inbox() }

  @Test(
    "A search field is printed above, toolbar items above or below as their placement says, badges after"
  )
  func printed() {
    #expect(
      hosting.screen == [
        "[1] Write", "[2] title: (empty)", "[3] Inbox (2)", "Drafts (new)", "Searches: 0",
      ])
  }

  @Test("A label for screen readers is the element's, and a hint is its help")
  func accessibility() {
    let hosting = Hosting {
      Button("+") {}.accessibilityLabel(Text("Add a copy")).accessibilityHint("Counts one more.")
      Button("-") {}.accessibilityLabel("Take a copy".dropLast(0)).help(Text("Counts one less."))
    }
    #expect(hosting.screen == ["[1] Add a copy", "[2] Take a copy"])
    #expect(hosting.host.page().elements.map(\.help) == ["Counts one more.", "Counts one less."])
  }

  @Test(
    "Each placement is above or below a long list, in the order of the items, also in groups and conditions"
  )
  func placements() {
    let above: [ToolbarItemPlacement] = [
      .primaryAction, .navigation, .principal, .topBarLeading, .topBarTrailing,
      .navigationBarLeading, .navigationBarTrailing,
    ]
    let below: [ToolbarItemPlacement] = [
      .automatic, .secondaryAction, .status, .keyboard, .confirmationAction, .cancellationAction,
      .destructiveAction, .bottomBar,
    ]
    for placement in above + below {
      let isAbove = above.contains(placement)
      let list = List(0..<40, id: \.self) { Text("row \($0)") }
      let single = Hosting {
        list.toolbar {
          ToolbarItem { Button("Sort") {} }
          ToolbarItem(placement: placement) { Button("Add") {} }
        }
      }
      let rows = (0..<40).map { "row \($0)" }
      #expect(
        single.screen
          == (isAbove
            ? ["[1] Add"] + rows + ["[2] Sort"] : rows + ["[1] Sort", "[2] Add"]),
        "\(placement)")
      let group = Hosting {
        list.toolbar {
          if isAbove {
            Group {
              ToolbarItemGroup(placement: placement) {
                Button("Add") {}
                Text("all")
              }
            }
          }
          ToolbarItem(placement: .bottomBar) { Text("40 rows") }
        }
      }
      #expect(
        group.screen == (isAbove ? ["[1] Add", "all"] : []) + rows + ["40 rows"], "\(placement)")
    }
  }

  @Test("An item moves with its placement, and its action is that of the present body")
  func movedItem() {
    struct Page: View {
      @State private var isOpen = false
      var body: some View {
        Text("open: \(isOpen)").toolbar {
          ToolbarItem(placement: isOpen ? .bottomBar : .primaryAction) {
            Button("Turn") { isOpen.toggle() }
          }
        }
      }
    }
    let hosting = Hosting { Page() }
    #expect(hosting.screen == ["[1] Turn", "open: false"])
    hosting.type("1")
    #expect(hosting.screen == ["open: true", "[1] Turn"])
    hosting.type("1")
    #expect(hosting.screen == ["[1] Turn", "open: false"])
  }

  @Test("A badge of 0 is not shown")
  func noBadge() {
    hosting.type("3")
    #expect(hosting.screen[2] == "[3] Inbox")
  }

  @Test("A search runs the actions for searches and no others")
  func search() {
    hosting.type("2 Emma")
    #expect(hosting.screen[1] == "[2] title: Emma")
    #expect(hosting.screen[4] == "Searches: 1")
  }

  @Test("A hidden view is alive, has no line, and cannot be used")
  func hidden() {
    var appeared = 0
    let hosting = Hosting {
      List { Button("Secret") {}.onAppear { appeared += 1 }.hidden() }
      Text("a")
    }
    #expect(hosting.screen == ["a"])
    #expect(appeared == 1)
    #expect(hosting.press("Secret") == .gone)
  }

  @Test(
    "A keyboard shortcut is a word",
    arguments: [
      (KeyboardShortcut("K"), "k"),
      (KeyboardShortcut("s", modifiers: [.command, .shift]), "shift-s"),
      (.defaultAction, "return"), (.cancelAction, "escape"),
    ])
  func shortcut(shortcut: KeyboardShortcut, word: String) {
    let hosting = Hosting { Button("Save") {}.keyboardShortcut(shortcut) }
    #expect(hosting.host.page().elements.map(\.shortcut) == [word])
  }

  @Test("A colour applies to text below that has none of its own")
  func colour() {
    let hosting = Hosting {
      List {
        Text("a")
        HStack {
          Text("b").foregroundStyle(.red)
          Text("c")
        }
      }
      .foregroundStyle(.blue)
      Text("d").padding().bold()
    }
    let spans = hosting.host.page().lines.flatMap(\.spans)
    let colours: [Color?] = spans.map { span in
      if case .text(_, let style) = span { return style.color }
      return nil
    }
    #expect(colours == [.blue, .red, .blue, .blue, nil])
    #expect(hosting.screen == ["a", "b c", "d"])
  }
}

private final class Member: ObservableObject {
  @Published var name = "Ann"
}

private struct Watching: View {
  let member: Member
  @State private var names: [String] = []
  @State private var changes = 0
  var body: some View {
    Text("\(names.joined(separator: ", ")); \(changes)")
      .onReceive(member.$name) { names.append($0) }
      .onReceive(member.objectWillChange) { _ in changes += 1 }
    Button("Rename") { member.name = "Bea" }
  }
}

private final class Counter: ObservableObject {
  @Published var count = 0
}

private struct Counting: View {
  @ObservedObject var counter: Counter
  @State private var seen: [String] = []
  var body: some View {
    Text(seen.joined(separator: ", "))
      .onReceive(counter.$count) { seen.append("\(counter.count) to \($0)") }
    Button("Count") { counter.count += 1 }
  }
}

@Suite("Receiving and refreshing")
@MainActor
struct ReceiveTests {
  @Test("The object has its old value while a new one is received")
  func oldValue() {
    let hosting = Hosting { Counting(counter: Counter()) }
    hosting.type("1")
    #expect(hosting.screen[0] == "0 to 0, 0 to 1")
  }

  @Test("A published value is received at first and after each change, in the same update")
  func received() {
    let hosting = Hosting { Watching(member: Member()) }
    #expect(hosting.screen[0] == "Ann; 0")
    hosting.type("1")
    #expect(hosting.screen[0] == "Ann, Bea; 1")
  }

  @Test("Nothing is received after the view has left")
  func ended() {
    let member = Member()
    let hosting = Hosting { Watching(member: member) }
    hosting.host.end()
    member.name = "Bea"
    hosting.host.graph.flush()
    #expect(hosting.events == [])
  }

  @Test("Refreshing is an action, and pending until it is done")
  func refreshed() async {
    let (stream, gate) = AsyncStream<Void>.makeStream()
    let hosting = Hosting {
      Text("Catalog").refreshable { for await _ in stream { break } }
    }
    #expect(hosting.screen == ["Catalog", "[1] Refresh"])
    #expect(hosting.host.graph.pending.isEmpty)
    hosting.type("1")
    #expect(hosting.host.graph.pending.descriptions == ["refresh"])
    gate.yield()
    await withCheckedContinuation { done in
      hosting.host.graph.pending.onIdle = { done.resume() }
    }
    #expect(hosting.host.graph.pending.isEmpty)
  }
}
