import Wayline

/// The screens of a program or of a view, as a subject of exploration.
public struct Screens: ExplorationSubject {
  /// Properties are asked about screens.
  public typealias Explored = ExploredScreen

  /// Makes a scene of the program with the given stores and sources.
  var make: @MainActor (SceneStores, TestSources) -> SceneHost
  /// The doors of its scenes.
  var driver = SceneDriver()
  /// The knowledge about tasks that listen, shared by the scenes of a search.
  var arrivals = TaskArrivals()
  /// The name of the program.
  let program: String
  /// The values that fields take, and the lines besides the elements.
  var alphabet = Alphabet()
  /// The properties of steps.
  var steps: [StepProperty] = []
  /// True if tasks continue before the next command, in the order of their beginning.
  var tasksInOrder = false
  /// The random numbers after which they begin again; nil if they do not.
  var randomNumbers: Int?
  /// The values that are remembered from step to step.
  var memory = RememberedValues.Memory()
  /// True if the rows of each screen are looked at.
  var seesRows: Bool { alphabet.rows != nil || crashes.hasRows }
  /// True if some property of the plan may ask for stored values.
  var seesStores = false
  /// The laws that are not checked.
  var excluded: Set<Law> = []
  /// True if states are reached by their commands instead of by snapshots.
  var isReplayed = false
  /// True if states with unfinished tasks are also compared by where these lead.
  var comparesOutcomes = false
  /// The fingerprint of the state in which an earlier search of the program began; nil without one.
  var beginning: UInt64?
  /// The state that snapshots lost in an earlier search of the program; nil without one.
  var loss: SnapshotLoss?
  /// The time at which the exploration began, from which its budget counts.
  var startTime: ContinuousClock.Instant?
  /// True if the person who waits has asked for what was found so far.
  var isStopped: @Sendable () -> Bool = { false }
  /// Returns the present time.
  var now: @Sendable () -> ContinuousClock.Instant = { .now }
  /// Prints the number of states from time to time.
  var onProgress: (@Sendable (Int) -> Void)?
  /// Receives the search after each state whose commands were taken, so that it can be saved.
  var onExpanded: ((() -> ProgramCheckpoint) -> Void)?
  /// Receives what is found for the first time, so that a search which begins again has it.
  var onFinding: ((EarlierFindings) -> Void)?
  /// The findings of the search before this one, if a wrong snapshot ended it.
  var earlier: EarlierFindings?
  /// Receives the progress of random walks after each of them, so that it can be saved.
  var onWalk: ((() -> WalkProgress) -> Void)?
  /// The progress of the random walks of an earlier process, which are continued.
  var walked: WalkProgress?
  /// Notes each list of commands before it is run, so that a crash can be reported.
  var journal: (@Sendable (CrashRecord.Crash) -> Void)?
  /// The commands that crashed the program in another process.
  var crashes = CrashRecord()

  /// Creates the subject; `make` makes a scene with stores, and with the sources of what differs from run to run.
  init(
    program: String, make: @escaping @MainActor (SceneStores, TestSources) -> SceneHost
  ) {
    (self.program, self.make) = (program, make)
  }

  /// Notes commands of which the last is about to be taken, on a screen if it is known.
  func note(_ commands: [String], on screen: ExploredScreen? = nil) {
    guard let journal else { return }
    journal(
      CrashRecord.Crash(kind: screen.map(CrashRecord.kind) ?? "", commands: commands))
  }

  /// True if a command crashed an earlier worker in a state, or on several screens like the one there.
  func avoids(
    _ command: String, after commands: @autoclosure () -> [String],
    on screen: @autoclosure () -> ExploredScreen
  ) -> Bool {
    guard !crashes.all.isEmpty else { return false }
    return crashes.contains(commands() + [command]) || crashes.avoids(command, on: screen())
  }

  /// Notes that a law is about to be checked in a state; false if that is avoided like a command.
  func begins(_ law: Law, after commands: [String], on screen: ExploredScreen) -> Bool {
    let check = ExploreWorker.checkPrefix + law.rawValue
    guard !avoids(check, after: commands, on: screen) else { return false }
    note(commands + [check], on: screen)
    return true
  }

