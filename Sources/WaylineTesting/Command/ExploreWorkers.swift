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
  private let start = ContinuousClock.now
  private var crashes: [CrashRecord.Crash] = []
  /// True after a crash that did not happen again: states are reached by commands from then on.
  private var isReplayed = false
  /// The commands of crashes that did not happen again without snapshots.
  private var once: [[String]] = []

  /// Runs workers until one comes to its end, and returns its report.
  static func run(
    _ words: [String], of program: String, seed: UInt64, progress: Bool
  ) throws -> ExplorationReport {
    var workers = ExploreWorkers(words, of: program, seed: seed, showsProgress: progress)
    try FileManager.default.createDirectory(
      atPath: workers.folder, withIntermediateDirectories: true)
    let interrupt = ExploreInterrupt(file: "\(workers.folder)/\(ExploreWorker.stopName)")
    defer {
      interrupt.release()
      try? FileManager.default.removeItem(atPath: workers.folder)
    }
    while true {
      if let report = try workers.next() { return report }
    }
  }

  private init(_ words: [String], of program: String, seed: UInt64, showsProgress: Bool) {
    (self.words, self.program, self.seed) = (words, program, seed)
    self.showsProgress = showsProgress
  }

  /// Runs one worker, and returns its report; nil if another one follows.
  private mutating func next() throws -> ExplorationReport? {
    try crashes.map(\.description).joined(separator: "\n").write(
      toFile: folder + "/crashes", atomically: true, encoding: .utf8)
    let run = try runWorker(progress: showsProgress)
    if let report = try report() { return confirmed(report) }
    if let problem = contents("problem") {
      throw ExploreProblem(String(decoding: problem, as: UTF8.self))
    }
    let ending = contents("stuck").map { String(decoding: $0, as: UTF8.self) } ?? run.ending
    try? FileManager.default.removeItem(atPath: folder + "/stuck")
    guard var last = ExploreWorker.crash(in: folder + "/journal") else {
      return crashed(at: run, ending)
    }
    if crashes.contains(where: { $0.commands == last.commands }) {
      throw ExploreProblem(
        "The worker ended with \(ending) before its report. \(run.errors.suffix(2_000))")
    }
    last.ending = ending
    if try !happensAgain(last.commands) {
      guard isReplayed else {
        try beginAgain(without: last)
        return nil
      }
      once.append(last.commands)
    }
    crashes.append(last)
    if CrashRecord(crashes).exceedsCauses {
      throw ExploreProblem(
        "The program crashed after \(CrashRecord.limitOfCauses + 1) different commands, such as "
          + "'\(last.cause)'. Fix some of these crashes first.")
    }
    return nil
  }

  private func runWorker(progress: Bool) throws -> ProgramRun {
    try Program(path: "/proc/self/exe").run(
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
  /// The report of a program that crashes before it takes a command.
  private func crashed(at run: ProgramRun, _ ending: String) -> ExplorationReport {
    var report = ExplorationReport(subject: program)
    report.seed = seed
    report.violations = [
      ExplorationReport.Violation(
        property: Law.noCrash.rawValue,
        message: "The program ended with \(ending) on its first screen.", commands: [],
        after: run.errors.split(separator: "\n").prefix(8).map(String.init))
    ]
    report.cut = ["every screen after the crash."]
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

  /// True if the program crashes again when the commands of a crash are taken from the start.
  private func happensAgain(_ commands: [String]) throws -> Bool {
    // Laws are checked in new scenes, without snapshots.
    if commands.last?.hasPrefix(ExploreWorker.checkPrefix) == true { return true }
    try write(CrashRecord.Crash(kind: "", commands: commands), to: "repeated")
    defer {
      for name in ["repeated", "survived", "stuck"] {
        try? FileManager.default.removeItem(atPath: "\(folder)/\(name)")
      }
    }
    _ = try runWorker(progress: false)
    return contents("survived") == nil
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
