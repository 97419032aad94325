import WaylineGraph
import WaylineNavigation
import WaylineShell
import WaylineStorage
import WaylineViews

/// One running scene: its screens, its router, its stores and its session.
///
/// ```swift
/// let host = SceneHost { CounterView() }
/// print(host.send("Lend").joined(separator: "\n"))
/// host.end()
/// ```
///
/// `App` makes one and connects it with a terminal or a pipe. A program with a `main` of its own, or a
/// test, makes one without either and sends it lines. Two of them in one process do not see each
/// other.
@MainActor
public final class SceneHost {
  /// The router of the scene.
  public let router: Router
  /// The session that reads lines and reports their results.
  package let session: Session
  /// The tree of the screens.
  package let views: ViewHost
  /// The stores of the scene.
  package let stores: SceneStores
  /// The connection of the stores with the session.
  package let monitor: StoreMonitor
  let memory: SceneMemory
  private let inspection = TreeInspection()
  // An access calls no other code.
  /// The messages for the next answer, each with the status that it adds: a strict session ends with it.
  @exclusivity(unchecked) private var announcements: [(message: Message, status: ShellStatus)] = []
  package var printed: [String] = []
  /// The texts of the messages that were printed since the last line was sent.
  package var messages: [String] = []
  /// The scene as the closures of its session reach it.
  package let reference = BackReference<SceneHost>()

  /// Isolated, so that no closure of the session reads the reference meanwhile.
  isolated deinit {
    reference.object = nil
  }

  /// Creates a scene that shows `content` and starts it.
  ///
  /// - Parameters:
  ///   - program: the name that `where` prints.
  ///   - stores: the stores of the scene; in memory by default.
  ///   - commands: commands beside the built-in ones.
  ///   - sleep: lets time pass, for `wait`; the time of the clock by default.
  ///   - onBody: called with the name of each view whose body ran, in order.
  ///   - onEvent: called for each appear, disappear, change and task, in order.
  ///   - onNotice: called with the text of each notice, in order.
  ///   - content: the first screen.
  public convenience init<Content: View>(
    program: String = "program", stores: SceneStores = .inMemory(),
    commands: [ShellCommand] = [],
    sleep: (@Sendable (Duration) async throws -> Void)? = nil,
    onBody: ((String) -> Void)? = nil, onEvent: ((String) -> Void)? = nil,
    onNotice: ((String) -> Void)? = nil, @ViewBuilder content: () -> Content
  ) {
    var options = SceneConfiguration(program: program)
    options.commands = commands
    if let sleep { options.sleep = sleep }
    let view = stores.defaults.use(content)
    self.init(
      options: options, stores: stores, continues: true, onBody: onBody, onEvent: onEvent
    ) { view }
    if let onNotice { session.onNotice = onNotice }
    startQuietly()
  }

  /// Restores the saved place and begins to collect what is printed.
  package func startQuietly() {
    inside {
      restore()
      session.onFrame = { [reference] in
        reference.object?.add($0)
      }
      session.start()
    }
  }

