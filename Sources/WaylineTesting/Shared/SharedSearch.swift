import Dispatch
import FoundationEssentials
import Wayline
import WaylineStorage

/// One worker of a search that several processes share.
///
/// ```
/// claim states of the level → expand them → add records and new states → … → end the level → … → the report
/// ```
@MainActor
final class SharedSearch {
  /// The end of a worker.
  enum Outcome {
    /// The worker has made the report of all.
    case report(ExplorationReport)
    /// Another worker has made it, before this one began or since; its text as a file.
    case reported(String, isEarlier: Bool)
    /// The worker was stopped, or its time is over: so many states of the level are left.
    case stopped(open: Int)
  }

  private let explorer: Explorer<Screens>
  private let states: any SharedStates
  private let identity: Int64
  /// The search of one worker, where states cannot be shared.
  private let alone: () async throws -> ExplorationReport
  /// True if the program has crashed: crashes are found in the order of a single search.
  private let isAlone: Bool
  private let onTurn: () -> Void
  private let worker: SharedWorker
  /// The version of the program: the same for all workers.
  private let version: String
  /// The states of one statement at most.
  private static let batch = 16
  /// The share of the open states that a worker takes at once.
  private static let share = 32
  private static let pause = Duration.milliseconds(20)

  /// The number of commands of the states that the worker has expanded.
  var transitions: Int { worker.transitions }
  /// The number of commands that it has taken again to come to states of other workers.
  var retaken: Int { worker.retaken }

  /// Prepares a worker.
  ///
  /// - Parameters:
  ///   - version: a text that is the same for all workers of one version of the program.
  ///   - identity: the number of the worker.
  ///   - isAlone: whether states cannot be shared, because the program has crashed.
  ///   - alone: the search of one worker, which is made if states cannot be shared.
  ///   - onTurn: called from time to time, also while the worker waits for others.
  init(
    _ explorer: Explorer<Screens>, in states: any SharedStates, version: String = "",
    identity: Int64 = .random(in: 1...(.max)), isAlone: Bool = false,
    alone: (() async throws -> ExplorationReport)? = nil, onTurn: @escaping () -> Void = {}
  ) async {
    let begun = await explorer.begun.findingLinks()
    self.explorer = begun
    (self.states, self.version, self.onTurn) = (states, version, onTurn)
    (self.identity, self.isAlone, self.alone) = (identity, isAlone, alone ?? { await begun.run() })
    worker = SharedWorker(self.explorer)
  }

  /// Works until the report is made, or the time is over.
  ///
  /// - Throws: ``ExploreProblem`` if the name belongs to another exploration; an error of the server.
  func run() async throws -> Outcome {
    defer { worker.end() }
    let membership = try states.join(exploration)
    guard membership != .refused else {
      throw ExploreProblem(
        "The exploration '\(states.name)' is of another program, plan or bound. "
          + "Give this one another name with #NAME at the end of the address.")
    }
    if isAlone || membership == .unstable { try states.giveUp() }
    var level = 0
    var isFirst = true
    while true {
      onTurn()
      let progress = try states.progress()
      if progress.hasReport { return .reported(try text(), isEarlier: isFirst) }
      isFirst = false
      if explorer.isOutOfTime { return .stopped(open: progress.open) }
      explorer.subject.onProgress?(progress.states)
      if progress.level > level {
        level = progress.level
        worker.begin(level: level, with: try states.keys(of: level))
      }
      if progress.isExplored || progress.isAlone {
        if try states.claimReport(by: identity) { return try await report(progress) }
        try await Task.sleep(for: Self.pause)
      } else if progress.open == 0 {
        try states.endLevel(level)
      } else {
        do {
          if try await !expand(progress) { try await Task.sleep(for: Self.pause) }
        } catch is SharedWorker.Unstable {
          try states.giveUp()
        }
      }
      await Task.yield()
    }
  }

  private func text() throws -> String {
    String(decoding: try states.report() ?? Data(), as: UTF8.self)
  }

