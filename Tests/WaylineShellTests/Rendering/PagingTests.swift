import Testing
import WaylineGraph
import WaylineNavigation
import WaylineSystem
import WaylineViews

@testable import WaylineShell

@Suite("Long screens")
@MainActor
struct PagingTests {
  /// The catalog of the lending desk, too long for a window.
  private struct CatalogPage: View {
    let count: Int

    var body: some View {
      List(0..<count, id: \.self) { book in Button("Book \(book + 1)") {} }
        .navigationTitle("Catalog")
    }
  }

  private func desk(_ count: Int, rows: Int = 6) -> Desk {
    Desk(CatalogPage(count: count)) { $0.window = { WindowSize(columns: 40, rows: rows) } }
  }

  @Test("A screen longer than the window stops after a page, and 'more' continues")
  func pages() {
    let desk = desk(9)
    #expect(
      desk.printed() == """
        Catalog
        [1] Book 1
        [2] Book 2
        [3] Book 3
        … 6 more lines: more, /text, top, all

        """)
    #expect(
      desk.answer("more") == """
        [4] Book 4
        [5] Book 5
        [6] Book 6
        [7] Book 7
        … 2 more lines: more, /text, top, all

        """)
    #expect(desk.answer("more") == "[8] Book 8\n[9] Book 9\n")
    #expect(desk.answer("more").hasPrefix("There are no more lines."))
  }

  @Test("A message above a screen takes its rows from the page, so that it stays in the window")
  func messagesAbove() {
    let desk = Desk(CatalogPage(count: 9)) { options in
      options.window = { WindowSize(columns: 40, rows: 8) }
    }
    #expect(desk.answer("show").split(separator: "\n").count == 7)
    let answer = desk.answer("/Book")
    #expect(answer.hasPrefix("9 of 9 lines contain 'Book'.\nCatalog\n[1] Book 1\n"))
    #expect(answer.split(separator: "\n").count == 7)
  }

  @Test("A screen without lines is a page without lines", arguments: [4, 6, 24])
  func nothing(rows: Int) {
    let desk = Desk(EmptyView()) { $0.window = { WindowSize(columns: 40, rows: rows) } }
    #expect(desk.printed() == "")
    #expect(desk.answer("show") == "" && desk.answer("more").hasPrefix("There are no more lines."))
  }

  @Test("Numbers stay valid, and only rows with a text can be printed")
  func finds() {
    let desk = desk(9_983)
    #expect(desk.printed().hasSuffix("… 9,980 more lines: more, all\n"))
    #expect(
      desk.answer("/ook 99") == """
        95 of 9,983 lines contain 'ook 99'.
        Catalog
        [99] Book 99
        [990] Book 990
        … 93 more lines: more, /text, top, all

        """)
    #expect(desk.answer("/zzz") == "No line on this screen contains 'zzz'.\n")
    #expect(desk.answer("top").hasPrefix("Catalog\n[1] Book 1\n"))
    #expect(desk.answer("all").split(separator: "\n").count == 9_980)
  }

  @Test("Long messages stop after a page as a screen does, and 'all' prints the rest at once")
  func messages() {
    let desk = desk(2)
    #expect(desk.answer("help").hasSuffix(" more lines: more, /text, top, all\n"))
    #expect(desk.answer("more").hasSuffix(" more lines: more, /text, top, all\n"))
    let rest = desk.answer("all")
    #expect(rest.split(separator: "\n").count > 10 && !rest.contains(" more line"))
  }

  @Test("'all' prints the whole screen where its last page, or other lines of it, were printed")
  func allAgain() {
    let desk = desk(12)
    _ = (desk.printed(), desk.answer("all"))
    #expect(desk.answer("all").split(separator: "\n").count == 13)
    #expect(desk.answer("/ook 12").hasSuffix("[12] Book 12\n"))
    #expect(desk.answer("all").hasPrefix("Catalog\n[1] Book 1\n"))
    #expect(desk.answer("all").hasSuffix("[12] Book 12\n"))
  }

  @Test("A screen that fits, and one that goes to a pipe, is printed whole")
  func whole() {
    #expect(desk(4).printed().hasSuffix("[4] Book 4\n"))
    let pipe = Desk(CatalogPage(count: 100))
    #expect(pipe.printed().split(separator: "\n").count == 101)
  }

  @Test(
    "A label or a tab that is called as a word for pages is the label")
  func labels() {
    let desk = Desk(
      TabView {
        Text("The catalog.").tabItem { Text("Books") }
        Button("All") {}.tabItem { Text("More") }
      })
    #expect(desk.answer("More").contains("[2] All\n"))
    #expect(desk.answer("Tab: more") == "'More' is already shown.\n")
    #expect(desk.answer("all") == "")
    #expect(desk.answer("books").contains("The catalog."))
  }

  @Test("While the rest of a text waits for them, the words for pages are no labels")
  func words() {
    var size = WindowSize(columns: 80, rows: 12)
    let desk = Desk(
      VStack {
        Button("More") {}
        ForEach(0..<40, id: \.self) { Text("Row \($0)") }
      }
    ) { $0.window = { size } }
    #expect(desk.answer("more").hasPrefix("Row 9\n"))
    size.rows = 100
    #expect(desk.answer("show").hasPrefix("[1] More\n") && desk.answer("more") == "")
  }

  @Test("The size of the window is read once for an answer, and not for one that prints nothing")
  func readOnce() {
    var count = 0
    let desk = Desk(CatalogPage(count: 60)) {
      $0.window = {
        count += 1
        return WindowSize(columns: 40, rows: 12)
      }
    }
    count = 0
    _ = desk.answer("show")
    #expect(count == 1)
    _ = desk.answer("more")
    #expect(count == 2)
    _ = desk.answer("# A comment prints nothing.")
    #expect(count == 2)
  }
}

