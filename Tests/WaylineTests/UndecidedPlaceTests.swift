import Testing
import WaylineNavigation

@testable import Wayline
@testable import WaylineFlows

private enum OfficeRoute: NavigationValue {
  case ledger
  case hours
}

/// A guard that decides when a test answers it.
@MainActor
private final class Office {
  private var waiting: [CheckedContinuation<GuardDecision, Never>] = []

  func ask() async -> GuardDecision {
    await withCheckedContinuation { waiting.append($0) }
  }

  /// Answers the guard as soon as it waits.
  func answer(_ decision: GuardDecision) async {
    for _ in 0..<10_000 where waiting.isEmpty { await Task.yield() }
    if !waiting.isEmpty { waiting.removeFirst().resume(returning: decision) }
  }
}

private struct OfficeView: View {
  var office: Office?

  var body: some View {
    TabView {
      NavigationStack {
        Text("Office").navigationDestination(for: OfficeRoute.self) { Text("\($0)") }
      }
      .tabItem { Text("Work") }
      Text("Tea").tabItem { Text("Break") }
    }
    .guarding(OfficeRoute.self) { (route: OfficeRoute) async -> GuardDecision in
      guard let office, route == .ledger else { return .allow }
      return await office.ask()
    }
  }
}

@Suite("Saved places whose guard has not decided", .timeLimit(.minutes(15)))
@MainActor
struct UndecidedPlaceTests {
  private let stores = SceneStores.inMemory()
  private let office = Office()

  /// Saves the ledger as the place of the scene, and returns the saved text.
  private func saveLedger() async throws -> String {
    let first = SceneHost(stores: stores) { OfficeView() }
    #expect(await first.router.push(OfficeRoute.ledger).value == .completed)
    first.end()
    return try #require(saved("place"))
  }

  private func start(in office: Office) -> SceneHost {
    let host = SceneHost(stores: stores) { OfficeView(office: office) }
    host.takePrinted()
    return host
  }

  private func saved(_ part: String) -> String? {
    try? stores.state.value(String.self, for: "main/\(part)", in: "navigation")
  }

  private func settle(_ host: SceneHost) async {
    while !host.pending.isEmpty { await Task.yield() }
  }

  @Test("A program that ends before the guard has decided opens the place at its next start (19)")
  func ended() async throws {
    let place = try await saveLedger()
    for line in ["quit", "back", nil] {
      let host = start(in: Office())
      #expect(host.lines.contains("Office"))
      if let line { host.send(line) } else { host.attend() }
      #expect(saved("place") == place)
      if line != nil { host.end() }
      #expect(saved("place") == place)
      #expect(saved("quarantine") == nil)
    }

    let last = start(in: office)
    await office.answer(.allow)
    await settle(last)
    #expect(last.lines.contains("ledger"))
    last.end()

    #expect(saved("place") == place)
    #expect(saved("quarantine") == nil)
  }

  @Test("Quitting before the guard has decided succeeds without a message about the place (19)")
  func quiet() async throws {
    _ = try await saveLedger()
    let host = start(in: office)

    #expect(host.send("quit") == [])

    #expect(host.status == .success)
  }

  @Test("A place that its guard refuses later is set aside, and the present place is saved (19)")
  func refused() async throws {
    let place = try await saveLedger()
    let host = start(in: office)
    host.attend()
    #expect(saved("place") == place)

    await office.answer(.block("The office is closed."))
    await settle(host)
    host.attend()

    #expect(host.takePrinted().contains("'ledger' was not reopened: The office is closed."))
    #expect(host.router.restorationReport?.isComplete == false)
    #expect(saved("quarantine") == place)
    #expect(saved("place") != place)
  }

  @Test(
    "A place that is left for another one before its guard has decided is set aside (19)",
    arguments: ["open hours", "break"])
  func left(line: String) async throws {
    let place = try await saveLedger()
    let host = start(in: office)

    host.send(line)
    await settle(host)
    host.end()

    #expect(saved("quarantine") == place)
    #expect(saved("place") != place)
  }
}
