import WaylineFlows
import WaylineGraph
import WaylineNavigation
import WaylineSQLite
import WaylineSecrets
import WaylineShell
import WaylineStorage
import WaylineSystem
import WaylineViews

/// One start of a program: from the words of its command line to its exit status.
@MainActor
struct Launch<Program: App> {
  private let arguments: LaunchArguments
  private let environment: [String: String]
  private let stores: ProgramStores
  /// True if a person types at a terminal and sees the screens there.
  private let isTerminal: Bool
  /// True if no line is read: on request, and where nobody at the terminal would see what is asked.
  private let readsNothing: Bool
  private let log: LaunchLog
  private let script: FileDescriptor?

  private init(_ arguments: LaunchArguments, environment: [String: String]) throws {
    self.environment = environment
    let place = StorePlace(
      app: Program.name, option: arguments.store ?? (arguments.replay == nil ? nil : ":memory:"),
      environment: environment)
    if let problem = ProgramStores.problem(of: place) { throw LaunchProblem.store(problem) }
    stores = ProgramStores(
      at: place, program: Program.name, key: Self.chosenKey(arguments))
    stores.register(Program.migrations)
    let readsPerson =
      arguments.script == nil && arguments.replay == nil && !arguments.readsNothing
    let isTyped = readsPerson && FileDescriptor.standardInput.isTerminal
    isTerminal = isTyped && FileDescriptor.standardOutput.isTerminal
    readsNothing = arguments.readsNothing || isTyped != isTerminal
    script = try arguments.script.map(Self.open)
    log = try LaunchLog(
      arguments, program: Program.name,
      asksAgain: isTerminal || arguments.scene.form == .json, options: Program.options.valid,
      commands: Program.commands)
    self.arguments = arguments
  }

  /// The key of a command goes before that of a file.
  private static func chosenKey(_ arguments: LaunchArguments) -> ChosenKey? {
    arguments.keyCommand.map(ChosenKey.command)
      ?? arguments.keyFile.map { .file(StorePlace.absolute($0)) }
  }

  /// Runs the program with the words of its command line, and returns its exit status.
  static func run(_ words: [String]) -> ShellStatus {
    Output.openStandardDescriptors()
    if let first = words.first, CompletionScript.requests.contains(first) {
      return complete(Array(words.dropFirst()), asksGuards: first == CompletionScript.request)
    }
    // Before a library that shares libcrypto, such as libcurl, can set it up otherwise.
    _ = Libcrypto.isReady
    // A log that is left behind could be lost; moving it into its file takes a few milliseconds.
    defer { OpenDatabases.closeAll() }
    do {
      try runVerb(words)
      let options = Program.options.valid
      let description = ProgramDescription<Program>(options: options)
      let arguments = try read(words, options)
      let columns = CurrentProcess.outputColumns
      if let lines = description.lines(for: arguments.request, columns: columns) {
        return ResultOutput.print(lines.joined(separator: "\n"), program: Program.name)
      }
      // The passphrase goes from the variable to the secure heap, and nowhere else.
      let environment = CurrentProcess.environment(
        without: StorePlace.variable(of: Program.name, "PASSPHRASE"))
      return try Launch(arguments, environment: environment).run()
    } catch let problem as LaunchProblem {
      complain("\(problem)")
      return problem.status
    } catch {
      complain("\(error) See \(Program.name) --help.")
      return .usage
    }
  }

  /// Reads the words, in which a verb can only be the first.
  ///
  /// - Throws: ``UsageError`` that names the word.
  private static func read(
    _ words: [String], _ options: [AppOptions.Element]
  ) throws -> LaunchArguments {
    let arguments: LaunchArguments
    do {
      arguments = try LaunchArguments(
        words, options: options, commands: CommandOptions(Program.commands, beside: options),
        variable: CurrentProcess.variable)
    } catch UsageError.unknownOption(let word, let known) {
      throw Program.misplacedVerb(in: words) ?? UsageError.unknownOption(word, known: known)
    }
    if let first = arguments.scene.arguments.first, arguments.request == .run, mayBeVerb(first),
      let problem = Program.misplacedVerb(in: ["", first])
    {
      throw problem
    }
    let rest = arguments.scene.arguments
    if rest.contains(where: \.hasSystemBytes), !isStoreCommand(rest) {
      try UsageError.requireText(rest)
    }
    return arguments
  }

  /// True for a command for stored data, which takes names of files.
  private static func isStoreCommand(_ words: [String]) -> Bool {
    words.first.map { StoreCommands.names.contains($0.lowercased()) } ?? false
  }

  /// Prints the words that may follow for the script of a shell; neither secrets nor saved places are used.
  private static func complete(_ words: [String], asksGuards: Bool) -> ShellStatus {
    let lines = ProgramDescription<Program>(options: Program.options.valid)
      .completions(of: words, asksGuards: asksGuards)
    return lines.isEmpty ? .success : ResultOutput.print(lines.joined(separator: "\n"))
  }

  private static func complain(_ sentence: String) {
    FileDescriptor.standardError.complain("\(Program.name): \(SafeText.line(of: sentence))")
  }

