import Dispatch
import FoundationEssentials
import Synchronization
import Wayline
import WaylineSystem

/// The process in which a program is explored, seen from inside and from the one that starts it.
///
/// The worker notes each list of commands in a journal before it takes the last of them, so that a
/// crash leaves the commands that led to it. It ends when the process that started it has ended.
///
/// A state that a wrong snapshot brought back can crash where no commands lead. So a crash has to happen
/// again in a worker that takes its commands from the start; otherwise the exploration begins again without
/// snapshots.
struct ExploreWorker: Sendable {
  private static let variable = "WAYLINE_EXPLORE_FOLDER"
  private static let parentVariable = "WAYLINE_EXPLORE_PARENT"
  private static let timeVariable = "WAYLINE_EXPLORE_MILLISECONDS"

  private let folder: String
  /// The commands that crashed earlier workers.
  let crashes: CrashRecord
  /// The commands of a crash, which this worker only takes again; nil to explore.
  let repeated: [String]?
  /// A crash that did not happen again: snapshots are wrong for the program.
  let refuted: CrashRecord.Crash?
  private let journal: FileDescriptor?
  private let watch = Watch()
  /// The number of the process that started this one.
  private let parent = CurrentProcess.variable(parentVariable).flatMap(Int32.init)

  /// The worker that this process is; nil in the process that a person started.
  static var ofEnvironment: ExploreWorker? {
    CurrentProcess.variable(variable).map { ExploreWorker(folder: $0) }
  }

  private init(folder: String) {
    self.folder = folder
    crashes = CrashRecord(Self.lines(folder + "/crashes").compactMap(CrashRecord.Crash.init))
    repeated = Self.crash(in: folder + "/repeated")?.commands
    refuted = Self.crash(in: folder + "/replayed")
    journal = try? FileDescriptor.open(
      folder + "/journal", for: .writing, [.create, .truncate], permissions: 0o600)
  }

  private static func lines(_ path: String) -> [String] {
    guard let data = FileManager.default.contents(atPath: path) else { return [] }
    return String(decoding: data, as: UTF8.self).split(separator: "\n").map(String.init)
  }

  /// The first crash in a file.
  static func crash(in path: String) -> CrashRecord.Crash? {
    lines(path).first.flatMap(CrashRecord.Crash.init)
  }

  /// The beginning of a journal's line about the check of a law.
  static let checkPrefix = "# "

  /// The time that earlier workers took.
  var timeTaken: Duration {
    .milliseconds(CurrentProcess.variable(Self.timeVariable).flatMap(Int.init) ?? 0)
  }

  /// Notes commands of which the last is about to be taken.
  var note: @Sendable (CrashRecord.Crash) -> Void {
    return { [self] commands in
      endIfAlone()
      watch.restart()
      guard let journal else { return }
      try? journal.seek(to: 0)
      try? journal.writeAll("\(commands)\n")
    }
  }

  /// The beginning of the end of a worker whose command did not end.
  static let stuckPrefix = "no end after "

  /// The limit of a command that had not ended when the time of the search was over.
  static let restOfTime = "the rest of the time"

  /// The name of the file with the findings so far.
  static let foundName = "found"

  /// The name of the file with which the process that started the worker stops the search.
  static let stopName = "stop"

  /// True once the search is to end with what it has found; looked at as often as the commands are watched.
  var isStopped: @Sendable () -> Bool { { [watch] in watch.isStopped } }

  /// Ends the process when a command does not end, or when the process that started it has ended.
  ///
  /// A command may use the processor for 20 seconds, and wait for two minutes; where the whole search has less than
  /// four times as much, for a quarter of its time. One that has not ended when the time is over is not waited for.
  func watchCommands(within time: Duration) {
    let end = SystemClock.uptime() + (time * 0.9 - timeTaken)
    watch.start(within: time, until: end) { [self] limit in
      endIfAlone()
      if FileManager.default.fileExists(atPath: "\(folder)/\(Self.stopName)") { watch.stop() }
      guard let limit else { return }
      let words = "\(Self.stuckPrefix)\(limit)"
      try? Data(words.utf8).write(to: URL(filePath: folder + "/stuck"))
      CurrentProcess.exitAtOnce(ShellStatus.usage.rawValue)
    }
  }

  /// Ends the process, and removes its files, when the process that started it has ended.
  func endIfAlone() {
    guard let parent, parent != CurrentProcess.parent else { return }
    try? FileManager.default.removeItem(atPath: folder)
    CurrentProcess.exitAtOnce(ShellStatus.usage.rawValue)
  }

