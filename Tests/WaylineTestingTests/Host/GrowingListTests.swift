import Testing
import Wayline
import WaylineTesting

/// A store of pages of three rows.
@MainActor
@Observable
private final class Pages {
  var rows: [Int]
  var loads = 0
  var isLoading = false
  let end: Int
  /// The loads that fail.
  var failures: Set<Int> = []

  init(_ count: Int = 3, end: Int = 300) {
    (rows, self.end) = (Array(1...max(1, count)).prefix(count).map { $0 }, end)
  }

  var hasMore: Bool { rows.count < end }

  func load() {
    loads += 1
    guard !failures.contains(loads) else { return }
    rows += (rows.count + 1..<rows.count + 4).filter { $0 <= end }
  }

  func loadLater() async {
    guard !isLoading else { return }
    isLoading = true
    await Task.yield()
    load()
    isLoading = false
  }
}

/// The ways in which a row that appears loads the next page.
private enum Trigger: CaseIterable {
  case lastRow, lastRowLater, lastRowTask, animated, change, footer, footerLater, footerTask
  case sentinel
}

/// The containers whose rows appear one after the other.
private enum Container: CaseIterable {
  case list, lazyStack, form, section, choice, table
}

private struct Row: Identifiable {
  let id: Int
}

private struct PagesView: View {
  let pages: Pages
  let container: Container
  let trigger: Trigger
  @State private var last = 0
  @State private var chosen: Int?

  var body: some View {
    switch container {
    case .list: List { content }
    case .lazyStack: ScrollView { LazyVStack { content } }
    case .form: Form { content }
    case .section: List { Section("Rows") { content } }
    case .choice: List(selection: $chosen) { content }
    case .table: Table(pages.rows.map(Row.init)) { TableColumn("Row") { row($0.id) } }
    }
    Text("Below")
  }

  @ViewBuilder private var content: some View {
    if trigger == .sentinel {
      ForEach(pages.hasMore ? pages.rows + [0] : pages.rows, id: \.self) { id in
        if id == 0 { Text("Loading …").onAppear { pages.load() } } else { Text("Row \(id)") }
      }
    } else {
      ForEach(pages.rows, id: \.self) { row($0) }
    }
    if pages.hasMore {
      switch trigger {
      case .footer: ProgressView().onAppear { pages.load() }
      case .footerLater: ProgressView().onAppear { Task { await pages.loadLater() } }
      case .footerTask: ProgressView().task { await pages.loadLater() }
      default: EmptyView()
      }
    }
  }

  @ViewBuilder private func row(_ id: Int) -> some View {
    let text = Text("Row \(id)")
    switch trigger {
    case .lastRow: text.onAppear { if id == pages.rows.last { pages.load() } }
    case .lastRowLater:
      text.onAppear { if id == pages.rows.last { Task { await pages.loadLater() } } }
    case .lastRowTask: text.task { if id == pages.rows.last { await pages.loadLater() } }
    case .animated:
      text.onAppear { if id == pages.rows.last { withAnimation { pages.load() } } }
    case .change:
      text.onAppear { last = max(last, id) }
        .onChange(of: last) { if id == last, id == pages.rows.last { pages.load() } }
    default: text
    }
  }
}

/// The rows that a host shows; a choice has them in its line.
@MainActor
private func rows(_ host: TestHost) -> [Int] {
  let text = host.lines.filter { !$0.contains("more row") }.joined(separator: " ")
  return text.matches(of: /Row (\d+)/).compactMap { Int($0.output.1) }
    .reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
}

/// Each way in each container that has it.
private let ways = Container.allCases.flatMap { container in
  Trigger.allCases.compactMap { trigger -> (Container, Trigger)? in
    let isFooter = [.footer, .footerLater, .footerTask, .sentinel].contains(trigger)
    return container == .table && isFooter ? nil : (container, trigger)
  }
}

private let noMore = "There are no more lines. Type show to print the screen again."

/// A list whose rows note that they appear, and that grows by other causes.
private struct OrdinaryView: View {
  enum Cause: CaseIterable {
    case button, listAppear, listTask, headerAppear, rowsAppear, laterButton, filter
  }

  let cause: Cause
  @State private var rows = ["a", "b"]
  @State private var seen: [String] = []
  @State private var query = ""

