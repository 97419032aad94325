import Wayline

/// All expenses, newest first, and ways to add some.
struct ListView: View {
  @Persisted(key: Expense.storageKey, defaultValue: []) private var expenses: [Expense]
  @State private var search = ""
  @State private var loads = 0
  @Environment(\.statement) private var statement

  var body: some View {
    NavigationStack {
      Button(loads.isMultiple(of: 2) ? "Import the card statement" : "Importing") { loads += 1 }
        .disabled(!loads.isMultiple(of: 2))
        .task(id: loads) { await load() }
      NavigationLink("Add", value: ExpenseRoute.add)
      List(found) { expense in
        NavigationLink(
          "\(expense.title), \(expense.amount)", value: ExpenseRoute.expense(id: expense.id))
      }
      .searchable(text: $search, prompt: "all expenses")
      .navigationTitle("Expenses")
      .coordinators(for: ExpenseRoute.self) { $0.coordinator }
    }
  }

  private var found: [Expense] {
    let words = search.lowercased()
    return expenses.reversed().filter { search.isEmpty || $0.title.lowercased().contains(words) }
  }

  private func load() async {
    guard !loads.isMultiple(of: 2) else { return }
    for row in await statement.rows() where !Task.isCancelled {
      expenses.append(
        Expense(id: expenses.nextID, title: row.title, cents: row.cents, category: "books"))
    }
    loads += 1
  }
}

/// The source of card payments; tests inject their own.
protocol Statement: Sendable {
  func rows() async -> [(title: String, cents: Int)]
}

/// A statement of fifty payments that comes with the program.
private struct BundledStatement: Statement {
  func rows() async -> [(title: String, cents: Int)] {
    (1...50).map { ("Payment \($0)", $0 * 125) }
  }
}

extension EnvironmentValues {
  private enum StatementKey: EnvironmentKey {
    static let defaultValue: any Statement = BundledStatement()
  }

  /// The source of card payments.
  var statement: any Statement {
    get { self[StatementKey.self] }
    set { self[StatementKey.self] = newValue }
  }
}
