import Wayline

struct BookCoordinator: Coordinator {
  let id: Int

  func start() -> some View {
    if let book = Catalog.book(id) { BookView(book: book) }
  }
}

/// One book: lent to a member that a sheet asks for, or taken back.
struct BookView: View {
  let book: Book
  @Persisted(key: "loans", defaultValue: Loans()) private var loans: Loans
  @State private var remark = ""
  @Environment(\.router) private var router

  var body: some View {
    state
      .navigationTitle(book.title)
      .onResult(of: .borrower) { ending in
        if let member = ending.value { loans[book.id] = member }
      }
    TextField("Remark", text: $remark)
  }

  @ViewBuilder private var state: some View {
    if let member = loans[book.id] {
      Text("Lent to \(member).")
      Button("Return") { loans[book.id] = nil }
    } else {
      Text("On the shelf.")
      Button("Lend") { router.present(DeskPlace.chooseMember, for: .borrower) }
    }
  }
}

extension ResultKey where Value == String {
  static let borrower = ResultKey("borrower")
}