  private func run() throws -> ShellStatus {
    let attendance = attendStart()
    defer {
      stores.close()
      attendance.map(ForegroundWait.end)
    }
    try supplyPassphrase()
    let port = ProcessPort(input, isTerminal: isTerminal, environment: environment)
    if isCommand { return runCommand(port) }
    let assignment = try SceneAssignment(arguments, stores: stores, isTerminal: isTerminal)
    assignment.stores.defaults.install()
    return drive(makeHost(assignment, port), port)
  }

  /// Prints at a terminal what the start waits for, such as a server that does not answer: no screen is shown yet.
  private func attendStart() -> Int? {
    guard isTerminal, options.form != .json else { return nil }
    return ForegroundWait.begin(
      ForegroundWait.Attendant { subject in
        let sentence = SafeText.line(of: ForegroundWait.sentence(for: subject))
        _ = ResultOutput.print(sentence, program: Program.name)
      } isLeft: {
        false
      })
  }

  private var input: LineSource {
    if log.replayer != nil { return LineSource(text: "") }
    if let script { return LineSource(descriptor: script.number) }
    if readsNothing { return LineSource(text: "") }
    return LineSource(descriptor: FileDescriptor.standardInput.number)
  }

  private static func open(script path: String) throws -> FileDescriptor {
    if path == "-" { return .standardInput }
    do throws(SystemError) {
      return try PlainFile(path).open()
    } catch {
      throw LaunchProblem.unreadable("script '\(path)'", "\(error.code)")
    }
  }
}

// MARK: - The session

extension Launch {
  /// The options of the scene, at a terminal or away from one.
  private var options: SceneOptions {
    var options = arguments.scene
    options.program = Program.name
    options.commands = Program.commands
    options.programOptions = Program.options.elements
    options.isReservedOption = LaunchOption.isNamed
    options.variables = log.variables
    (options.arguments, options.values) = (log.words, log.values)
    return options
  }

  /// Prints a problem of a script. Before the first line the command line, or what was saved, is the cause.
  private static func report(_ problem: String, in script: String?, line: Int) {
    guard line > 0, let script else { return SafeText.lines(of: problem).forEach(complain) }
    FileDescriptor.standardError.complain(
      problem, in: script == "-" ? "standard input" : script, line: line)
  }

  /// The advice for a word of the command line that is no place: it may be the number of an item, the
  /// name of an option, or nearly a command.
  private static func advice(
    on word: String, of words: [String], isLost: Bool, isTerminal: Bool
  ) -> String? {
    if word == words.last, (1...longestNumber).contains(word.utf8.count),
      word.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
    {
      let start = ([Program.name] + words.dropLast()).map(ShellWord.quote).joined(separator: " ")
      return "Numbers are for the items of a screen: start '\(start)', then type \(word)."
    }
    guard isLost else { return nil }
    let flag = "--\(word.lowercased())"
    if LaunchOption.named(flag[...]) != nil { return "Did you mean \(flag)?" }
    let commands = StoreCommands(stores: .inMemory(), isAttended: false).all + Program.commands
    if word == words.first,
      let advice = CommandNames(commands).suggestion(for: word, before: words.dropFirst())
    {
      return advice
    }
    return isTerminal ? nil : "See \(Program.name) --help."
  }

  /// The digits of the longest number that is taken for that of an item.
  private static var longestNumber: Int { 4 }

  private func makeHost(_ assignment: SceneAssignment, _ port: ProcessPort) -> SceneHost {
    let view = Program.makeView()
    var session = options.configuration(at: port)
    session.follower = log.follower
    session.printsLinks = session.printsLinks || log.follower != nil
    session.asksAgain = log.asksAgain ?? session.asksAgain
    // A replay waits for all work before each line.
    if log.replayer != nil { (session.patience, session.navigationLimit) = (nil, nil) }
    session.startAdvice = { [words = log.words, isTerminal] in
      Self.advice(on: $0, of: words, isLost: $1, isTerminal: isTerminal)
    }
    if !isTerminal, options.form != .json { session.secretValue = SecretSources().value }
    if !isTerminal, options.form != .json, !options.echoes {
      session.reportProblem = { [script = arguments.script, hasWords = !log.words.isEmpty] in
        guard script != nil || hasWords && $1 == 0 else { return false }
        Self.report($0, in: script, line: $1)
        return true
      }
    }
    session.files = FileNames(home: BaseFolders.home())
    var scene: BackReference<SceneHost>?
    if isTerminal {
      session.placeValues = { [store = arguments.store] words, beginning in
        guard let host = scene?.object else { return [] }
        return PromptValues(host: host, store: store).values(after: words, beginning: beginning)
      }
    }
    let history = isTerminal ? stores.history.map(HistoryFile.init) : nil
    session.history = history ?? MemoryHistory()
    let restores = assignment.continues && log.words.isEmpty
    let host = SceneHost(
      options: session, stores: assignment.stores, values: options.values, continues: restores,
      isAttended: isTerminal
    ) { view }
    scene = host.reference
    history?.onProblem = { [reference = host.reference] in
      reference.object?.monitor.reportOnce(.problem("\($0)", .historyProblem))
    }
    log.file?.onError = { [reference = host.reference, path = log.file?.path ?? ""] error in
      reference.object?.monitor.report(
        .problem(
          "The log '\(path)' could not be written, and is incomplete: \(error).", .logIncomplete),
        .outputFailed)
    }
    for notice in assignment.notices { host.announce(notice) }
    if let error = assignment.unsaved {
      host.announce(
        .problem("This session is not saved. \(error)", .sessionUnsaved),
        StoreEvent.problem(error).status)
    }
    if !log.words.isEmpty { host.visit() }
    if restores { host.restore() }
    return host
  }

