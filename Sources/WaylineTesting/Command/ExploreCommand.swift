import FoundationEssentials
import Wayline
import WaylineSystem

/// The command `explore` of a program.
///
/// The search runs in a worker process: a crash of the program ends the worker, is a violation, and
/// the search begins again without that step. The worker hashes like any other process, so that
/// shards can be merged.
@MainActor
struct ExploreCommand {
  private(set) var program: LaunchedProgram
  let plan: (inout Exploration) -> Void

  /// Runs the command; the program's own options among the words are those of each scene.
  mutating func run(_ words: [String]) async -> ShellStatus {
    if let worker = ExploreWorker.ofEnvironment { return await work(words, worker) }
    do {
      let options = try read(words)
      if options.isHelp {
        Swift.print(ExploreOptions.help(of: program.options, columns: CurrentProcess.outputColumns))
        return .success
      }
      if let files = options.merged { return try merge(files, options) }
      if let path = options.script { return try await takeScript(path, options) }
      for path in [options.graph, options.resume].compactMap(\.self) { try Self.check(path) }
      _ = try checkpoint(options)
      let report = try ExploreWorkers.run(
        words, of: program.name, seed: options.seed, progress: !options.isJSON,
        isShared: options.share != nil)
      if options.browses { return await browse(report) }
      let files = Result {
        try write(report, options)
        try save(report, options)
      }
      // A file that could not be written must not cost the report.
      print(report, options, hasFiles: (try? files.get()) != nil)
      try files.get()
      return status(of: report, options)
    } catch let ending as ExploreEnding {
      if ending.status == .success {
        Swift.print(ending.sentence)
      } else {
        ResultOutput.complain(ending.sentence, program: "\(program.name) explore")
      }
      return ending.status
    } catch {
      ResultOutput.complain("\(error)", program: "\(program.name) explore")
      if let problem = error as? ExploreProblem, problem.status != .usage { return problem.status }
      FileDescriptor.standardError.complain("\(ExploreOptions.usage)\n")
      return .usage
    }
  }

  private mutating func read(_ words: [String]) throws -> ExploreOptions {
    try ExploreOptions(
      program.takeOptions(
        from: words, variable: CurrentProcess.variable, isOther: ExploreOptions.isFlag))
  }

  private func status(of report: ExplorationReport, _ options: ExploreOptions) -> ShellStatus {
    if report.isStopped { return .interrupted }
    let isAccepted = report.isSound && (!options.isStrict || report.undecided.isEmpty)
    return isAccepted ? .success : .notAccepted
  }

  /// Searches in the worker process; its problems are reported by the process that started it.
  private mutating func work(_ words: [String], _ worker: ExploreWorker) async -> ShellStatus {
    do {
      var options = try read(words)
      // The program may change the folder that it works in.
      options.resume = options.resume.map(Self.absolute)
      worker.watchCommands(within: options.time)
      if let commands = worker.repeated {
        await take(commands, explorer(options, worker), worker)
        try worker.survive()
      } else if let address = options.share {
        try await share(options, worker, at: address)
      } else {
        try worker.finish(try await search(options, worker))
      }
      worker.endIfAlone()
      return .success
    } catch let ending as ExploreEnding {
      worker.end(with: ending)
      return ending.status
    } catch {
      worker.fail("\(error)")
      return .usage
    }
  }

  /// Takes the commands of a crash from the start; the worker ends here if it happens again.
  private func take(
    _ commands: [String], _ explorer: Explorer<Screens>, _ worker: ExploreWorker
  ) async {
    let explorer = explorer.begun
    let probe = ProgramProbe(explorer.subject)
    for (count, command) in commands.enumerated() {
      var before = probe.screen.with(messages: [])
      if count == commands.count - 1 {
        before.rows = probe.rows(on: before)
        if let row = before.rowCause(of: command) { worker.note(row: row) }
      }
      _ = await probe.take(command)
      // A property of the program may crash as well.
      let screen = probe.screen
      _ = Findings(explorer.properties, about: screen)
      for step in explorer.subject.steps { _ = step.isBroken(by: before, command, screen) }
    }
    MisuseNotes.ignoring { probe.scene.end() }
  }

  private func merge(_ files: [String], _ options: ExploreOptions) throws -> ShellStatus {
    let reports = try files.map { path in
      guard let data = FileManager.default.contents(atPath: path) else {
        throw ExploreProblem("'\(path)' could not be read.")
      }
      return (
        name: path, report: try ExplorationReport(shardFile: String(decoding: data, as: UTF8.self))
      )
    }
    try ExplorationReport.checkShards(reports)
    let report = ExplorationReport.merging(reports.map(\.report))
    print(report, options, hasFiles: false)
    return status(of: report, options)
  }

