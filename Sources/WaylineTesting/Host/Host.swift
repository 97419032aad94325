import Wayline

/// Shows a view without a terminal, and drives it as a person would.
///
/// ```swift
/// let host = Host { ShelfView() }
/// host.press("Lend")
/// #expect(host.lines == ["Copies: 1", "[1] Lend"])
/// ```
///
/// A host keeps what its views keep in memory, and hands it to the next scene with ``restart()``. It
/// never sleeps: ``settle(turns:)`` waits until nothing is pending, and says what still is.
/// ``value(of:)`` tells what a view holds that is not on the screen. ``end(turns:)`` says what
/// outlives the scene.
@MainActor
public final class Host {
  /// The names of the views whose bodies ran since the start or ``forget()``, in order.
  public var bodies: [String] { journal.bodies }
  /// Each appear, disappear, change and task since the start or ``forget()``, in order.
  public var events: [String] { journal.events }
  /// Receives what went wrong while the host was driven; a test connects its own.
  public var onFailure: (String) -> Void = { print("Host: \($0)") }

  var scene: SceneHost
  var probes: [SceneProbe] = []
  var watched: [Watched] = []
  var followers: [any ValueFollower] = []
  let stores: SceneStores
  let journal: Journal
  let make: @MainActor (SceneStores) -> SceneHost

  /// Hosts what `content` makes.
  ///
  /// - Parameters:
  ///   - program: the name that `where` prints.
  ///   - stores: where its views keep what they keep.
  ///   - commands: words that can be typed besides the built-in ones.
  ///   - sleep: lets the time of `wait` pass; turns of the main actor if nothing else is said.
  ///   - content: makes the first screen, at the start and after each restart.
  public init<Content: View>(
    program: String = "program", stores: SceneStores = .inMemory(), commands: [ShellCommand] = [],
    sleep: (@Sendable (Duration) async throws -> Void)? = nil,
    @ViewBuilder content: @escaping @MainActor () -> Content
  ) {
    self.stores = stores
    let journal = Journal()
    self.journal = journal
    make = { stores in
      let scene = SceneHost(
        program: program, stores: stores, commands: commands,
        sleep: sleep ?? { _ in try await Host.turns() },
        onBody: { journal.bodies.append($0) }, onEvent: { journal.events.append($0) },
        content: content)
      scene.takePrinted()
      return scene
    }
    scene = make(stores)
  }

  /// Hosts a preview.
  public convenience init<Provider: PreviewProvider>(previewing provider: Provider.Type) {
    self.init { Provider.previews }
  }

  /// The screen as a person sees it.
  public var lines: [String] { scene.lines }

  /// What a person can act on, in reading order.
  public var elements: [SceneElement] { scene.elements }

  /// Moves the scene from place to place.
  public var router: Router { scene.router }

  /// What the scene would tell a parent process now.
  public var status: ShellStatus { scene.status }
}

extension Host {
  /// What the host's scenes did.
  @MainActor
  final class Journal {
    var bodies: [String] = [] { didSet { count += 1 } }
    var events: [String] = [] { didSet { count += 1 } }
    /// Goes up with whatever is noted.
    private(set) var count = 0
  }
}
