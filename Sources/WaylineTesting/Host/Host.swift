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
/// ``end(turns:)`` says what outlives the scene.
@MainActor
public final class Host {
  /// The names of the views whose bodies ran since the start or ``forget()``, in order.
  public var bodies: [String] { journal.bodies }
  /// Each appear, disappear, change and task since the start or ``forget()``, in order.
  public var events: [String] { journal.events }
  /// Receives what went wrong while the host was driven; a test connects its own.
  public var onFailure: (String) -> Void = { print("Host: \($0)") }

  private var scene: SceneHost
  private var probes: [SceneProbe] = []
  private var watched: [Watched] = []
  private let stores: SceneStores
  private let journal: Journal
  private let make: @MainActor (SceneStores) -> SceneHost

  /// Hosts what `content` makes.
  ///
  /// - Parameters:
  ///   - program: the name that `where` prints.
  ///   - stores: where its views keep what they keep.
  ///   - commands: words that can be typed besides the built-in ones.
  ///   - content: makes the first screen, at the start and after each restart.
  public init<Content: View>(
    program: String = "program", stores: SceneStores = .inMemory(), commands: [ShellCommand] = [],
    @ViewBuilder content: @escaping @MainActor () -> Content
  ) {
    self.stores = stores
    let journal = Journal()
    self.journal = journal
    make = { stores in
      let scene = SceneHost(
        program: program, stores: stores, commands: commands,
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
  /// Sends a line as a person would type it, and returns what is printed for it.
  @discardableResult
  public func send(_ line: String) -> [String] {
    scene.send(line)
  }

  /// Activates an element by its label.
  public func press(_ label: String) {
    act(on: label) { "\($0)" }
  }

  /// Gives a field a value.
  public func type(_ value: String, into label: String) {
    act(on: label) { value.isEmpty ? "\($0) \"\"" : "\($0) \(value)" }
  }

  /// Flips a toggle.
  public func toggle(_ label: String) {
    press(label)
  }

  /// Opens a place by its link.
  public func open(_ link: String) {
    send("open \(link)")
  }

  /// Goes up.
  public func back() {
    send("back")
  }

  private func act(on label: String, _ line: (Int) -> String) {
    // A number means the element on the last printed screen, so the screen is printed first.
    send("show")
    guard let element = elements.first(where: { $0.label == label }) else {
      return onFailure("There is no '\(label)' on the screen, which has \(labels).")
    }
    guard let number = element.number else {
      return onFailure("'\(label)' is unavailable.")
    }
    send(line(number))
  }

  private var labels: String {
    let labels = elements.map { "'\($0.label)'" }
    return labels.isEmpty ? "no elements" : labels.joined(separator: ", ")
  }
}

extension Host {
  /// Waits until no task is pending and nothing is due.
  ///
  /// - Parameter turns: how many turns of the main actor it waits at most. What is still pending
  ///   then goes to ``onFailure``.
  public func settle(turns: Int = 10_000) async {
    for _ in 0..<turns {
      await Task.yield()
      scene.update()
      if scene.pending.isEmpty { return }
    }
    onFailure("Still pending: \(scene.pending.joined(separator: ", ")).")
  }

  /// Ends the scene as a process ends, and starts it again from what its stores keep.
  public func restart() {
    probes.append(SceneProbe(scene))
    scene.end()
    scene = make(stores)
  }

  /// Forgets the bodies and events so far.
  public func forget() {
    journal.bodies = []
    journal.events = []
  }

  /// What the host's scenes did.
  @MainActor
  private final class Journal {
    var bodies: [String] = []
    var events: [String] = []
  }
}

extension Host {
  /// An object that has to be gone when the host has ended.
  private struct Watched {
    weak var object: AnyObject?
    let name: String
  }

  /// Watches an object that the views own; ``end(turns:)`` tells if it outlives them.
  public func watch(_ object: AnyObject, as name: String) {
    watched.append(Watched(object: object, name: name))
  }

  /// Ends the scene, and tells ``onFailure`` what is in memory that should not be.
  ///
  /// Views, the router and watched objects are looked at, also those of scenes before a
  /// ``restart()``. Afterwards the host shows an empty screen.
  ///
  /// - Parameter turns: how many turns of the main actor cancelled tasks have to let go.
  public func end(turns: Int = 1_000) async {
    probes.append(SceneProbe(scene))
    scene.end()
    scene = SceneHost(stores: .inMemory()) { EmptyView() }
    for _ in 0..<turns where !living.isEmpty { await Task.yield() }
    let names = living
    if !names.isEmpty {
      onFailure("Still in memory after the end: \(names.joined(separator: ", ")).")
    }
  }

  private var living: [String] {
    probes.flatMap(\.living) + watched.filter { $0.object != nil }.map(\.name)
  }
}
