import Testing
import WaylineGraph

@testable import WaylineViews

private struct Item: Identifiable, Hashable {
  let id: String
  var amount: Int
}

/// Rows that can be deleted, in each way to declare it.
private struct Shelf: View {
  enum Way: CaseIterable {
    case onDelete, byKeyPath, list, rows
  }

  let way: Way
  @State var items: [Item]

  var body: some View {
    switch way {
    case .onDelete:
      ForEach(items) { Text("\($0.id) \($0.amount)") }.onDelete { items.remove(atOffsets: $0) }
    case .byKeyPath:
      List {
        ForEach(items, id: \.id) { Text("\($0.id) \($0.amount)") }
          .onDelete { items.remove(atOffsets: $0) }
      }
    case .list: List($items, editActions: .delete) { Text("\($0.wrappedValue.amount)") }
    case .rows:
      ForEach($items, id: \.id, editActions: .delete) { $item in
        TextField("Amount", value: $item.amount)
      }
    }
    Text(items.map { "\($0.id)\($0.amount)" }.joined(separator: " "))
  }
}

@Suite("Rows with the same identity")
@MainActor
struct RepeatedRowTests {
  @Test("The row whose button is used is the one that goes", arguments: Shelf.Way.allCases)
  fileprivate func deleted(way: Shelf.Way) {
    for pattern in 0..<16 {
      let items = (0..<4).map { Item(id: pattern >> $0 & 1 == 0 ? "milk" : "tea", amount: $0) }
      for first in 0..<4 {
        for second in 0..<3 { check(way, items, deleting: [first, second]) }
      }
    }
  }

  private func check(_ way: Shelf.Way, _ items: [Item], deleting rows: [Int]) {
    _ = misuses {
      let hosting = Hosting { Shelf(way: way, items: items) }
      var expected = items
      for row in rows {
        expected.remove(at: row)
        let buttons = hosting.host.page().elements.filter { $0.kind == .button }
        #expect(hosting.host.perform(.activate, on: buttons[row].id) == .done)
        let text = expected.map { "\($0.id)\($0.amount)" }.joined(separator: " ")
        #expect(hosting.screen.last == text, "\(way) of \(items)")
      }
    }
  }

  @Test("A field of a row changes that row")
  func typed() {
    _ = misuses {
      let items = [0, 1, 2].map { Item(id: "milk", amount: $0) }
      for row in 0..<3 {
        let hosting = Hosting { Shelf(way: .rows, items: items) }
        let fields = hosting.host.page().elements.filter { $0.kind == .text }
        #expect(hosting.host.perform(.value("9"), on: fields[row].id) == .done)
        let text = (0..<3).map { "milk\($0 == row ? 9 : $0)" }.joined(separator: " ")
        #expect(hosting.screen.last == text)
      }
    }
  }
}
