import WaylineGraph
import WaylineNavigation
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
  package let views: ViewHost
  package let stores: SceneStores
  private let memory: SceneMemory
  private var told: Set<String> = []
  private var notices: [Message] = []
  var printed: [String] = []

  /// A scene that shows `content`, with stores of its own choice.
  ///
  /// - Parameters:
  ///   - program: the name that `where` prints.
  ///   - stores: where the scene keeps what it keeps; in memory if nothing else is said.
  ///   - commands: words that can be typed besides the built-in ones.
  ///   - content: the first screen.
  public convenience init<Content: View>(
    program: String = "program", stores: SceneStores = .inMemory(),
    commands: [ShellCommand] = [], @ViewBuilder content: () -> Content
  ) {
    var options = SessionOptions(program: program)
    options.commands = commands
    let view = content()
    self.init(options: options, stores: stores) { view }
    restore()
    session.onFrame = { [unowned self] in printed += Self.lines(of: $0) }
    session.start()
  }

  package init<Content: View>(
    options: SessionOptions, stores: SceneStores, @ViewBuilder content: () -> Content
  ) {
    let graph = Graph()
    let router = Router(graph: graph)
    let view = content()
    let views = stores.defaults.use {
      ViewHost(graph: graph) {
        NavigationScene(router) { view }
          .environment(\.defaultAppStorage, stores.state)
          .environment(\.defaultKeychain, stores.secrets)
          .environment(\.sceneStorage, stores.scene)
      }
    }
    self.router = router
    self.views = views
    self.stores = stores
    memory = SceneMemory(router: router, store: stores.place)
    session = Session(host: views, navigator: router, options: options)
  }
}

extension SceneHost {
  /// Brings the saved place back, if the scene has one, and says what could not be brought back.
  package func restore() {
    guard let report = memory.restore(), !report.isComplete else { return }
    notices.append(.problem(report.description))
  }

  /// Keeps a message until somebody reads what the session prints.
  package func announce(_ message: Message) {
    notices.append(message)
  }

  /// Makes the place that a command line names a visit: what is saved stays until the next move.
  package func visit() {
    memory.isVisiting = true
  }

  /// Starts over: what was saved of the place is forgotten.
  package func startOver() {
    memory.erase()
  }

  /// Between two commands: saves the place, tells what the stores have to say, and looks whether
  /// another process has changed something.
  package func attend() {
    memory.confirmStart()
    memory.save()
    for notice in notices { session.tell(notice) }
    notices = []
    stores.state.checkForeignChanges()
    for event in stores.takeEvents() where event.isProblem { tell(event) }
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
