import Wayline

/// The laws about the beginning and the end of a process, and about what goes wrong around one.
///
/// They begin with new scenes that take the commands of a state, so they are checked once for each kind of
/// screen.
@MainActor
struct ProcessLaws {
  let laws: Set<Law>
  let subject: Screens
  let commands: [String]
  let screen: ExploredScreen

  /// The laws that begin with a new scene, those about undo and quit included.
  static let inNewScenes: Set<Law> = [
    .undoRedo, .reachesQuit, .endOfInput, .restoresPlace, .linkRoundTrip, .interrupt,
    .closedOutput, .noLeak, .badInput, .jsonSame, .secondProcess,
  ]

  /// Checks all of them; the notes list what only `@State` keeps.
  func findings() async -> (found: [LawFinding], notes: [String]) {
    var (found, brokenLinks) = await inOneScene()
    let (broken, notes) = await restart()
    // A place that its link does not bring back is not saved either: one cause.
    found += broken.filter { $0.law != .restoresPlace || brokenLinks.isEmpty }
    if begins(.closedOutput) {
      let scene = await scene(subject.makeStores().forSearch)
      found += ending(scene, .closedOutput, .closedOutput, 141)
      MisuseNotes.ignoring { scene.end() }
    }
    if begins(.noLeak) { found += await leaks() }
    return (found + brokenLinks, notes)
  }

  /// Checks what the end of the input leaves for a new process.
  func restart() async -> (found: [LawFinding], notes: [String]) {
    guard begins(.endOfInput) || begins(.restoresPlace) else { return ([], []) }
    return await endOfInput()
  }

  /// The laws that leave the scene as it is, and then ^C, which ends it.
  private func inOneScene() async -> (found: [LawFinding], brokenLinks: [LawFinding]) {
    let shared = SharedScene(self)
    defer { shared.end() }
    var found: [LawFinding] = []
    if begins(.jsonSame) { found += json(await shared.driven.host) }
    if begins(.secondProcess) {
      found += secondProcess(beside: await shared.driven.host, shared)
      // What the other process has stored is expected.
      await shared.driven.expectChanges()
    }
    if begins(.badInput) { found += badInput(await shared.driven) }
    // What one law has found must not break another.
    if !found.isEmpty { shared.end() }
    let broken =
      begins(.linkRoundTrip) ? await links(shared.driven.host, shared) : []
    if begins(.interrupt) { found += ending(await shared.driven.host, .interrupt, .interrupt, 130) }
    return (found, broken)
  }

  /// A scene in the state, which is made when the first law needs it.
  @MainActor
  private final class SharedScene {
    private let laws: ProcessLaws
    private(set) var stores: ProbeStores
    private var made: DrivenScene?

    init(_ laws: ProcessLaws) {
      self.laws = laws
      stores = laws.subject.makeStores()
    }

    var driven: DrivenScene {
      get async {
        if let made { return made }
        let driven = await laws.driven(stores.forSearch)
        made = driven
        return driven
      }
    }

    /// Ends the scene; the next law has a new one.
    func end() {
      if let made { MisuseNotes.ignoring { made.host.end() } }
      (made, stores) = (nil, laws.subject.makeStores())
    }
  }

  /// True if a law is to be checked.
  private func begins(_ law: Law) -> Bool {
    laws.contains(law) && subject.begins(law, after: commands, on: screen)
  }

  /// A new scene in the state.
  private func scene(_ stores: @autoclosure () -> SceneStores) async -> SceneHost {
    await driven(stores()).host
  }

  private func driven(_ stores: @autoclosure () -> SceneStores) async -> DrivenScene {
    await subject.start(stores(), after: commands)
  }

  private func finding(_ law: Law, _ message: String) -> LawFinding {
    LawFinding(law: law, message: message, cause: screen.cause)
  }

  private func next(_ stores: SceneStores) -> SceneHost { nextDriven(stores).host }

  private func nextDriven(_ stores: SceneStores) -> DrivenScene {
    var next: DrivenScene?
    // Another process draws other numbers.
    MisuseNotes.ignoring { next = subject.start(stores, subject.numbers(seed: 2)) }
    // The line above has made it.
    return next.unsafelyUnwrapped
  }