  var body: some View {
    Text("Seen: \(seen.joined())")
    List {
      if cause == .headerAppear { Text("Header").onAppear(perform: add) }
      if cause == .rowsAppear {
        ForEach(rows, id: \.self, content: row).onAppear(perform: add)
      } else {
        ForEach(rows.filter { query.isEmpty || $0 == query }, id: \.self, content: row)
      }
      Text("End").onAppear { seen.append("!") }
    }
    .onAppear { if cause == .listAppear { add() } }
    .task { if cause == .listTask { add() } }
    Button("Add") {
      if cause == .laterButton { Task { add() } } else { add() }
    }
    Button("Filter") { query = query.isEmpty ? "b" : "" }
  }

  private func row(_ name: String) -> some View {
    Text("Row \(name)").onAppear { seen.append(name) }
  }

  private func add() { rows += ["c", "d"] }
}

@MainActor
@Suite("Lists that load more")
struct GrowingListTests {
  @Test(
    "A list stops after the rows that were there, and each request shows one page", arguments: ways)
  private func onePage(container: Container, trigger: Trigger) async {
    let pages = Pages()
    let host = TestHost { PagesView(pages: pages, container: container, trigger: trigger) }
    host.onFailure = { Issue.record("\($0)") }
    await host.settle()
    #expect(rows(host) == Array(1...3))
    #expect(pages.rows.count == 6)
    for page in 2...4 {
      #expect(host.lines.contains { $0.contains("… 3 more rows: more") }, "\(host.lines)")
      host.scroll()
      await host.settle()
      #expect(rows(host) == Array(1...3 * page), "page \(page): \(host.lines)")
      #expect(pages.rows.count == 3 * page + 3)
    }
    #expect(host.lines.contains("Below"))
  }

  @Test(
    "The first page of an empty list is shown at once",
    arguments: [
      Trigger.footer, .footerLater, .footerTask,
    ])
  private func firstPage(trigger: Trigger) async {
    let pages = Pages(0)
    let host = TestHost { PagesView(pages: pages, container: .list, trigger: trigger) }
    await host.settle()
    #expect(rows(host) == [1, 2, 3])
    #expect(pages.rows.count == 6)
    host.scroll()
    await host.settle()
    #expect(rows(host) == Array(1...6))
  }

  @Test("The list ends with its last page", arguments: ways)
  private func ending(container: Container, trigger: Trigger) async {
    let pages = Pages(end: 8)
    let host = TestHost { PagesView(pages: pages, container: container, trigger: trigger) }
    await host.settle()
    for _ in 0..<2 {
      host.scroll()
      await host.settle()
    }
    #expect(rows(host) == Array(1...8))
    #expect(!host.lines.contains { $0.contains("more row") })
    var failures: [HostFailure] = []
    host.onFailure = { failures.append($0) }
    let lines = host.lines
    host.scroll()
    await host.settle()
    #expect(host.lines == lines)
    if trigger == .footer { #expect(failures.map(\.message) == [noMore]) }
  }

  @Test(
    "A page that failed is loaded by the next request",
    arguments: [
      Trigger.lastRow, .footer, .footerTask,
    ])
  private func failing(trigger: Trigger) async {
    let pages = Pages()
    pages.failures = [1]
    let host = TestHost { PagesView(pages: pages, container: .list, trigger: trigger) }
    await host.settle()
    #expect(rows(host) == [1, 2, 3])
    host.scroll()
    await host.settle()
    if trigger == .footerTask { host.scroll() }
    await host.settle()
    #expect(rows(host) == Array(1...6))
  }

  @Test("Rows that anything else adds are shown at once", arguments: OrdinaryView.Cause.allCases)
  private func ordinary(cause: OrdinaryView.Cause) async {
    let host = TestHost { OrdinaryView(cause: cause) }
    host.onFailure = { Issue.record("\($0)") }
    await host.settle()
    switch cause {
    case .button, .laterButton: host.press("Add")
    case .filter:
      host.press("Filter")
      #expect(host.lines.filter { $0.hasPrefix("Row") } == ["Row b"])
      host.press("Filter")
      host.press("Add")
    default: break
    }
    await host.settle()
    #expect(
      host.lines.filter { $0.hasPrefix("Row") } == ["Row a", "Row b", "Row c", "Row d"],
      "\(host.lines)")
    #expect(!host.lines.contains { $0.contains("more row") })
    #expect(host.lines[0].filter { $0 == "!" }.count == 1)
  }

