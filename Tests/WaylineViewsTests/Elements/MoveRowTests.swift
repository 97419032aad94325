import Testing
import WaylineGraph

@testable import WaylineViews

private struct Item: Identifiable, Hashable {
  let id: String
  var amount: Int
}

/// Rows that can be moved, in each way to declare it.
private struct Shelf: View {
  enum Way: CaseIterable {
    case onMove, deletable, deletableBefore, list, rows, selection, lazyStack
  }

  let way: Way
  let fixed: Set<Int>
  @State var items: [Item]
  @State private var chosen: String?

  var body: some View {
    switch way {
    case .onMove: ForEach(items, content: row).onMove(perform: move)
    case .deletable:
      List {
        ForEach(items, content: row).onMove(perform: move)
          .onDelete { items.remove(atOffsets: $0) }
      }
    case .deletableBefore:
      List {
        ForEach(items, content: row).onDelete { items.remove(atOffsets: $0) }
          .onMove(perform: move)
      }
    case .list: List($items, editActions: .all) { row($0.wrappedValue) }
    case .rows: ForEach($items, id: \.id, editActions: .move) { row($0.wrappedValue) }
    case .selection:
      List(selection: $chosen) { ForEach(items, content: row).onMove(perform: move) }
    case .lazyStack: LazyVStack { ForEach(items, content: row).onMove(perform: move) }
    }
    Text(items.map { "\($0.id)\($0.amount)" }.joined(separator: " "))
  }

  private func row(_ item: Item) -> some View {
    Text(item.id).badge(item.amount).moveDisabled(fixed.contains(item.amount))
  }

  private func move(_ positions: RangeSet<Int>, _ destination: Int) {
    items.move(fromOffsets: positions, toOffset: destination)
  }
}

@MainActor
private func mover(_ hosting: Hosting) -> Element? {
  hosting.host.page().elements.first { $0.label == "Move" }
}

@MainActor
@Suite("Rows that are moved by a line")
struct MoveRowTests {
  /// A name, or the position where several rows have it.
  private func name(_ row: Int, _ items: [Item]) -> String {
    items.count { $0.id == items[row].id } == 1 ? items[row].id : "\(row + 1)"
  }

  @Test("The row that is named goes to its place", arguments: Shelf.Way.allCases)
  fileprivate func moved(way: Shelf.Way) {
    for pattern in 0..<8 {
      let items = (0..<3).map { Item(id: pattern >> $0 & 1 == 0 ? "milk" : "tea", amount: $0) }
      for row in 0..<3 {
        for target in 0..<3 {
          var forms = ["\(row + 1) to \(target + 1)", "\(name(row, items)) TO \(target + 1)"]
          if target == row - 1 { forms.append("\(name(row, items)) up") }
          if target == row + 1 { forms.append("\(name(row, items))  Down ") }
          for form in forms { check(way, items, form, from: row, to: target) }
        }
      }
    }
  }

  private func check(
    _ way: Shelf.Way, _ items: [Item], _ form: String, from row: Int, to target: Int
  ) {
    _ = misuses {
      let hosting = Hosting { Shelf(way: way, fixed: [], items: items) }
      guard let mover = mover(hosting) else {
        Issue.record("\(way) has no line.")
        return
      }
      var expected = items
      expected.insert(expected.remove(at: row), at: target)
      #expect(hosting.host.perform(.value(form), on: mover.id) == .done)
      let text = expected.map { "\($0.id)\($0.amount)" }.joined(separator: " ")
      #expect(hosting.screen.last == text, "\(form) in \(way) of \(items)")
    }
  }