  /// Saves the search from time to time, for the worker after a crash, and in a file that resumes it.
  ///
  /// It takes a twentieth of the time at most.
  func saving<Progress: Encodable>(
    _ type: Progress.Type, to file: String? = nil
  ) -> (() -> Progress) -> Void {
    let files = ([folder + "/\(type)"] + (file.map { [$0] } ?? [])).map { URL(filePath: $0) }
    var next = ContinuousClock.now
    return { progress in
      let start = ContinuousClock.now
      guard start >= next, let data = try? JSONEncoder().encode(progress()) else { return }
      for file in files { try? data.write(to: file, options: .atomic) }
      let end = ContinuousClock.now
      next = end + max(.milliseconds(250), (end - start) * 20)
    }
  }

  /// The search, or the random walks, that an earlier worker saved before it crashed.
  func saved<Progress: Decodable>(_ type: Progress.Type) -> Progress? {
    FileManager.default.contents(atPath: folder + "/\(type)").flatMap {
      try? JSONDecoder().decode(type, from: $0)
    }
  }

  /// Notes a finding in a file, for the search that begins again when a snapshot was wrong.
  func note(_ finding: EarlierFindings) {
    guard let data = try? JSONEncoder().encode(finding),
      let file = try? FileDescriptor.open(
        "\(folder)/\(Self.foundName)", for: .writing, [.create, .append], permissions: 0o600)
    else { return }
    try? file.writeAll(String(decoding: data, as: UTF8.self) + "\n")
  }

  /// The findings of the workers before the one that a wrong snapshot led to a crash, with that crash.
  var earlier: EarlierFindings? {
    guard let refuted else { return nil }
    var earlier = Self.findings(in: folder)
    let crash = LawFinding(refuted)
    earlier.refuted = [
      ExplorationReport.Violation(
        property: crash.law.rawValue, message: crash.message, commands: refuted.commands,
        causes: crash.causes)
    ]
    return earlier
  }

  /// The findings that workers noted in a folder.
  static func findings(in folder: String) -> EarlierFindings {
    var all = EarlierFindings()
    for line in lines("\(folder)/\(foundName)") {
      guard let found = try? JSONDecoder().decode(EarlierFindings.self, from: Data(line.utf8))
      else { continue }
      all.add(found)
    }
    return all
  }

  /// Prints the number of states on the terminal of the person who waits, with the bounds of the search.
  func reportProgress(
    states limit: Int?, time: Duration?
  ) -> (@Sendable (Int) -> Void)? {
    guard CurrentProcess.variable("WAYLINE_EXPLORE_PROGRESS") != nil,
      let terminal = try? FileDescriptor.open("/dev/tty", for: .writing)
    else { return nil }
    let columns = terminal.terminalSize?.columns ?? 80
    let line = Mutex(ProgressText(limit: limit, time: time, columns: columns))
    return { states in
      guard let text = line.withLock({ $0.next(states, at: .now) }) else { return }
      try? terminal.writeAll(text)
    }
  }

  /// The number of states as it is printed: redrawn ten times a second at most, with the mean rate; where
  /// nothing can be redrawn, a line every ten seconds.
  struct ProgressText {
    var redraws = TerminalAbilities.allowsEscapes(CurrentProcess.environment)
    /// The number of states, and the time, at which the search ends at the latest.
    let (limit, time): (Int?, Duration?)
    /// The width of the terminal: a line that wraps cannot be redrawn.
    let columns: Int
    private var start: ContinuousClock.Instant?
    private var last: ContinuousClock.Instant?

    init(limit: Int? = nil, time: Duration? = nil, columns: Int = 80) {
      (self.limit, self.time, self.columns) = (limit, time, columns)
    }

    /// The text to print now; nil while the last one is too new.
    mutating func next(_ states: Int, at now: ContinuousClock.Instant) -> String? {
      let start = start ?? now
      self.start = start
      let pause: Duration = redraws ? .milliseconds(100) : .seconds(10)
      guard (last ?? (redraws ? now - pause : start)) + pause <= now else { return nil }
      last = now
      let seconds = start.duration(to: now) / .seconds(1)
      let rate = seconds >= 1 ? ", \(Int(Double(states) / seconds)) a second" : ""
      let counted = ExplorationReport.counted
      let number = limit.map { "\(states) of at most \(counted($0, "state"))" }
      let text =
        "\(number ?? counted(states, "state"))\(rate)\(timeLeft(after: seconds)) …"
      return redraws ? "\r\u{1B}[K\(text.prefix(columns - 1))" : "\(text)\n"
    }

    private func timeLeft(after seconds: Double) -> String {
      guard let time, seconds >= 1 else { return "" }
      return ", at most \(Int(max(0, time / .seconds(1) - seconds))) s left"
    }
  }

  /// The name of the file with the end of a worker that made no report.
  static let endingName = "ending"
  /// The name of the file that stands for a crash of a shared search.
  static let aloneName = "alone"

