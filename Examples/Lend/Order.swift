import LendingDesk
import Wayline

/// What the command line asks for.
struct Order {
  let book: Int
  /// Who borrows it; nil when somebody has to be asked.
  let member: String?

  init(_ words: [String]) throws(OrderProblem) {
    guard (1...2).contains(words.count) else { throw .usage }
    guard let book = Int(words[0]) else { throw .noNumber(words[0]) }
    self.book = book
    member = words.count == 2 ? words[1] : nil
  }
}

/// A book that somebody has taken.
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

/// Why nothing was lent.
enum OrderProblem: Error, CustomStringConvertible {
  case usage
  case noNumber(String)
  case noBook(Int)
  case noMember(String)

  var description: String {
    switch self {
    case .usage: "Usage: lend BOOK [MEMBER]"
    case .noNumber(let word): "'\(word)' is no number of a book. Usage: lend BOOK [MEMBER]"
    case .noBook(let number): "The library has no book with the number \(number)."
    case .noMember(let name):
      "'\(name)' is no member. Members are \(Catalog.members.joined(separator: ", "))."
    }
  }

  var status: ShellStatus {
    switch self {
    case .usage, .noNumber: .usage
    case .noBook, .noMember: .notAccepted
    }
  }
}
