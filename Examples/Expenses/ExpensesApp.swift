import Wayline

/// Expenses of a library: entered, imported, approved by a manager, and summed up.
@main
struct ExpensesApp: App {
  static let version = "2.0"
  static let migrations = [Expense.amountsBecomeCents]

  var body: some Scene {
    WindowGroup { HomeView() }
  }
}

/// The places above the list: `expenses expense 3` opens one of them.
enum ExpenseRoute: CoordinatedValue {
  case add
  case expense(id: Int)
  case approve(id: Int)
  case signIn
  /// A flow that returns the name of a category.
  case chooseCategory

  @MainActor var coordinator: any Coordinator {
    switch self {
    case .add: AddCoordinator()
    case .expense(let id): ExpenseCoordinator(id: id)
    case .approve(let id): ApproveCoordinator(id: id)
    case .signIn: SignInCoordinator()
    case .chooseCategory: CategoryCoordinator()
    }
  }
}

extension ExpenseRoute: PlacedValue {
  /// An expense lies below the place that approves it.
  var parent: (any NavigationValue)? {
    if case .approve(let id) = self { ExpenseRoute.expense(id: id) } else { nil }
  }
}

/// The three parts of the program. Approving needs a manager, however a person comes to it.
struct HomeView: View {
  @AppStorage("manager") private var manager = ""

  var body: some View {
    TabView {
      ListView().tabItem { Text("Expenses") }
      ReportView().tabItem { Text("Report") }
      AccountView().tabItem { Text("Account") }
    }
    .guarding(ExpenseRoute.self) { route in
      guard case .approve = route, manager.isEmpty else { return .allow }
      return .redirect(to: ExpenseRoute.signIn, thenContinuing: true)
    }
  }
}
