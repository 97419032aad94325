import Wayline

/// The sums of the categories, and how much of the budget is spent.
struct ReportView: View {
  @Persisted(key: Expense.storageKey, defaultValue: []) private var expenses: [Expense]
  @AppStorage("budget") private var budget = 2_000

  var body: some View {
    ProgressView("Spent", value: min(Double(spent), limit), total: limit)
    Stepper("Budget", value: $budget, in: 100...10_000, step: 100)
    Table(expenses.totals) {
      TableColumn("Category", value: \.category)
      TableColumn("Expenses") { Text("\($0.count)") }
      TableColumn("Total") { Text(Expense.text($0.cents)) }
    }
    .navigationTitle("Report")
  }

  private var spent: Int { expenses.map(\.cents).reduce(0, +) }
  private var limit: Double { Double(budget * 100) }
}

/// The manager who is signed in.
struct AccountView: View {
  @AppStorage("manager") private var manager = ""

  var body: some View {
    Text(manager.isEmpty ? "No manager is signed in." : "\(manager) is signed in.")
    Button("Sign out") { manager = "" }
      .disabled(manager.isEmpty)
      .navigationTitle("Account")
  }
}
