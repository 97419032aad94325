import Wayline

struct BookCoordinator: Coordinator {
  let id: Int

  func start() -> some View {
    if let book = Catalog.book(id) { BookView(book: book) }
  }
}

/// One book: lent to the visitor's card, or to a member that a sheet asks for; or taken back.
struct BookView: View {
  let book: Book
  @Persisted(key: "loans", defaultValue: Loans()) private var loans: Loans
  @SceneStorage private var remark: String
  @SceneStorage("changes") private var changes = 0
  @State private var refusal: String?
  @Environment(\.card) private var card
  @Environment(\.router) private var router

  init(book: Book) {
    self.book = book
    _remark = SceneStorage(wrappedValue: "", "remark \(book.id)")
  }

  var body: some View {
    state
      .navigationTitle(book.title)
      .onResult(of: .borrower) { ending in
        if let member = ending.value { lend(to: member) }
      }
    if let refusal { Text(refusal) }
    TextField("Remark", text: $remark)
  }

  @ViewBuilder private var state: some View {
    if let member = loans[book.id] {
      Text("Lent to \(member).")
      if member == card ?? member { Button("Return") { takeBack(from: member) } }
    } else {
      Text("On the shelf.")
      Button("Lend") {
        if let card { return lend(to: card) }
        router.present(DeskPlace.chooseMember, for: .borrower)
      }
    }
  }

  private func lend(to member: String) { change { try $0.lend(book, to: member) } }

  private func takeBack(from member: String) { change { try $0.takeBack(book, from: member) } }

  /// Changes the loans as they are stored now, which another desk may have changed since they were shown.
  ///
  /// The session counts its changes in the same transaction: where its visitor has continued at another desk
  /// meanwhile, nothing of a scene can be written here, and so the late change is refused as a whole.
  private func change(_ edit: (inout Loans) throws -> Void) {
    do {
      try _loans.update { loans in
        try edit(&loans)
        changes += 1
      }
      refusal = nil
    } catch {
      refusal = "\(error)"
    }
  }
}

extension ResultKey where Value == String {
  static let borrower = ResultKey("borrower")
}

private enum CardKey: EnvironmentKey {
  static let defaultValue: String? = nil
}

extension EnvironmentValues {
  /// The card of the visitor, who then borrows for nobody else.
  var card: String? {
    get { self[CardKey.self] }
    set { self[CardKey.self] = newValue }
  }
}