  /// Creates a scene for a driver: nothing is restored or printed yet.
  ///
  /// A scene that is not shown declares its places; nothing in it appears, and its lists have no rows.
  /// - Parameters:
  ///   - continues: whether the saved place is restored afterwards, so that what is saved is read at once.
  ///   - rowLimit: the number of rows that a list makes before they are needed.
  package init<Content: View>(
    options: SceneConfiguration, stores: SceneStores, values: OptionValues = OptionValues(),
    continues: Bool = false, isAttended: Bool = false, offersStoreCommands: Bool = true,
    isShown: Bool = true, rowLimit: Int? = nil,
    onBody: ((String) -> Void)? = nil, onEvent: ((String) -> Void)? = nil,
    @ViewBuilder content: () -> Content
  ) {
    var options = options
    let commands = StoreCommands(
      stores: stores, isAttended: isAttended, isAlone: !options.showsScreens)
    if offersStoreCommands { options.commands = commands.all + options.commands }
    inspection.connect(to: &options)
    let graph = Graph()
    let router = Router(graph: graph)
    if options.isFlow { router.expectScene() }
    memory = SceneMemory(router: router, store: stores.place)
    // Before the first screen reads its values one by one.
    if continues { memory.prepare() }
    let view = stores.defaults.use(content)
    let storesInUse = StoresInUse()
    let (terminal, edits) = (SceneTerminal(), EditHistory())
    (options.terminal, options.edits) = (terminal, edits)
    let screenCommands = ScreenCommands()
    options.screenCommands = screenCommands
    let undoManager = UndoManager(of: edits)
    let views = stores.defaults.use {
      ViewHost(
        graph: graph, isShown: isShown,
        rowLimit: rowLimit ?? options.window.map { _ in Session.rowsAtOnce },
        onBody: onBody, onEvent: onEvent,
        environment: {
          $0.options = values
          $0.useStores(
            stores.state, keychain: stores.secrets, scene: stores.scene, notedIn: storesInUse)
          $0.sceneTools = SceneTools(
            terminal: terminal, commands: screenCommands, undoManager: undoManager)
        },
        root: { NavigationScene(router) { view } })
    }
    // Whoever causes an update, such as a task, a router or a test: bodies use the stores of the scene.
    let defaults = stores.defaults
    graph.surroundings = { defaults.useIfOthers($0) }
    (self.router, self.views, self.stores) = (router, views, stores)
    session = Session(host: views, navigator: router, options: options)
    monitor = StoreMonitor(session, stores, others: storesInUse, commands: commands)
    inspection.follow(views)
    reference.object = self
    session.beforeInput = { [reference] in reference.object?.attend() }
    session.changeSources = { [reference] in reference.object?.monitor.changeSources ?? [] }
    router.guardedReads = GuardedReads(
      refusal: { [reference] in reference.object?.monitor.refuseGuard() },
      unlock: { [reference] in await reference.object?.monitor.unlockForGuard() })
    memory.onRefusal = { [reference] error in
      reference.object?.monitor.report(
        .problem("The open screens of this session were not saved. \(error)", .placeNotSaved),
        StoreEvent.problem(error).status)
    }
  }
}

// MARK: - Life

extension SceneHost {
  /// Runs an action, and the tasks it starts, with the stores of the scene.
  package func inside(_ action: () -> Void) {
    stores.defaults.use(action)
  }

  /// Restores the saved place, if the scene has one, and reports what could not be restored.
  package func restore() {
    monitor.isRestoring = true
    defer { monitor.isRestoring = false }
    do throws(StoreError) {
      guard let report = try memory.restore(), !report.description.isEmpty else { return }
      announce(
        report.isComplete
          ? .note(report.description, .sessionRestored)
          : .problem(report.description, .sessionIncomplete))
    } catch {
      announce(
        .problem(
          "The saved session could not be read, and was not changed. \(error)", .sessionUnreadable),
        StoreEvent.problem(error).status)
    }
  }

  /// Prints a message with the next answer, and adds its status.
  package func announce(_ message: Message, _ status: ShellStatus = .success) {
    announcements.append((message, status))
  }

  /// Treats the place on the command line as a visit: the saved place stays until the next move, or
  /// until the person quits.
  package func visit() {
    memory.beginVisit()
  }

  /// Saves the place, reports store events, and reads changes of other processes.
  ///
  /// Called between two commands.
  package func attend() {
    memory.confirmStart()
    memory.save()
    for (message, status) in announcements {
      session.report(message)
      if status != .success { session.add(status) }
    }
    announcements = []
    monitor.attend()
    inspection.mark()
  }

  /// Saves the place and ends the screens; the stores stay as they are.
  public func end() {
    memory.confirmStart()
    memory.save(hasQuit: session.ending == .left)
    monitor.end()
    router.ignoreRequests()
    // A guard that decides later decides about nothing: the next scene of these stores is another one.
    inside {
      router.interrupt()
      views.end()
    }
    router.releaseObservers()
    session.releaseEdits()
  }
}

// MARK: - Lines

/// An element of the screen that a person can use, as a test sees it.
public struct SceneElement: Hashable, Sendable {
  /// The number on the screen, also while the element is unavailable.
  public let number: Int
  /// False while the element is unavailable.
  public let isEnabled: Bool
  /// The label.
  public let label: String
  /// The value in words; empty for a button.
  public let value: String
  /// The text on the screen after the number.
  public let text: String
  /// The kind as JSON names it, such as `button`, `toggle`, `text` or `choice`.
  public let kind: String
  /// The values that can be chosen; empty where any can be given.
  public let choices: [String]
  /// True if several of the values can be chosen at once.
  public let allowsSeveral: Bool

