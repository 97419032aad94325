import Wayline

/// All expenses, newest first, and ways to add some.
struct ListView: View {
  let statement: Statement
  @Persisted(key: Expense.storageKey, defaultValue: []) private var expenses: [Expense]
  @State private var isImporting = false

  var body: some View {
    NavigationStack {
      Button(isImporting ? "Importing" : "Import the card statement", action: load)
        .disabled(isImporting)
      NavigationLink("Add", value: ExpenseRoute.add)
      List(expenses.reversed()) { expense in
        NavigationLink(
          "\(expense.title), \(expense.amount)", value: ExpenseRoute.expense(id: expense.id))
      }
      .navigationTitle("Expenses")
      .coordinators(for: ExpenseRoute.self) { $0.coordinator }
    }
  }

  private func load() {
    isImporting = true
    Task {
      for (title, cents) in await statement.rows()
      where !expenses.contains(where: { $0.title == title && $0.cents == cents }) {
        expenses.append(Expense(id: expenses.nextID, title: title, cents: cents, category: "books"))
      }
      isImporting = false
    }
  }
}

/// The sums of the categories, and how much of the budget of 2,000 is spent.
struct ReportView: View {
  @Persisted(key: Expense.storageKey, defaultValue: []) private var expenses: [Expense]

  var body: some View {
    let (spent, limit) = (expenses.map(\.cents).reduce(0, +), 200_000)
    ProgressView("Spent", value: Double(min(spent, limit)), total: Double(limit))
    Table(expenses.totals) {
      TableColumn("Category", value: \.id)
      TableColumn("Expenses") { Text("\($0.count)") }
      TableColumn("Total") { Text(Expense.text($0.cents)) }
    }
    .navigationTitle("Report")
  }
}
