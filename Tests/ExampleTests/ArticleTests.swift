import Testing
import Wayline
import WaylineTesting

@testable import counter

@Suite("The samples of the articles that run")
@MainActor
struct ArticleTests {
  @Test("An element of one's own has a number, a label and values like a built-in one")
  func ownElements() {
    let host = TestHost {
      ReviewView()
      FeeView(cents: 205).environment(\.currency, "CHF")
    }
    host.onFailure = { Issue.record("\($0)") }
    #expect(
      host.lines == [
        "[1] Style: 3 (0 to 5)", "***", "[2] Plot: 5 (0 to 5)", "*****", "[3] Save",
        "Fee: 2.05 CHF",
      ])
    host.send("Style: 0")
    #expect(host.send("Save") == ["'Save' is unavailable: Fill in every rating for a review."])
  }

  @Test("A shelf that never has too many copies is sound")
  func explores() async {
    let report = await Explorer { ShelfView(copies: 2) }
      .always("At most two copies exist") { !$0.lines.contains("Copies: 3") }
      .sometimes("All copies can be lent") { $0.lines.contains("Copies: 0") }
      .budget(time: .seconds(3600))
      .run()
    #expect(report.isSound, "\(report)")
  }

  @Test("The article about exploring shows the report of a shelf with one copy too many")
  func reports() async throws {
    let report = await Explorer { ShelfView(copies: 3, first: 2) }
      .always("At most two copies exist") { !$0.lines.contains("Copies: 3") }
      .run()
    let article = try Package.text("Sources/Wayline/Wayline.docc/Articles/Exploring-a-program.md")
    let shown = try #require(Transcript.blocks(in: article, language: "text").first)
    #expect("\(report)".contains(shown), "\(report)")
  }

  @Test("A test decides which day it is")
  func time() {
    let host = TestHost { LoanView(due: 100).environment(\.today) { 103 } }
    #expect(host.lines == ["Overdue by 3 days."])
  }

  @Test("A built program is tested by its lines and its status")
  nonisolated func process() throws {
    let run = try Program.built("counter").run(["--store", ":memory:"], input: "Lend\nSell\n")
    #expect(run.lines.contains("Books lent: 1"))
    #expect(run.status == 1)
  }

  @Test("A write that fails leaves the value, and the message says so")
  func faults() {
    let store = FaultyStore()
    let host = TestHost(stores: SceneStores(state: store, keychain: MemoryKeychain())) {
      CounterView()
    }
    let isCount = StoreFault.Subject.key(StoreKey("count"))
    store.add(StoreFault(.write, 2, on: isCount, .fails(.full(store: "state"))))
    host.press("Lend")
    #expect(
      host.send("Lend") == ["There is no space left for the store 'state'. Nothing was written."])
    #expect(host.lines.first == "Books lent: 1")
  }
}

private struct ShelfView: View {
  let copies: Int
  @State private var free: Int

  init(copies: Int, first: Int? = nil) {
    self.copies = copies
    _free = State(initialValue: first ?? copies)
  }

  var body: some View {
    Text("Copies: \(free)")
    Button("Lend") { free -= 1 }
      .disabled(free == 0)
    Button("Return") { free += 1 }
      .disabled(free == copies)
  }
}

/// A program that can be explored from the command line.
private struct ShelfApp: App {
  var body: some Scene {
    WindowGroup { ShelfView(copies: 2) }.explorable { plan in
      plan.always("At most two copies exist") { !$0.lines.contains("Copies: 3") }
      plan.sometimes("All copies can be lent") { $0.lines.contains("Copies: 0") }
    }
  }
}

struct RatingView: View {
  let title: String
  @Binding var rating: Int

  var body: some View {
    Stepper(title, value: $rating, in: 0...5)
    Text(String(repeating: "*", count: rating))
  }
}

struct ReviewView: View {
  @State private var style = 3
  @State private var plot = 5

  var body: some View {
    RatingView(title: "Style", rating: $style)
    RatingView(title: "Plot", rating: $plot)
    Button("Save") {}
      .neededFor("a review", isMissing: style == 0)
  }
}

extension View {
  /// Disables an element while something that it needs is missing, and says so.
  func neededFor(_ purpose: String, isMissing: Bool) -> some View {
    disabled(isMissing)
      .help("Fill in every rating for \(purpose).")
  }
}

private enum CurrencyKey: EnvironmentKey {
  static var defaultValue: String { "EUR" }
}

extension EnvironmentValues {
  var currency: String {
    get { self[CurrencyKey.self] }
    set { self[CurrencyKey.self] = newValue }
  }
}

struct FeeView: View {
  let cents: Int
  @Environment(\.currency) private var currency

  var body: some View {
    LabeledContent("Fee", value: "\(cents / 100).\(cents % 100 / 10)\(cents % 10) \(currency)")
  }
}

private enum TodayKey: EnvironmentKey {
  static var defaultValue: @Sendable () -> Int { { Int(Date().timeIntervalSince1970) / 86_400 } }
}

extension EnvironmentValues {
  /// The number of today's date, in days since 1970.
  var today: @Sendable () -> Int {
    get { self[TodayKey.self] }
    set { self[TodayKey.self] = newValue }
  }
}

struct LoanView: View {
  let due: Int
  @Environment(\.today) private var today

  var body: some View {
    Text(today() > due ? "Overdue by \(today() - due) days." : "Lent.")
  }
}