  /// Creates an element, such as that of a screen of another process.
  package init(
    number: Int, isEnabled: Bool, label: String, value: String, text: String, kind: String,
    choices: [String], allowsSeveral: Bool
  ) {
    (self.number, self.isEnabled, self.label, self.value) = (number, isEnabled, label, value)
    (self.text, self.kind, self.choices) = (text, kind, choices)
    self.allowsSeveral = allowsSeveral
  }
}

extension SceneHost {
  /// The screen as plain lines.
  public var lines: [String] { Self.lines(of: Frame(screen: session.currentScreen())) }

  /// The elements of the screen, in reading order.
  public var elements: [SceneElement] { Self.elements(of: session.currentScreen()) }

  /// The elements of a screen, in reading order.
  package static func elements(of screen: Screen) -> [SceneElement] {
    screen.elements.indices.map { index in
      let element = screen.elements[index]
      return SceneElement(
        number: screen.number(of: index), isEnabled: element.isEnabled, label: element.label,
        value: element.value, text: element.displayText,
        kind: element.kind.rawValue, choices: element.choices, allowsSeveral: element.allowsSeveral)
    }
  }

  /// The rows in which the elements of the screen are, in reading order; nil for one outside of rows.
  package var rows: [ElementRow?] {
    session.currentScreen().elements.map { views.row(of: $0.id) }
  }

  /// Sends a line as a person would type it, and returns the lines printed for it.
  @discardableResult
  public func send(_ line: String) -> [String] {
    messages = []
    inside {
      attend()
      session.receive(.line(line))
      monitor.reportEvents()
    }
    return takePrinted()
  }

  /// Collects what a frame prints.
  private func add(_ frame: Frame) {
    printed += Self.lines(of: frame)
    if frame.messages.isEmpty { return }
    messages += frame.messages.filter { $0.kind != .place }.map(\.text)
  }

  /// Returns the lines printed since the last call.
  @discardableResult
  public func takePrinted() -> [String] {
    defer { printed = [] }
    return printed
  }

  /// The reason why the last line was not accepted; nil if it was, or if a guard blocked its place.
  package var refusal: String? { session.refusal }

  /// The exit status that the scene would end with now.
  public var status: ShellStatus { session.status }

  /// The tasks and guards that have not finished, by name.
  public var pending: [String] { views.graph.pending.descriptions }

  /// The number that opens the place of the last printed notice with a text; nil without one.
  package func number(ofNotice text: String) -> Int? { session.number(ofNotice: text) }

  /// The name of a task that the present action starts, in ``pending``.
  package var startedTaskName: String { views.graph.startedTaskName }

  /// The number of actions ignored because their screen was already dismissed.
  public var missedEvents: Int { views.missedInputs + router.missedEvents }

  /// The places of the program and their links; the scene is left at its first screen.
  public var routes: RouteGraph { RouteGraph(of: router, in: views) }

  /// Updates the screens with values that tasks and other threads have written.
  public func update() {
    inside { views.graph.flush() }
  }

  /// The number of updates that changed something, and true if a change waits for the next one.
  package var changes: (updates: Int, areWaiting: Bool) {
    (views.graph.updates, views.graph.hasChanges)
  }

  /// Reports what the stores refused since the last command, as the end of a command does.
  package func reportStoreEvents() {
    inside { monitor.reportEvents() }
  }

  /// True if a line of the screen or a new notice contains a text, in any case, as for `wait until`.
  package func reaches(_ text: String) -> Bool { session.takeReached(text) }

  /// True if rows of the screen wait until the user asks for more.
  package var holdsRows: Bool { views.holdsRows }

  /// Lets commands mean the present screen, as after `wait`, which prints it.
  package func passOverScreen() {
    inside { session.passOverScreen() }
  }

  /// The lines of a frame, as a pipe prints them.
  package static func lines(of frame: Frame) -> [String] {
    var text = PlainRenderer().text(of: frame)
    // By bytes: a line break is never a part of a longer character.
    return text.withUTF8 { bytes in
      var lines: [String] = []
      var rest = bytes[...]
      while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
        lines.append(String(decoding: rest[..<end], as: UTF8.self))
        rest = rest[(end + 1)...]
      }
      if !rest.isEmpty { lines.append(String(decoding: rest, as: UTF8.self)) }
      return lines
    }
  }
}

extension SceneHost: EngineObject {}
