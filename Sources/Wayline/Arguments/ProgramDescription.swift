import WaylineFlows
import WaylineNavigation
import WaylineShell
import WaylineStorage
import WaylineSystem
import WaylineViews

/// The descriptions of a program that options such as `--help` print instead of running it.
@MainActor
struct ProgramDescription<Program: App> {
  /// The program's own options.
  let options: [AppOptions.Element]

  /// The lines for a request; nil when the program is to run.
  ///
  /// - Parameter columns: the width at which those of `--help` wrap; nil where they do not.
  func lines(for request: LaunchArguments.Request, columns: Int? = nil) -> [String]? {
    switch request {
    case .run: nil
    case .version: ["\(Program.name) \(Program.version)"]
    case .help: reference.help(columns: columns)
    case .manual(.roff): reference.roff
    case .manual(.markdown): reference.markdown
    case .routes(.dot): [routes.dot]
    case .routes(.mermaid): [routes.mermaid]
    case .completion(let shell): CompletionScript(program: Program.name).lines(for: shell)
    }
  }

  /// The lines that the script of a shell asks for: the candidates for the last word.
  ///
  /// - Parameter asksGuards: false if values of places are listed that a guard refuses, too.
  func completions(of words: [String], asksGuards: Bool = true) -> [String] {
    let table = CompletionTable(
      options: options, commands: Program.commands + general, verbs: Program.verbDescriptions,
      places: { place in
        let stores = Self.preview(store: place.store)
        let forms = scene(stores, isShown: false).router.linkPatterns
        let completions = PlaceCompletions(forms: forms, asksGuards: asksGuards) {
          scene(stores, isShown: true)
        } onCut: {
          Self.reportCut(of: place)
        }
        return completions.candidates(for: place)
      },
      scenes: { Self.scenes(store: $0) })
    return table.lines(completing: words)
  }

  /// Says on standard error that not all values are offered; the scripts of shells do not show it.
  private static func reportCut(of place: CompletionTable.PlaceBeginning) {
    let beginning = place.last.isEmpty ? "" : " that begin with '\(SafeText.line(of: place.last))'"
    FileDescriptor.standardError.complain(
      "\(Program.name): Only the first \(PlaceCompletions.limit) values\(beginning) are offered. Type "
        + "the beginning of one.")
  }

  private var reference: CommandReference {
    let verbs = Program.allVerbs
    Program.reportMistakes(in: verbs)
    return CommandReference(
      program: Program.name, version: Program.version, summary: Program.summary, options: options,
      commands: Program.commands, verbs: Program.checked(verbs).valid, general: general,
      places: places)
  }

  private var routes: RouteGraph { inScene { $0.routes } }

  /// The forms of the places.
  ///
  /// The types of the views declare them, so nothing of a screen is made; where an `AnyView` hides a type,
  /// the first screen is made, without rows, and nothing in it appears.
  private var places: [String] {
    let declared = DeclaredPlaces(in: Program.Body.outline.root)
    if declared.isComplete { return declared.patterns }
    let stores = SceneStores.inMemory()
    stores.defaults.install()
    let options = SceneConfiguration(program: Program.name)
    let host = SceneHost(options: options, stores: stores, isShown: false) {
      SubjectView(Program()) { $0.body.root }
    }
    defer { host.end() }
    return host.router.linkPatterns
  }

  /// The commands that every program has for its stored data.
  private var general: [ShellCommand] {
    StoreCommands(stores: .inMemory(), isAttended: false).all
  }

  /// The stores that a completion looks into: those of the command line, of which nothing is changed.
  private static func preview(store: String?) -> SceneStores {
    let stores = SceneStores.preview(of: StorePlace(app: Program.name, option: store))
    for migration in Program.migrations { stores.state.hub.register(migration) }
    return stores
  }

  /// The first screen of the program, for a process that ends when it has looked at it.
  ///
  /// Lists make their rows when they are needed. The scene is never released: taking a long list apart
  /// takes as long as making it.
  private func scene(_ stores: SceneStores, isShown: Bool) -> SceneHost {
    stores.defaults.install()
    let host = SceneHost(
      options: SceneConfiguration(program: Program.name), stores: stores, isShown: isShown,
      rowLimit: 1
    ) {
      SubjectView(Program()) { $0.body.root }
    }
    _ = Unmanaged.passRetained(host)
    return host
  }

  /// Looks at the first screen of the program in a scene that is not saved.
  private func inScene<Result>(
    _ stores: SceneStores = .inMemory(), _ look: (SceneHost) -> Result
  ) -> Result {
    stores.defaults.install()
    let host = SceneHost(program: Program.name, stores: stores) {
      SubjectView(Program()) { $0.body.root }
    }
    defer { host.end() }
    return look(host)
  }

  /// The names of the saved scenes at a place.
  private static func scenes(store: String?) -> [String] {
    guard case .files(let folders) = StorePlace(app: Program.name, option: store) else { return [] }
    return FileSceneClaims(in: folders.state).names().sorted()
  }
}
