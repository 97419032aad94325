import Wayline

/// A book of the library; there is one copy of each.
public struct Book: Hashable, Identifiable, Sendable {
  /// The number on its back.
  public let id: Int
  /// The title of the book.
  public let title: String
}

/// The books of the library, and the members who may borrow them.
public enum Catalog {
  /// The books, in the order of the shelf.
  public static let books = [
    Book(id: 7, title: "Middlemarch"), Book(id: 42, title: "The Go-Between"),
    Book(id: 99, title: "The Leopard"),
  ]
  /// Those who may borrow books.
  public static let members = ["Ada", "Grace", "Mary"]

  /// The book with a number.
  public static func book(_ id: Int) -> Book? { books.first { $0.id == id } }
}

/// The borrower of each lent book, by the book's number.
struct Loans: Codable, Hashable {
  private var borrowers: [Int: String] = [:]
  /// The number of lendings so far.
  private(set) var count = 0

  /// The borrower of a book; nil while it is on the shelf.
  subscript(book: Int) -> String? { borrowers[book] }

  /// Lends a book that is on the shelf.
  mutating func lend(_ book: Book, to member: String) throws(ShellFailure) {
    if let other = borrowers[book.id] {
      if other == member { return }
      throw ShellFailure("'\(book.title)' has just been lent to \(other).")
    }
    borrowers[book.id] = member
    count += 1
  }

  /// Takes a book back from its borrower.
  mutating func takeBack(_ book: Book, from member: String) throws(ShellFailure) {
    guard borrowers[book.id] == member else {
      throw ShellFailure("'\(book.title)' is not lent to \(member) any more.")
    }
    borrowers[book.id] = nil
  }
}
