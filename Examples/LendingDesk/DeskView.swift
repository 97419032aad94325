import Wayline

/// The desk: what is on the shelf, and a way to each book.
public struct DeskView: View {
  @Persisted(key: "loans", defaultValue: Loans()) private var loans: Loans

  private let card: String?

  /// A desk over the stores of its scene.
  ///
  /// - Parameter card: the card of the visitor, who borrows by it; nil at a desk that lends to any member.
  public init(card: String? = nil) { self.card = card }

  /// The content of the view.
  public var body: some View {
    NavigationStack {
      List(Catalog.books) { book in
        NavigationLink(title(of: book), value: DeskPlace.book(id: book.id))
      }
      .navigationTitle("Lending desk")
      .coordinators(for: DeskPlace.self) { $0.coordinator }
      if loans.count > 0 { Text("Lent so far: \(loans.count)") }
    }
    .environment(\.card, card)
    .guarding(DeskPlace.self) { place in
      guard case .book(let id) = place, Catalog.book(id) == nil else { return .allow }
      return .block("There is no book \(id). 'home' lists the books.")
    }
  }

  private func title(of book: Book) -> String {
    loans[book.id] == nil ? book.title : "\(book.title) (lent)"
  }
}

/// The places above the shelf.
enum DeskPlace: CoordinatedValue {
  case book(id: Int)
  /// A flow that gives the name of a member.
  case chooseMember

  @MainActor var coordinator: any Coordinator {
    switch self {
    case .book(let id): BookCoordinator(id: id)
    case .chooseMember: ChooseMemberCoordinator()
    }
  }
}
