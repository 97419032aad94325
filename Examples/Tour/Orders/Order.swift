import Wayline

/// A book that the library is to buy.
struct Order: Hashable, Identifiable {
  var number = 0
  var id: Int { number }
  var title = ""
  var shelf = Shelf.fiction
  var copies = 1
  var isUrgent = false
  var note = ""
  /// The members who asked for it.
  var members: Set<Member.ID> = []
}

/// The shelf of a book.
enum Shelf: String, CaseIterable {
  case fiction, history, poetry
}