  @Test(
    "A line that names no row, no place or a row that stays changes nothing and says why",
    arguments: Shelf.Way.allCases)
  fileprivate func refused(way: Shelf.Way) {
    let items = ["milk", "tea", "eggs"].enumerated().map { Item(id: $1, amount: $0) }
    let hosting = Hosting { Shelf(way: way, fixed: [1], items: items) }
    let line = hosting.screen.first { $0.contains("Move:") }
    #expect(line?.hasSuffix("Move: (milk down, milk to 3)") == true, "\(hosting.screen)")
    guard let mover = mover(hosting) else { return }
    #expect(mover.choices == ["milk down", "eggs up"])
    let refusals = [
      "milk up": "'milk' is the first row.", "eggs down": "'eggs' is the last row.",
      "tea up": "'tea' cannot be moved.", "2 to 1": "'tea' cannot be moved.",
      "milk to 4": "'4' is not a position. Type a number from 1 to 3.",
      "milk to 0": "'0' is not a position. Type a number from 1 to 3.",
      "milk to x": "'x' is not a position. Type a number from 1 to 3.",
      "bread up": "'bread' is not a choice. Choose milk, tea or eggs.",
      "4 down": "'4' is not a choice. Choose milk, tea or eggs.",
      "milk": "Type a row and its new place: 'milk down' or 'milk to 3'.",
      "up": "Type a row and its new place: 'milk down' or 'milk to 3'.",
      "to 3": "Type a row and its new place: 'milk down' or 'milk to 3'.",
      "": "Type a row and its new place: 'milk down' or 'milk to 3'.",
    ]
    let before = hosting.screen
    for (typed, sentence) in refusals {
      let reply = hosting.host.perform(.value(typed), on: mover.id)
      #expect(reply == .refused(sentence), "\(typed)")
      #expect(hosting.screen == before)
    }
    #expect(hosting.host.perform(.value("milk to 1"), on: mover.id) == .done)
    #expect(hosting.screen == before)
  }

  @Test("There is no line where nothing can be moved", arguments: Shelf.Way.allCases)
  fileprivate func none(way: Shelf.Way) {
    let items = [Item(id: "milk", amount: 0), Item(id: "tea", amount: 1)]
    #expect(mover(Hosting { Shelf(way: way, fixed: [0, 1], items: items) }) == nil)
    #expect(mover(Hosting { Shelf(way: way, fixed: [], items: [items[0]]) }) == nil)
    #expect(mover(Hosting { Shelf(way: way, fixed: [], items: []) }) == nil)
    let disabled = Hosting { Shelf(way: way, fixed: [], items: items).moveDisabled(true) }
    #expect(mover(disabled) == nil)
    let unavailable = Hosting { Shelf(way: way, fixed: [], items: items).disabled(true) }
    #expect(mover(unavailable)?.isEnabled == false)
  }

  @Test("The line follows the rows: their texts, their number, and those that stay")
  func follows() {
    struct Names: View {
      @State private var names = ["a", "b"]
      @State private var isFixed = false
      var body: some View {
        Button("Rename") { names[0] += "a" }
        Button("Add") { names.append("c") }
        Button("Fix") { isFixed = true }
        ForEach(names.indices, id: \.self) { index in
          Name(name: names[index]).moveDisabled(isFixed && index == 0)
        }
        .onMove { names.move(fromOffsets: $0, toOffset: $1) }
      }
    }
    struct Name: View {
      let name: String
      var body: some View { Text(name) }
    }
    let hosting = Hosting { Names() }
    func press(_ label: String) {
      let element = hosting.host.page().elements.first { $0.label == label }
      if let element { _ = hosting.host.perform(.activate, on: element.id) }
    }
    #expect(hosting.screen.last == "[4] Move: (a down, a to 2)")
    press("Rename")
    #expect(hosting.screen.last == "[4] Move: (aa down, aa to 2)")
    press("Add")
    #expect(hosting.screen.last == "[4] Move: (aa down, aa to 3)")
    press("Fix")
    #expect(hosting.screen.last == "[4] Move: (b up, b to 1)")
    #expect(mover(hosting)?.choices == ["b up", "b down", "c up"])
  }
}