  /// The exploration of the plan with the bounds of the options.
  private func planned(_ options: ExploreOptions) -> Explorer<Screens> {
    let program = program
    let environment = PlannedEnvironment()
    let screens = Screens(program: program.nameWithOptions) { stores, sources in
      let changes = environment.changes.map { $0() }
      let scene = program.scene(stores: stores) { values in
        sources.set(in: &values)
        values.pin { for change in changes { change(&$0) } }
      }
      scene.takePrinted()
      return scene
    }
    var plan = Exploration(explorer: Explorer(screens: screens))
    self.plan(&plan)
    environment.changes = plan.environment
    var explorer = plan.explorer.budget(
      states: options.states ?? 20_000, depth: options.depth ?? 30,
      time: options.share == nil || options.seconds != nil ? options.time : nil)
    explorer = explorer.seed(options.seed)
    explorer.stopsFirst = options.stopsFirst
    if options.takesTasksInOrder { explorer = explorer.tasksInOrder() }
    return options.opensLinks ? explorer.links() : explorer
  }

  func explorer(_ options: ExploreOptions, _ worker: ExploreWorker) -> Explorer<Screens> {
    var explorer = planned(options)
    if options.isRandom {
      explorer = explorer.random(walks: 10_000, steps: 50)
      explorer.subject.onWalk = worker.saving(WalkProgress.self)
      explorer.subject.walked = worker.saved(WalkProgress.self)
    }
    if let shard = options.shard { explorer = explorer.shard(shard.index, of: shard.count) }
    if options.graph != nil || options.browses { explorer = explorer.recordingGraph() }
    explorer.subject.journal = worker.note
    explorer.subject.onExpanded = worker.saving(ProgramCheckpoint.self, to: options.resume)
    explorer.subject.crashes = worker.crashes
    explorer.subject.isStopped = worker.isStopped
    explorer.subject.startTime = explorer.subject.now() - worker.timeTaken
    explorer.subject.onFinding = worker.note
    if let refuted = worker.refuted {
      explorer = explorer.withoutSnapshots(SnapshotLoss(commands: refuted.commands))
      explorer.subject.earlier = worker.earlier
    }
    explorer.subject.onProgress = worker.reportProgress(
      states: explorer.limits.states, time: explorer.limits.time)
    return explorer
  }

  /// Takes the commands of a file in a scene like those of a search, and prints each screen.
  ///
  /// So a task, a time or a restart comes where the script has it, which no other script can say.
  private func takeScript(_ path: String, _ options: ExploreOptions) async throws -> ShellStatus {
    guard let data = FileManager.default.contents(atPath: path) else {
      throw ExploreProblem("'\(path)' could not be read.")
    }
    let lines = String(decoding: data, as: UTF8.self).split(separator: "\n").map(String.init)
    let script = ScriptedSearch(await planned(options).begun.findingLinks())
    for line in script.begin() { Swift.print(line) }
    for command in lines where !command.hasPrefix("#") && !command.isEmpty {
      for line in await script.take(command) { Swift.print(line) }
    }
    script.end()
    return script.isAccepted ? .success : .notAccepted
  }

  /// Searches from the start, or from where an earlier worker crashed, or from where the search in the
  /// file of `--resume` was stopped.
  func search(
    _ options: ExploreOptions, _ worker: ExploreWorker
  ) async throws -> ExplorationReport {
    let explorer = explorer(options, worker)
    // A saved search with wrong snapshots begins again.
    let saved = worker.refuted == nil ? try checkpoint(options) : nil
    if options.isRandom { return await explorer.run() }
    if let checkpoint = worker.saved(ProgramCheckpoint.self) {
      do {
        return try await explorer.run(resuming: checkpoint)
      } catch is CheckpointError {
        // A program that is not deterministic does not come back to what an earlier worker saved.
        return await explorer.run()
      }
    }
    guard let saved else { return await explorer.run() }
    return try await explorer.run(resuming: saved)
  }

  /// The search in the file of `--resume`; nil where there is none.
  private func checkpoint(_ options: ExploreOptions) throws -> ProgramCheckpoint? {
    guard let path = options.resume, FileManager.default.fileExists(atPath: path) else {
      return nil
    }
    guard let data = FileManager.default.contents(atPath: path) else {
      throw ExploreProblem("'\(path)' could not be read.")
    }
    guard let checkpoint = try? JSONDecoder().decode(ProgramCheckpoint.self, from: data),
      checkpoint.program == program.nameWithOptions
    else {
      throw ExploreProblem(
        "'\(path)' is not a search of \(program.nameWithOptions), or is damaged.")
    }
    return checkpoint
  }

  /// Writes a search that a bound stopped to the file of `--resume`, and removes that of a whole one.
  private func save(_ report: ExplorationReport, _ options: ExploreOptions) throws {
    guard let path = options.resume else { return }
    guard let checkpoint = report.programCheckpoint else {
      try? FileManager.default.removeItem(atPath: path)
      return
    }
    try Self.write(String(decoding: try JSONEncoder().encode(checkpoint), as: UTF8.self), to: path)
  }

