import Wayline

/// A new expense. Leaving it unsaved is refused.
struct AddView: View {
  @Persisted(key: Expense.storageKey, defaultValue: []) private var expenses: [Expense]
  @State private var title = ""
  @State private var amount = ""
  @State private var category = "books"
  @Environment(\.router) private var router
  @Environment(\.dismiss) private var dismiss

  var body: some View {
    Form {
      TextField("Title", text: $title)
      TextField("Amount", text: $amount)
      Button("Category: \(category)") {
        router.present(ExpenseRoute.chooseCategory, for: CategoryView.result)
      }
      Button("Save", action: save).disabled(problem != nil).help(problem ?? "")
      Button("Discard") { (title, amount) = ("", "") }
    }
    .navigationTitle("Add")
    .onResult(of: CategoryView.result) { if let chosen = $0.value { category = chosen } }
    .onLeave { title.isEmpty ? .allow : .block("'\(title)' is not saved. Save or discard it.") }
  }

  private var problem: String? {
    if title.isEmpty { return "Enter a title first." }
    return Expense.cents(amount) == nil ? "Enter an amount such as 12.50." : nil
  }

  private func save() {
    guard let cents = Expense.cents(amount) else { return }
    expenses.append(Expense(id: expenses.nextID, title: title, cents: cents, category: category))
    (title, amount) = ("", "")
    dismiss()
  }
}

struct CategoryView: View {
  static let result = ResultKey<String>("category")
  @Environment(\.finish) private var finish

  var body: some View {
    ForEach(Expense.categories, id: \.self) { name in
      Button(name) { finish(name, for: Self.result) }
    }
    .navigationTitle("Category")
  }
}

struct ExpenseView: View {
  let id: Int
  @Persisted(key: Expense.storageKey, defaultValue: []) private var expenses: [Expense]

  var body: some View {
    if let expense = expenses.first(where: { $0.id == id }) {
      LabeledContent("Amount", value: expense.amount)
      LabeledContent("Category", value: expense.category)
      LabeledContent("Approved", value: expense.isApproved ? "yes" : "no")
      NavigationLink("Approve", value: ExpenseRoute.approve(id: id))
        .disabled(expense.isApproved).help("The expense is approved.")
        .navigationTitle(expense.title)
    } else {
      Text("There is no expense \(id).")
    }
  }
}

struct ApproveView: View {
  let id: Int
  @Persisted(key: Expense.storageKey, defaultValue: []) private var expenses: [Expense]
  @AppStorage("manager") private var manager = ""
  @Environment(\.dismiss) private var dismiss

  var body: some View {
    if let index = expenses.firstIndex(where: { $0.id == id }) {
      Text("\(manager) approves '\(expenses[index].title)' for \(expenses[index].amount).")
      Button("Yes, approve it") {
        expenses[index].isApproved = true
        dismiss()
      }
      .navigationTitle("Approve")
    }
  }
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
    .disabled(name.isEmpty).help("Enter a name first.").navigationTitle("Sign in")
  }
}

struct AccountView: View {
  @AppStorage("manager") private var manager = ""

  var body: some View {
    Text(manager.isEmpty ? "No manager is signed in." : "\(manager) is signed in.")
    Button("Sign out") { manager = "" }.disabled(manager.isEmpty).navigationTitle("Account")
  }
}
