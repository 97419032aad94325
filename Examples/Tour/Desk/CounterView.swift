import Wayline

struct CounterCoordinator: Coordinator {
  func start() -> some View { CounterView() }
}

/// The first screen of the desk: what there is, and who may borrow it.
struct CounterView: View {
  var body: some View {
    TabView {
      BookList().tabItem { Text("Books") }
      MemberList().tabItem { Text("Members") }
    }
    .navigationTitle("Desk")
  }
}

private struct BookList: View {
  @Persisted(key: "loans", defaultValue: Loans()) private var loans: Loans

  var body: some View {
    List(Library.books) { book in
      NavigationLink(title(of: book), value: TourRoute.desk(.book(id: book.id)))
    }
    NavigationLink("Returns", value: TourRoute.desk(.returns))
  }

  private func title(of book: Book) -> String {
    loans.borrower(of: book.id) == nil ? book.title : "\(book.title) (lent)"
  }
}

private struct MemberList: View {
  var body: some View {
    List(Library.members) { member in
      NavigationLink(member.name, value: TourRoute.desk(.member(name: member.name)))
    }
  }
}
