import Dispatch
import WaylineFlows
import WaylineGraph
import WaylineNavigation
import WaylineShell
import WaylineSystem
import WaylineViews

/// A word after a program's name that runs something else than its screens, such as `explore`.
///
/// A scene carries it: `WindowGroup { … }.launchVerb(.print)`. A static property holds a closure of the main actor, so it
/// belongs to the main actor, too:
///
/// ```swift
/// extension LaunchVerb {
///   @MainActor static let print = LaunchVerb("print", summary: "Print the first screen.") {
///     program, words in
///     ResultOutput.print(program.scene().lines.joined(separator: "\n"), program: program.name)
///   }
/// }
/// ```
///
/// It is looked for before options and
/// places are read, so it has all the words after it for itself. One with the name of a command, or of another
/// verb, is a mistake that is reported once, and does not run.
public struct LaunchVerb {
  /// The word and what is said about it.
  package let description: Description
  /// Runs with the words after it, and returns the status that ends the process.
  public let run: @MainActor (LaunchedProgram, [String]) async -> ShellStatus

  /// The word.
  public var name: String { description.name }
  /// One sentence for `--help`; empty if it says nothing.
  public var summary: String { description.summary }

  /// The words of a verb, which a type can have without the scene.
  package struct Description: Sendable {
    /// The word.
    package let name: String
    /// One sentence for `--help`; empty if it says nothing.
    package let summary: String
    /// The words that may follow, for the completion of a shell.
    package let options: [Option]
    /// True if the options of the program may follow, too.
    package let takesProgramOptions: Bool

    /// A word with its meaning and the words that may follow.
    package init(
      _ name: String, summary: String, options: [Option] = [], takesProgramOptions: Bool = false
    ) {
      (self.name, self.summary, self.options) = (name, summary, options)
      self.takesProgramOptions = takesProgramOptions
    }
  }

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
    description = Description(name, summary: summary)
    self.run = run
  }

  /// A word that a type describes.
  fileprivate init<Described: DescribedVerb>(
    _ type: Described.Type,
    run: @escaping @MainActor (LaunchedProgram, [String]) async -> ShellStatus
  ) {
    description = type.description
    self.run = run
  }
}

/// A type that describes a verb, so that neither the program nor its scene is made to know the word.
package protocol DescribedVerb {
  /// The words of the verb.
  static var description: LaunchVerb.Description { get }
}

/// A program as a ``LaunchVerb`` sees it: its name, and scenes of it with any stores.
@MainActor
public struct LaunchedProgram {
  /// The name of the program.
  public let name: String
  /// The options of the program that can be typed.
  package let options: [AppOptions.Element]
  private var values = OptionValues()
  private let make:
    (OptionValues, SceneStores, @escaping (inout EnvironmentValues) -> Void) -> SceneHost

  fileprivate init<Program: App>(_ program: Program.Type) {
    (name, options) = (program.name, program.options.valid)
    make = { SceneHost(of: program, options: $0, stores: $1, environment: $2) }
  }

  /// The name, and the options that its scenes have: what two runs must have in common to be compared.
  package var nameWithOptions: String {
    let texts = values.texts
    let words = options.flatMap { option in
      (texts[option.name]?.split(separator: "\0", omittingEmptySubsequences: false) ?? []).map {
        option.operand == nil ? option.flag : ShellWord.quote("\(option.flag)=\($0)")
      }
    }
    return ([name] + words).joined(separator: " ")
  }

  /// Gives scenes the program's own options that are among words, and returns the other words.
  ///
  /// After `--` all words are options of the program. The variables of the environment count as on a command line.
  /// - Parameter isOther: true for a flag of the verb, which goes before one of the program.
  package mutating func takeOptions(
    from words: [String], variable: (String) -> String?, isOther: (Substring) -> Bool
  ) throws(UsageError) -> [String] {
    var reader = OptionReader(options, values: values)
    var (rest, others, isPast) = (words[...], [String](), false)
    while let word = rest.popFirst() {
      if word == "--", !isPast {
        isPast = true
        continue
      }
      let flag = word.prefix { $0 != "=" }
      if isPast || !isOther(flag) {
        if word.hasPrefix("--"), try reader.readFlag(word, &rest) { continue }
        if word.hasPrefix("-"), try reader.readLetters(word, &rest) { continue }
        if isPast { throw .unknownOption(String(flag), known: options.map(\.flag)) }
      }
      others.append(word)
    }
    for option in options {
      guard let text = option.variable.flatMap(variable) else { continue }
      try reader.values.read(variable: text, for: option)
    }
    values = reader.values
    return others
  }

  /// A scene of the program, which restores its place if the stores have one.
  ///
  /// `environment` changes the environment values of the program.
  public func scene(
    stores: SceneStores = .inMemory(), clock: any Clock<Duration> = ContinuousClock(),
    environment: @escaping (inout EnvironmentValues) -> Void = { _ in }
  ) -> SceneHost {
    make(values, stores) {
      $0.clock = clock
      environment(&$0)
    }
  }
}

