import WaylineGraph
import WaylineNavigation
import WaylineSQLite
import WaylineSecrets
import WaylineShell
import WaylineStorage
import WaylineViews

/// One running scene: its screens, its router, its stores and its session.
///
/// `App` makes one and connects it with a terminal or a pipe. A program with a `main` of its own, or a
/// test, makes one without either and sends it lines. Two of them in one process do not see each
/// other.
@MainActor
public final class SceneHost {
  /// Moves the scene from place to place.
  public let router: Router
  /// Reads lines and tells what came of them.
  package let session: Session
  /// The tree of its screens.
  package let views: ViewHost
  /// Where it keeps what it keeps.
  package let stores: SceneStores
  /// Whether a person can be asked for a passphrase.
  private let isAttended: Bool
  private var hasAsked = false
  private let witness: StoreWitness
  private let memory: SceneMemory
  private var told: Set<String> = []
  /// How many events there were when the stores were asked last.
  private var knownEvents = 0
  private let secrets: SecretStore?
  private var announcements: [Message] = []
  private let inspection = TreeInspection()
  var printed: [String] = []

  /// A scene that shows `content`, with stores of its own choice.
  ///
  /// - Parameters:
  ///   - program: the name that `where` prints.
  ///   - stores: where the scene keeps what it keeps; in memory if nothing else is said.
  ///   - commands: words that can be typed besides the built-in ones.
  ///   - sleep: lets time pass, for `wait`; the clock's time if nothing else is said.
  ///   - onBody: called with the name of each view whose body ran, in order.
  ///   - onEvent: called for each appear, disappear, change and task, in order.
  ///   - content: the first screen.
  public convenience init<Content: View>(
    program: String = "program", stores: SceneStores = .inMemory(),
    commands: [ShellCommand] = [],
    sleep: (@Sendable (Duration) async throws -> Void)? = nil,
    onBody: ((String) -> Void)? = nil, onEvent: ((String) -> Void)? = nil,
    @ViewBuilder content: () -> Content
  ) {
    var options = SessionOptions(program: program)
    options.commands = commands
    if let sleep { options.sleep = sleep }
    let view = content()
    self.init(options: options, stores: stores, onBody: onBody, onEvent: onEvent) { view }
    restore()
    session.onFrame = { [weak self] in self?.printed += Self.lines(of: $0) }
    session.start()
  }

  /// A scene for a driver: nothing is restored or printed before it is asked for.
  package init<Content: View>(
    options: SessionOptions, stores: SceneStores, values: OptionValues = OptionValues(),
    isAttended: Bool = false, offersStoreCommands: Bool = true,
    onBody: ((String) -> Void)? = nil, onEvent: ((String) -> Void)? = nil,
    @ViewBuilder content: () -> Content
  ) {
    var options = options
    if offersStoreCommands {
      options.commands =
        FacadeCommands(stores: stores, isAttended: isAttended).all + options.commands
    }
    inspection.connect(to: &options)
    let graph = Graph()
    let router = Router(graph: graph)
    let view = content()
    let witness = StoreWitness()
    let terminal = SceneTerminal()
    options.terminal = terminal
    let views = stores.defaults.use {
      ViewHost(
        graph: graph, onBody: onBody, onEvent: onEvent,
        environment: {
          $0.options = values
          $0.defaultAppStorage = stores.state
          $0.defaultKeychain = stores.secrets
          $0.sceneStorage = stores.scene
          $0.storeWitness = witness
          $0.terminal = terminal
        },
        root: { NavigationScene(router) { view } })
    }
    self.router = router
    self.views = views
    self.stores = stores
    secrets = stores.keychain as? SecretStore
    self.isAttended = isAttended
    self.witness = witness
    memory = SceneMemory(router: router, store: stores.place)
    session = Session(host: views, navigator: router, options: options)
    inspection.views = views
  }
}

extension SceneHost {
  /// Brings the saved place back, if the scene has one, and says what could not be brought back.
  package func restore() {
    guard let report = memory.restore(), !report.description.isEmpty else { return }
    announcements.append(
      report.isComplete ? .note(report.description) : .problem(report.description))
  }

  /// Keeps a message until somebody reads what the session prints.
  package func announce(_ message: Message) {
    announcements.append(message)
  }

  /// Makes the place that a command line names a visit: what is saved stays until the next move.
  package func visit() {
    memory.isVisiting = true
  }

  /// Between two commands: saves the place, tells what the stores have to say, and looks whether
  /// another process has changed something.
  package func attend() {
    memory.confirmStart()
    memory.save()
    for message in announcements { session.tell(message) }
    announcements = []
    stores.state.checkForeignChanges()
    stores.secrets.checkForeignChanges()
    checkOtherStores()
    session.catchUp()
    tellEvents()
    openSecretsIfWanted()
    inspection.mark()
  }

  /// What to watch while a line is waited for, so that a change made elsewhere shows at once.
  package var notices: [Notice] {
    [
      (stores.state as? SQLiteStore).map { store in
        Notice(
          descriptor: { store.changeDescriptor ?? (store.isOpen ? -1 : nil) },
          look: look { store.folderDidChange() })
      },
      secrets.map { secrets in
        Notice(descriptor: { secrets.changeDescriptor }, look: look { secrets.folderDidChange() })
      },
      otherStores,
    ].compactMap { $0 }
  }

  /// Stores that single wrappers were given make no sign, so they are looked at from time to time.
  private var otherStores: Notice {
    let (witness, stores) = (witness, stores)
    return Notice(
      descriptor: { witness.hasStores(besides: stores.state, stores.secrets) ? -1 : nil },
      look: look { [weak self] in self?.checkOtherStores() })
  }

  private func checkOtherStores() {
    witness.checkForeignChanges(besides: stores.state, stores.secrets)
  }

  private func look(_ body: @escaping @MainActor () -> Void) -> @MainActor () -> Void {
    { [weak self] in
      body()
      self?.session.catchUp()
      self?.tellEvents()
    }
  }

  /// Tells what the stores have to say, the same sentence once.
  func tellEvents() {
    let count = StoreHub.events
    guard count != knownEvents else { return }
    knownEvents = count
    let events = stores.takeEvents() + witness.takeEvents()
    var sentences: Set<String> = []
    for event in events where event.isProblem && sentences.insert("\(event)").inserted {
      tell(event)
    }
  }

  /// Where a secret was read that is locked, asks a person once, or says what would open it.
  private func openSecretsIfWanted() {
    guard let secrets, secrets.takeLockedReads(),
      !secrets.isLockedOnPurpose, !hasAsked
    else { return }
    hasAsked = true
    guard isAttended else {
      session.tell(.problem(ShellFailure.lockedSentence))
      return session.add(.noPermission)
    }
    let commands = FacadeCommands(stores: stores, isAttended: true)
    session.run { call in
      try await commands.open(secrets, call)
      return .done
    }
  }

  /// Tells an event once; what is wrong with a store as a whole is not repeated at each command.
  private func tell(_ event: StoreEvent) {
    if event.isPassing {
      session.tell(.problem("\(event)"))
    } else {
      guard tellOnce(.problem("\(event)")) else { return }
    }
    session.add(event.status)
  }

  /// Tells a message unless it has been told before. Returns whether it was told.
  @discardableResult
  func tellOnce(_ message: Message) -> Bool {
    guard told.insert(message.text).inserted else { return false }
    session.tell(message)
    return true
  }

  /// Throws the screens away; the stores stay as they are.
  public func end() {
    memory.save()
    views.end()
  }
}
