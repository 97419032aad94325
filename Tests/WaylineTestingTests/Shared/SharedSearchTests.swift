import FoundationEssentials
import Synchronization
import Testing
import Wayline
import WaylinePostgres
import WaylineStorage
import WaylineTestPostgres

@testable import WaylineTesting

/// Eight switches, which have 256 states.
private struct Switches: View {
  static let names = ["Lamp", "Heater", "Door", "Sign", "Till", "Fan", "Bell", "Clock"]
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

  /// The planted programs but one, which counts in the process: each search shows another number.
  private nonisolated static let repeatable = Planted.all.filter {
    $0.name != "a body that counts its own runs"
  }

  @Test("Violations are those of one search, in their order", arguments: repeatable)
  func planted(_ program: Planted) async throws {
    let explorer = program.explorer().budget(states: 200, depth: 4)
    let single = await explorer.run()
    let shared = reports(try await share(explorer, workers: 3))
    #expect(shared.map { "\($0)" } == ["\(single)"], "\(program)")
    #expect(shared.first?.violations == single.violations)
  }

  @Test(
    "The busiest of four workers takes 3.4 times fewer commands than one search, and of sixteen ten times",
    arguments: [(4, 3.4), (16, 10)])
  func speed(workers: Int, ratio: Double) async throws {
    let explorer = Explorer { Switches() }
    let single = await explorer.run()
    let runs = try await share(explorer, workers: workers)
    #expect(reports(runs).map { "\($0)" } == ["\(single)"])
    let commands = runs.map { $0.search.transitions + $0.search.retaken }
    let statements = runs.map(\.states.statements).reduce(0, +)
    let (most, all) = (commands.max() ?? 0, commands.reduce(0, +))
    print(
      "shared | \(workers) workers | \(single.transitions) transitions, at most \(most) by one, "
        + "\(all) in all, \(statements) statements")
    #expect(Double(single.transitions) / Double(most) >= ratio)
    // Three statements for a batch of states, each of which has several commands.
    if workers == 4 { #expect(Double(statements) <= 0.72 * Double(all)) }
  }

  @Test("States of a worker that was killed are expanded by others when their lease is over")
  func killed() async throws {
    let (explorer, address) = (Explorer { Switches() }, server.address())
    let single = await explorer.run()
    let turns = Turns()
    let stopped = explorer.with { $0.subject.isStopped = { turns.next() > 40 } }
    let first = await SharedSearch(stopped, in: states(address, lease: 1))
    guard case .stopped(let open) = try await first.run() else {
      Issue.record("The first worker was not stopped.")
      return
    }
    #expect(open > 0)
    let dead = states(address, lease: 1)
    #expect(try dead.join(first.exploration) == .joined)
    let progress = try dead.progress()
    while try dead.exchange([], for: 16, of: progress.level, by: 7).isEmpty {
      try await Task.sleep(for: .milliseconds(20))
    }
    let shared = reports(try await share(explorer, workers: 2, address: address))
    #expect(shared.map { "\($0)" } == ["\(single)"])
  }

  @Test(
    "A worker that is stopped hands back the states that it has claimed", arguments: [120, 121])
  func stopped(turn: Int) async throws {
    let (explorer, address) = (Explorer { Switches() }, server.address())
    let turns = Turns()
    let stopped = explorer.with { $0.subject.isStopped = { turns.count >= turn } }
    let search = await SharedSearch(stopped, in: states(address), onTurn: { _ = turns.next() })
    guard case .stopped(let open) = try await search.run() else {
      Issue.record("The worker was not stopped.")
      return
    }
    let other = states(address)
    #expect(try other.join(search.exploration) == .joined)
    // The states of its last batch, too, of which it has expanded one.
    let level = try other.progress().level
    #expect(open > 32)
    #expect(try other.exchange([], for: 1_000, of: level, by: 7).count == open)
    #expect(try other.exchange([], for: 1_000, of: level, by: 8).isEmpty)
  }

  @Test("A state that another worker has taken since is not handed back")
  func takenSince() async throws {
    let (explorer, address) = (Explorer { Switches() }, server.address())
    let (slow, other) = (states(address, lease: 0), states(address))
    let exploration = await SharedSearch(explorer, in: slow).exploration
    #expect(try slow.join(exploration) == .joined)
    #expect(try other.join(exploration) == .joined)
    let claims = try slow.exchange([], for: 1, of: 0, by: 1)
    #expect(try other.exchange([], for: 1, of: 0, by: 2).map(\.key) == claims.map(\.key))
    try slow.release(claims)
    #expect(try other.exchange([], for: 1, of: 0, by: 3).isEmpty)
  }

  @Test("A worker that is stopped while it makes the report hands it back")
  func stoppedReport() async throws {
    let (explorer, address) = (Explorer { Switches() }, server.address())
    let single = await explorer.run()
    let (most, reporting) = (Turns(), Turns())
    let stopped = explorer.with {
      $0.subject.isStopped = { reporting.count > 0 }
      // A search that reads records counts its states from the first one again.
      $0.subject.onProgress = { states in
        if states < most.count { _ = reporting.next() }
        most.count = max(most.count, states)
      }
    }
    let first = await SharedSearch(stopped, in: states(address))
    guard case .stopped(open: 0) = try await first.run() else {
      Issue.record("The report was not stopped.")
      return
    }
    let other = states(address)
    #expect(try other.join(first.exploration) == .joined)
    #expect(try other.claimReport(by: 7))
    // Only the worker that has it hands it back.
    try other.releaseReport(by: 8)
    #expect(try other.claimReport(by: 8) == false)
    try other.releaseReport(by: 7)
    let shared = reports(try await share(explorer, workers: 1, address: address))
    #expect(shared.map { "\($0)" } == ["\(single)"])
  }

  @Test("A record that was damaged in the server ends the report with 65, and with what to do")
  func damaged() async throws {
    let (explorer, name) = (Explorer { Switches() }.budget(depth: 2), UUID().uuidString)
    let address = server.address(name)
    let turns = Turns()
    let stopped = explorer.with { $0.subject.isStopped = { turns.count >= 8 } }
    let first = await SharedSearch(stopped, in: states(address), onTurn: { _ = turns.next() })
    _ = try await first.run()
    let key = "\(Int64(bitPattern: first.exploration.root))"
    let changed = server.administer(
      """
      UPDATE wayline_state SET record=set_byte(record, 20, 255 - get_byte(record, 20))
      WHERE level=0 AND key=\(key) AND record IS NOT NULL AND store=
        (SELECT id FROM wayline_store WHERE name='\(name)'::bytea) RETURNING 'changed'
      """)
    #expect(changed == "changed")
    let error = await #expect(throws: ExploreProblem.self) {
      try await share(explorer, workers: 1, address: address)
    }
    #expect(error?.status == .unreadableData)
    #expect(error?.description.hasPrefix("The record of state 0 of the exploration '") == true)
    #expect(error?.description.contains("is damaged. Explore again with another name") == true)
  }

