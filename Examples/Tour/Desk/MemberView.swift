import Wayline

struct MemberCoordinator: Coordinator {
  let name: String

  func start() -> some View { MemberView(name: name) }
}

/// The books that one member has borrowed.
struct MemberView: View {
  let name: String
  @Persisted(key: "loans", defaultValue: Loans()) private var loans: Loans

  var body: some View {
    let books = loans.books(of: name)
    Text(books.isEmpty ? "Nothing borrowed." : "Borrowed: \(books.count)")
    List(books) { book in
      NavigationLink(book.title, value: TourRoute.desk(.book(id: book.id)))
    }
    .navigationTitle(name)
  }
}
