import Testing
import WaylineGraph
import WaylineNavigation
import WaylineViews

@testable import WaylineShell

@Suite("Lists that load more, printed")
@MainActor
struct GrowingListPagesTests {
  /// A list whose last row loads the next rows.
  private struct FeedPage: View {
    var step = 3
    @State private var count = 3

    var body: some View {
      List {
        ForEach(Array(1...count), id: \.self) { row in
          Button("Post \(row)") {}.onAppear { if row == count { count += step } }
        }
      }
      Button("Write") {}
    }
  }

  private let first = """
    [1] Post 1
    [2] Post 2
    [3] Post 3
    … 3 more rows: more
    [4] Write

    """

  @Test("A pipe gets the rows that were there, and for 'more' the lines from the next row on")
  func pipe() {
    let desk = Desk(FeedPage())
    #expect(desk.printed() == first)
    let next = "[4] Post 4\n[5] Post 5\n[6] Post 6\n… 3 more rows: more\n[7] Write\n"
    #expect(desk.answer("more") == next)
    #expect(desk.answer(":more").hasPrefix("[7] Post 7\n"))
    #expect(desk.answer("7", "show").hasPrefix("[1] Post 1\n"))
  }

  @Test("A terminal prints what is left of its page first, and then the rows that 'more' loads")
  func terminal() {
    let desk = Desk(FeedPage()) { $0.window = { WindowSize(columns: 60, rows: 5) } }
    #expect(
      desk.printed()
        == "[1] Post 1\n[2] Post 2\n[3] Post 3\n… 2 more lines: more, /text, top, all\n")
    #expect(desk.answer("more") == "… 3 more rows: more\n[4] Write\n")
    #expect(
      desk.answer("more")
        == "[4] Post 4\n[5] Post 5\n[6] Post 6\n… 2 more lines: more, /text, top, all\n")
    #expect(desk.answer("more") == "… 3 more rows: more\n[7] Write\n")
  }

  @Test("'all', '/text' and a label load nothing", arguments: ["all", "/Post", "Write", "show"])
  func nothing(line: String) {
    let desk = Desk(FeedPage()) { $0.window = { WindowSize(columns: 60, rows: 50) } }
    _ = desk.printed()
    _ = desk.answer(line)
    #expect(desk.answer("more").hasPrefix("[4] Post 4\n"))
  }

  @Test("Programs get the whole screen after 'more'")
  func json() {
    let desk = Desk(FeedPage()) {
      $0.renderer = JSONRenderer()
      $0.readsJSON = true
    }
    _ = desk.answer("more")
    let screen = desk.frames.last?.screen
    #expect(desk.frames.last?.page == nil)
    #expect(screen?.elements.count == 7)
  }

  @Test("A row that is not shown is not found by its label")
  func label() {
    let desk = Desk(FeedPage())
    #expect(desk.answer("Post 5").contains("Post 5"))
    #expect(desk.session.refusal != nil)
  }

  @Test("Where nothing more loads, 'more' is refused")
  func end() {
    let desk = Desk(FeedPage(step: 0))
    #expect(desk.printed() == "[1] Post 1\n[2] Post 2\n[3] Post 3\n[4] Write\n")
    #expect(
      desk.answer("more") == "There are no more lines. Type show to print the screen again.\n")
  }
}
