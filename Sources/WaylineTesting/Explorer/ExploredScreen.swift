import Wayline

/// The screens of a program or of a view, as a subject of exploration.
public struct Screens: ExplorationSubject {
  /// Properties are asked about screens.
  public typealias Explored = ExploredScreen

  /// Makes a scene of the program with the given stores and clock.
  var make: @MainActor (SceneStores, TestClock) -> SceneHost
  /// The doors of its scenes.
  var driver = SceneDriver()
  /// The knowledge about tasks that listen, shared by the scenes of a search.
  var arrivals = TaskArrivals()
  /// The name of the program.
  let program: String
  /// The values that fields take, by label or place.
  var values: [String: [String]] = [:]
  /// The laws that are not checked.
  var excluded: Set<Law> = []
  /// True if states are reached by their commands instead of by snapshots.
  var isReplayed = false
  /// The state that snapshots lost in an earlier search of the program; nil without one.
  var loss: SnapshotLoss?
  /// The time at which the exploration began, from which its budget counts.
  var startTime: ContinuousClock.Instant?
  /// Returns the present time.
  var now: @Sendable () -> ContinuousClock.Instant = { .now }
  /// Prints the number of states from time to time.
  var onProgress: (@Sendable (Int) -> Void)?
  /// Receives the search after each state whose commands were taken, so that it can be saved.
  var onExpanded: ((() -> ProgramCheckpoint) -> Void)?
  /// Receives the progress of random walks after each of them, so that it can be saved.
  var onWalk: ((() -> WalkProgress) -> Void)?
  /// The progress of the random walks of an earlier process, which are continued.
  var walked: WalkProgress?
  /// Notes each list of commands before it is run, so that a crash can be reported.
  var journal: (@Sendable (CrashRecord.Crash) -> Void)?
  /// The commands that crashed the program in another process.
  var crashes = CrashRecord()

  /// Notes commands of which the last is about to be taken, on a screen if it is known.
  func note(_ commands: [String], on screen: ExploredScreen? = nil) {
    guard let journal else { return }
    journal(
      CrashRecord.Crash(kind: screen.map(CrashRecord.kind) ?? "", commands: commands))
  }

  /// True if a command crashed an earlier worker in a state, or on several screens like the one there.
  func avoids(_ command: String, after commands: [String], on screen: ExploredScreen) -> Bool {
    crashes.contains(commands + [command]) || crashes.avoids(command, on: screen)
  }

  /// Notes that a law is about to be checked in a state; false if that is avoided like a command.
  func begins(_ law: Law, after commands: [String], on screen: ExploredScreen) -> Bool {
    let check = ExploreWorker.checkPrefix + law.rawValue
    guard !avoids(check, after: commands, on: screen) else { return false }
    note(commands + [check], on: screen)
    return true
  }

  /// Starts a scene of the program with a clock of its own.
  @MainActor
  func start(_ stores: SceneStores) -> DrivenScene {
    DrivenScene(stores, driver, arrivals, make)
  }
}

/// One state of a program as a property sees it.
public struct ExploredScreen: Hashable, Sendable {
  /// The lines that are printed.
  public let lines: [String]
  /// The labels of the elements that can be used, in reading order.
  public let labels: [String]
  /// The titles from the first screen to this one, joined by ` › `.
  public let place: String
  /// The link of the place, or of the nearest one below it.
  public let url: String?
  /// Every element, those that are unavailable included.
  public let elements: [SceneElement]
  /// The tasks and guards that are not finished, by name.
  public let pending: [String]
  /// The durations until the sleeps of the scene's clock end, the shortest first.
  public let timers: [Duration]
  /// The names of the tasks that can continue, in the order of their beginning.
  let ready: [String]
  /// The places without the identities of visits, in words.
  public var shape: String { "\(places.state.shape)" }
  private let places: Places
  /// True if nothing is pushed and nothing is presented.
  public let isFirst: Bool
  /// The topmost place; nil for a root, and for a screen without a place.
  private let top: Route?

  /// The places of the scene, which are compared by their hash and put into words when needed.
  private struct Places: Hashable {
    let state: NavigationState
    private let hash: UInt64

    init(_ state: NavigationState) {
      self.state = state
      hash = NavigationShape.hash(of: state)
    }

    static func == (left: Self, right: Self) -> Bool { left.hash == right.hash }
    func hash(into hasher: inout Hasher) { hasher.combine(hash) }
  }

  @MainActor
  init(_ driven: DrivenScene) {
    let scene = driven.host
    let screen = scene.session.currentScreen()
    timers = driven.clock.remaining
    ready = driven.ready
    lines = SceneHost.lines(of: Frame(screen: screen))
    elements = SceneHost.elements(of: screen)
    labels = elements.filter { $0.number != nil }.map(\.label)
    place = SceneHost.titles(of: screen).joined(separator: " › ")
    url = scene.url
    pending = scene.pending
    let state = scene.router.state
    places = Places(state)
    top = state.top.route
    isFirst = state.isFirst
  }

