import Testing
import WaylineGraph
import WaylineViews

@testable import WaylineShell

@Suite("Tables in narrow windows")
@MainActor
struct TableWidthTests {
  private struct Book: Identifiable {
    let id: Int
    let title: String
    let author: String
  }

  private static let books = [
    Book(id: 1, title: "The Go-Between", author: "L. P. Hartley"),
    Book(id: 2, title: "Emma", author: "Jane Austen"),
  ]

  private func text(_ count: Int, hasButtons: Bool, columns: Int) -> String {
    let desk = Desk(
      Table(Array(Self.books.prefix(count))) {
        TableColumn("Title") { book in
          if hasButtons { Button(book.title) {} } else { Text(book.title) }
        }
        TableColumn("Author", value: \.author)
        TableColumn("Number of copies") { Text("\($0.id)") }
      })
    var frame = desk.frames.last ?? Frame()
    frame.columns = columns
    return PlainRenderer(style: .ansi).text(of: frame)
  }

  @Test("The headings are underlined, also of a table without rows", arguments: 0...2)
  func underlined(count: Int) {
    let lines = text(count, hasButtons: false, columns: 80).split(separator: "\n")
    #expect(lines.count == count + 1)
    #expect(lines.map { $0.contains("\u{1B}[4m") } == [true] + (0..<count).map { _ in false })
  }

  @Test(
    "A row that wraps continues below its text, and no line break or indent is underlined",
    arguments: [false, true], [20, 40, 48])
  func wrapped(hasButtons: Bool, columns: Int) {
    for count in 0...2 {
      let text = text(count, hasButtons: hasButtons, columns: columns)
      var isUnderlined = false
      for line in text.split(separator: "\n") {
        #expect(!isUnderlined, "\(text)")
        let indent = line.prefix { $0 == " " }.count
        #expect(indent == 0 || indent == 2 || hasButtons && indent == 4, "\(text)")
        let parts = line.split(separator: "\u{1B}[", omittingEmptySubsequences: false).dropFirst()
        if let last = parts.last { isUnderlined = last.hasPrefix("4m") }
      }
      #expect(!isUnderlined)
      guard columns < 48, count > 0 else { continue }
      let words = text.split { $0 == " " || $0 == "\n" }.count
      #expect(words >= 5 && text.split(separator: "\n").count > count + 1, "\(text)")
    }
  }
}
