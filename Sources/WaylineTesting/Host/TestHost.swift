import Wayline

/// A scene without a terminal, which shows a view and is driven by its labels.
///
/// ```swift
/// let host = TestHost { ShelfView() }
/// host.press("Lend")
/// #expect(host.lines == ["Copies: 1", "[1] Lend"])
/// ```
///
/// A host stores values in memory and hands them to the next scene with ``restart()``. It never
/// sleeps: ``settle(turns:fileID:line:)`` waits until nothing is pending, and reports what still is.
/// ``value(of:fileID:line:)`` returns a value of a view that is not on the screen.
/// ``end(turns:fileID:line:)`` reports what outlives the scene.
@MainActor
public final class TestHost {
  /// The names of the views whose bodies ran since the start or ``clearRecords()``, in order.
  public var bodies: [String] { journal.bodies }
  /// Each appear, disappear, change and task since the start or ``clearRecords()``, in order.
  public var events: [String] { journal.events }
  /// The text of each notice since the start or ``clearRecords()``, in order, also of one that is printed later.
  ///
  /// ``press(_:fileID:line:)`` with the text opens the place of a notice that has a link.
  public var notices: [String] { journal.notices }
  /// The clock of the views: time passes when the test advances it.
  public var clock: TestClock { sources.clock }
  /// Receives what went wrong while the host was driven; a test connects its own.
  public var onFailure: (HostFailure) -> Void = { print("Host: \($0)") }

  var scene: SceneHost
  var probes: [SceneProbe] = []
  var watched: [Watched] = []
  var followers: [any ValueFollower] = []
  let stores: SceneStores
  let journal: Journal
  private let sources = TestSources()
  let make: @MainActor (SceneStores) -> SceneHost

  /// Hosts what `content` makes.
  ///
  /// - Parameters:
  ///   - program: the name that `where` prints.
  ///   - stores: where its views keep what they keep.
  ///   - commands: words that can be typed besides the built-in ones.
  ///   - sleep: lets the time of `wait` pass; turns of the main actor if nothing else is said.
  ///   - content: makes the first screen, at the start and after each restart.
  public convenience init<Content: View>(
    program: String = "program", stores: SceneStores = .inMemory(), commands: [ShellCommand] = [],
    sleep: (@Sendable (Duration) async throws -> Void)? = nil,
    @ViewBuilder content: @escaping @MainActor () -> Content
  ) {
    self.init(stores: stores) { stores, sources, journal in
      SceneHost(
        program: program, stores: stores, commands: commands,
        sleep: sleep ?? { _ in try await TestHost.turns() },
        onBody: { journal.bodies.append($0) }, onEvent: { journal.events.append($0) },
        onNotice: { journal.notices.append($0) },
        content: { content().sources(sources) })
    }
  }

  /// Hosts a whole program, with its name and commands.
  ///
  /// ```swift
  /// var options = OptionValues()
  /// options[DeskApp.desk] = "upper"
  /// let host = TestHost(of: DeskApp.self, options: options)
  /// ```
  ///
  /// - Parameters:
  ///   - program: the program.
  ///   - options: the values of its options, for views and commands.
  ///   - stores: where its views keep what they keep.
  public convenience init<Program: App>(
    of program: Program.Type, options: OptionValues = OptionValues(),
    stores: SceneStores = .inMemory()
  ) {
    self.init(stores: stores) { stores, sources, journal in
      SceneHost(
        of: program, options: options, stores: stores,
        sleep: { _ in try await TestHost.turns() },
        onBody: { journal.bodies.append($0) }, onEvent: { journal.events.append($0) },
        onNotice: { journal.notices.append($0) },
        environment: sources.set)
    }
  }

  private init(
    stores: SceneStores,
    scene: @escaping @MainActor (SceneStores, TestSources, Journal) -> SceneHost
  ) {
    self.stores = stores
    let journal = Journal()
    self.journal = journal
    make = { [sources] stores in
      let scene = scene(stores, sources, journal)
      scene.takePrinted()
      return scene
    }
    self.scene = make(stores)
  }

  /// Hosts a preview.
  public convenience init<Provider: PreviewProvider>(previewing provider: Provider.Type) {
    self.init { Provider.previews }
  }

  /// The screen as a person sees it.
  public var lines: [String] { scene.lines }

  /// The elements on the screen, in reading order.
  public var elements: [SceneElement] { scene.elements }

  /// Moves the scene from place to place.
  public var router: Router { scene.router }

  /// The exit status that the scene would return now.
  public var status: ShellStatus { scene.status }

  /// The tasks, guards and commands that are not finished, by name, in the order of their beginning.
  public var pending: [String] { scene.pending }

