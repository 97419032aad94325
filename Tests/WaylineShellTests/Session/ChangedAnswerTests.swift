import Testing
import WaylineGraph
import WaylineViews

@testable import WaylineShell

@Suite("Answers say what changed")
@MainActor
struct ChangedAnswerTests {
  /// A shelf of books whose lines can change one by one, or all at once.
  private struct ShelfPage: View {
    @State private var books = ["Emma", "Ulysses", "Persuasion", "Middlemarch"]
    @State private var title = ""
    @State private var isOpen = false
    @State private var suffix = ""

    var body: some View {
      TextField("Title", text: $title)
      Button("Order") {}.disabled(title.isEmpty)
      Toggle("Open", isOn: $isOpen)
      Text("The shelf is \(isOpen ? "open" : "closed").")
      ForEach(books, id: \.self) { book in Text("\(book)\(suffix)") }
      Button("Remove the last") { books.removeLast() }
      Button("Mark all") { suffix += "!" }
      Button("Look") {}
    }
  }

  private static func desk(_ configure: (inout SceneConfiguration) -> Void = { _ in }) -> Desk {
    let desk = Desk(ShelfPage()) { options in
      (options.isScript, options.answersWithChanges) = (false, true)
      configure(&options)
    }
    _ = desk.printed()
    return desk
  }

  @Test(
    "The lines that changed are printed in reading order, also those whose number is another now",
    arguments: [
      (["2"], "[2] Open: on\nThe shelf is open.\n"),
      (["1 Emma", "1 Ema"], "[1] Title: Ema\n"),
      (["remove the last"], "- Middlemarch\n"),
      (["look"], ""),
      (["show", "look"], ""),
    ])
  func lines(typed: [String], last: String) {
    let desk = Self.desk()
    for line in typed.dropLast() { _ = desk.answer(line) }
    #expect(desk.answer(typed.last ?? "") == last)
  }

  @Test("More than half of the lines is the whole screen, and so is what 'show' prints")
  func many() {
    let desk = Self.desk()
    // The number of every element below the button has changed with it.
    #expect(desk.answer("1 Emma").hasPrefix("\n[1] Title: Emma\n[2] Order\n[3] Open: off\n"))
    #expect(desk.answer("show").hasPrefix("\n[1] Title: Emma\n[2] Order\n[3] Open: off\nThe shelf"))
    #expect(desk.answer("mark all") == "Emma!\nUlysses!\nPersuasion!\nMiddlemarch!\n")
    let few = Desk(Counting()) { ($0.isScript, $0.answersWithChanges) = (false, true) }
    // An empty line stands between two screens, but not above the first one.
    #expect(few.printed().hasPrefix("Count: 0\n"))
    #expect(few.answer("1") == "\nCount: 1\nTwice: 2\n[1] Count\n")
  }

  private struct Counting: View {
    @State private var count = 0
    var body: some View {
      Text("Count: \(count)")
      Text("Twice: \(2 * count)")
      Button("Count") { count += 1 }
    }
  }

  @Test("Every number means the element that was printed under it last")
  func numbers() {
    let desk = Self.desk()
    _ = desk.answer("1 Emma")
    // '3' is the toggle now, and was printed with that number.
    #expect(desk.answer("3") == "[3] Open: on\nThe shelf is open.\n")
    #expect(desk.answer("1 \"\"").contains("[-] Order (unavailable)\n[2] Open: on\n"))
    #expect(desk.answer("2") == "[2] Open: off\nThe shelf is closed.\n")
  }

  @Test("A line that could not be used before says so once, and not on a whole screen")
  func regained() {
    struct OrderPage: View {
      @State private var title = ""
      var body: some View {
        TextField("Title", text: $title)
        ForEach(0..<4, id: \.self) { Text("Line \($0)") }
        Button("Order") {}.disabled(title.isEmpty)
      }
    }
    let desk = Desk(OrderPage()) { ($0.isScript, $0.answersWithChanges) = (false, true) }
    #expect(desk.answer("1 Emma") == "[1] Title: Emma\n[2] Order (was unavailable)\n")
    #expect(desk.answer("1 Ulysses") == "[1] Title: Ulysses\n")
    #expect(desk.answer("show").contains("[2] Order\n"))
    #expect(desk.answer("1 \"\"") == "[1] Title: (empty)\n[-] Order (unavailable)\n")
    // A whole screen, as a script gets it, has no earlier one.
    #expect(Desk(OrderPage()).answer("1 Emma").contains("\n[2] Order\n"))
  }

  @Test("A screen of several pages, and one that another answers for, is printed as before")
  func pages() {
    let paged = Self.desk { $0.window = { WindowSize(columns: 80, rows: 6) } }
    #expect(paged.answer("2").hasPrefix("\n[1] Title: (empty)\n[-] Order"))
    #expect(Desk(ShelfPage()).answer("2").hasPrefix("[1] Title: (empty)\n[-] Order"))
  }

  @Test("The line of a secret is printed also where its length is the same")
  func secret() {
    let desk = Desk(BookPage()) { ($0.isScript, $0.answersWithChanges) = (false, true) }
    _ = desk.answer("3 hunter2")
    #expect(desk.answer("3 hunter3") == "[3] Passcode: (hidden, 7 characters)\n")
    #expect(desk.answer("2") == "[2] Notify me: on\n")
  }

  @Test("A refusal is printed alone")
  func refused() {
    #expect(Self.desk().answer("zzz").hasPrefix("'zzz' is neither"))
    #expect(Self.desk().answer("99").hasPrefix("There is no 99 on this screen"))
  }
}
