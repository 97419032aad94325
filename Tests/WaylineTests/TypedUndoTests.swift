import Foundation
import Testing
import WaylineTesting

@testable import Wayline
@testable import WaylineFlows

private enum Aisle: NavigationValue {
  case order
}

/// An order with a field of each kind, on a screen above the first one.
private struct OrderView: View {
  enum Size: String, CaseIterable { case small, large }

  private static let price = FloatingPointFormatStyle<Double>(locale: Locale(identifier: "en_US"))
    .precision(.fractionLength(2))

  @State private var title = ""
  @State private var copies = 1
  @State private var price = 1.0 / 3
  @State private var isUrgent = false
  @State private var size = Size.small
  @State private var tags: Set<String> = []
  @State private var note = ""
  @State private var code = ""
  @State private var volume = 0.5
  @State private var isAsking = false

  var body: some View {
    TextField("Title", text: $title)
    Stepper("Copies", value: $copies, in: 0...9)
    TextField("Price", value: $price, format: Self.price)
    Toggle("Urgent", isOn: $isUrgent)
    if isUrgent { TextField("Reason", text: $note) }
    Picker("Size", selection: $size) {
      ForEach(Size.allCases, id: \.self) { Text($0.rawValue) }
    }
    List(["new", "old"], id: \.self, selection: $tags) { Text($0) }.accessibilityLabel("Tags")
    Slider(value: $volume) { Text("Volume") }
    SecureField("Code", text: $code)
    Button("Ask") { isAsking = true }
      .alert("Sure?", isPresented: $isAsking) { Button("Yes") {} }
    Text("Exactly \(price == 1.0 / 3 ? "a third" : "\(price)")")
      .navigationTitle("Order")
  }
}

private struct ShopView: View {
  @State private var name = ""

  var body: some View {
    NavigationStack {
      NavigationLink("New order", value: Aisle.order)
      TextField("Name", text: $name)
        .navigationTitle("Shop")
        .navigationDestination(for: Aisle.self) { _ in OrderView() }
    }
  }
}

@Suite("Undo of typed values")
@MainActor
struct TypedUndoTests {
  private func host(
    _ content: @autoclosure @escaping @MainActor @Sendable () -> some View
  ) -> TestHost {
    let host = TestHost { content() }
    host.onFailure = { Issue.record("\($0)") }
    return host
  }

  nonisolated private static let inputs = [
    "Title: Emma", "Copies: +", "Price: 2.5", "Urgent", "Size: large", "Tags: new", "Volume: 0.75",
  ]

  @Test("A typed value of any kind is reverted by undo and repeated by redo", arguments: inputs)
  func kinds(input: String) async {
    let host = host(ShopView())
    host.send("New order")
    let before = host.lines
    host.send(input)
    let after = host.lines
    #expect(before != after)
    let label = input.prefix { $0 != ":" }
    #expect(host.send("help undo").contains("You can undo: setting '\(label)'."))
    #expect(host.send("undo").contains("Undone: setting '\(label)'."))
    #expect(host.lines == before)
    #expect(host.send("redo").contains("Redone: setting '\(label)'."))
    #expect(host.lines == after)
    await host.end()
  }

  @Test("Typed values are reverted one by one before their screen, and redo brings them all back")
  func order() async {
    let host = host(ShopView())
    host.send("Name: Ada")
    var screens: [[String]] = []
    for line in ["New order"] + Self.inputs + ["Reason: soon", "Title: Persuasion"] {
      screens.append(host.lines)
      host.send(line)
    }
    let last = host.lines
    for screen in screens.reversed() {
      host.send("undo")
      #expect(host.lines == screen)
    }
    for screen in screens.dropFirst() + [last] {
      host.send("redo")
      #expect(host.lines == screen)
    }
    await host.end()
  }

  @Test("undo of 'back' brings back what was typed")
  func back() async {
    let host = host(ShopView())
    for line in ["New order", "Title: Emma", "Urgent", "Reason: soon", "Size: large"] {
      host.send(line)
    }
    let typed = host.lines
    for line in ["back", "undo"] { host.send(line) }
    #expect(host.lines == typed)
    #expect(host.send("undo").contains("Undone: setting 'Size'."))
    await host.end()
  }

  @Test("An alert that was opened and closed does not make undo leave the screen")
  func alert() async {
    let host = host(ShopView())
    for line in ["New order", "Title: Emma", "Ask", "Yes"] { host.send(line) }
    for step in ["closing 'Sure?'", "opening 'Sure?'", "setting 'Title'"] {
      #expect(host.send("undo").contains("Undone: \(step)."))
    }
    #expect(host.lines.first == "Shop › Order")
    await host.end()
  }

  @Test("A secret is no step of undo")
  func secret() async {
    let host = host(ShopView())
    for line in ["New order", "Title: Emma", "Code: abc"] { host.send(line) }
    #expect(host.send("undo").contains("Undone: setting 'Title'."))
    await host.end()
  }

  @Test("An unchanged value, and one that the program has reset, is no step")
  func unchanged() async {
    let host = host(EntryView())
    for line in ["New item: milk", "Note: late", "Note: late", "New item: bread"] {
      host.send(line)
    }
    #expect(host.lines.contains("Items: milk, bread"))
    #expect(host.send("undo").contains("Undone: Add."))
    #expect(host.send("undo").contains("Undone: setting 'Note'."))
    #expect(host.send("undo").contains("Undone: Add."))
    #expect(host.send("undo") == ["There is nothing to undo."])
    for _ in 0..<3 { host.send("redo") }
    #expect(host.lines.contains("Items: milk, bread") && host.lines.contains("[2] Note: late"))
    await host.end()
  }

  private struct EntryView: View {
    @Environment(\.undoManager) private var undoManager
    @State private var items: [String] = []
    @State private var entry = ""
    @State private var note = ""

    var body: some View {
      Text("Items: \(items.joined(separator: ", "))")
      TextField("New item", text: $entry).onSubmit {
        let new = items + [entry]
        entry = ""
        set(new)
      }
      TextField("Note", text: $note)
    }

    private func set(_ new: [String]) {
      let old = items
      items = new
      undoManager?.setActionName("Add")
      undoManager?.registerUndo { set(old) }
    }
  }

  @Test("An edit that an onChange registers again while it is reverted is its counterpart")
  func onChange() async {
    let host = host(RenameView())
    for line in ["Title: Emma", "Title: Persuasion"] { host.send(line) }
    for title in ["Emma", "(empty)"] {
      #expect(host.send("undo").contains("Undone: Rename."))
      #expect(host.lines == ["[1] Title: \(title)"])
    }
    #expect(host.send("undo") == ["There is nothing to undo."])
    for title in ["Emma", "Persuasion"] {
      host.send("redo")
      #expect(host.lines == ["[1] Title: \(title)"])
    }
    await host.end()
  }

  private struct RenameView: View {
    @Environment(\.undoManager) private var undoManager
    @State private var title = ""

    var body: some View {
      TextField("Title", text: $title)
        .onChange(of: title) { old, _ in
          undoManager?.registerUndo("Rename") { title = old }
        }
    }
  }
}
