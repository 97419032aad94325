import Wayline

struct ExpenseCoordinator: Coordinator {
  let id: Int

  func start() -> some View { ExpenseView(id: id) }
}

/// One expense.
struct ExpenseView: View {
  let id: Int
  @Persisted(key: Expense.storageKey, defaultValue: []) private var expenses: [Expense]

  var body: some View {
    if let expense = expenses.first(where: { $0.id == id }) {
      LabeledContent("Amount", value: expense.amount)
      LabeledContent("Category", value: expense.category)
      LabeledContent("Approved", value: expense.isApproved ? "yes" : "no")
      NavigationLink("Approve", value: ExpenseRoute.approve(id: id))
        .disabled(expense.isApproved)
        .help("The expense is approved.")
        .navigationTitle(expense.title)
    } else {
      Text("There is no expense \(id).").navigationTitle("Expense \(id)")
    }
  }
}

struct ApproveCoordinator: Coordinator {
  let id: Int

  func start() -> some View { ApproveView(id: id) }
}

/// The manager's decision about one expense.
struct ApproveView: View {
  let id: Int
  @Persisted(key: Expense.storageKey, defaultValue: []) private var expenses: [Expense]
  @Environment(\.dismiss) private var dismiss

  var body: some View {
    if let index = expenses.firstIndex(where: { $0.id == id }) {
      Text("Approve '\(expenses[index].title)' for \(expenses[index].amount)?")
      Button("Yes, approve it") {
        expenses[index].isApproved = true
        dismiss()
      }
      .navigationTitle("Approve")
    } else {
      Text("There is no expense \(id).").navigationTitle("Approve")
    }
  }
}

struct SignInCoordinator: Coordinator {
  func start() -> some View { SignInView() }
}

/// Asks who approves, then continues to the expense.
struct SignInView: View {
  @AppStorage("manager") private var manager = ""
  @State private var name = ""
  @Environment(\.finish) private var finish

  var body: some View {
    Text("Only a manager approves expenses.")
    TextField("Name", text: $name)
    Button("Sign in") {
      manager = name
      finish()
    }
    .disabled(name.isEmpty)
    .help("Enter a name first.")
    .navigationTitle("Sign in")
  }
}
