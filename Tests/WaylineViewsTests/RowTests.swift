import Testing
import WaylineGraph

@testable import WaylineViews

private struct Copies: View {
  @State private var copies = 1
  let title: String
  var body: some View {
    Button("\(title): \(copies)") { copies += 1 }
  }
}

@Suite("Rows")
@MainActor
struct RowTests {
  @Test("A change in one row of a list shows")
  func changedRow() {
    let hosting = Hosting { List(0..<3, id: \.self) { Copies(title: "Book \($0)") } }
    #expect(hosting.lines == ["[1] Book 0: 1", "[2] Book 1: 1", "[3] Book 2: 1"])
    hosting.press("Book 1: 1")
    #expect(hosting.lines == ["[1] Book 0: 1", "[2] Book 1: 2", "[3] Book 2: 1"])
  }

  @Test("A change beside others on one line shows")
  func changedPart() {
    let hosting = Hosting { HStack { ForEach(0..<2) { Copies(title: "Book \($0)") } } }
    _ = hosting.lines
    hosting.press("Book 1: 1")
    #expect(hosting.lines == ["[1] Book 0: 1 [2] Book 1: 2"])
  }

  @Test("A section without a heading is set off as well, and its first row is its action")
  func headless() {
    let hosting = Hosting {
      List {
        Text("Today")
        Section {
          HStack {
            Text("Due")
            Button("Renew") {}
          }
          Text("b")
        }
      }
    }
    #expect(hosting.lines == ["Today", "", "[1] Due Renew", "b"])
  }
}