  private func endOfInput() async -> (found: [LawFinding], notes: [String]) {
    let stores = subject.makeStores()
    let first = await scene(stores.forNextProcess)
    let (top, url, lines) = (first.router.state.top, first.url, first.lines)
    let isSaved = first.router.isTopSaved
    subject.driver.receive(first, .endOfInput)
    var found: [LawFinding] = []
    if laws.contains(.endOfInput), !first.isEnded {
      found.append(finding(.endOfInput, "The end of the input does not end the program."))
    }
    MisuseNotes.ignoring { first.end() }
    guard laws.contains(.restoresPlace), !top.isBound else { return (found, []) }
    let restarted = nextDriven(stores.forNextProcess)
    let second = restarted.host
    defer { second.end() }
    await Self.wait(in: restarted, for: top.route)
    if second.url != url || Self.place(of: second) != top.route {
      let report = second.router.restorationReport
      // The first screen of a tab or of a modal is found again by its place, not by a route.
      if top.route == nil { return (found, []) }
      if !isSaved, report?.bound.isEmpty ?? true { return (found, []) }
      if let report {
        // What a binding of the program holds is not saved, and neither is what lies above it: a person is told.
        if !report.bound.isEmpty {
          return (found, ["\(screen.place): a new process says: \(report)"])
        }
        // A guard may lead to another place, for good or before.
        if report.isRedirected || !report.isComplete { return (found, []) }
      }
      found.append(
        finding(
          .restoresPlace,
          "A new process begins "
            + Self.restored((second.url, Self.place(of: second)), insteadOf: (url, top.route))))
      return (found, [])
    }
    guard second.lines != lines, first.pending.isEmpty, second.pending.isEmpty else {
      return (found, [])
    }
    let (old, new) = NavigationLaws.difference(lines, second.lines)
    let name = screen.place.isEmpty ? "The first screen" : screen.place
    return (found, ["\(name): a new process shows '\(new)' where '\(old)' was."])
  }

  /// The number of waits after which a guard is taken for one that does not decide.
  private static let waits = 16

  /// Lets work of a new scene continue, and time pass, until a place is shown: its guard may take time.
  private static func wait(in driven: DrivenScene, for route: Route?) async {
    for _ in 0..<waits where place(of: driven.host) != route && !driven.host.pending.isEmpty {
      let timer = driven.ready.isEmpty ? driven.clock.remaining.first : nil
      _ = await driven.take(timer.map(DrivenScene.line(waiting:)) ?? "wait")
    }
  }

  /// The restored place and the one before, in words that differ: by their links, their names, or neither.
  static func restored(
    _ restored: (url: String?, route: Route?), insteadOf old: (url: String?, route: Route?)
  ) -> String {
    let first = "the first screen"
    if restored.url != old.url {
      return "at '\(restored.url ?? first)' instead of '\(old.url ?? first)'."
    }
    let (new, name) = (
      restored.route.map { "'\($0)'" } ?? first, old.route.map { "'\($0)'" } ?? first
    )
    let link = old.url.map { "the link '\($0)'" } ?? "their link"
    return new == name
      ? "at another place than \(name): a value differs that neither its name nor \(link) shows."
      : "at \(new) instead of \(name); \(link) does not distinguish them."
  }

  /// The topmost place that no binding presents: what a view presents by itself is not restored.
  private static func place(of scene: SceneHost) -> Route? {
    let state = scene.router.state
    return state.entries(of: state.activeStack).last { !$0.isBound }?.route
  }

  private func links(_ first: SceneHost, _ shared: SharedScene) async -> [LawFinding] {
    let state = first.router.state
    // A place on a stack inside another screen, or with a result, has no link of its own.
    let isInside = first.router.location.notice?.contains("inside another screen") ?? false
    guard let route = state.top.route, let value = route.navigationValue,
      !(value is any PresentedValue), !state.top.isBound, !isInside, let url = first.url
    else { return [] }
    let driven = nextDriven(shared.stores.forSearch)
    let second = driven.host
    defer { MisuseNotes.ignoring { second.end() } }
    let handle = driven.open(url)
    await Self.wait(in: driven, for: route)
    switch handle.outcome {
    case .completed?, .duplicate?:
      guard Self.place(of: second) != route else { return [] }
      return [
        finding(
          .linkRoundTrip,
          "The link '\(url)' of '\(route)' opens "
            + "'\(Self.place(of: second).map { "\($0)" } ?? "the first screen")'.")
      ]
    case .notFound?:
      return [
        finding(
          .linkRoundTrip,
          "'\(route)' is not found by its link '\(url)': its value is not read back as it was "
            + "written.")
      ]
    default: return []
    }
  }

