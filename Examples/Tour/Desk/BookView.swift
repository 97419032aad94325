import Wayline

struct BookCoordinator: Coordinator {
  let id: Int

  func start() -> some View {
    if let book = Library.book(id) { BookView(book: book) }
  }
}

/// One book: lent to a member that a sheet asks for, or taken back.
struct BookView: View {
  let book: Book
  @Persisted(key: "loans", defaultValue: Loans()) private var loans: Loans
  @Persisted(key: "damages", defaultValue: [:]) private var damages: [Int: String]
  @Environment(\.router) private var router

  var body: some View {
    Text("\(book.author), number \(book.id).")
    if let damage = damages[book.id] { Text("Damaged: \(damage)") }
    actions
      .navigationTitle(book.title)
      .onResult(of: .borrower) { ending in
        if let member = ending.value { loans.lend(book.id, to: member) }
      }
  }

  @ViewBuilder private var actions: some View {
    if let member = loans.borrower(of: book.id) {
      Text("Lent to \(member).")
      Button("Return") { loans.takeBack(book.id) }
    } else {
      Text("On the shelf.")
      Button("Lend") { router.present(TourRoute.desk(.chooseMember), for: .borrower) }
    }
  }
}

extension ResultKey where Value == String {
  static let borrower = ResultKey("borrower")
}
