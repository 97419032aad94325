import Wayline

/// A book of the library; there is one copy of each.
struct Book: Hashable, Identifiable {
  let id: Int
  let title: String
  let author: String
}

/// A person who may borrow books.
struct Member: Hashable, Identifiable {
  let name: String
  var id: String { name }
}

/// The books and members of the library; only the loans change.
enum Library {
  static let books = [
    Book(id: 7, title: "Middlemarch", author: "George Eliot"),
    Book(id: 42, title: "The Go-Between", author: "L. P. Hartley"),
    Book(id: 99, title: "The Leopard", author: "Giuseppe Tomasi di Lampedusa"),
  ]
  static let members = ["Ada", "Grace", "Mary"].map(Member.init)

  static func book(_ id: Int) -> Book? { books.first { $0.id == id } }
  static func member(_ name: String) -> Member? { members.first { $0.name == name } }
  static func noBook(_ id: Int) -> String { "There is no book \(id). 'open desk' lists the books." }
}

/// The borrower of each lent book, by the book's number.
struct Loans: Codable, Hashable {
  private var borrowers: [Int: String] = [:]

  /// The books that are out.
  var books: [Book] { Library.books.filter { borrowers[$0.id] != nil } }

  func borrower(of book: Int) -> String? { borrowers[book] }
  func books(of member: String) -> [Book] { Library.books.filter { borrowers[$0.id] == member } }
  mutating func lend(_ book: Int, to member: String) { borrowers[book] = member }
  mutating func takeBack(_ book: Int) { borrowers[book] = nil }
}