  private func drive(_ host: SceneHost, _ port: ProcessPort) -> ShellStatus {
    let driver = port.driver(
      of: host, options, output: Output(redirecting: options.form == .json),
      replayer: log.replayer, signals: .ofProcess(), loop: MainLoop(queue: .ofProcess()))
    _ = driver.run(program: Program.name)
    // A place that cannot be saved at the end has no screen left to be reported on.
    host.session.onFrame = { frame in
      for message in frame.messages { Self.complain(message.text) }
    }
    host.end()
    driver.cleanUp { host.views.graph.pending.cancelledTasks > 0 }
    return log.replayer.map(report) ?? host.status
  }

  private func report(of replayer: Replayer) -> ShellStatus {
    let lines = replayer.report().flatMap(SafeText.lines)
    let status = ResultOutput.print(lines.joined(separator: "\n"), program: Program.name)
    guard status == .success else { return status }
    return replayer.replay.differing == 0 && !replayer.lacksAnswer ? .success : .notAccepted
  }
}

// MARK: - A single command

extension Launch {
  /// True if the words on the command line are a command of the facade or the program.
  private var isCommand: Bool {
    guard let first = options.arguments.first?.lowercased() else { return false }
    let stores = SceneAssignment.stores(arguments, stores)
    let commands = StoreCommands(stores: stores, isAttended: isTerminal).all + Program.commands
    return commands.contains { $0.name.lowercased() == first }
  }

  /// Runs the command on the command line, without a screen.
  private func runCommand(_ port: ProcessPort) -> ShellStatus {
    let stores = SceneAssignment.stores(arguments, stores)
    stores.defaults.install()
    var session = SceneConfiguration(program: Program.name)
    (session.arguments, session.follower) = (log.words, log.follower)
    options.configureForm(of: &session, at: port)
    session.printsLinks = options.form == .json
    session.printsTransitions = options.form == .json
    session.navigationLimit = options.timeLimit
    session.commands = Program.commands
    session.programOptions = options.programOptions
    session.isReservedOption = options.isReservedOption
    session.variables = options.variables
    // The standard output is for the result: `$(vault get github)` takes no sentence for a password.
    if options.form != .json, !options.echoes {
      session.reportProblem = { problem, _ in
        Self.report(problem, in: nil, line: 0)
        return true
      }
    }
    let host = SceneHost(
      commandOf: Program.self, options: session, stores: stores, values: options.values,
      isAttended: isTerminal)
    return drive(host, port)
  }
}

// MARK: - The passphrase

extension Launch {
  /// Supplies the passphrase of an option, else that of a variable, for the first read of a secret.
  ///
  /// A descriptor goes before a file, and a file before the text itself, which others can see more
  /// easily.
  private func supplyPassphrase() throws {
    do throws(SecretError) {
      let passphrase = try givenPassphrase()
      if stores.lifetime == .unlimited { stores.secrets.supply(passphrase) }
      withholdFromChildren()
    } catch {
      throw LaunchProblem.passphrase(error)
    }
  }

  /// Keeps the passphrase and the answers from programs that are started later.
  private func withholdFromChildren() {
    CurrentProcess.eraseVariable(StorePlace.variable(of: Program.name, "PASSPHRASE"))
    for number in [arguments.passphraseDescriptor, arguments.answersDescriptor] {
      if let number { FileDescriptor(borrowing: number).closeInChildren() }
    }
  }

  private func givenPassphrase() throws(SecretError) -> Passphrase? {
    func variable(_ ending: String) -> UnsafeRawBufferPointer? {
      CurrentProcess.bytes(ofVariable: StorePlace.variable(of: Program.name, ending))
        .flatMap { $0.isEmpty ? nil : $0 }
    }
    if let descriptor = arguments.passphraseDescriptor {
      return try Passphrase(readingFrom: descriptor)
    }
    let file = variable("PASSPHRASE_FILE").map { String(systemBytes: $0) }
    if let path = arguments.passphraseFile ?? file {
      return try Passphrase(contentsOfFile: path)
    }
    guard let bytes = variable("PASSPHRASE") else { return nil }
    return try Passphrase(copying: bytes)
  }
}

extension App {
  /// Runs the program with the words of its command line, and ends the process.
  ///
  /// It ends by `exit`: handlers of `atexit` run, and buffered output is flushed. Tasks of the screens
  /// are cancelled; no task is waited for.
  public static func main() {
    let status = Launch<Self>.run(CurrentProcess.arguments)
    CurrentProcess.exit(ResultOutput.finish(status, program: name).rawValue)
  }
}
