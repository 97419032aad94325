import FoundationEssentials
import Testing
import Wayline
import WaylinePostgres
import WaylineStorage
import WaylineTestPostgres

@testable import WaylineTesting

/// Nine switches, of which each shows a screen of its own.
private struct Switches: View {
  static let names = ["Lamp", "Heater", "Door", "Sign", "Till", "Fan", "Bell"]
  @State private var states = [Bool](repeating: false, count: names.count)

  var body: some View {
    ForEach(Array(Self.names.enumerated()), id: \.offset) { number, name in
      Toggle(name, isOn: $states[number])
    }
  }
}

/// A search that several workers share, each with a connection of its own.
@Suite("A search that workers share", .serialized, .enabled(if: PostgresServer.shared != nil))
@MainActor
struct SharedSearchTests {
  /// A worker, and how it has ended.
  private struct Run {
    let search: SharedSearch
    let states: PostgresStates
    var outcome: SharedSearch.Outcome?
  }

  private let server: PostgresServer

  init() throws { server = try #require(PostgresServer.shared) }

  private func states(_ address: String, lease: Int = PostgresStates.lease) -> PostgresStates {
    PostgresStates(PostgresAddress(address), program: "explorer", lease: lease)
  }

  /// Lets workers search in turn until each has ended.
  private func share(
    _ explorer: Explorer<Screens>, workers: Int, address: String? = nil
  ) async throws -> [Run] {
    let address = address ?? server.address()
    var runs: [Run] = []
    for _ in 0..<workers {
      let states = states(address)
      runs.append(Run(search: await SharedSearch(explorer, in: states), states: states))
    }
    let tasks = runs.map { run in Task { try await run.search.run() } }
    for (number, task) in tasks.enumerated() { runs[number].outcome = try await task.value }
    return runs
  }

  /// The reports of workers, of which one makes it.
  private func reports(_ runs: [Run]) -> [ExplorationReport] {
    runs.compactMap { if case .report(let report)? = $0.outcome { report } else { nil } }
  }

  @Test("Two workers give the report of one search, byte for byte", arguments: Correct.all)
  func correct(_ program: Correct) async throws {
    let explorer = program.explorer().budget(states: 200, depth: 5)
    let single = await explorer.run()
    let shared = reports(try await share(explorer, workers: 2))
    #expect(shared.map { "\($0)" } == ["\(single)"], "\(program)")
    #expect(shared.first?.violations == single.violations)
    #expect(shared.first?.isComplete == single.isComplete)
  }

  @Test("Violations are those of one search, in their order", arguments: Planted.all)
  func planted(_ program: Planted) async throws {
    let explorer = program.explorer().budget(states: 200, depth: 4)
    let single = await explorer.run()
    let shared = reports(try await share(explorer, workers: 3))
    #expect(shared.map { "\($0)" } == ["\(single)"], "\(program)")
    #expect(shared.first?.violations == single.violations)
  }

  @Test("Four workers are 3.4 times as fast as one, and sixteen ten times", arguments: [(4, 3.4), (16, 10)])
  func speed(workers: Int, ratio: Double) async throws {
    let explorer = Explorer { Switches() }
    let single = await explorer.run()
    let runs = try await share(explorer, workers: workers)
    #expect(reports(runs).map { "\($0)" } == ["\(single)"])
    let most = runs.map { $0.search.transitions + $0.search.retaken }.max() ?? 0
    let statements = runs.map(\.states.statements).reduce(0, +)
    let all = runs.map { $0.search.transitions + $0.search.retaken }.reduce(0, +)
    print(
      "shared | \(workers) workers | \(single.transitions) transitions, at most \(most) by one, "
        + "\(all) in all, \(statements) statements")
    #expect(Double(single.transitions) / Double(most) >= ratio)
  }
}