  /// Starts a scene of the program with a clock of its own, and random numbers from their beginning unless it
  /// follows another scene.
  @MainActor
  func start(_ stores: SceneStores, _ random: RandomSource? = nil) -> DrivenScene {
    DrivenScene(stores, TestSources(random: random ?? numbers(seed: 1)), self)
  }

  /// The random numbers of a process.
  func numbers(seed: UInt64) -> RandomSource {
    RandomSource(seed: seed, repeatingAfter: randomNumbers)
  }
}

/// One state of a program as a property sees it.
///
/// A search holds one for each of its states, and hands them on with each step: copying one copies two references.
public struct ExploredScreen: Hashable, Sendable {
  let shown: Shown
  private(set) var aside: Aside?

  /// What a screen shows, and what it waits for.
  final class Shown: Hashable, Sendable {
    let lines: [String]
    let place: String
    let url: String?
    let elements: [SceneElement]
    let pending, ready, endless: [String]
    let timers: [Duration]
    let places: Places
    let guardAnswers: [String]
    let isFirst, isAsking, holdsRows, hasEnded: Bool

    @MainActor
    init(_ driven: DrivenScene) {
      let scene = driven.host
      let screen = scene.session.currentScreen()
      timers = driven.clock.remaining
      ready = driven.ready
      endless = driven.progress.filter(\.isBeyondLimit).map(\.name)
      lines = SceneHost.lines(of: Frame(screen: screen))
      elements = SceneHost.elements(of: screen)
      place = SceneHost.titles(of: screen).joined(separator: " › ")
      url = scene.url
      pending = scene.pending
      let state = scene.router.state
      places = Places(state)
      isFirst = state.isFirst
      holdsRows = scene.holdsRows
      (isAsking, hasEnded) = (scene.isAsking, scene.isEnded)
      guardAnswers = scene.guardAnswers
    }

    init(_ record: Record) {
      (lines, place, url, elements) = (record.lines, record.place, record.url, record.elements)
      (pending, ready, endless) = (record.pending, record.ready, record.endless)
      (timers, guardAnswers, places) = (
        record.timers, record.guardAnswers, Places(hash: record.places)
      )
      (isFirst, isAsking) = (record.isFirst, record.isAsking)
      (holdsRows, hasEnded) = (record.holdsRows, record.hasEnded)
    }

    init(
      places: Places, place: String, url: String?, lines: [String], pending: [String],
      ready: [String], endless: [String], guardAnswers: [String], elements: [SceneElement],
      timers: [Duration], isFirst: Bool, isAsking: Bool, holdsRows: Bool, hasEnded: Bool
    ) {
      (self.places, self.place, self.url, self.lines) = (places, place, url, lines)
      (self.pending, self.ready, self.endless) = (pending, ready, endless)
      (self.guardAnswers, self.elements, self.timers) = (guardAnswers, elements, timers)
      (self.isFirst, self.isAsking) = (isFirst, isAsking)
      (self.holdsRows, self.hasEnded) = (holdsRows, hasEnded)
    }

    static func == (left: Shown, right: Shown) -> Bool {
      left === right
        || left.places == right.places && left.lines == right.lines
          && left.elements == right.elements && left.place == right.place
          && left.url == right.url && left.pending == right.pending
          && left.ready == right.ready && left.endless == right.endless
          && left.timers == right.timers && left.guardAnswers == right.guardAnswers
          && left.isFirst == right.isFirst && left.isAsking == right.isAsking
          && left.holdsRows == right.holdsRows && left.hasEnded == right.hasEnded
    }

    func hash(into hasher: inout Hasher) {
      hasher.combine(places)
      hasher.combine(lines)
      hasher.combine(pending)
    }
  }

  /// What belongs to the way to a screen, or is compared elsewhere: two screens that differ in it alone are the same.
  final class Aside: Sendable {
    fileprivate let context: Context

    fileprivate init(_ context: Context) { self.context = context }
  }