  private func ending(
    _ scene: SceneHost, _ law: Law, _ event: SceneHost.EndingEvent, _ status: Int32
  ) -> [LawFinding] {
    subject.driver.receive(scene, event)
    // A question or a running command takes the first ^C.
    if event == .interrupt, !scene.isEnded { subject.driver.receive(scene, event) }
    guard scene.isEnded, scene.status.rawValue == status else {
      return [
        finding(
          law,
          "The program \(scene.isEnded ? "ends with \(scene.status.rawValue)" : "continues") "
            + "instead of ending with \(status).")
      ]
    }
    return []
  }

  /// The turns of the main queue in which a scene is released that no other thread holds.
  private static let turnsOnQueue = 8

  /// The views and objects of a scene that are in memory after its end.
  private func leaks() async -> [LawFinding] {
    let stores = (subject.makeStores(), subject.makeStores())
    let other = await driven(stores.0.forSearch)
    var driven: DrivenScene? = await driven(stores.1.forSearch)
    let probes = (driven?.host).map { scene in
      let shared = SceneProbe.objects(of: other.host)
      return [SceneProbe(scene), SceneProbe(objectsOf: scene, besides: shared)]
    }
    MisuseNotes.ignoring { other.host.end() }
    await driven?.end()
    driven = nil
    var turns = 0
    while turns < 100, probes?.contains(where: \.isAnyLiving) == true {
      turns += 1
      // A switch of threads is needed only for work that is on another one.
      if turns <= Self.turnsOnQueue { await other.turn() } else { await Task.yield() }
    }
    let names = probes?.flatMap(\.living) ?? []
    guard !names.isEmpty else { return [] }
    return [
      LawFinding(
        law: .noLeak,
        message:
          "Still in memory after the end: \(names.prefix(3).joined(separator: ", ")). Look for "
          + "a closure or object that holds a view, or for a task that does not end.",
        cause: names.joined(separator: ", "))
    ]
  }

  /// Lines that no screen takes: a number, words, control characters, and far too much.
  private static let badLines = [
    "999999", "zqxj wvkz", "\u{FFFD}\u{1B}[2J",
    String(decoding: [UInt8](repeating: UInt8(ascii: "x"), count: 10_000), as: UTF8.self),
  ]

  private func badInput(_ driven: DrivenScene) -> [LawFinding] {
    let scene = driven.host
    guard !scene.isAsking else { return [] }
    driven.noteForeignChange()
    defer { driven.expectChanges() }
    for line in Self.badLines {
      // What a thread has changed is on the screen before. Nothing but the line changes anything then.
      MisuseNotes.ignoring { scene.update() }
      let before = scene.fingerprint
      let printed = MisuseNotes.ignoring { driven.send(line) }
      if scene.fingerprint != before {
        return [finding(.badInput, "The line '\(line.prefix(20))' changed something.")]
      }
      if printed.isEmpty {
        return [finding(.badInput, "The line '\(line.prefix(20))' was accepted without a reply.")]
      }
    }
    return []
  }

  private func json(_ scene: SceneHost) -> [LawFinding] {
    struct Shown: Decodable {
      struct Item: Decodable {
        var number: Int?
        var label: String
      }
      var elements: [Item]?
    }
    let shown = try? JSONDecoder().decode(Shown.self, from: Data(subject.driver.json(scene).utf8))
    let (plain, coded) = (scene.elements, shown?.elements ?? [])
    guard plain.map(\.label) == coded.map(\.label), plain.map(\.number) == coded.map(\.number)
    else {
      let labels = coded.map(\.label)
      return [finding(.jsonSame, "JSON and the screen have different elements: \(labels).")]
    }
    return []
  }

  private func secondProcess(
    beside first: SceneHost, _ shared: SharedScene
  ) -> [LawFinding] {
    let (lines, stored) = (first.lines, first.storedFingerprint)
    let shown = subject.driver.lines
    let second = next(shared.stores.forSearch)
    MisuseNotes.ignoring { second.end() }
    first.update()
    guard first.storedFingerprint == stored else { return [] }
    guard shown(first) != lines else { return [] }
    let (old, new) = NavigationLaws.difference(lines, shown(first))
    return [
      finding(.secondProcess, "After a second process started, '\(new)' is shown for '\(old)'.")
    ]
  }
}
