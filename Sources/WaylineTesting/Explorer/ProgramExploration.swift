import Synchronization
import Wayline

extension Explorer where Subject == Screens {
  /// Explores the screens of a view: the elements on each are the actions.
  ///
  /// ```swift
  /// let report = await Explorer { DeskView() }
  ///   .values(["Ann", "Bob"], for: "Member")
  ///   .sometimes("A book can be returned") { $0.labels.contains("Return") }
  ///   .budget(states: 5_000, time: .seconds(20))
  ///   .run()
  /// #expect(report.isSound, "\(report)")
  /// ```
  ///
  /// - Parameters:
  ///   - program: the name in the report.
  ///   - commands: words that can be typed besides the built-in ones.
  ///   - content: the first screen, made anew for each scene.
  public init<Content: View>(
    program: String = "program", commands: [ShellCommand] = [],
    @ViewBuilder content: @escaping @MainActor () -> Content
  ) {
    let screens = Screens(program: program) { stores, sources in
      let scene = SceneHost(
        program: program, stores: stores, commands: commands,
        sleep: { _ in try await TestHost.turns() }
      ) { content().sources(sources) }
      scene.takePrinted()
      return scene
    }
    self.init(screens: screens)
  }

  /// Explores a whole program, with its name and commands.
  ///
  /// - Parameters:
  ///   - program: the program.
  ///   - options: the values of its options, for views and commands.
  @MainActor
  public init<Program: App>(of program: Program.Type, options: OptionValues = OptionValues()) {
    let screens = Screens(program: Program.name) { stores, sources in
      let scene = SceneHost(
        of: program, options: options, stores: stores,
        sleep: { _ in try await TestHost.turns() }, environment: sources.set)
      scene.takePrinted()
      return scene
    }
    self.init(screens: screens)
  }

  /// Explores scenes that a closure makes; the views of a scene are given its clock.
  public init(
    program: String, scene make: @escaping @MainActor (SceneStores, TestClock) -> SceneHost
  ) {
    self.init(screens: Screens(program: program) { make($0, $1.clock) })
  }

  /// Explores the screens of a program.
  init(screens: Screens) {
    self.init(subject: screens)
    // No time: the report of a test must not depend on what else the machine does.
    limits = ExplorationLimits(states: 20_000, depth: 30)
  }

  /// Chooses the values that a field is given: by its label, or by a place for all fields there.
  ///
  /// ```swift
  /// .values(["1111"], for: "Passcode", where: { $0.lines.contains("Member: Ann") })
  /// .values(["2222"], for: "Passcode", where: { $0.lines.contains("Member: Bob") })
  /// ```
  ///
  /// - Parameters:
  ///   - values: the values.
  ///   - name: the label of the field, or the titles or the link of its screen.
  ///   - condition: returns whether they are given on a screen; the first for which it holds are, and those without
  ///     a condition elsewhere. It depends on the screen alone.
  public func values(
    _ values: [String], for name: String,
    where condition: (@Sendable (ExploredScreen) -> Bool)? = nil
  ) -> Self {
    with { $0.subject.alphabet.values.add(values, for: name, where: condition) }
  }

  /// Adds a line that is taken on every screen, or on those at one place: a command of the program, such as
  /// `lend 42`, `home`, or `open` with a link.
  ///
  /// - Parameters:
  ///   - line: the line as a person types it. It must not be `undo`, `redo` or `forward`, which depend on
  ///     the way to a state; the law `undo-redo` is about them.
  ///   - place: the titles of the screens that take it, joined by ` › `, or their link.
  public func command(_ line: String, at place: String? = nil) -> Self {
    with { $0.subject.alphabet.add(line, at: place) }
  }

  /// Opens the link of every place on every screen, as a person could who knows it.
  ///
  /// So the search meets a place that only a link reaches, and a link that goes around a guard. There is one link
  /// for each place: that of the first such place which a short search without laws meets, otherwise one with
  /// values that are made up. ``command(_:at:)`` adds others.
  public func links() -> Self {
    with { $0.subject.alphabet.opensLinks = true }
  }

  /// Lets tasks continue by themselves after each command, in the order of their beginning, until they sleep or wait for something else.
  ///
  /// So a program whose tasks start one another, or that saves in several tasks, has few states: as on an idle machine, where a
  /// task begins long before a person types the next line. A task that sleeps is left asleep, and ends in every order with the commands
  /// meanwhile. Other orders are not explored: the report lists that, and is not complete then.
  public func tasksInOrder() -> Self {
    with { $0.subject.tasksInOrder = true }
  }

  /// Lets the random numbers of each scene begin again after some.
  ///
  /// How many were drawn is part of a state, because they decide what follows. So a program that draws on and on has states
  /// without end; with this it has at most `count` times those that its values have.
  ///
  /// UUIDs do not begin again: a row that is still there could have the same one.
  ///
  /// - Parameter count: the numbers; at least 1.
  public func randomNumbers(repeatingAfter count: Int) -> Self {
    with { $0.subject.randomNumbers = count }
  }