  fileprivate struct Context: Sendable {
    var messages: [String] = []
    var stored: [StoreKey: StoredValue] = [:]
    var remembers = RememberedValues.none
    var rows = ScreenRows.none
    /// The short name of its kind, if it was made before.
    var shortKind: String?
    /// The name of the kind and the cause of a screen that another process has shown.
    var recorded: (kindName: String, cause: String)?

    var isEmpty: Bool {
      messages.isEmpty && stored.isEmpty && remembers.isEmpty && rows.isEmpty && shortKind == nil
        && recorded == nil
    }
  }

  private var context: Context {
    get { aside?.context ?? Context() }
    set { aside = newValue.isEmpty ? nil : Aside(newValue) }
  }

  /// The places of the scene, which are compared by their hash and put into words when needed.
  struct Places: Hashable, Sendable {
    let state: NavigationState
    let hash: UInt64

    init(_ state: NavigationState) {
      self.state = state
      hash = NavigationShape.hash(of: state)
    }

    /// Places of another process, of which only the hash is known.
    init(hash: UInt64) {
      (state, self.hash) = (NavigationState(), hash)
    }

    static func == (left: Self, right: Self) -> Bool { left.hash == right.hash }
    func hash(into hasher: inout Hasher) { hasher.combine(hash) }
  }

  @MainActor
  init(_ driven: DrivenScene) { shown = Shown(driven) }

  /// A screen of its parts.
  init(shown: Shown, aside: Aside?) { (self.shown, self.aside) = (shown, aside) }

  public static func == (left: Self, right: Self) -> Bool { left.shown == right.shown }

  public func hash(into hasher: inout Hasher) { hasher.combine(shown) }

  /// The lines that are printed.
  public var lines: [String] { shown.lines }
  /// The labels of the elements that can be used, in reading order.
  ///
  /// - Complexity: O(*n*), where *n* is the number of elements.
  public var labels: [String] { shown.elements.filter(\.isEnabled).map(\.label) }
  /// The titles from the first screen to this one, joined by ` › `.
  public var place: String { shown.place }
  /// The link of the place, or of the nearest one below it.
  public var url: String? { shown.url }
  /// Every element, those that are unavailable included.
  public var elements: [SceneElement] { shown.elements }
  /// The tasks and guards that are not finished, by name, in the order of their beginning.
  ///
  /// A property about screens at rest has a condition: `.always("Books are shown", where: { $0.pending.isEmpty }) { … }`.
  /// Background work is not in it, nor what waits for the user, such as a flow.
  public var pending: [String] { shown.pending }
  /// The durations until the sleeps of the scene's clock end, the shortest first.
  public var timers: [Duration] { shown.timers }
  /// The texts of the messages that the last command has printed.
  ///
  /// A screen before a step has none, and neither has one that a promise (``Explorer/leadsTo(_:_:from:to:)``) is about:
  /// remember what was printed where that matters.
  public var messages: [String] { aside?.context.messages ?? [] }
  /// The names of the tasks that can continue, in the order of their beginning.
  var ready: [String] { shown.ready }
  /// The values of the plan that are remembered here.
  var remembers: RememberedValues { aside?.context.remembers ?? .none }
  /// The places without the identities of visits, in words.
  public var shape: String { "\(shown.places.state.shape)" }
  /// The unfinished tasks of which not all steps are compared, by name.
  var endless: [String] { shown.endless }
  /// True if nothing is pushed and nothing is presented.
  public var isFirst: Bool { shown.isFirst }
  /// True if the next line answers a question.
  var isAsking: Bool { shown.isAsking }
  /// The answers to the open question of a guard; empty without one.
  var guardAnswers: [String] { shown.guardAnswers }
  /// True if rows of a list wait for `more`.
  var holdsRows: Bool { shown.holdsRows }
  /// True if the program has ended.
  var hasEnded: Bool { shown.hasEnded }
  /// The topmost place; nil for a root, and for a screen without a place.
  private var top: Route? { shown.places.state.top.route }

  /// The same screen as properties see it.
  func with(
    messages: [String], stored: [StoreKey: StoredValue], remembers: RememberedValues
  ) -> Self {
    var screen = self
    screen.context = Context(messages: messages, stored: stored, remembers: remembers)
    return screen
  }