  /// The places of the program and the links between them; the scene is left at its first screen.
  public var routes: RouteGraph { scene.routes }

  /// A place of each case that the screens declare, with sample values, to open them one by one.
  public var samplePlaces: [Route] { router.samplePlaces }

  /// Lets some turns of the main actor pass, whatever is pending afterwards.
  public func run(turns: Int) async {
    for _ in 0..<turns {
      await Task.yield()
      scene.update()
    }
    scene.passOverScreen()
  }
}

extension TestHost {
  /// The events of the host's scenes.
  @MainActor
  final class Journal {
    var bodies: [String] = [] { didSet { count += 1 } }
    var events: [String] = [] { didSet { count += 1 } }
    var notices: [String] = [] { didSet { count += 1 } }
    /// Goes up with whatever is noted.
    private(set) var count = 0
  }
}

// MARK: - Driving

extension TestHost {
  /// Sends a line as a person would type it, and returns what is printed for it.
  @discardableResult
  public func send(_ line: String) -> [String] {
    scene.send(line)
  }

  /// Activates an element by its label, selects the tab of that name, or opens the place of a notice by its text.
  public func press(_ label: String, fileID: String = #fileID, line: Int = #line) {
    let named = elements.first {
      $0.label == label || $0.kind == "tab" && $0.choices.contains(label)
    }
    if named == nil, let number = scene.number(ofNotice: label), !fails(asking: fileID, line) {
      send("\(number)")
      return
    }
    if let named, named.label != label {
      return type(label, into: named.label, fileID: fileID, line: line)
    }
    act(on: label, fileID, line) { "\($0)" }
  }

  /// Gives a field a value. A value that the field refuses goes to ``onFailure``.
  public func type(
    _ value: String, into label: String, fileID: String = #fileID, line: Int = #line
  ) {
    let isTyped = act(on: label, fileID, line) {
      value.isEmpty ? "\($0) \"\"" : "\($0) \(value)"
    }
    if isTyped, let reason = scene.refusal { fail(reason, fileID, line) }
  }

  /// Flips a toggle.
  public func toggle(_ label: String, fileID: String = #fileID, line: Int = #line) {
    if let element = elements.first(where: { $0.label == label }), element.kind != "toggle" {
      return fail("'\(label)' is not a toggle, but of the kind \(element.kind).", fileID, line)
    }
    press(label, fileID: fileID, line: line)
  }

  /// Opens a place by its link. A place that does not exist goes to ``onFailure``, one that a guard blocks
  /// does not.
  public func open(_ link: String, fileID: String = #fileID, line: Int = #line) {
    guard !fails(asking: fileID, line) else { return }
    send("open \(link)")
    if let reason = scene.refusal { fail(reason, fileID, line) }
  }

  /// Shows the rows that a list has loaded since its last row appeared, as `more` does.
  ///
  /// A row of a list appears when it is shown. Rows that this loads wait until the next call. A call when
  /// nothing more is loaded goes to ``onFailure``; a load that takes time is awaited by
  /// ``settle(turns:fileID:line:)``.
  public func scroll(fileID: String = #fileID, line: Int = #line) {
    guard !fails(asking: fileID, line) else { return }
    send(":more")
    if let reason = scene.refusal { fail(reason, fileID, line) }
  }

  /// Goes back one screen.
  public func back(fileID: String = #fileID, line: Int = #line) {
    if !fails(asking: fileID, line) { send("back") }
  }

  /// Reports a question that the next line would answer.
  private func fails(asking fileID: String, _ line: Int) -> Bool {
    guard scene.isAsking else { return false }
    fail("A question is open, which the next line answers: use send(_:).", fileID, line)
    return true
  }

  /// Reports a failure of the call at a line.
  func fail(_ message: String, _ fileID: String, _ line: Int) {
    onFailure(HostFailure(message: message, fileID: fileID, line: line))
  }

  /// Types a line about the element with a label. Returns whether there is one that can be used.
  @discardableResult
  private func act(
    on label: String, _ fileID: String, _ line: Int, typing text: (Int) -> String
  ) -> Bool {
    guard !fails(asking: fileID, line) else { return false }
    // A number means the element on the last printed screen, so the screen is printed first.
    send("show")
    guard let element = elements.first(where: { $0.label == label }) else {
      fail("There is no '\(label)' on the screen, which has \(labels).", fileID, line)
      return false
    }
    guard element.isEnabled else {
      fail("'\(label)' is unavailable.", fileID, line)
      return false
    }
    send(text(element.number))
    return true
  }

  private var labels: String {
    let labels = elements.map { "'\($0.label)'" }
    return labels.isEmpty ? "no elements" : labels.joined(separator: ", ")
  }
}
