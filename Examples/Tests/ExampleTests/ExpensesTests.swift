import FoundationEssentials
import TestThreads
import Testing
import Wayline
import WaylineTesting

@testable import expenses

@Suite("The expenses")
@MainActor
struct ExpensesTests {
  private func host(_ stores: SceneStores = .inMemory()) -> TestHost {
    let twoPayments = expenses.Statement { [("Glue", 250), ("Paper", 1_000)] }
    let host = TestHost(stores: stores) { HomeView(statement: twoPayments) }
    host.onFailure = { Issue.record("\($0)") }
    return host
  }

  @Test("Amounts are read to the cent", arguments: [("12.5", 1250), ("0.07", 7), ("3", 300)])
  func amounts(text: String, cents: Int) {
    #expect(Expense.cents(text) == cents)
  }

  @Test("Anything else is not an amount", arguments: ["", "-1", "0", "1,50", "nan", "1e9"])
  func noAmounts(text: String) {
    #expect(Expense.cents(text) == nil)
  }

  @Test("An imported statement becomes expenses and sums")
  func statement() async {
    let host = host()
    host.press("Import the card statement")
    await host.settle()
    #expect(host.elements.map(\.label).contains("Paper, 10.00"))
    host.send("Tab: Report")
    #expect(host.lines.contains { $0.hasPrefix("books") && $0.contains("12.50") })
    await host.end()
  }

  @Test("A statement that is imported again adds nothing")
  func statementAgain() async {
    let host = host()
    for _ in 0..<2 {
      host.press("Import the card statement")
      await host.settle()
    }
    #expect(host.elements.map(\.label).filter { $0 == "Paper, 10.00" }.count == 1)
    await host.end()
  }

  @Test("Approving asks for a manager first, then continues to the expense")
  func approval() async {
    let host = host()
    host.press("Add")
    host.type("Glue", into: "Title")
    host.type("2.50", into: "Amount")
    host.press("Save")
    host.press("Glue, 2.50")
    host.press("Approve")
    #expect(host.lines.contains("Only a manager approves expenses."))
    host.type("Ada", into: "Name")
    host.press("Sign in")
    host.press("Yes, approve it")
    #expect(host.lines.contains("Approved: yes"))
    await host.end()
  }
}

@Suite("The program of the expenses", .waitsForPrograms)
struct ExpensesProgramTests {
  private static let adding = "Add\nTitle: Glue\nAmount: 2.50\nSave\n"

  @MainActor
  @Test("An expense is added in the scene, behind a pipe and at a terminal alike")
  func depths() async throws {
    let transcript = Transcript(
      """
      Expenses
      [1] Tab: Expenses (Expenses, Report, Account)
      [2] Import the card statement
      [3] Add
      > Add
      Expenses › Add
      [1] Tab: Expenses (Expenses, Report, Account)
      [2] Title: (empty)
      [3] Amount: (empty)
      [4] Category: books
      [5] Save (unavailable)
      [6] Discard
      > Save
      'Save' is unavailable: Enter a title first.
      """)
    let program = Program.built("expenses")
    for depth in [TestDepth.scene { HomeView() }, .process(program), .terminal(program)] {
      let differences = transcript.differences(from: try await depth.session(transcript))
      #expect(differences.isEmpty, "\(depth): \(differences.map(\.description))")
    }
  }

  @Test("The category comes from a flow of its own")
  func category() throws {
    let run = try Built("expenses").run(
      [], "Add\nTitle: Train\nAmount: 30\nCategory: books\ntravel\nSave\nTrain, 30.00\n")
    #expect(run.lines.contains("Category: travel"))
    #expect(run.status == 0)
  }

  @Test("An expense that is not saved is not left by mistake")
  func unsaved() throws {
    let run = try Built("expenses").run([], "Add\nTitle: Glue\nback\n")
    #expect(run.lines.contains("line 3: 'Glue' is not saved. Save or discard it."))
  }

  @Test("A link opens one expense")
  func link() throws {
    let expenses = Built("expenses")
    _ = try expenses.run([], Self.adding)
    let run = try expenses.run(["expense", "1"])
    #expect(run.lines.first == "Expenses › Glue")
  }

  @Test(
    "An expense that does not exist is refused, and the place stays",
    arguments: ["expense", "approve"])
  func unknown(place: String) throws {
    let sentence = "There is no expense 9. 'home' lists the expenses."
    let run = try Built("expenses").run([], "Add\nopen \(place) 9\nwhere\n")
    #expect(run.lines.contains("line 2: \(sentence)") && run.status == 1, "\(run)")
    #expect(run.lines.contains("expenses add"))
    let start = try Built("expenses").run([place, "9"])
    #expect(start.problems == [sentence] && start.status == 1, "\(start)")
  }

  @Test("A saved place whose expense no longer exists is named, and the program begins above it")
  func erasedSince() throws {
    let expenses = Built("expenses")
    _ = try expenses.run(["--scene", "desk"], Self.adding + "Glue, 2.50\n")
    let store = SQLiteStore(expenses.store.path + "/state.sqlite3")
    @Persisted(key: Expense.storageKey, store: store, defaultValue: []) var list: [Expense]
    list = []
    store.close()
    let run = try expenses.run(["--scene", "desk"], "where\n")
    let sentence =
      "'expense 1' was not reopened: There is no expense 1. 'home' lists the expenses."
    #expect(run.lines.contains(sentence) && run.lines.first == "Expenses", "\(run)")
  }

  @Test("Data of version 1 is migrated once, to the cent")
  func migration() throws {
    let expenses = Built("expenses")
    let store = SQLiteStore(expenses.store.path + "/state.sqlite3")
    @Persisted(key: Expense.storageKey, store: store, defaultValue: []) var list: [OldExpense]
    try FileManager.default.createDirectory(
      atPath: expenses.store.path, withIntermediateDirectories: true,
      attributes: [.posixPermissions: 0o700])
    list = [OldExpense(id: 1, title: "Glue", amount: 2.5, category: "books")]
    store.close()
    let run = try expenses.run([], "Glue, 2.50\n")
    #expect(run.lines.contains("Amount: 2.50"))
    #expect(run.status == 0)
  }
}

/// An expense in the form of version 1.
private struct OldExpense: Codable, Equatable {
  var id: Int
  var title: String
  var amount: Double
  var category: String
}
