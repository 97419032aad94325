import Testing
import WaylineGraph
import WaylineNavigation
import WaylineTestScale
import WaylineViews

@testable import WaylineShell

@Suite("Long lists by pages")
@MainActor
struct PagedRowsTests {
  /// A catalog whose rows change it, between other elements.
  private struct CatalogPage: View {
    let form: Form
    @State private var count = 60
    @State private var lent: Set<Int> = []
    @State private var isAsked = false

    enum Form: CaseIterable {
      case list, sections, beside, stack
    }

    var body: some View {
      Button("Add ten") { count += 10 }
      switch form {
      case .list: List(0..<count, id: \.self) { row($0) }
      case .sections:
        List {
          ForEach([1, 2], id: \.self) { shelf in
            Section("Shelf \(shelf)") { ForEach(0..<count / 2, id: \.self) { row($0) } }
          }
        }
      case .beside:
        HStack {
          Text("Books")
          List(0..<count, id: \.self) { row($0) }
        }
      case .stack: LazyVStack { ForEach(0..<count, id: \.self) { row($0) } }
      }
      Button("Halve") { count /= 2 }
      Button("Ask") { isAsked = true }
        .alert("Sure?", isPresented: $isAsked) { Button("Yes") { lent = [] } }
    }

    @ViewBuilder private func row(_ book: Int) -> some View {
      if book % 9 == 4 {
        Text("A book of \(book) pages\nin two volumes")
      } else {
        Button(lent.contains(book) ? "Return \(book)" : "Lend \(book)") {
          if lent.remove(book) == nil { lent.insert(book) }
        }
      }
    }
  }

  private func desk(_ form: CatalogPage.Form, rowLimit: Int?) -> Desk {
    Desk(host: ViewHost(rowLimit: rowLimit) { CatalogPage(form: form) }, navigator: nil) {
      $0.window = { WindowSize(columns: 40, rows: 8) }
      // A label goes before a command whose words do not fit.
      $0.commands = [ShellCommand("lend", usage: "lend [all|one]", summary: "Lend.") { _ in .done }]
    }
  }

  @Test(
    "A list that makes its rows by pages answers as one that has them all",
    arguments: CatalogPage.Form.allCases, 1...8)
  private func same(_ form: CatalogPage.Form, _ seed: Int) {
    let (paged, whole) = (desk(form, rowLimit: 4), desk(form, rowLimit: nil))
    #expect(plain(paged.printed()) == plain(whole.printed()))
    var random = Dice(seed: UInt64(seed))
    var typed: [String] = []
    for _ in 0..<40 {
      let line = Self.line(using: &random)
      typed.append(line)
      #expect(plain(paged.answer(line)) == plain(whole.answer(line)), "\(typed)")
    }
  }

  private static func line(using random: inout Dice) -> String {
    switch Int.random(in: 0..<12, using: &random) {
    case 0...3: "more"
    case 4: ["top", "show", "all", "help"].randomElement(using: &random) ?? ""
    case 5: "/\(Int.random(in: 0..<60, using: &random))"
    case 6...7: "\(Int.random(in: 1...70, using: &random))"
    case 8: "[\(Int.random(in: 1...20, using: &random))]"
    case 9: "Lend \(Int.random(in: 0..<60, using: &random))"
    case 10: ["Add ten", "Halve", "halve", "Hal", "Ask", "Yes"].randomElement(using: &random) ?? ""
    default: ["zzz", "99", "return 3", "\"Lend 20\""].randomElement(using: &random) ?? ""
    }
  }

  /// The text without the number of lines that remain: rows that are not made count as a line each.
  private func plain(_ text: String) -> String {
    text.replacing(/… [0-9,]+ more (rows|lines?): more/, with: "… more")
  }

  @Test("The first page makes no more rows than a list makes at once; 'more' makes more")
  func made() {
    let made = Ledger()
    let host = ViewHost(rowLimit: 16) {
      List(0..<1_000, id: \.self) { row in
        let _ = made.add()
        Button("Book \(row)") {}
      }
    }
    let desk = Desk(host: host, navigator: nil) { $0.window = { WindowSize(columns: 40, rows: 8) } }
    #expect(desk.printed().hasSuffix("[6] Book 5\n… 994 more rows: more, /text, top, all\n"))
    #expect(made.count == 16)
    #expect(desk.answer("3", "more").hasSuffix("… 988 more rows: more, /text, top, all\n"))
    #expect(desk.answer("more").hasSuffix("… 982 more rows: more, /text, top, all\n"))
    #expect(made.count < 100)
    #expect(desk.answer("Book 700") == "")
    #expect(desk.answer("more").hasSuffix("… 976 more lines: more, /text, top, all\n"))
  }

  @Test("A secret that is asked for below the rows of a page keeps refused lines private")
  func secret() {
    let host = ViewHost(rowLimit: 4) {
      List(0..<50, id: \.self) { row in Button("Book \(row)") {} }
      SecureField("Passcode", text: .constant(""))
    }
    let desk = Desk(host: host, navigator: nil) { $0.window = { WindowSize(columns: 40, rows: 8) } }
    _ = desk.answer("hunter2")
    #expect(desk.frames.allSatisfy { !"\($0)".contains("hunter2") })
  }

  private final class Catalog: ObservableObject {
    @Published var count: Int
    @Published var note = "Open"

    init(count: Int) { self.count = count }
  }

  private struct GrowingPage: View {
    @ObservedObject var catalog: Catalog

    var body: some View {
      Text(catalog.note)
      List(0..<catalog.count, id: \.self) { row in Button("Book \(row)") {} }
      Button("Close") { catalog.note = "Closed by hand" }
    }
  }

  private func growing(_ catalog: Catalog) -> Desk {
    let host = ViewHost(rowLimit: 16) { GrowingPage(catalog: catalog) }
    let desk = Desk(host: host, navigator: nil) { $0.window = { WindowSize(columns: 40, rows: 8) } }
    _ = desk.printed()
    return desk
  }

  @Test("A text above rows that no page has needed is printed when it has changed")
  func changedText() {
    let catalog = Catalog(count: 300)
    let desk = growing(catalog)
    catalog.note = "Closed"
    #expect(desk.answer("zzz").contains("\nClosed\n"))
    #expect(!desk.answer("zzz").contains("Closed"))
  }

  @Test("A button below a list that has grown beyond its page is still there")
  func grownList() {
    let catalog = Catalog(count: 10)
    let desk = growing(catalog)
    catalog.count = 400
    #expect(desk.answer("Close").contains("Closed by hand\n"))
  }

  @Test("Tabs are on the first page of a list, however long it is")
  func tabs() {
    let desk = Desk(
      TabView {
        List(0..<10_000, id: \.self) { Text("Book \($0)") }.tabItem { Text("Books") }
        Text("2 members").tabItem { Text("Members") }
      }
    ) { $0.window = { WindowSize(columns: 40, rows: 8) } }
    #expect(desk.printed().hasPrefix("[1] Tab: Books (Books, Members)\nBook 0\n"))
    #expect(desk.answer("members") == "[1] Tab: Members (Books, Members)\n2 members\n")
  }

  private final class Ledger {
    private(set) var count = 0

    func add() { count += 1 }
  }
}