  /// The number of the worker in a shared search, the same after a crash.
  var identity: Int64 {
    let digits = folder.filter(\.isHexDigit).suffix(15)
    return Int64(digits, radix: 16) ?? 1
  }

  /// True if the program has crashed in a shared search.
  var isAlone: Bool { FileManager.default.fileExists(atPath: "\(folder)/\(Self.aloneName)") }

  /// Notes that the worker waits for others, and not for a command.
  func rest() { watch.restart() }

  /// Leaves the end of a worker that made no report.
  func end(with ending: ExploreEnding) {
    try? Data(ending.text.utf8).write(to: URL(filePath: "\(folder)/\(Self.endingName)"))
  }

  /// Leaves a problem that is no crash, such as a checkpoint of another version of the program.
  func fail(_ problem: String) {
    try? Data(problem.utf8).write(to: URL(filePath: folder + "/problem"))
  }

  /// The name of the file with the rows that a command of a crash is about.
  static let rowName = "row"

  /// Leaves word of the rows that the last command of a crash is about.
  func note(row: String) {
    try? Data(row.utf8).write(to: URL(filePath: "\(folder)/\(Self.rowName)"))
  }

  /// Leaves word that the commands of a crash were taken without one.
  func survive() throws { try Data().write(to: URL(filePath: folder + "/survived")) }

  /// Leaves the report for the process that started this one.
  func finish(_ report: ExplorationReport) throws {
    let graph = try report.graph.map { try JSONEncoder().encode($0) }
    try graph?.write(to: URL(filePath: folder + "/graph"))
    let checkpoint = try report.programCheckpoint.map { try JSONEncoder().encode($0) }
    try checkpoint?.write(to: URL(filePath: folder + "/checkpoint"))
    try Data(report.shardFile.utf8).write(to: URL(filePath: folder + "/report"))
  }
}

/// The time that the present command takes.
private final class Watch: Sendable {
  private static let processorTime = Duration.seconds(20)
  private static let waitingTime = Duration.seconds(120)
  /// The least time that a command has, and for which one is waited at the end of the time.
  private static let leastTime = (processor: Duration.seconds(2), waiting: Duration.seconds(20))
  private static let patience = Duration.seconds(1)
  private static let interval = DispatchTimeInterval.milliseconds(250)

  private let begun = Mutex((time: SystemClock.uptime(), used: SystemClock.processorTime()))

  private let stopped = Atomic(false)

  /// True once the search is to end.
  var isStopped: Bool { stopped.load(ordering: .relaxed) }

  /// Notes that the search is to end.
  func stop() { stopped.store(true, ordering: .relaxed) }

  /// Notes that a command begins.
  func restart() {
    begun.withLock { $0 = (SystemClock.uptime(), SystemClock.processorTime()) }
  }

  /// Calls a closure each quarter of a second on another thread, with the limit that the command has exceeded.
  func start(
    within time: Duration, until end: Duration,
    _ check: @escaping @Sendable (_ limit: String?) -> Void
  ) {
    DispatchQueue.global().asyncAfter(deadline: .now() + Self.interval) { [self] in
      check(exceededLimit(within: time, until: end))
      start(within: time, until: end, check)
    }
  }

  private func exceededLimit(within time: Duration, until end: Duration) -> String? {
    let (begun, used) = begun.withLock { $0 }
    let now = SystemClock.uptime()
    let processor = min(Self.processorTime, max(Self.leastTime.processor, time / 4))
    if SystemClock.processorTime() - used > processor {
      return "\(Self.text(processor)) of processor time"
    }
    let waiting = min(Self.waitingTime, max(Self.leastTime.waiting, time / 4))
    if now - begun > waiting { return Self.text(waiting) }
    return now > end && now - begun > Self.patience ? ExploreWorker.restOfTime : nil
  }

  private static func text(_ time: Duration) -> String {
    let seconds = time / .seconds(1)
    return seconds == seconds.rounded() ? "\(Int(seconds)) s" : "\(seconds) s"
  }
}

extension ExploreWorker {
  /// The environment of a worker that begins a time after the exploration.
  static func environment(
    _ folder: String, after time: Duration, progress: Bool
  ) -> [String: String] {
    var environment = CurrentProcess.environment
    environment[variable] = folder
    environment[parentVariable] = "\(CurrentProcess.identifier)"
    environment[timeVariable] = "\(Int(time / .milliseconds(1)))"
    environment["SWIFT_DETERMINISTIC_HASHING"] = "1"
    environment["SWIFT_BACKTRACE"] = "enable=no"
    if progress, FileDescriptor.standardOutput.isTerminal {
      environment["WAYLINE_EXPLORE_PROGRESS"] = "1"
    }
    return environment
  }
}