  @Test(
    "A worker with another plan or other bounds is refused, and one that comes later has the report"
  )
  func others() async throws {
    let (explorer, address) = (Explorer { Switches() }.budget(depth: 2), server.address())
    let first = reports(try await share(explorer, workers: 1, address: address))
    for other in [explorer.budget(depth: 3), explorer.never("A lamp is on") { _ in false }] {
      await #expect(throws: ExploreProblem.self) {
        try await share(other, workers: 1, address: address)
      }
    }
    let later = try await share(explorer, workers: 1, address: address)
    guard case .reported(let text, isEarlier: true)? = later[0].outcome else {
      Issue.record("The report was made again.")
      return
    }
    #expect("\(try ExplorationReport(shardFile: text))" == first.map { "\($0)" }.first)
  }

  @Test("A server that goes away ends a worker, and the exploration continues when it is back")
  func outage() async throws {
    let own = try PostgresServer()
    let (explorer, address) = (Explorer { Switches() }, own.address())
    let single = await explorer.run()
    let turns = Turns()
    let stop = { if turns.next() == 60 { own.control("-m immediate stop") } }
    let first = await SharedSearch(explorer, in: states(address), onTurn: stop)
    await #expect(throws: StoreError.self) { try await first.run() }
    #expect(first.transitions > 0 && first.transitions < single.transitions)
    while !own.start() {}
    let rest = try await share(explorer, workers: 1, address: address)
    #expect(reports(rest).map { "\($0)" } == ["\(single)"])
    #expect(rest[0].search.transitions < single.transitions)
  }
}

/// A number that grows with each question.
private final class Turns: Sendable {
  private let number = Mutex(0)

  /// The number now.
  var count: Int {
    get { number.withLock(\.self) }
    set { number.withLock { $0 = newValue } }
  }

  func next() -> Int {
    number.withLock {
      $0 += 1
      return $0
    }
  }
}
