import Dispatch
import WaylineGraph
import WaylineNavigation
import WaylineShell
import WaylineSystem
import WaylineViews

/// A word after a program's name that runs something else than its screens, such as `explore`.
///
/// A scene carries it: `WindowGroup { … }.launchVerb(verb)`. It is looked for before options and
/// places are read, so it has all the words after it for itself.
public struct LaunchVerb {
  /// The word.
  public let name: String
  /// One sentence for `--help`; empty if it says nothing.
  public let summary: String
  /// The words that may follow, for the completion of a shell.
  package var options: [Option] = []
  /// Runs with the words after it, and returns the status that ends the process.
  public let run: @MainActor (LaunchedProgram, [String]) async -> ShellStatus

  /// A word that may follow a verb.
  package struct Option: Sendable {
    /// The word, such as `--depth`.
    package let word: String
    /// The name of the value that comes next; nil if none does. A `FILE` or a `FOLDER` is one.
    package let operand: String?
    /// One sentence about it.
    package let summary: String

    /// A word with its value and its meaning.
    package init(_ word: String, operand: String?, summary: String) {
      (self.word, self.operand, self.summary) = (word, operand, summary)
    }
  }

  /// A word that does something.
  public init(
    _ name: String, summary: String = "",
    run: @escaping @MainActor (LaunchedProgram, [String]) async -> ShellStatus
  ) {
    (self.name, self.summary, self.run) = (name, summary, run)
  }
}

/// A program as a ``LaunchVerb`` sees it: its name, and scenes of it with any stores.
@MainActor
public struct LaunchedProgram {
  /// The name of the program.
  public let name: String
  private let make: (SceneStores, @escaping (inout EnvironmentValues) -> Void) -> SceneHost

  fileprivate init<Program: App>(_ program: Program.Type) {
    name = program.name
    make = { SceneHost(of: program, stores: $0, environment: $1) }
  }

  /// A scene of the program, which restores its place if the stores have one.
  ///
  /// `environment` changes the environment values of the program.
  public func scene(
    stores: SceneStores = .inMemory(), clock: any Clock<Duration> = ContinuousClock(),
    environment: @escaping (inout EnvironmentValues) -> Void = { _ in }
  ) -> SceneHost {
    make(stores) {
      $0.clock = clock
      environment(&$0)
    }
  }
}

extension Scene {
  /// Adds a word that can follow the program's name.
  public func launchVerb(_ verb: LaunchVerb) -> some Scene {
    SceneWithVerb(base: self, verb: verb)
  }
}

/// A scene that carries one more verb.
private struct SceneWithVerb<Base: Scene>: Scene {
  let base: Base
  let verb: LaunchVerb

  var body: Never { preconditionFailure("A scene with a verb has a scene, not a body.") }
  static func makeRoot(_ scene: Self) -> AnyView { Base.makeRoot(scene.base) }
  static func verbs(of scene: Self) -> [LaunchVerb] { Base.verbs(of: scene.base) + [scene.verb] }
  static var outline: SceneOutline {
    var outline = Base.outline
    outline.hasVerbs = true
    return outline
  }
}

extension Launch {
  /// Runs a verb of the scene, if the first word is one; the process ends with it.
  static func runVerb(_ words: [String]) {
    guard let first = words.first, mayBeVerb(first),
      let verb = Program.verbs.first(where: { $0.name == first.lowercased() })
    else { return }
    // Nothing of the user's is touched, also by wrappers outside views.
    SceneStores.inMemory().defaults.install()
    let program = LaunchedProgram(Program.self)
    Task { @MainActor in
      let status = await verb.run(program, Array(words.dropFirst()))
      CurrentProcess.exit(ResultOutput.finish(status, program: Program.name).rawValue)
    }
    dispatchMain()
  }

  /// False if a first word means something that is known without the program: an option, a command, a
  /// link or a place.
  static func mayBeVerb(_ word: String) -> Bool {
    guard Program.Body.outline.hasVerbs, !word.hasPrefix("-"), !word.contains("/"),
      !word.contains(":")
    else { return false }
    let commands = StoreCommands(stores: .inMemory(), isAttended: false).all + Program.commands
    return !commands.contains { $0.name.lowercased() == word.lowercased() }
      && !DeclaredPlaces(in: Program.Body.outline.root).begins(with: word)
  }
}

extension App {
  /// The verbs of the scene; a program whose scene has none is not made.
  static var verbs: [LaunchVerb] {
    guard Body.outline.hasVerbs else { return [] }
    var verbs: [LaunchVerb] = []
    // The properties of the program are not connected here, and its stores are not known yet.
    let handler: @Sendable (String) -> Void = { _ in }
    Misuse.withHandler(handler) {
      SceneStores.inMemory().defaults.use { verbs = Body.verbs(of: Self().body) }
    }
    return verbs
  }

  /// The problem of words with a verb that is not the first of them; nil without one.
  static func misplacedVerb(in words: [String]) -> UsageError? {
    let later = Set(words.dropFirst().map { $0.lowercased() })
    return verbs.first { later.contains($0.name) }.map { .misplacedVerb($0.name, program: name) }
  }
}
