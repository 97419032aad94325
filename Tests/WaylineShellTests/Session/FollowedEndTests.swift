import Testing
import WaylineGraph
import WaylineViews

@testable import WaylineShell

@Suite("Screens that begin at their end")
@MainActor
struct FollowedEndTests {
  private final class Log: ObservableObject {
    @Published var lines: [String]
    @Published var anchor: UnitPoint? = .bottom

    init(_ count: Int) { lines = (1...count).map { "line \($0)" } }

    func add(_ count: Int) { lines += (lines.count + 1...lines.count + count).map { "line \($0)" } }
  }

  /// A log, below a field that chooses from it.
  private struct LogPage: View {
    @ObservedObject var log: Log
    var isButton = false

    var body: some View {
      List {
        ForEach(log.lines, id: \.self) { line in
          if isButton { Button(line) {} } else { Text(line) }
        }
      }
      .defaultScrollAnchor(log.anchor)
      .navigationTitle("Log")
    }
  }

  private let interval = Interval()

  private func desk(_ log: Log, rows: Int? = 6, isButton: Bool = false) -> Desk {
    let host = ViewHost(rowLimit: rows.map { _ in Session.rowsAtOnce }) {
      LogPage(log: log, isButton: isButton)
    }
    return Desk(host: host, navigator: nil) { [interval] in
      ($0.printsUnasked, $0.printsOnlyChanges, $0.isScript) = (true, true, false)
      $0.sleep = { _ in await interval.sleep() }
      if let rows { $0.window = { WindowSize(columns: 80, rows: rows) } }
    }
  }

  /// Changes the log, and returns what is printed for it.
  private func change(_ desk: Desk, _ change: () -> Void) -> String {
    change()
    desk.session.catchUp()
    return desk.printed()
  }

  @Test("The last page is printed first, and 'more' prints the page above it", arguments: [9, 300])
  func pages(count: Int) {
    let desk = desk(Log(count))
    #expect(
      desk.printed() == """
        Log
        line \(count - 2)
        line \(count - 1)
        line \(count)
        … \(count - 3) earlier lines: more, /text, top, all

        """)
    #expect(
      desk.answer("more") == """
        line \(count - 6)
        line \(count - 5)
        line \(count - 4)
        line \(count - 3)
        … \(count - 7) earlier lines: more, /text, top, all

        """)
    #expect(desk.answer("top").hasPrefix("Log\nline 1\nline 2\nline 3\n… \(count - 3) more lines"))
    #expect(desk.answer("more").hasPrefix("line 4\n"))
    #expect(desk.answer("show").hasPrefix("Log\nline \(count - 2)\n"))
    #expect(desk.answer("all").split(separator: "\n").count == count + 1)
  }

  @Test("The pages of every length and window have each line once, and fit")
  func eachLine() {
    for count in 1...14 {
      for rows in 4...9 {
        let desk = desk(Log(count), rows: rows)
        var page = desk.printed()
        var found: [Substring] = []
        for _ in 0...count {
          let lines = page.split(separator: "\n")
          #expect(lines.count < rows, "\(count) lines, \(rows) rows")
          found = lines.filter { $0.hasPrefix("line") } + found
          guard lines.last?.contains("earlier line") == true else { break }
          page = desk.answer("more")
        }
        #expect(found == (1...count).map { "line \($0)" }, "\(count) lines, \(rows) rows")
        #expect(desk.answer("more").hasPrefix("There are no more lines."))
      }
    }
  }

  @Test("New lines at the end are printed, up to a page; of more, the last page", arguments: 1...7)
  func grows(count: Int) {
    let log = Log(20)
    let desk = desk(log)
    _ = desk.printed()
    let printed = change(desk) { log.add(count) }
    let lines = (21...20 + count).map { "line \($0)\n" }
    if count <= 4 {
      #expect(printed == lines.joined())
    } else {
      #expect(printed.hasPrefix("Log\n" + lines.suffix(3).joined() + "… \(17 + count) earlier"))
    }
  }

  @Test("Lines that leave at the beginning are not named, also where they were printed")
  func scrollsOff() async {
    for count in [3, 20] {
      let log = Log(count)
      let desk = desk(log)
      _ = desk.printed()
      let printed = change(desk) {
        log.lines.removeFirst()
        log.lines.append("new")
      }
      #expect(printed == "new\n")
      #expect(change(desk) { log.lines.removeFirst() } == "")
    }
  }

  @Test("Who reads an earlier page is not disturbed, and 'show' follows again")
  func earlier() async {
    let log = Log(20)
    let desk = desk(log)
    _ = desk.answer("more")
    #expect(change(desk) { log.add(2) } == "")
    #expect(desk.answer("more").hasPrefix("line 10\n"))
    await interval.end()
    #expect(desk.answer("show").hasSuffix("line 22\n… 19 earlier lines: more, /text, top, all\n"))
    #expect(change(desk) { log.add(1) } == "line 23\n")
  }

  @Test("A number means the row under which it was printed, after rows have left above")
  func numbers() {
    let log = Log(20)
    let desk = desk(log, isButton: true)
    #expect(desk.printed().contains("[20] line 20\n"))
    #expect(
      change(desk) {
        log.lines.removeFirst()
        log.lines.append("new")
      } == "[20] new\n")
    #expect(desk.answer("19") == "" && desk.answer("20") == "")
    #expect(desk.answer("show").contains("[19] line 20\n[20] new\n"))
  }

  @Test("A pipe prints the whole screen; without the anchor the first page is printed")
  func without() {
    #expect(desk(Log(9), rows: nil).printed().hasPrefix("Log\nline 1\n"))
    let log = Log(9)
    log.anchor = .top
    let desk = desk(log)
    #expect(desk.printed().hasPrefix("Log\nline 1\n"))
    log.anchor = .bottom
    #expect(desk.answer("show").hasPrefix("Log\nline 7\n"))
  }

  @Test("The end is followed as long as the view with the anchor is shown")
  func leaves() {
    let log = Log(20)
    let host = ViewHost { Shown(log: log) }
    #expect(host.page().beginsAtEnd)
    log.lines = []
    host.graph.flush()
    #expect(!host.page().beginsAtEnd)
    log.lines = ["line"]
    host.graph.flush()
    #expect(host.page().beginsAtEnd)
  }

  /// A log that is shown while it has lines.
  private struct Shown: View {
    @ObservedObject var log: Log

    var body: some View {
      if !log.lines.isEmpty { LogPage(log: log) }
    }
  }
}
