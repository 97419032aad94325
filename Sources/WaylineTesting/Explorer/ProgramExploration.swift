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
    self.init(program: program) { stores, ears in
      let scene = SceneHost(
        program: program, stores: stores, commands: commands,
        sleep: { _ in try await TestHost.turns() }, onBody: ears.onBody, onEvent: ears.onEvent,
        content: content)
      scene.takePrinted()
      return scene
    }
  }

  /// Explores scenes that a closure makes.
  public init(
    program: String, scene make: @escaping @MainActor (SceneStores, SceneEars) -> SceneHost
  ) {
    self.init(subject: Screens(make: make, program: program))
    limits = ExplorationLimits(states: 20_000, depth: 30, time: .seconds(60))
  }

  /// Chooses the values that a field is given: by its label, or by a place for all fields there.
  public func values(_ values: [String], for name: String) -> Self {
    with { $0.subject.values[name] = values }
  }

  /// Switches laws off.
  public func without(_ laws: Law...) -> Self { without(laws) }

  /// Switches laws off.
  public func without(_ laws: [Law]) -> Self {
    with { $0.subject.excluded.formUnion(laws) }
  }

  /// Explores, and returns when everything was seen or a bound was met.
  @MainActor
  public func run() async -> ExplorationReport {
    if let walks { return await ProgramWalks(self, walks).run() }
    let search = ProgramSearch(self)
    let report = await search.run()
    guard search.hasWrongSnapshot else { return report }
    // Correctness never rests on snapshots: once one was wrong, commands are taken again throughout.
    return await ProgramSearch(self, usesSnapshots: false).run()
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
  static func ignoring(_ action: () -> Void) {
    let handler: @Sendable (String) -> Void = { _ in }
    Misuse.$handler.withValue(handler, operation: action)
  }
}
