import Testing
import Wayline
import WaylineTesting

@Suite("The table of verbs")
@MainActor
struct RouterVerbTests {
  /// A verb that has nothing to do, or cannot do it, at a screen above the first or at the first.
  struct Idle: Sendable, CustomTestStringConvertible {
    let verb: String
    let outcome: String
    let isAtRoot: Bool
    let call: @MainActor @Sendable (Router) -> NavigationHandle

    init(
      _ verb: String, _ outcome: String, atRoot isAtRoot: Bool = true,
      call: @escaping @MainActor @Sendable (Router) -> NavigationHandle
    ) {
      (self.verb, self.outcome, self.isAtRoot, self.call) = (verb, outcome, isAtRoot, call)
    }

    var testDescription: String { verb }
  }

  nonisolated private static let idle = [
    Idle("push(route)", "duplicate", atRoot: false) { $0.push(42) },
    Idle("push(route)", "notFound") { $0.push("Emma") },
    Idle("pop()", "nothingToPop") { $0.pop() },
    Idle("pop(n)", "nothingToPop") { $0.pop(2) },
    Idle("popTo(route)", "notFound", atRoot: false) { $0.popTo(7) },
    Idle("popToRoot()", "nothingToPop") { $0.popToRoot() },
    Idle("popTo(checkpoint:)", "notFound") { $0.popTo(checkpoint: "start") },
    Idle("home()", "duplicate") { $0.home() },
    Idle("replaceTop(route)", "duplicate", atRoot: false) { $0.replaceTop(42) },
    Idle("set(routes)", "duplicate", atRoot: false) { $0.set([42]) },
    Idle("dismiss()", "nothingToPop") { $0.dismiss() },
    Idle("select(tab:)", "notFound") { $0.select(tab: "Members") },
    Idle("back()", "nothingToPop") { $0.back() },
    Idle("back(n)", "nothingToPop") { $0.back(2) },
    Idle("forward()", "nothingToPop") { $0.forward() },
    Idle("undo()", "nothingToPop") { $0.undo() },
    Idle("redo()", "nothingToPop") { $0.redo() },
    Idle("open(url)", "notFound") { $0.open("/nowhere") },
    Idle("open(words:)", "notFound") { $0.open(words: ["nowhere"]) },
    Idle("navigate(_:)", "duplicate") { $0.navigate { _ in } },
    Idle("reset()", "nothingToPop") { $0.reset() },
    Idle("leave()", "completed") { $0.leave() },
  ]

  @Test("Each verb without anything to do has the outcome that the table names", arguments: idle)
  func idle(_ idle: Idle) async throws {
    let host = TestHost {
      NavigationStack { Text("Desk").navigationDestination(for: Int.self) { Text("Book \($0)") } }
    }
    if !idle.isAtRoot { host.router.push(42) }
    let outcome = try #require(idle.call(host.router).outcome)
    #expect(name(of: outcome) == idle.outcome)
    await host.end()

    let page = try Package.text("Sources/Wayline/Wayline.docc/Articles/Navigating.md")
    let row = try #require(
      page.split(separator: "\n").first { $0.hasPrefix("|") && $0.contains("`\(idle.verb)`") })
    #expect(idle.outcome == "completed" || row.contains("`.\(idle.outcome)`"), "\(row)")
  }

  private func name(of outcome: NavigationOutcome) -> String {
    switch outcome {
    case .completed: "completed"
    case .pending: "pending"
    case .duplicate: "duplicate"
    case .blocked: "blocked"
    case .redirected: "redirected"
    case .redirectCycle: "redirectCycle"
    case .superseded: "superseded"
    case .interrupted: "interrupted"
    case .nothingToPop: "nothingToPop"
    case .notFound: "notFound"
    case .unhandled: "unhandled"
    case .outsideScene: "outsideScene"
    }
  }
}
