import LendingDesk
import Wayline

/// The flow: a member is chosen, a remark may be left, and the loan is what comes of it.
struct LoanCoordinator: Coordinator {
  let book: Book

  func start() -> some View { LoanView(book: book) }
}

private struct LoanView: View {
  let book: Book
  @State private var member: String?
  @State private var remark = ""
  @Environment(\.finish) private var finish
  @State private var problem = ""
  @Environment(\.router) private var router
  @Environment(\.terminal) private var terminal

  var body: some View {
    NavigationStack {
      Text(member.map { "To \($0)." } ?? "Nobody has been chosen yet.")
      Button("Choose a member") { router.present(LoanPlace.member, for: .member) }
      TextField("Remark", text: $remark)
      if terminal.isAvailable { Button("Write in an editor", action: edit) }
      if !problem.isEmpty { Text(problem) }
      Button("Lend", action: lend)
        .disabled(member == nil)
        .help("Choose a member first.")
        .navigationTitle("Lend \(book.title)")
        .onResult(of: .member) { if let chosen = $0.value { member = chosen } }
        .coordinators(for: LoanPlace.self) { $0.coordinator }
    }
  }

  private func edit() {
    do {
      remark = try terminal.edit(remark)
      problem = ""
    } catch {
      problem = "\(error)"
    }
  }

  private func lend() {
    guard let member, let loan = try? Loan(of: book, to: member, remark: remark) else { return }
    finish(loan)
  }
}

/// The place above the first screen.
enum LoanPlace: CoordinatedValue {
  case member

  @MainActor var coordinator: any Coordinator { ChooseMemberCoordinator() }
}

extension ResultKey where Value == String {
  static let member = ResultKey("member")
}