  private func browse(_ report: ExplorationReport) async -> ShellStatus {
    var scene = SceneOptions()
    scene.program = "\(program.name) explore"
    scene.showsPrompt = FileDescriptor.standardInput.isTerminal
    let session = SceneSession(scene) { StateBrowser(report: report) }
    return await session.run(input: 0, output: 1)
  }

  private func write(_ report: ExplorationReport, _ options: ExploreOptions) throws {
    if let path = options.graph, let graph = report.graph {
      try Self.write(path.hasSuffix(".dot") ? graph.dot : graph.mermaid, to: path)
    }
    if let shard = options.shard {
      try Self.write(
        report.shardFile, to: "\(program.name)-\(shard.index)-of-\(shard.count).exploration")
    }
    guard let folder = options.repro else { return }
    do {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    } catch {
      throw ExploreProblem("The folder '\(folder)' could not be created.")
    }
    for (number, violation) in report.violations.enumerated() {
      let name = violation.fileName(number + 1)
      try Self.write(violation.script, to: "\(folder)/\(name).txt")
      try Self.write(
        violation.test(program.nameWithOptions, number + 1), to: "\(folder)/\(name).swift")
    }
  }

  /// The path from the root of the file system.
  private static func absolute(_ path: String) -> String {
    path.hasPrefix("/") ? path : FileManager.default.currentDirectoryPath + "/" + path
  }

  /// Refuses a path at which something else than a regular file is: a new file would replace it.
  private static func check(_ path: String) throws {
    guard let status = try? FileSystem.status(of: path), status.kind != .file else { return }
    throw ExploreProblem("'\(path)' is not a regular file and was not replaced. Name another file.")
  }

  private static func write(_ text: String, to path: String) throws {
    try check(path)
    do {
      try text.write(toFile: path, atomically: true, encoding: .utf8)
    } catch {
      throw ExploreProblem("'\(path)' could not be written.")
    }
  }

  private func print(_ report: ExplorationReport, _ options: ExploreOptions, hasFiles: Bool) {
    Swift.print(report)
    if hasFiles { for sentence in files(of: report, options) { Swift.print(sentence) } }
    if options.isJSON { Swift.print(ExplorationLine(report).text) }
  }

  /// The files that were written, in words.
  private func files(of report: ExplorationReport, _ options: ExploreOptions) -> [String] {
    var sentences: [String] = []
    if let shard = options.shard {
      sentences.append(
        "The result of shard \(shard.index) is in "
          + "'\(program.name)-\(shard.index)-of-\(shard.count).exploration'.")
    }
    if let folder = options.repro, !report.violations.isEmpty {
      sentences.append("Scripts and tests that reproduce the violations are in '\(folder)'.")
    }
    if report.isStopped {
      sentences.append(
        options.resume.map {
          "Stopped by ^C. The search is saved in '\($0)': the same line resumes it."
        }
          ?? "Stopped by ^C. To continue a search later, begin it with --resume FILE.")
    } else if let path = options.resume, report.programCheckpoint != nil {
      sentences.append(
        "The search is saved in '\(path)'. Resume it with a higher --states, --depth or --budget.")
    }
    return sentences
  }
}

/// The changes of the environment that a plan makes, which is asked for them after the scenes are described.
@MainActor
private final class PlannedEnvironment {
  var changes: [() -> (inout EnvironmentValues) -> Void] = []
}

/// The report as the one line of `--json`.
private struct ExplorationLine: Encodable {
  struct Violation: Encodable {
    let property: String
    let message: String
    let commands: [String]
    let places: [String]
    let script: String

    init(_ found: ExplorationReport.Violation) {
      (property, message) = (found.property, found.message)
      (commands, places) = (found.commands + found.loop, found.places)
      script = found.script
    }
  }

  let kind = "exploration"
  let sound: Bool
  let states: Int
  let transitions: Int
  let depth: Int
  let complete: Bool
  let seconds: Double
  let violations: [Violation]
  let unrepeated: [Violation]
  let unstable: [[String]]
  let undecided: [String]
  let vacuous: [String]
  let uncovered: [String]
  let cut: [String]
  let limits: [String]
  let notes: [String]

  init(_ report: ExplorationReport) {
    sound = report.isSound
    (states, transitions, depth) = (report.states, report.transitions, report.depth)
    complete = report.isComplete
    seconds = (report.seconds * 1_000).rounded() / 1_000
    violations = report.violations.map(Violation.init)
    unrepeated = report.unrepeated.map(Violation.init)
    (unstable, undecided) = (report.unstable, report.undecided)
    (vacuous, uncovered) = (report.vacuous, report.uncovered)
    (cut, limits, notes) = (report.cut, report.limits, report.notes)
  }

  var text: String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .withoutEscapingSlashes
    return (try? encoder.encode(self)).map { String(decoding: $0, as: UTF8.self) } ?? "{}"
  }
}
