import Foundation
import Testing
import Wayline
import WaylineFoundation
import WaylineTesting

private struct Book: Identifiable, Equatable {
  let id: Int
  let title: String
  let copies: Int
  let cover = Cover()

  struct Cover: Equatable {}
}

/// The number of columns of each kind, and the order that a person has chosen.
private struct BooksView: View {
  enum Selection: CaseIterable { case none, one, several }

  let selection: Selection
  @State var order: [KeyPathComparator<Book>]
  @State private var one: Book.ID?
  @State private var several: Set<Book.ID> = []

  private var books: [Book] {
    [
      Book(id: 1, title: "Emma", copies: 2), Book(id: 2, title: "Persuasion", copies: 1),
      Book(id: 3, title: "Dune", copies: 2),
    ].sorted(using: order)
  }

  var body: some View {
    switch selection {
    case .none:
      Table(books, sortOrder: $order) {
        TableColumn("Title", value: \.title)
        TableColumn("Copies", value: \.copies) { Text("\($0.copies)") }
        TableColumn("Cover", value: \.cover) { _ in Text("-") }
        TableColumn("Shelf") { _ in Text("A") }
      }
    case .one:
      Table(books, selection: $one, sortOrder: $order) {
        TableColumn("Title", value: \.title)
        TableColumn("Copies", value: \.copies)
      }
    case .several:
      Table(books, selection: $several, sortOrder: $order) {
        TableColumn("Title", value: \.title)
        TableColumn("Copies", value: \.copies)
      }
    }
  }
}

@Suite("Tables sorted by a column")
@MainActor
struct SortedTableTests {
  private func titles(_ host: TestHost) -> [String] {
    host.lines.compactMap { line in
      ["Emma", "Persuasion", "Dune"].first { line.hasPrefix($0) }
    }
  }

  @Test(
    "A line chooses the column and the direction; the comparators before it break ties",
    arguments: BooksView.Selection.allCases)
  fileprivate func chosen(selection: BooksView.Selection) {
    let host = TestHost { BooksView(selection: selection, order: [KeyPathComparator(\.title)]) }
    #expect(
      host.lines.first
        == "[1] Sort by: Title (Title, Title descending, Copies, Copies descending)")
    #expect(titles(host) == ["Dune", "Emma", "Persuasion"])
    host.send("Sort by: Copies")
    #expect(titles(host) == ["Persuasion", "Dune", "Emma"])
    host.send("1 title d")
    #expect(titles(host) == ["Persuasion", "Emma", "Dune"])
    host.send("sort by: copies descending")
    #expect(titles(host) == ["Emma", "Dune", "Persuasion"])
    host.send("undo")
    #expect(titles(host) == ["Persuasion", "Emma", "Dune"])
    #expect(host.send("1 cover").joined().hasPrefix("'cover' is not a choice."))
  }

  @Test("Without an order no column is chosen, and without a value there is no line")
  func none() {
    let host = TestHost { BooksView(selection: .none, order: []) }
    #expect(host.lines.first?.hasPrefix("[1] Sort by:") == true, "\(host.lines)")
    #expect(titles(host) == ["Emma", "Persuasion", "Dune"])
    host.send("1 Title")
    #expect(titles(host) == ["Dune", "Emma", "Persuasion"])
    let plain = TestHost { PlainTable() }
    #expect(plain.lines == ["Shelf", "A"])
    let sample = TestHost { SampleTable(books: [Book(id: 1, title: "Emma", copies: 2)]) }
    #expect(sample.lines.dropFirst() == ["Title  Copies", "Emma        2"])
  }
}

private struct PlainTable: View {
  @State private var order: [KeyPathComparator<Book>] = []

  var body: some View {
    Table([Book(id: 1, title: "Emma", copies: 1)], sortOrder: $order) {
      TableColumn("Shelf") { _ in Text("A") }
    }
  }
}

/// The sample of the documentation.
private struct SampleTable: View {
  let books: [Book]
  @State private var order = [KeyPathComparator(\Book.title)]

  var body: some View {
    Table(books.sorted(using: order), sortOrder: $order) {
      TableColumn("Title", value: \.title)
      TableColumn("Copies", value: \.copies) { Text("\($0.copies)") }
    }
  }
}
