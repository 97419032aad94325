import LendingDesk
import Wayline

/// The request of the command line.
struct Order {
  let book: Int
  /// The member who borrows it; nil when a person has to be asked.
  let member: String?

  static let help = """
    Usage: lend BOOK [MEMBER]

    Lend the book with the number BOOK, and print the loan. Without MEMBER it asks.
    """

  init(_ words: [String]) throws(OrderProblem) {
    guard (1...2).contains(words.count) else { throw .usage }
    guard let book = Int(words[0]) else { throw .noNumber(words[0]) }
    self.book = book
    member = words.count == 2 ? words[1] : nil
  }
}

/// A book that has been lent.
struct Loan: CustomStringConvertible {
  let book: Int
  let member: String
  let remark: String

  init(of book: Book, to member: String, remark: String) throws(OrderProblem) {
    guard Catalog.members.contains(member) else { throw .noMember(member) }
    (self.book, self.member, self.remark) = (book.id, member, remark)
  }

  /// The line that is printed: columns for another program.
  var description: String { "\(book)\t\(member)\t\(remark)" }
}

/// The reason why nothing was lent.
enum OrderProblem: Error, CustomStringConvertible {
  case usage
  case noNumber(String)
  case noBook(Int)
  case noMember(String)

  var description: String {
    switch self {
    case .usage: "Usage: lend BOOK [MEMBER]"
    case .noNumber(let word): "'\(word)' is not a book number. Usage: lend BOOK [MEMBER]"
    case .noBook(let number): "The library has no book with the number \(number)."
    case .noMember(let name):
      "'\(name)' is not a member. Members are \(Catalog.members.joined(separator: ", "))."
    }
  }

  var status: ShellStatus {
    switch self {
    case .usage, .noNumber: .usage
    case .noBook, .noMember: .notAccepted
    }
  }
}