extension Scene {
  /// Adds a word that can follow the program's name.
  public func launchVerb(_ verb: LaunchVerb) -> some Scene {
    SceneWithVerb<Self, Never>(base: self, verb: verb)
  }

  /// Adds a word that a type describes.
  package func launchVerb<Described: DescribedVerb>(
    _ type: Described.Type,
    run: @escaping @MainActor (LaunchedProgram, [String]) async -> ShellStatus
  ) -> some Scene {
    SceneWithVerb<Self, Described>(base: self, verb: LaunchVerb(type, run: run))
  }
}

/// A scene that carries one more verb, which the second type describes, if it does.
private struct SceneWithVerb<Base: Scene, Described>: Scene {
  let base: Base
  let verb: LaunchVerb

  var body: Never { preconditionFailure("A scene with a verb has a scene, not a body.") }
  static func makeRoot(_ scene: Self) -> AnyView { Base.makeRoot(scene.base) }
  static func verbs(of scene: Self) -> [LaunchVerb] { Base.verbs(of: scene.base) + [scene.verb] }
  static var outline: SceneOutline {
    var outline = Base.outline
    if let described = Described.self as? any DescribedVerb.Type {
      outline.verbs.append(described.description)
    } else {
      outline.hasOtherVerbs = true
    }
    return outline
  }
}

extension Launch {
  /// Runs a verb of the scene, if the first word is one; the process ends with it.
  ///
  /// - Throws: ``UsageError`` for a word after it that is not UTF-8.
  static func runVerb(_ words: [String]) throws(UsageError) {
    guard let first = words.first, mayBeVerb(first),
      let verb = Program.verbs.first(where: { $0.name == first.lowercased() })
    else { return }
    try UsageError.requireText(words)
    // Nothing of the user's is touched, also by wrappers outside views.
    SceneStores.inMemory().defaults.install()
    let program = LaunchedProgram(Program.self)
    Task { @MainActor in
      let status = await verb.run(program, Array(words.dropFirst()))
      CurrentProcess.exit(ResultOutput.finish(status, program: Program.name).rawValue)
    }
    dispatchMain()
  }

  /// False if a first word is known not to be a verb without the program: all verbs are described by types, or
  /// it is an option, a command, a link or a place.
  static func mayBeVerb(_ word: String) -> Bool {
    let outline = Program.Body.outline
    let isVerb = outline.verbs.contains { $0.name == word.lowercased() }
    let mayBeOther =
      outline.hasOtherVerbs && !word.hasPrefix("-") && !word.contains("/") && !word.contains(":")
    guard isVerb || mayBeOther, !Program.commandWords.contains(word.lowercased()) else {
      return false
    }
    return isVerb || !DeclaredPlaces(in: Program.Body.outline.root).begins(with: word)
  }
}

extension App {
  /// The descriptions of the verbs that can be typed; the program is made only if a verb is not described by a type.
  static var verbDescriptions: [LaunchVerb.Description] { checked(allVerbs).valid }

  /// The descriptions of all verbs.
  static var allVerbs: [LaunchVerb.Description] {
    let outline = Body.outline
    return outline.hasOtherVerbs ? verbs.map(\.description) : outline.verbs
  }

  /// The words of the commands of the program and of its stores.
  static var commandWords: Set<String> {
    Set(StoreCommands.names + commands.map { $0.name.lowercased() })
  }

  /// The verbs that can be typed, and the mistakes in the others.
  static func checked(
    _ verbs: [LaunchVerb.Description]
  ) -> (valid: [LaunchVerb.Description], mistakes: [String]) {
    var (valid, mistakes): ([LaunchVerb.Description], [String]) = ([], [])
    let commands = verbs.isEmpty ? [] : commandWords
    for verb in verbs {
      if commands.contains(verb.name.lowercased()) {
        mistakes.append(
          "A command and a launch verb are called '\(verb.name)': only the command is used.")
      } else if valid.contains(where: { $0.name == verb.name }) {
        mistakes.append("Two launch verbs are called '\(verb.name)': only the first is used.")
      } else {
        valid.append(verb)
      }
    }
    return (valid, mistakes)
  }

  /// Reports the verbs that cannot be typed.
  static func reportMistakes(in verbs: [LaunchVerb.Description]) {
    for mistake in checked(verbs).mistakes { Misuse.report(mistake) }
  }

  /// The view of the program, whose first update reports the verbs of its scene that cannot be typed.
  static func makeView() -> SubjectView<Self, AnyView> {
    let check = VerbCheck()
    return SubjectView(Self()) { program in
      let scene = program.body
      check.check { reportMistakes(in: Body.verbs(of: scene).map(\.description)) }
      return scene.root
    }
  }

  /// The verbs of the scene.
  fileprivate static var verbs: [LaunchVerb] {
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
    return verbDescriptions.first { later.contains($0.name) }.map {
      .misplacedVerb($0.name, program: name)
    }
  }
}

/// Runs a check once.
@MainActor
private final class VerbCheck {
  private var isDone = false

  func check(_ action: () -> Void) {
    if !isDone { action() }
    isDone = true
  }
}