@Suite("Wrapped lines")
struct LineWrappingTests {
  @Test(
    "Words wrap below the text of a label, or below the second column",
    arguments: [
      ("short", "short"),
      (
        "[12] The Go-Between, by L. P. Hartley", "[12] The Go-Between,\n     by L. P.\n     Hartley"
      ),
      ("  open  Open a place by its link.", "  open  Open a place\n        by its link."),
      ("  store status  Show it.", "  store status\n      Show it."),
      (
        "  a long form of words  Its meaning here.",
        "  a long form of\n      words\n      Its meaning\n      here."
      ),
      ("Welcome to the lending desk.", "Welcome to the\nlending desk."),
      ("Welcome.  This is the lending desk.", "Welcome.  This is\nthe lending desk."),
      ("Title           Author         Copies", "Title\n  Author\n  Copies"),
      (
        "\u{1B}[4mTitle\u{1B}[0m\u{1B}[4m           \u{1B}[0m\u{1B}[4mAuthor\u{1B}[0m",
        "\u{1B}[4mTitle\u{1B}[0m\u{1B}[4m\u{1B}[0m\n  \u{1B}[4m\u{1B}[0m\u{1B}[4mAuthor\u{1B}[0m"
      ),
      (
        "\u{1B}[1mA bold line that is long\u{1B}[0m",
        "\u{1B}[1mA bold line that is\u{1B}[0m\n\u{1B}[1mlong\u{1B}[0m"
      ),
      (
        "\u{1B}[1maaaaaaaaaaaaaaaaaaaaaaaaa\u{1B}[0m",
        "\u{1B}[1maaaaaaaaaaaaaaaaaaaa\u{1B}[0m\n\u{1B}[1maaaaa\u{1B}[0m"
      ),
      ("日本語の図書館の本を借りる", "日本語の図書館の本を\n借りる"),
      ("aaaaaaaaaaaaaaaaaaaaaaaaa", "aaaaaaaaaaaaaaaaaaaa\naaaaa"),
      ("\u{1B}[1mA bold line that is\u{1B}[0m long", "\u{1B}[1mA bold line that is\u{1B}[0m\nlong"),
    ])
  func wraps(line: String, wrapped: String) {
    let wrapping = LineWrapping(columns: 20)
    #expect(wrapping.wrapped(line) == wrapped)
  }

  @Test("No row is wider than the window, and no word is lost", arguments: 8..<60)
  func widths(columns: Int) {
    let line = "[7] Lend 'Ulysses' to 田中さん: the 3rd copy, or  any other (unavailable)"
    let rows = LineWrapping(columns: columns).wrapped(line).split(separator: "\n")
    #expect(rows.allSatisfy { DisplayWidth.of(String($0)) <= columns })
    let words = { (text: String) in text.filter { $0 != " " && $0 != "\n" } }
    #expect(words(rows.joined(separator: "\n")) == words(line))
  }
}
