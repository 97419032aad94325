import Testing
import WaylineGraph
import WaylineViews

@testable import WaylineNavigation

private enum OfficeRoute: NavigationValue {
  case signIn
  case ledger
}

private enum OldRoute: VersionedValue {
  case shelf(number: Int)

  static let version = 2
  static func migrate(_ json: String, from version: Int) -> String? {
    json.replacing("place", with: "number")
  }
}

/// A guard that asks somewhere else for every place.
@MainActor
private final class Office {
  var isSignedIn = false
  private var isSlow = false
  private var closing: String?

  /// From now on the guard takes time, and refuses for a reason if one is given.
  func decideLater(closing reason: String? = nil) { (isSlow, closing) = (true, reason) }

  func decide(_ route: OfficeRoute) async -> GuardDecision {
    if isSlow { await Task.yield() }
    if let closing { return .block(closing) }
    return route == .signIn || isSignedIn
      ? .allow : .redirect(to: OfficeRoute.signIn, thenContinuing: true)
  }
}

private struct SignInView: View {
  @Environment(\.finish) private var finish
  let office: Office

  var body: some View {
    Button("Sign in") {
      office.isSignedIn = true
      finish()
    }
  }
}

private struct OfficeView: View {
  static let choice = ResultKey<Int>("choice")
  let office: Office
  let journal: Journal

  var body: some View {
    NavigationStack {
      Text("Office")
        .navigationDestination(for: OfficeRoute.self) { route in
          if route == .signIn { SignInView(office: office) } else { Text("\(route)") }
        }
        .onResult(of: Self.choice) { journal.note("\($0)") }
    }
    .guarding(OfficeRoute.self) { (route: OfficeRoute) async -> GuardDecision in
      await office.decide(route)
    }
  }
}

@Suite("Places that are restored when their guard has decided", .timeLimit(.minutes(15)))
@MainActor
struct LateRestorationTests {
  private let office = Office()
  private let journal = Journal()

  private func hosting() -> Hosting {
    Hosting { [office, journal] in OfficeView(office: office, journal: journal) }
  }

  private func settle(_ hosting: Hosting) async {
    while !hosting.host.graph.pending.isEmpty { await Task.yield() }
  }

  @Test("The destination behind a screen that is restored later continues after its flow (13)")
  func pendingIntent() async {
    let first = hosting()
    _ = await first.router.push(OfficeRoute.ledger).value
    let saved = first.router.save()
    #expect(saved.contains("wanted"))
    office.decideLater()

    let second = hosting()
    second.router.restore(Array(saved.utf8))
    await settle(second)
    #expect(second.lines == ["[1] Sign in"])
    #expect(second.router.save() == saved)
    second.press("Sign in")
    await settle(second)

    #expect(second.router.state.routes == [Route(OfficeRoute.ledger)])
  }

  @Test("A destination that cannot be read is reported although its screen is restored later (13)")
  func unreadableIntent() async {
    let first = hosting()
    _ = await first.router.push(OfficeRoute.ledger).value
    let saved = first.router.save().replacing("\"ledger\"", with: "\"lodger\"")
    office.decideLater()

    let second = hosting()
    let report = second.router.restore(Array(saved.utf8))
    await settle(second)

    #expect(report.dropped.map(\.typeName) == ["OfficeRoute"])
    #expect(String(decoding: report.quarantine, as: UTF8.self).hasPrefix("wanted"))
    #expect(second.lines == ["[1] Sign in"])
  }

  /// A saved scene whose top place is opened for a result with a name.
  private func savedChoice() async -> [UInt8] {
    office.isSignedIn = true
    let first = hosting()
    _ = await first.router.present(OfficeRoute.ledger, for: OfficeView.choice).value
    return Array(first.router.save().utf8)
  }

  @Test("A result that is awaited by name is interrupted when its screen is refused later (14)")
  func lateResult() async {
    let saved = await savedChoice()
    office.decideLater(closing: "The office is closed.")

    let second = hosting()
    second.router.restore(saved)
    await settle(second)

    #expect(journal.lines == ["interrupted"])
    #expect(second.router.restorationReport?.dropped.count == 1)
    #expect(second.router.restorationReport?.isUndecided == false)
  }

  @Test("A result whose screen is still undecided at the end waits for the next process (14)")
  func undecidedResult() async {
    let saved = await savedChoice()
    office.decideLater()

    let second = hosting()
    second.router.restore(saved)
    second.router.interrupt()

    #expect(journal.lines == [])
    #expect(second.router.restorationReport?.isUndecided == true)
  }

  @Test("A place that is restored later counts as kept when its guard has allowed it (19)")
  func kept() async {
    let saved = await savedChoice()
    office.decideLater()

    let second = hosting()
    let report = second.router.restore(saved)
    #expect(report.kept == [] && report.isUndecided)
    await settle(second)

    #expect(second.router.restorationReport?.kept == [Route(OfficeRoute.ledger)])
    #expect(second.router.restorationReport?.isUndecided == false)
  }

  @Test("A migrated place counts as migrated also when it is restored later (19)")
  func migrated() async {
    let hosting = Hosting {
      NavigationStack {
        Text("Shelves").navigationDestination(for: OldRoute.self) { Text("\($0)") }
      }
      .guarding(OldRoute.self) { (_: OldRoute) async -> GuardDecision in .allow }
    }
    let saved =
      "wayline navigation 1\nstack\t0\t0\nstack\t1\t0\n"
      + "push\t2\tOldRoute\t1\t{\"shelf\":{\"place\":3}}\n"

    hosting.router.restore(Array(saved.utf8))
    await settle(hosting)

    let route = Route(OldRoute.shelf(number: 3))
    #expect(hosting.router.restorationReport?.kept == [route])
    #expect(hosting.router.restorationReport?.migrated == [route])
  }

  @Test("The end of a scene gives every waiting navigation its outcome, in order (3)")
  func interrupted() async {
    let hosting = hosting()
    _ = hosting.router.observe { [journal] in journal.note("\($0.outcome)") }
    let first = hosting.router.push(OfficeRoute.signIn)
    let second = hosting.router.push(OfficeRoute.ledger)
    let third = hosting.router.pop()
    #expect(third.outcome == nil)

    hosting.router.interrupt()

    for navigation in [first, second, third] { #expect(navigation.outcome == .interrupted) }
    #expect(hosting.router.state.depth == 0)
    #expect(journal.lines.count == 3)
  }

  @Test("A flow that code awaits is interrupted with the navigation that waited to begin it (14)")
  func interruptedFlow() {
    let hosting = hosting()
    hosting.router.push(OfficeRoute.signIn)
    let waiter = FlowWaiter(for: Route(OfficeRoute.ledger), returning: Int.self) { [journal] in
      journal.note("\($0)")
    }
    hosting.router.submit(.show(Route(OfficeRoute.ledger), as: .sheet), waiter: waiter)

    hosting.router.interrupt()

    #expect(journal.lines == ["interrupted"])
  }

  @Test("Middleware is not asked about a restored place, whenever its guard decides (21)")
  func middleware() async {
    let saved = await savedChoice()
    office.decideLater()
    let second = hosting()
    second.router.addMiddleware { [journal] proposal in
      journal.note("\(proposal.cause)")
      return .block("Closed")
    }

    second.router.restore(saved)
    await settle(second)

    #expect(journal.lines == [])
    #expect(second.router.state.top.route == Route(OfficeRoute.ledger))
  }
}
