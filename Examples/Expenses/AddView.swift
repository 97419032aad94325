import Wayline

struct AddCoordinator: Coordinator {
  func start() -> some View { AddView() }
}

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
        router.present(ExpenseRoute.chooseCategory, for: .category)
      }
      Button("Save", action: save).disabled(problem != nil).help(problem ?? "")
      Button("Discard", action: clear)
    }
    .navigationTitle("Add")
    .onResult(of: .category) { if let chosen = $0.value { category = chosen } }
    .onLeave { title.isEmpty ? .allow : .block("'\(title)' is not saved. Save or discard it.") }
  }

  private var problem: String? {
    if title.isEmpty { return "Enter a title first." }
    return Expense.cents(amount) == nil ? "Enter an amount such as 12.50." : nil
  }

  private func save() {
    guard let cents = Expense.cents(amount) else { return }
    expenses.append(
      Expense(id: expenses.nextID, title: title, cents: cents, category: category))
    clear()
    dismiss()
  }

  private func clear() {
    (title, amount) = ("", "")
  }
}

struct CategoryCoordinator: Coordinator {
  func start() -> some View { CategoryView() }
}

/// Returns the chosen category.
struct CategoryView: View {
  @Environment(\.finish) private var finish

  var body: some View {
    ForEach(Expense.categories, id: \.self) { category in
      Button(category) { finish(category, for: .category) }
    }
    .navigationTitle("Category")
  }
}

extension ResultKey where Value == String {
  static let category = ResultKey("category")
}
