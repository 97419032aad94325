import Foundation
import Testing
import Wayline
import WaylineFoundation
import WaylineTesting

/// A list whose rows are moved and deleted with the positions of Foundation.
private struct ShoppingList: View {
  @State private var names = ["Milk", "Bread", "Tea"]
  @State private var moved = "nothing"

  var body: some View {
    List {
      ForEach(names, id: \.self) { Text($0) }
        .onMove { (offsets: IndexSet, destination: Int) in
          moved = "\(Array(offsets)) before \(destination)"
          names.move(fromOffsets: offsets, toOffset: destination)
        }
        .onDelete { (offsets: IndexSet) in names.remove(atOffsets: offsets) }
    }
    Text("Moved: \(moved)")
  }
}

@Suite("Rows that are moved with an IndexSet")
@MainActor
struct MovedRowTests {
  @Test(
    "The action receives the row and the position before which it goes, and moves the row",
    arguments: [
      ("Move: Milk to 3", "[0] before 3", ["Bread", "Tea", "Milk"]),
      ("Move: Milk down", "[0] before 2", ["Bread", "Milk", "Tea"]),
      ("Move: Tea up", "[2] before 1", ["Milk", "Tea", "Bread"]),
      ("Move: 3 to 1", "[2] before 0", ["Tea", "Milk", "Bread"]),
      ("Move: Bread to 2", "nothing", ["Milk", "Bread", "Tea"]),
    ])
  func moved(line: String, positions: String, names: [String]) {
    let host = TestHost { ShoppingList() }
    host.send(line)
    #expect(host.lines.contains("Moved: \(positions)"), "\(host.lines)")
    let rows = host.lines.compactMap { line in
      names.first { line.contains($0) && !line.contains("Move") }
    }
    #expect(rows == names, "\(host.lines)")
  }
}
