import Wayline

/// One book that comes back. These places lie on the stack inside the returns, not on the tour's.
enum ReturnRoute: NavigationValue {
  case check(book: Int)
  case damage(book: Int)

  /// The number of the book.
  var book: Int {
    switch self {
    case .check(let book), .damage(let book): book
    }
  }
}

/// Owns a stack of its own, and knows what comes after a book that was checked.
struct ReturnsCoordinator: FlowCoordinator {
  @Environment(\.router) private var router

  func start() -> some View { ReturnsView() }

  /// Continues with the next book. After the last one its parent decides.
  func handle(_ action: DeskAction) -> Bool {
    guard action == .checked else { return false }
    router.popToRoot()
    return true
  }
}

/// The books that are out.
struct ReturnsView: View {
  @Persisted(key: "loans", defaultValue: Loans()) private var loans: Loans
  @Send<DeskAction> private var send

  var body: some View {
    NavigationStack {
      List(loans.books) { NavigationLink($0.title, value: ReturnRoute.check(book: $0.id)) }
      Button("Done") { send(.done) }
        .navigationTitle("Returns")
        .navigationDestination(for: ReturnRoute.self) { screen($0) }
    }
    .guarding(ReturnRoute.self) { route in
      Library.book(route.book) == nil ? .block(Library.noBook(route.book)) : .allow
    }
  }

  @ViewBuilder private func screen(_ route: ReturnRoute) -> some View {
    switch route {
    case .check(let id): if let book = Library.book(id) { CheckView(book: book) }
    case .damage(let id): DamageView(book: id)
    }
  }
}
