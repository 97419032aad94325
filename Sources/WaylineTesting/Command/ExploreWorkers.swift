import FoundationEssentials
import Wayline
import WaylineSystem

/// The worker processes of one exploration, as the process that starts them sees them.
///
/// A crash of the program ends a worker, and the next one continues without that step, if it happens again
/// when its commands are taken from the start.
struct ExploreWorkers {
  private let folder = FileManager.default.temporaryDirectory.path + "/explore-\(UUID().uuidString)"
  private let words: [String]
  private let program: String
  private let seed: UInt64
  private let showsProgress: Bool
  /// True if workers of several processes share the search.
  private let isShared: Bool
  /// True after a crash of a shared search.
  private var isAlone = false
  /// The number of workers of a shared search that something outside of it has killed.
  private var kills = 0
  private static let limitOfKills = 3
  private let start = ContinuousClock.now
  private var crashes: [CrashRecord.Crash] = []
  private var printer: FindingPrinter?
  /// True after a crash that did not happen again: states are reached by commands from then on.
  private var isReplayed = false
  /// The commands of crashes that did not happen again without snapshots.
  private var once: [[String]] = []

  /// Runs workers until one comes to its end, and returns its report.
  static func run(
    _ words: [String], of program: String, seed: UInt64, progress: Bool, isShared: Bool = false
  ) throws -> ExplorationReport {
    var workers = ExploreWorkers(
      words, of: program, seed: seed, showsProgress: progress, isShared: isShared)
    try FileManager.default.createDirectory(
      atPath: workers.folder, withIntermediateDirectories: true)
    let printer = FindingPrinter(file: "\(workers.folder)/\(ExploreWorker.foundName)")
    let interrupt = ExploreInterrupt(
      file: "\(workers.folder)/\(ExploreWorker.stopName)", isShared: isShared,
      then: printer.printNew)
    workers.printer = printer
    defer {
      interrupt.release()
      try? FileManager.default.removeItem(atPath: workers.folder)
    }
    do {
      while true {
        if let report = try workers.next() { return report }
      }
    } catch let ending as ExploreEnding where ending.status == .interrupted {
      throw ExploreEnding(ending.sentence, interrupt.status)
    }
  }

  private init(
    _ words: [String], of program: String, seed: UInt64, showsProgress: Bool, isShared: Bool
  ) {
    (self.words, self.program, self.seed) = (words, program, seed)
    (self.showsProgress, self.isShared) = (showsProgress, isShared)
  }

  /// Runs one worker, and returns its report; nil if another one follows.
  private mutating func next() throws -> ExplorationReport? {
    try crashes.map(\.description).joined(separator: "\n").write(
      toFile: folder + "/crashes", atomically: true, encoding: .utf8)
    let run = try runWorker(progress: showsProgress)
    printer?.printNew()
    if let report = try report() { return confirmed(report) }
    if let ending = contents(ExploreWorker.endingName),
      let ending = ExploreEnding(String(decoding: ending, as: UTF8.self))
    {
      throw ending
    }
    if let problem = contents("problem") {
      throw ExploreProblem(String(decoding: problem, as: UTF8.self))
    }
    if isShared, try continuesShared(after: run) { return nil }
    let ending = contents("stuck").map { String(decoding: $0, as: UTF8.self) } ?? run.ending
    try? FileManager.default.removeItem(atPath: folder + "/stuck")
    guard var last = ExploreWorker.crash(in: folder + "/journal") else {
      return crashed(at: run, ending)
    }
    if crashes.contains(where: { $0.commands == last.commands }) {
      throw ExploreProblem(
        "The worker ended with \(ending) before its report. \(run.errors.suffix(2_000))")
    }
    (last.ending, last.sentence) = (ending, run.trap)
    switch last.isUndecided ? .unknown : try happensAgain(last.commands) {
    case .yes: break
    case .unknown: last.ending = ExploreWorker.stuckPrefix + ExploreWorker.restOfTime
    case .no:
      if run.status == Self.killed, !run.isStopped { return killed() }
      guard isReplayed else {
        try beginAgain(without: last)
        return nil
      }
      once.append(last.commands)
    }
    last.row = contents(ExploreWorker.rowName).map { String(decoding: $0, as: UTF8.self) }
    try? FileManager.default.removeItem(atPath: "\(folder)/\(ExploreWorker.rowName)")
    if !last.isUndecided { printer?.print(last) }
    crashes.append(last)
    if CrashRecord(crashes).exceedsCauses {
      throw ExploreProblem(
        "The program crashed after \(CrashRecord.limitOfCauses + 1) different commands, such as "
          + "'\(last.cause)'. Fix some of these crashes first.")
    }
    return nil
  }

  /// Returns whether another worker of a shared search follows one that has ended without a report.
  ///
  /// After one that was killed it shares states again. The states of a program that crashes cannot be shared: it finds
  /// the crashes alone, in the order of one search.
  private mutating func continuesShared(after run: ProgramRun) throws -> Bool {
    if run.status == Self.killed, kills < Self.limitOfKills {
      kills += 1
      return true
    }
    if isAlone || run.isStopped { return false }
    isAlone = true
    try Data().write(to: URL(filePath: "\(folder)/\(ExploreWorker.aloneName)"))
    for name in ["journal", "stuck"] {
      try? FileManager.default.removeItem(atPath: "\(folder)/\(name)")
    }
    return true
  }

