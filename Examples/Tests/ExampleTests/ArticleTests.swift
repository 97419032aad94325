import FoundationEssentials
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

  @Test("A test decides which numbers are drawn")
  func numbers() {
    let host = TestHost { DieView().environment(\.randomSource, RandomSource(seed: 2)) }
    host.press("Roll")
    #expect(host.lines == ["Rolled: 4", "[1] Roll"])
  }

  @Test("A built program is tested by its lines and its status")
  nonisolated func process() throws {
    let run = try Program.built("counter").run(["--store", ":memory:"], input: "Lend\nSell\n")
    #expect(run.lines.contains("Books lent: 1"))
    #expect(run.status == 1)
  }

  @Test("A coordinator that awaits a sheet is tested turn by turn")
  func awaitsSheet() async {
    let host = TestHost { DeskWindow() }
    host.onFailure = { Issue.record("\($0)") }
    host.press("Lend")
    await host.run(turns: 5)
    host.press("Ada")
    await host.settle()
    #expect(host.lines.first == "Lent to Ada.")
  }

  @Test("A place that a tab view declares is presented in its tab, and is there after a restart")
  func declaredAroundTabs() {
    let host = TestHost {
      TabView {
        NavigationStack { CounterDesk() }.tabItem { Text("Books") }
        NavigationStack { Text("Ada") }.tabItem { Text("Members") }
      }
      .coordinators(for: CounterPlace.self) { $0.coordinator }
    }
    host.onFailure = { Issue.record("\($0)") }
    host.press("Ask")
    #expect(host.lines.first?.hasPrefix("Sheet:") == true)
    host.restart()
    #expect(host.lines.first?.hasPrefix("Sheet:") == true)
    host.press("Ada")
    #expect(host.lines[1] == "Lent to Ada.")
  }

  @Test("A value around a stack reaches its pushed screens and sheets, one inside does not")
  func environmentOfScreens() {
    let host = TestHost {
      NavigationStack { CurrencyDesk().environment(\.currency, "inside") }
        .coordinators(for: CurrencyPlace.self) { $0.coordinator }
        .environment(\.currency, "around")
    }
    host.onFailure = { Issue.record("\($0)") }
    host.press("Push")
    #expect(host.lines == ["Fee: 2.05 around"])
    host.back()
    host.press("Present")
    #expect(host.lines.last == "Fee: 2.05 around")
    host.send("dismiss")
    host.press("Open")
    #expect(host.lines.last == "Fee: 2.05 inside")
  }

  @Test("A field of a type of one's own refuses what the type does not read")
  func validates() {
    let host = TestHost { YearStep() }
    #expect(host.send("1 99") == ["'99' cannot be read as Year; nothing was changed."])
    #expect(host.send("Search") == ["'Search' is unavailable: Enter a year first."])
    host.send("1 1815")
    #expect(host.lines == ["[1] Year: 1815", "[2] Search"])
  }

  @Test("A key is renamed once, in a transaction of the default stores")
  func renames() throws {
    let stores = DefaultStores(state: MemoryStore(), keychain: MemoryKeychain())
    try stores.use {
      @AppStorage("theme") var old: String?
      @AppStorage("colours") var new: String?
      old = "dark"
      try renameTheme()
      try renameTheme()
      #expect(old == nil && new == "dark")
    }
  }

  @Test("A value in the quarantine is put back by code, and migrated then")
  func putsBack() throws {
    let store = MemoryStore()
    let old = Data(#"{"id":1,"title":"Emma"}"#.utf8)
    try store.setBytes(StoredValue(old, kind: .json), for: StoreKey("book"))
    @AppStorage("book", store: store) var book = Book(id: 0, title: "", shelf: "")
    book = Book(id: 2, title: "Persuasion", shelf: "travel")
    #expect(try store.keys(in: StoreKey.quarantine).map(\.name) == ["app/book#1"])

    store.hub.register(
      Migration(StoreKey("book"), from: 1) { (old: OldBook) in
        Book(id: old.id, title: old.title, shelf: "fiction")
      })
    try putBack("book", in: store)
    #expect(book == Book(id: 1, title: "Emma", shelf: "fiction"))
    #expect(try store.keys(in: StoreKey.quarantine).isEmpty)
    try putBack("book", in: store)
    #expect(book.title == "Emma")
  }

  @Test("A place that was presented for a result is migrated, and delivers the result")
  func migratesPresented() async {
    let stores = SceneStores.inMemory()
    let first = TestHost(stores: stores) { OrderDesk<Version0.OrderRoute>() }
    first.onFailure = { Issue.record("\($0)") }
    first.router.present(Version0.OrderRoute.order("Emma"), for: .member)
    await first.end()
    let second = TestHost(stores: stores) { OrderDesk<Version1.OrderRoute>() }
    second.onFailure = { Issue.record("\($0)") }
    #expect(second.router.restorationReport?.dropped.isEmpty == true)
    #expect(second.lines == ["Sheet:", "order(title: \"Emma\", copies: 1)", "[1] Done"])
    second.press("Done")
    #expect(second.lines == ["Lent to Ada."])
    await second.end()
  }

  @Test("A migration is tested with the bytes of the old version")
  func migrates() throws {
    let store = MemoryStore()
    let old = #"[{"id":1,"title":"Emma"}]"#
    let key = StoreKey("books", in: StoreKey.persisted)
    try store.setBytes(StoredValue(Data(old.utf8), kind: .json), for: key)
    store.hub.register(Book.listsGetShelves)
    @Persisted(key: "books", store: store) var books = [Book]()
    #expect(books == [Book(id: 1, title: "Emma", shelf: "fiction")])
  }

  @Test("The first view disappears at the end, and can write stored values then")
  func lastWords() {
    let host = TestHost { ClosingDesk() }
    #expect(host.lines == ["Closed 0 times."])
    host.restart()
    #expect(host.lines == ["Closed 1 times."])
  }

  @Test("undo does not show a sign-in again that has finished, to which a guard led")
  func undoesSignIn() {
    let host = TestHost { SignInDesk() }
    host.onFailure = { Issue.record("\($0)") }
    host.press("Ledger")
    host.press("Sign in")
    #expect(host.lines == ["The ledger"])
    host.send("undo")
    #expect(host.lines == ["[1] Ledger"])
    host.send("redo")
    #expect(host.lines == ["The ledger"])
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

private enum CounterPlace: CoordinatedValue {
  case chooseMember

  @MainActor var coordinator: any Coordinator { MemberCoordinator() }
}

private struct MemberCoordinator: Coordinator {
  @Environment(\.finish) private var finish

  func start() -> some View {
    Button("Ada") { finish("Ada", for: .member) }
  }
}

extension ResultKey where Value == String {
  fileprivate static let member = ResultKey("member")
}

private struct CounterDesk: View {
  @AppStorage("borrower") private var borrower: String?
  @Environment(\.router) private var router

  var body: some View {
    Text(borrower.map { "Lent to \($0)." } ?? "On the shelf.")
    Button("Ask") { router.present(CounterPlace.chooseMember, for: .member) }
      .onResult(of: .member) { borrower = $0.value }
  }
}

private enum DeskAction: Sendable {
  case lend
}

private struct DeskCoordinator: FlowCoordinator {
  @State private var borrower: String?
  @Environment(\.router) private var router

  func start() -> some View { DeskScreen(borrower: borrower) }

  func handle(_ action: DeskAction) -> Bool {
    Task {
      let ending = await router.present(CounterPlace.chooseMember, returning: String.self)
      borrower = ending.value
    }
    return true
  }
}

private struct DeskScreen: View {
  let borrower: String?
  @Send<DeskAction> private var send

  var body: some View {
    Text(borrower.map { "Lent to \($0)." } ?? "On the shelf.")
    Button("Lend") { send(.lend) }
  }
}

private struct DeskWindow: View {
  var body: some View {
    NavigationStack { CoordinatorView(coordinator: DeskCoordinator()) }
  }
}

private enum CurrencyPlace: CoordinatedValue {
  case fee

  @MainActor var coordinator: any Coordinator { FeeCoordinator() }
}

private struct FeeCoordinator: Coordinator {
  func start() -> some View { FeeView(cents: 205) }
}

private struct CurrencyDesk: View {
  @State private var isOpen = false
  @Environment(\.router) private var router

  var body: some View {
    Button("Push") { router.push(CurrencyPlace.fee) }
    Button("Present") { router.present(CurrencyPlace.fee) }
    Button("Open") { isOpen = true }
      .sheet(isPresented: $isOpen) { FeeView(cents: 205) }
  }
}

private enum LedgerPlace: CoordinatedValue {
  case ledger, signIn

  @MainActor var coordinator: any Coordinator { LedgerCoordinator(place: self) }
}

private struct LedgerCoordinator: Coordinator {
  let place: LedgerPlace
  @AppStorage("librarian") private var librarian = ""
  @Environment(\.finish) private var finish

  func start() -> some View {
    switch place {
    case .ledger: Text("The ledger")
    case .signIn:
      Button("Sign in") {
        librarian = "Ada"
        finish()
      }
    }
  }
}

private struct SignInDesk: View {
  @AppStorage("librarian") private var librarian = ""

  var body: some View {
    NavigationStack {
      NavigationLink("Ledger", value: LedgerPlace.ledger)
        .coordinators(for: LedgerPlace.self) { $0.coordinator }
    }
    .guarding(LedgerPlace.self) { place in
      guard place == .ledger, librarian.isEmpty else { return .allow }
      return .redirect(to: LedgerPlace.signIn, thenContinuing: true)
    }
  }
}

private struct ClosingDesk: View {
  @AppStorage("closed") private var closed = 0

  var body: some View {
    Text("Closed \(closed) times.").onDisappear { closed += 1 }
  }
}

/// A year that has printed books.
private struct Year: LosslessStringConvertible {
  let number: Int
  var description: String { "\(number)" }

  init?(_ text: String) {
    guard let number = Int(text), (1450...2100).contains(number) else { return nil }
    self.number = number
  }
}

private struct YearStep: View {
  @State private var year: Year?

  var body: some View {
    TextField("Year", value: $year)
    Button("Search") {}
      .disabled(year == nil)
      .help("Enter a year first.")
  }
}

/// Puts back the value of a setting that was moved to the quarantine first.
func putBack(_ name: String, in store: any PersistentStore) throws {
  let place = StoreKey("app/\(name)#1", in: StoreKey.quarantine)
  try store.transaction {
    guard let value = try store.bytes(for: place) else { return }
    // The kind of the present value may be another one.
    try store.erase(name)
    try store.setBytes(value, for: StoreKey(name))
    try store.erase(place.name, in: StoreKey.quarantine)
  }
}

private struct OldBook: Codable {
  var id: Int
  var title: String
}

private struct Book: Codable, Equatable {
  var id: Int
  var title: String
  var shelf: String

  static let listsGetShelves = Migration(StoreKey("books", in: StoreKey.persisted), from: 1) {
    (old: [OldBook]) in old.map { Book(id: $0.id, title: $0.title, shelf: "fiction") }
  }
}

private enum Version0 {
  enum OrderRoute: PresentedValue {
    case order(String)
  }
}

private enum Version1 {
  enum OrderRoute: PresentedValue, VersionedValue {
    case order(title: String, copies: Int)

    private enum Version0: Decodable {
      case order(String)
    }

    static var version: Int { 1 }

    static func migrate(_ json: String, from version: Int) -> String? {
      let old = try? JSONDecoder().decode(Version0.self, from: Data(json.utf8))
      guard version == 0, case .order(let title) = old else { return nil }
      let new = try? JSONEncoder().encode(OrderRoute.order(title: title, copies: 1))
      return new.map { String(decoding: $0, as: UTF8.self) }
    }
  }
}

private struct OrderDesk<Place: NavigationValue>: View {
  @State private var borrower: String?

  var body: some View {
    NavigationStack {
      Text(borrower.map { "Lent to \($0)." } ?? "On the shelf.")
        .onResult(of: .member) { borrower = $0.value }
        .navigationDestination(for: Place.self) { OrderView(title: "\($0)") }
    }
  }
}

private struct OrderView: View {
  let title: String
  @Environment(\.finish) private var finish

  var body: some View {
    Text(title)
    Button("Done") { finish("Ada", for: .member) }
  }
}

private func renameTheme() throws {
  @AppStorage("theme") var old: String?
  @AppStorage("colours") var new: String?
  try DefaultStores.current.state.transaction {
    guard let value = old else { return }
    (new, old) = (value, nil)
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

struct DieView: View {
  @State private var rolled = 1
  @Environment(\.randomSource) private var random

  var body: some View {
    Text("Rolled: \(rolled)")
    Button("Roll") { rolled = random.draw { Int.random(in: 1...6, using: &$0) } }
  }
}
