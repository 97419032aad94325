import Wayline
import WaylineTesting

/// Expenses of a library: entered, imported, approved by a manager, and summed up.
@main
struct ExpensesApp: App {
  static let version = "2.0"
  static let summary = "List expenses, and have a manager approve them."
  static let migrations = [Expense.amountsBecomeCents]

  var body: some Scene {
    WindowGroup { HomeView() }
      .explorable { plan in
        plan.never("Nobody approves") { $0.lines.contains { $0.hasPrefix(" approves") } }
        plan.without(.uniqueLabels)  // Two expenses may be the same but for their numbers.
      }
  }
}

/// The places above the list: `expenses expense 3` opens one of them.
enum ExpenseRoute: CoordinatedValue, PlacedValue {
  case add
  case expense(id: Int)
  case approve(id: Int)
  case signIn
  /// A flow that returns the name of a category.
  case chooseCategory
  @MainActor var coordinator: any Coordinator { ExpenseCoordinator(route: self) }

  /// An expense lies below the place that approves it.
  var parent: (any NavigationValue)? {
    if case .approve(let id) = self { ExpenseRoute.expense(id: id) } else { nil }
  }
}

struct ExpenseCoordinator: Coordinator {
  let route: ExpenseRoute
  func start() -> some View {
    switch route {
    case .add: AddView()
    case .expense(let id): ExpenseView(id: id)
    case .approve(let id): ApproveView(id: id)
    case .signIn: SignInView()
    case .chooseCategory: CategoryView()
    }
  }
}

/// The three parts of the program. Approving needs a manager, however a person comes to it.
struct HomeView: View {
  var statement = Statement.bundled
  @Persisted(key: Expense.storageKey, defaultValue: []) private var expenses: [Expense]
  @AppStorage("manager") private var manager = ""

  var body: some View {
    TabView {
      ListView(statement: statement).tabItem { Text("Expenses") }
      ReportView().tabItem { Text("Report") }
      AccountView().tabItem { Text("Account") }
    }
    .guarding(ExpenseRoute.self) { route in
      switch route {
      case .expense(let id) where !exists(id), .approve(let id) where !exists(id):
        .block("There is no expense \(id). 'home' lists the expenses.")
      case .approve where manager.isEmpty: .redirect(to: ExpenseRoute.signIn, thenContinuing: true)
      default: .allow
      }
    }
  }

  private func exists(_ id: Int) -> Bool { expenses.last { $0.id == id } != nil }
}