  private func runWorker(progress: Bool) throws -> ProgramRun {
    try Program(path: "/proc/self/exe").runUnlessStopped(
      ["explore"] + words,
      environment: ExploreWorker.environment(
        folder, after: ContinuousClock.now - start, progress: progress),
      limit: 86_400)
  }

  private func contents(_ name: String) -> Data? {
    FileManager.default.contents(atPath: "\(folder)/\(name)")
  }

  /// The report that a worker left; nil if it did not come to its end.
  private func report() throws -> ExplorationReport? {
    guard let data = contents("report") else { return nil }
    if showsProgress { clearProgress() }
    var report = try ExplorationReport(shardFile: String(decoding: data, as: UTF8.self))
    report.graph = try contents("graph").map { try JSONDecoder().decode(StateGraph.self, from: $0) }
    report.programCheckpoint = try contents("checkpoint").map {
      try JSONDecoder().decode(ProgramCheckpoint.self, from: $0)
    }
    return report
  }

  private func clearProgress() {
    guard FileDescriptor.standardOutput.isTerminal,
      TerminalAbilities.allowsEscapes(CurrentProcess.environment)
    else { return }
    try? FileDescriptor.standardOutput.writeAll("\r\u{1B}[K")
  }
}

// MARK: - Crashes

extension ExploreWorkers {
  /// The report of a program that crashes before it takes a command, or whose first screen does not come to its end.
  private func crashed(at run: ProgramRun, _ ending: String) -> ExplorationReport {
    var report = ExplorationReport(subject: program)
    report.seed = seed
    report.cut = ["every screen after the first one."]
    var violation = ExplorationReport.Violation(
      property: Law.noCrash.rawValue,
      message: "The program ended with \(ending) on its first screen."
        + (run.trap.map { " It printed: '\($0)'" } ?? ""), commands: [],
      after: run.errors.split(separator: "\n").prefix(8).map(String.init))
    if ending.hasPrefix(ExploreWorker.stuckPrefix) {
      let time = ending.dropFirst(ExploreWorker.stuckPrefix.count)
      guard time != ExploreWorker.restOfTime else { return report }
      violation.property = Law.settles.rawValue
      violation.message = "The first screen was not there after \(time)."
    }
    report.violations = [violation]
    return report
  }

  /// Begins again without snapshots, because one led to a crash that its commands do not lead to.
  ///
  /// The other crashes happened again from the start, and what else was found is in a file of its own.
  private mutating func beginAgain(without crash: CrashRecord.Crash) throws {
    isReplayed = true
    // Walks continue: what they report was taken from the start.
    try? FileManager.default.removeItem(atPath: folder + "/\(ProgramCheckpoint.self)")
    try write(crash, to: "replayed")
  }

  /// The outcome of a second try.
  private enum Repetition { case yes, no, unknown }

  /// Takes the commands of a crash from the start, and looks whether the program crashes again.
  private func happensAgain(_ commands: [String]) throws -> Repetition {
    // Laws are checked in new scenes, without snapshots.
    if commands.last?.hasPrefix(ExploreWorker.checkPrefix) == true { return .yes }
    try write(CrashRecord.Crash(kind: "", commands: commands), to: "repeated")
    defer {
      for name in ["repeated", "survived", "stuck"] {
        try? FileManager.default.removeItem(atPath: "\(folder)/\(name)")
      }
    }
    _ = try runWorker(progress: false)
    if contents("survived") != nil { return .no }
    let stuck = contents("stuck").map { String(decoding: $0, as: UTF8.self) }
    return stuck == ExploreWorker.stuckPrefix + ExploreWorker.restOfTime ? .unknown : .yes
  }

  /// The status of a process that SIGKILL has ended.
  private static let killed: Int32 = 137

  /// The report of a search whose process was killed, and not by one of its commands: it has what was found so far.
  private func killed() -> ExplorationReport {
    var report = ExplorationReport(subject: program)
    report.seed = seed
    let saved = contents("\(ProgramCheckpoint.self)").flatMap {
      try? JSONDecoder().decode(ProgramCheckpoint.self, from: $0)
    }
    let found = ExploreWorker.findings(in: folder)
    report.programCheckpoint = saved
    report.states = saved?.found ?? 0
    report.transitions = saved?.transitions ?? 0
    for violation in found.violations where !report.has(violation) {
      report.violations.append(violation)
    }
    report.goals = found.goals
    report.cut = [
      "all after the system killed the search, mostly because the memory was full. Bound it with --states."
    ]
    report.limits = ["what was found was not taken again from the start."]
    return report
  }

  /// The report with the crashes that did not happen again by themselves: such a program is not deterministic.
  private func confirmed(_ report: ExplorationReport) -> ExplorationReport {
    var report = report
    for (index, crash) in report.violations.enumerated().reversed()
    where crash.property == Law.noCrash.rawValue && once.contains(crash.commands) {
      let others = crashes.filter {
        $0.cause == crash.commands.last && !once.contains($0.commands)
      }
      if let other = others.min(by: { $0.commands.count < $1.commands.count }) {
        (report.violations[index].commands, report.violations[index].before) = (other.commands, [])
      } else {
        report.unrepeated.insert(report.violations.remove(at: index), at: 0)
      }
    }
    return report
  }

  private func write(_ crash: CrashRecord.Crash, to name: String) throws {
    try crash.description.write(toFile: "\(folder)/\(name)", atomically: true, encoding: .utf8)
  }
}