  /// Switches laws off.
  public func without(_ laws: Law...) -> Self { without(laws) }

  /// Switches laws off.
  public func without(_ laws: [Law]) -> Self {
    with { $0.subject.excluded.formUnion(laws) }
  }

  /// Reaches every state by its commands from the start, instead of by a snapshot of it.
  ///
  /// The report is the same, and the search is slower the deeper it goes.
  public func replaying() -> Self {
    with { $0.subject.isReplayed = true }
  }

  /// Explores, and returns when everything was seen or a bound was met.
  @MainActor
  public func run() async -> ExplorationReport {
    let begun = await begun.findingLinks()
    if let walks { return await ProgramWalks(begun, walks).run() }
    let search = ProgramSearch(begun)
    return await begun.completed(await search.run(), of: search)
  }

  /// Resumes a search that a bound stopped; the report is that of one search.
  ///
  /// - Throws: ``CheckpointError`` when the checkpoint is of another program.
  @MainActor
  public func run(resuming checkpoint: ProgramCheckpoint) async throws -> ExplorationReport {
    let known = begun.with {
      $0.subject.crashes = CrashRecord(checkpoint.crashes + subject.crashes.all)
      $0.subject.alphabet.links = checkpoint.links
      $0.subject.comparesOutcomes = checkpoint.comparesOutcomes
    }
    let search = ProgramSearch(known)
    let report = try await search.run(resuming: checkpoint)
    return await known.completed(report, of: search)
  }

  /// The report of a search whose states other processes have expanded.
  @MainActor
  func report(with records: SharedRecords) async -> ExplorationReport {
    var explorer = self
    (explorer.subject.onExpanded, explorer.subject.arrivals) = (nil, TaskArrivals())
    let search = ProgramSearch(explorer)
    return await explorer.completed(await search.run(with: records), of: search)
  }

  /// The report of a search with what the one before it found; a wrong snapshot makes this one that before, and so
  /// does a task that held more than was compared.
  @MainActor
  private func completed(
    _ found: ExplorationReport, of search: ProgramSearch
  ) async -> ExplorationReport {
    var (search, report) = (search, found)
    var earlier = subject.earlier
    var explorer = self
    while search.beginsAgain {
      earlier = EarlierFindings(violations: report.violations, goals: report.goals)
      explorer =
        search.hasWrongSnapshot
        ? explorer.withoutSnapshots(search.loss)
        : explorer.with { $0.subject.comparesOutcomes = true }
      explorer.subject.beginning = search.states.first?.point.fingerprint
      search = ProgramSearch(explorer)
      report = await search.run()
    }
    if let earlier { await search.add(earlier, to: &report) }
    return report
  }

  /// The exploration at its beginning: a repeated search has the rest of the time of the first.
  var begun: Self {
    with {
      $0.subject.startTime = $0.subject.startTime ?? $0.subject.now()
      $0.subject.arrivals = TaskArrivals()
      $0.subject.seesStores =
        !properties.isEmpty || !subject.steps.isEmpty || !subject.memory.isEmpty
        || !subject.alphabet.values.onSome.isEmpty
    }
  }

  /// The same exploration with the links that it opens.
  @MainActor
  func findingLinks() async -> Self {
    guard subject.alphabet.opensLinks, subject.alphabet.links.isEmpty else { return self }
    var short = with {
      $0.subject.excluded = Set(Law.allCases)
      $0.subject.alphabet.opensLinks = false
      ($0.subject.onProgress, $0.subject.onExpanded) = (nil, nil)
      $0.properties = []
      ($0.subject.steps, $0.subject.memory) = ([], RememberedValues.Memory())
      ($0.shard, $0.recordsGraph) = (nil, false)
      $0.limits.states = min(limits.states ?? .max, Self.statesForLinks)
    }
    short.limits.time = nil
    let links = await ProgramSearch(short).foundLinks()
    return with { $0.subject.alphabet.links = links }
  }

  /// The states in which links are looked for at most.
  private static var statesForLinks: Int { 500 }

  /// The same search after a snapshot was wrong: every state is reached by its commands.
  func withoutSnapshots(_ loss: SnapshotLoss) -> Self {
    with { ($0.subject.isReplayed, $0.subject.loss) = (true, loss) }
  }
}

/// The sentences of mistakes that were reported during some work.
final class MisuseNotes: Sendable {
  private let found = Mutex<[String]>([])
  var sentences: [String] { found.withLock { $0 } }
  var note: @Sendable (String) -> Void {
    { [self] sentence in found.withLock { $0.append(sentence) } }
  }

  /// Runs what is known to report mistakes that are no news.
  @MainActor
  @discardableResult
  static func ignoring<Result>(_ action: () -> Result) -> Result {
    let handler: @Sendable (String) -> Void = { _ in }
    return Misuse.withHandler(handler, action)
  }
}
