import WaylineViews

/// A program without views: an array of lines, of which one is formatted and replaced.
@MainActor
final class KeptLines {
  private var lines: [Line]
  private var copies = 0

  init(_ count: Int) {
    lines = Book.shelf(count).map { Line([.text($0.title, TextStyle())]) }
    lines.insert(Line(), at: 0)
  }

  var splices: Work {
    Work("format a line, splice") { [self] count in
      for _ in 0..<count {
        copies += 1
        let line = Line([.text("Copies: \(copies)", TextStyle())])
        lines.replaceSubrange(0..<1, with: CollectionOfOne(line))
        blackHole(lines.count)
      }
    }
  }

  func check() throws {
    let expected = copies == 0 ? [] : [Line.Span.text("Copies: \(copies)", TextStyle())]
    try expect("the spliced line", lines.first?.spans, is: expected)
  }
}