  /// A screen as another process can read it: with all that a report says about it, and without what properties ask.
  struct Record: Hashable {
    let lines: [String]
    let place: String
    let url: String?
    let elements: [SceneElement]
    let pending: [String]
    let ready: [String]
    let endless: [String]
    let messages: [String]
    let guardAnswers: [String]
    let timers: [Duration]
    let places: UInt64
    let isFirst, isAsking, holdsRows, hasEnded: Bool
    let kindName, cause: String
  }

  /// The screen for another process.
  var record: Record {
    Record(
      lines: lines, place: place, url: url,
      elements: elements, pending: pending,
      ready: ready, endless: endless, messages: messages, guardAnswers: guardAnswers,
      timers: timers, places: shown.places.hash, isFirst: isFirst, isAsking: isAsking,
      holdsRows: holdsRows, hasEnded: hasEnded, kindName: kindName, cause: cause)
  }

  /// The screen that another process has shown.
  init(_ record: Record) {
    shown = Shown(record)
    context.messages = record.messages
    context.recorded = (record.kindName, record.cause)
  }

  /// The same screen at which a command arrived that has printed other messages.
  func with(messages: [String]) -> Self {
    if messages == self.messages { return self }
    var screen = self
    screen.context.messages = messages
    return screen
  }

  /// The rows of its elements, where they are known.
  var rows: ScreenRows {
    get { aside?.context.rows ?? .none }
    set { context.rows = newValue }
  }

  /// The screen with the short name of its kind, which each command of it would make again.
  var withShortKind: Self {
    var screen = self
    screen.context.shortKind = shortKind
    return screen
  }

  /// The screen without what ``withShortKind`` has added.
  var withoutShortKind: Self {
    if aside?.context.shortKind == nil { return self }
    var screen = self
    screen.context.shortKind = nil
    return screen
  }

  /// The short name of its kind: workers of one program hash alike.
  var shortKind: String {
    aside?.context.shortKind ?? String(UInt(bitPattern: kind.hashValue), radix: 16)
  }

  /// The value of a setting, as `@AppStorage` with the same key shows it.
  public func stored<Value>(_ key: KeyPath<AppStorageKeys, AppStorageKey<Value>>) -> Value {
    stored(AppStorageKeys()[keyPath: key])
  }

  /// The value of a setting that is declared by its name: `stored(AppStorageKey("copies", defaultValue: 1))`.
  public func stored<Value>(_ key: AppStorageKey<Value>) -> Value {
    key.value(of: aside?.context.stored[StoreKey(key.name)])
  }

  /// The cause that findings about the rows of a list share; nil for a command outside of rows, or where rows
  /// are not known.
  func rowCause(of command: String) -> String? {
    rows.cause(of: command).map { "\(cause) \($0)" }
  }

  /// True if some task or guard is not finished.
  var hasWork: Bool { !pending.isEmpty || !ready.isEmpty || !timers.isEmpty }

  /// The cause of a law that is broken here: the titles, or the case of a place with values, since
  /// titles mostly contain those.
  var cause: String {
    aside?.context.recorded?.cause ?? top.flatMap(Self.caseName) ?? place
  }

  /// The type and case of a place with values; nil for one without.
  static func caseName(of route: Route) -> String? {
    let name = "\(route)"
    let word = name.prefix { $0 != "(" }
    if word.count < name.count { return "\(route.typeName).\(word)" }
    // A number or a text is a value that prints nothing else.
    return Mirror(reflecting: route.value).displayStyle == .enum ? nil : route.typeName
  }

  /// The screen apart from its values: laws that are costly are checked once for each kind, and for
  /// each set of views that shows one.
  var kind: String {
    var kind = kindName
    for element in elements {
      kind += "\u{0}"
      kind += element.kind
      kind += " "
      kind += element.label
      kind += " "
      kind += element.isEnabled ? "true" : "false"
    }
    return elements.isEmpty ? kind + "\u{0}" : kind
  }

  /// The part of the kind that is not about elements.
  ///
  /// The titles of a place with values mostly contain these, so it is known by its case and its depth.
  private var kindName: String {
    if let recorded = aside?.context.recorded { return recorded.kindName }
    if let valued = top.flatMap(Self.caseName) {
      return "\(place.split(separator: "›").count) \(valued)"
    }
    return place + "\u{0}" + (top.map { "\($0.typeName) \($0)" } ?? "")
  }
}
