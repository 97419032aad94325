import Glibc
import LendingDesk
import Wayline

/// Lends a book from a command line of its own, and hands out one flow: who borrows it.
///
/// `lend 42 Ada` says everything; `lend 42` asks on standard error and prints the choice.
@main
struct Lend {
  static func main() {
    do throws(OrderProblem) {
      let order = try Order(Array(CommandLine.arguments.dropFirst()))
      guard let book = Catalog.book(order.book) else { throw OrderProblem.noBook(order.book) }
      guard let member = order.member else { return ask(for: book) }
      print(try Loan(of: book, to: member, remark: ""))
    } catch {
      complain("\(error)")
      exit(error.status.rawValue)
    }
  }

  /// Runs the flow. Its status is the program's: 3 when there is no loan.
  @MainActor
  private static func ask(for book: Book) {
    var options = SceneOptions()
    options.program = "lend"
    let flow = Flow(LoanCoordinator(book: book), returning: Loan.self, options: options)
    let outcome = flow.run(dialogue: STDERR_FILENO)
    switch outcome.ending {
    case .value(let loan): print(loan)
    case .endOfInput: complain("The input ended before '\(book.title)' was lent.")
    default: complain("'\(book.title)' was not lent.")
    }
    exit(outcome.status.rawValue)
  }

  private static func complain(_ sentence: String) {
    _ = "lend: \(sentence)\n".withCString { write(STDERR_FILENO, $0, strlen($0)) }
  }
}