  /// The cause of a law that is broken here: the titles, or the case of a place with values, since
  /// titles mostly contain those.
  var cause: String {
    guard let top else { return place }
    let name = "\(top)"
    let word = name.prefix { $0 != "(" }
    return word.count < name.count ? "\(top.typeName).\(word)" : place
  }

  /// The screen apart from its values: laws that are costly are checked once for each kind, and for
  /// each set of views that shows one.
  var kind: String {
    place + "\u{0}" + (top.map { "\($0.typeName) \("\($0)".prefix { $0 != "(" })" } ?? "") + "\u{0}"
      + elements.map { "\($0.kind) \($0.label) \($0.number != nil)" }
      .joined(separator: "\u{0}")
  }
}

/// The commands and labels of the screens of a search, which many states have in common.
struct ScreenChoices {
  /// All of a screen that its commands depend on.
  private struct Key: Hashable {
    let elements: [SceneElement]
    let pending, ready: [String]
    let timer: Duration?
    let isFirst: Bool
    let place: String
    let url: String?
  }

  /// The commands, and what is wrong with the labels.
  struct Choice {
    let commands: [String]
    let findings: [LawFinding]
  }

  private var known: [Key: Choice] = [:]

  /// The choices on a screen; see ``ExploredScreen/commands(values:isCommand:)``.
  mutating func choice(
    on screen: ExploredScreen, values: [String: [String]], laws: ScreenLaws
  ) -> Choice {
    // Values are chosen by place or link; without any, screens at other places are alike.
    let key = Key(
      elements: screen.elements, pending: screen.pending, ready: screen.ready,
      timer: screen.timers.first, isFirst: screen.isFirst,
      place: values.isEmpty ? "" : screen.place, url: values.isEmpty ? nil : screen.url)
    if let choice = known[key] { return choice }
    let choice = Choice(
      commands: screen.commands(values: values, isCommand: laws.isCommand),
      findings: laws.labelFindings(screen))
    known[key] = choice
    return choice
  }
}

extension ExploredScreen {
  /// True if a secret can be typed here, of which a search knows one value.
  var hasSecretField: Bool { elements.contains { $0.kind == "secret" && $0.number != nil } }

  /// The lines that a person could type here, in a fixed order.
  ///
  /// - Parameters:
  ///   - values: the values of fields by their label or place.
  ///   - isCommand: true for a line that runs a command instead of using an element.
  func commands(values: [String: [String]], isCommand: (String) -> Bool) -> [String] {
    var commands: [String] = []
    var counts: [String: Int] = [:]
    for label in labels { counts[label.lowercased(), default: 0] += 1 }
    for element in elements where element.number != nil {
      let isTypable = counts[element.label.lowercased()] == 1 && Self.isTypable(element.label)
      for value in self.values(of: element, values) {
        let line = Self.line(element.label, value)
        let isPlain = isTypable && !isCommand(line)
        commands.append(isPlain ? line : Self.line("\(element.number ?? 0)", value))
      }
    }
    if !isFirst { commands.append("back") }
    if !pending.isEmpty { commands.append("wait") }
    if ready.count > 1 { commands += ready.map(DrivenScene.line(waitingFor:)) }
    // Time passes only when no task can continue.
    if ready.isEmpty, let timer = timers.first {
      commands.append(DrivenScene.line(waiting: timer))
    }
    return commands
  }

  /// True if a label can be typed as a command.
  private static func isTypable(_ label: String) -> Bool {
    let isPlain = label.unicodeScalars.allSatisfy {
      switch $0 {
      case "a"..."z", "A"..."Z", " ", "-", "'", "’", ",", "?", "!", ".": true
      default: $0.properties.isAlphabetic
      }
    }
    return isPlain && label.first?.isLetter == true && label.last != " "
  }

  /// The line that uses an element by a label or number; nil activates it.
  private static func line(_ name: String, _ value: String?) -> String {
    guard let value else { return name }
    let text = value.isEmpty ? "\"\"" : value
    return name.first?.isNumber == true ? "\(name) \(text)" : "\(name): \(text)"
  }

  /// The values that an element is given; nil activates it.
  private func values(of element: SceneElement, _ known: [String: [String]]) -> [String?] {
    if let own = known[element.label] ?? known[place] ?? url.flatMap({ known[$0] }),
      ["text", "secret", "editor", "choice", "number"].contains(element.kind)
    {
      return own
    }
    switch element.kind {
    case "choice", "tab": return element.choices.filter { $0 != element.value }
    case "number": return ["+", "-"]
    case "text": return ["Ann", "7"].filter { $0 != element.value }
    case "secret": return [Self.canary]
    case "editor": return ["A note"].filter { $0 != element.value }
    default: return [nil]
    }
  }

  /// The value that secret fields are given; it must never be printed.
  static let canary = "canary-3F9QX7"
}