  /// Expands states of the level until other workers have taken all that are left, or the time is over.
  /// - Returns: False if others had taken all of them before.
  private func expand(_ progress: SharedProgress) async throws -> Bool {
    let count = min(Self.batch, max(1, progress.open / Self.share))
    var claims = try exchange([], for: count, of: progress.level)
    let hasClaimed = !claims.isEmpty
    while !claims.isEmpty {
      var expansions: [SharedExpansion] = []
      for claim in claims where !explorer.isOutOfTime {
        onTurn()
        expansions.append(try await worker.expand(claim))
      }
      let rest = claims.dropFirst(expansions.count)
      claims = try exchange(
        expansions, for: explorer.isOutOfTime ? 0 : count, of: progress.level)
      // Others would wait until the lease of a worker that is stopped is over.
      if !rest.isEmpty { try states.release(Array(rest)) }
      await Task.yield()
    }
    return hasClaimed
  }

  private func exchange(
    _ expansions: [SharedExpansion], for count: Int, of level: Int
  ) throws -> [SharedClaim] {
    if expansions.isEmpty, count == 0 { return [] }
    return try states.exchange(expansions, for: count, of: level, by: identity)
  }

  /// Makes the report from the records of all workers, or alone.
  private func report(_ progress: SharedProgress) async throws -> Outcome {
    let lease = SharedReportLease(states, identity)
    var hasReport = false
    defer { lease.end(hasReport: hasReport) }
    let report = progress.isAlone ? try await alone() : try await joined()
    if explorer.subject.isStopped() { return .stopped(open: 0) }
    hasReport = true
    guard try states.finish(report: Data(report.shardFile.utf8)) else {
      return .reported(try text(), isEarlier: false)
    }
    return .report(report)
  }

  private func joined() async throws -> ExplorationReport {
    let records = SharedRecords(of: states.name) { [states] in
      try states.records(from: $0, count: $1)
    }
    let report = await explorer.report(with: records)
    if let failure = records.failure { throw failure }
    return report
  }

  /// The exploration that the worker joins.
  var exploration: SharedExploration {
    SharedExploration(
      digest: digest, root: worker.root.key, kind: worker.root.kind,
      depth: explorer.limits.depth ?? .max, states: explorer.limits.states ?? .max)
  }

  /// The program, the plan and the bounds, as far as they can be compared.
  private var digest: String {
    let (subject, alphabet) = (explorer.subject, explorer.subject.alphabet)
    let values = alphabet.values.all.map { "\($0.id): \($0.values)" }
    let rows = alphabet.rows.map { $0.map { "\($0)" }.sorted() }
    let properties = explorer.properties.map { "\($0.kind) \($0.name)" }
    let parts: [String] = [
      "format \(SharedBytes.version)", "program \(subject.program)", "version \(version)",
      "seed \(explorer.seed)",
      "limits \(explorer.limits.states ?? -1) \(explorer.limits.depth ?? -1)",
      "values \(values)", "lines \(alphabet.lines.map { "\($0.text) \($0.place ?? "")" })",
      "links \(alphabet.links)", "restarts \(alphabet.restarts)", "rows \(rows ?? [])",
      "laws \(subject.excluded.map(\.rawValue).sorted())", "properties \(properties)",
      "steps \(subject.steps.map(\.name))", "remembered \(subject.memory.rules.count)",
      "tasks in order \(subject.tasksInOrder)", "numbers \(subject.randomNumbers ?? -1)",
      "first violation \(explorer.stopsFirst)",
    ]
    return parts.joined(separator: "\n")
  }
}

/// The claim on the report, which is renewed while the worker makes it.
private final class SharedReportLease {
  private let (states, worker): (any SharedStates, Int64)
  private let queue = DispatchQueue(label: "wayline.explore.report")
  private let timer: any DispatchSourceTimer
  private static let interval = DispatchTimeInterval.seconds(15)

  init(_ states: any SharedStates, _ worker: Int64) {
    (self.states, self.worker) = (states, worker)
    timer = DispatchSource.makeTimerSource(queue: queue)
    timer.schedule(deadline: .now() + Self.interval, repeating: Self.interval)
    timer.setEventHandler { _ = try? states.claimReport(by: worker) }
    timer.activate()
  }

  /// Ends the claim; without a report another worker takes it over at once.
  func end(hasReport: Bool) {
    timer.cancel()
    // After a renewal that runs at present.
    if !hasReport { queue.sync { try? states.releaseReport(by: worker) } }
  }
}