  @Test("Rows that are added or removed while others wait are shown, and the others wait on")
  func meanwhile() async {
    let pages = Pages()
    let host = TestHost { PagesView(pages: pages, container: .list, trigger: .lastRow) }
    pages.rows.append(99)
    await host.settle()
    #expect(rows(host) == [1, 2, 3, 99])
    pages.rows.insert(77, at: 0)
    pages.rows.removeAll { $0 == 2 }
    await host.settle()
    #expect(rows(host) == [77, 1, 3, 99])
    // The row that was added was the last one, and has loaded a page.
    #expect(host.lines.contains("… 6 more rows: more"))
    pages.rows.removeAll { $0 == 5 }
    await host.settle()
    #expect(host.lines.contains("… 5 more rows: more"))
    pages.rows = [200, 201]
    await host.settle()
    #expect(rows(host) == [200, 201])
    #expect(host.lines.contains("… 3 more rows: more"))
  }

  @Test("A filter that leaves no other row shows a row that waits")
  func filtered() {
    struct Feed: View {
      @State private var rows = [1, 2, 3]
      @State private var query = ""
      var body: some View {
        List(rows.filter { query.isEmpty || "\($0)" == query }, id: \.self) { row in
          Text("Row \(row)").onAppear {
            if row == rows.last, rows.count < 6 { rows += [4, 5, 6] }
          }
        }
        .searchable(text: $query, prompt: "Find")
      }
    }
    let host = TestHost { Feed() }
    host.onFailure = { Issue.record("\($0)") }
    #expect(rows(host) == [1, 2, 3])
    host.send("Find: 2")
    #expect(rows(host) == [2])
    host.send("Find: 5")
    #expect(rows(host) == [5])
    host.send("Find: \"\"")
    #expect(rows(host) == [1, 2, 3, 4, 5, 6])
  }

  @Test("Rows that come before the others wait above them")
  func older() {
    struct Chat: View {
      @State private var messages = [10, 11]
      var body: some View {
        List(messages, id: \.self) { message in
          Text("Row \(message)").onAppear {
            if message == messages.first { messages.insert(message - 1, at: 0) }
          }
        }
      }
    }
    let host = TestHost { Chat() }
    #expect(host.lines == ["… 1 more row: more", "Row 10", "Row 11"])
    host.scroll()
    #expect(host.lines == ["… 1 more row: more", "Row 9", "Row 10", "Row 11"])
  }

  @Test("Sections of data wait with their rows, in one line")
  func sections() {
    struct Library: View {
      @State private var shelves = [["a", "b"]]
      var body: some View {
        List {
          ForEach(shelves.indices, id: \.self) { shelf in
            Section("Shelf \(shelf)") {
              ForEach(shelves[shelf], id: \.self) { book in
                Text("Row \(book)").onAppear { if book == shelves.last?.last { load() } }
              }
            }
          }
        }
      }
      private func load() {
        shelves[shelves.count - 1].append("c\(shelves.count)")
        shelves.append(["d\(shelves.count)"])
      }
    }
    let host = TestHost { Library() }
    #expect(host.lines == ["Shelf 0", "Row a", "Row b", "… 2 more rows: more"])
    host.scroll()
    #expect(
      host.lines == [
        "Shelf 0", "Row a", "Row b", "Row c1", "", "Shelf 1", "Row d1", "… 2 more rows: more",
      ])
  }

  @Test("A list of a stack without laziness shows all rows, as in SwiftUI")
  func eager() {
    struct Steps: View {
      @State private var count = 1
      var body: some View {
        ForEach(0..<count, id: \.self) { step in
          Text("Row \(step)").onAppear { if step < 5 { count = max(count, step + 2) } }
        }
      }
    }
    #expect(TestHost { Steps() }.lines.count == 6)
  }

  @Test("An exploration asks for more, and finds what the rows have")
  func explored() async {
    struct Feed: View {
      @State private var count = 1
      var body: some View {
        List(0..<count, id: \.self) { row in
          NavigationLink("Row \(row)") { Text("Post \(row)") }
            .onAppear { if row == count - 1, count < 4 { count += 1 } }
        }
      }
    }
    let report = await Explorer { NavigationStack { Feed() } }
      .sometimes("The last post is read") { $0.lines.contains("Post 3") }
      .run()
    #expect(report.isSound, "\(report)")
  }
}
