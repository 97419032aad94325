import Glibc
import LendingDesk
import Wayline

/// Lends a book from a command line of its own, and hands out one flow: who borrows it.
///
/// `lend 42 Ada` says everything; `lend 42` asks on standard error and prints the choice.
@main
struct Lend {
  static func main() {
    let words = Array(CommandLine.arguments.dropFirst())
    if words.contains("--help") || words.contains("-h") {
      exit(ResultOutput.print(Order.help, program: "lend").rawValue)
    }
    do throws(OrderProblem) {
      let order = try Order(words)
      guard let book = Catalog.book(order.book) else { throw OrderProblem.noBook(order.book) }
      guard let member = order.member else { ask(for: book) }
      hand(out: try Loan(of: book, to: member, remark: ""), .success)
    } catch {
      complain("\(error)")
      exit(error.status.rawValue)
    }
  }

  /// Runs the flow. Its status is the program's: 3 when there is no loan.
  @MainActor
  private static func ask(for book: Book) -> Never {
    var options = SceneOptions()
    options.program = "lend"
    let flow = Flow(LoanCoordinator(book: book), returning: Loan.self, options: options)
    let outcome = flow.run(dialogue: STDERR_FILENO)
    switch outcome.ending {
    case .value(let loan): hand(out: loan, outcome.status)
    case .endOfInput: complain("The input ended before '\(book.title)' was lent.")
    default: complain("'\(book.title)' was not lent.")
    }
    exit(outcome.status.rawValue)
  }

  /// Prints the loan for the program that asked, and ends; a loan that is not written is an error.
  private static func hand(out loan: Loan, _ status: ShellStatus) -> Never {
    let written = ResultOutput.print("\(loan)", program: "lend")
    exit((written == .success ? status : written).rawValue)
  }

  private static func complain(_ sentence: String) {
    ResultOutput.complain(sentence, program: "lend")
  }
}
