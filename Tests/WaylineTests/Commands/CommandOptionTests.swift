import Synchronization
import Testing
import WaylineGraph

@testable import Wayline
@testable import WaylineFlows
@testable import WaylineShell

private enum Region: String, CaseIterable, Sendable { case staging, production }

/// A desk whose command has an option of each kind, beside one of the program.
private struct DeployDesk: App {
  static let name = "deploydesk"
  nonisolated static let quiet = AppOption("quiet", summary: "Say less.")
  static let options = AppOptions(quiet)

  nonisolated static let stage = AppOption(
    "env", short: "e", variable: "DEPLOY_ENV", default: Region.staging, summary: "Choose the stage."
  )
  nonisolated static let tags = AppOption("tag", short: "t", repeats: true, summary: "Add a tag.")
  nonisolated static let dry = AppOption("dry-run", short: "n", summary: "Change nothing.")
  nonisolated static let count = AppOption("count", operand: "N", default: 1, summary: "Deploy N.")
    .requiring("a number from 1 to 9") { (1...9).contains($0) }

  static let commands = [
    ShellCommand(
      "deploy", usage: "deploy SERVICE VERSION", summary: "Deploy.",
      options: AppOptions(stage, tags, dry, count)
    ) { call in
      let options = call.options
      return .lines([
        "\(call.words) '\(call.text)' \(options[stage]) \(options[tags]) \(options[dry]) "
          + "\(options[count]) \(options[quiet])"
      ])
    },
    ShellCommand("status", summary: "Show it.", options: AppOptions(dry)) { call in
      .lines(["dry \(call.options[dry])"])
    },
    ShellCommand("later", usage: "later WORD", summary: "Wait.", options: AppOptions(stage)) {
      call in
      await Task.yield()
      return .lines(["\(call.words) \(call.options[stage])"])
    },
    ShellCommand("plain", usage: "plain WORDS", summary: "Take words.") { .lines([$0.text]) },
  ]

  var body: some Scene { WindowGroup { Button("Deploy now") {} } }
}

@Suite("Options of a command")
@MainActor
struct CommandOptionTests {
  /// A line after its command, and the answer; nil for one that is refused.
  private static let lines: [(line: String, answer: String)] = [
    ("deploy web 2.8", #"["web", "2.8"] 'web 2.8' staging [] false 1 false"#),
    (
      "deploy web 2.8 --env production",
      #"["web", "2.8"] 'web 2.8' production [] false 1 false"#
    ),
    (
      "deploy --env=production web -n 2.8 --count 3",
      #"["web", "2.8"] 'web 2.8' production [] true 3 false"#
    ),
    (
      "deploy -ne production -t a --tag=b web 2.8",
      #"["web", "2.8"] 'web 2.8' production ["a", "b"] true 1 false"#
    ),
    ("deploy -t --env web", #"["web"] 'web' staging ["--env"] false 1 false"#),
    ("deploy --tag --json web", #"["web"] 'web' staging ["--json"] false 1 false"#),
    ("deploy --tag= web", #"["web"] 'web' staging [""] false 1 false"#),
    ("deploy -- --env web", #"["--env", "web"] '--env web' staging [] false 1 false"#),
    ("deploy web - -1", #"["web", "-", "-1"] 'web - -1' staging [] false 1 false"#),
    ("deploy --env staging --env production web", #"["web"] 'web' production [] false 1 false"#),
    ("status --dry-run", "dry true"),
    ("status", "dry false"),
    ("later a -e production", #"["a"] production"#),
    ("plain a b", "a b"),
  ]

  /// A line, and the sentence with which it is refused.
  private static let refused: [(line: String, sentence: String)] = [
    (
      "deploy web --evn production",
      "There is no option '--evn'. Did you mean --env? See 'help deploy'."
    ),
    ("deploy web -x", "There is no option '-x'. See 'help deploy'."),
    ("deploy web --env", "--env needs a value: --env staging|production. See 'help deploy'."),
    ("deploy web -t", "-t needs a value: -t TEXT. See 'help deploy'."),
    (
      "deploy web --env prod",
      "--env cannot be 'prod'; it takes staging or production. See 'help deploy'."
    ),
    (
      "deploy web --count 10",
      "--count cannot be '10'; it takes a number from 1 to 9. See 'help deploy'."
    ),
    ("deploy web --dry-run=yes", "--dry-run takes no value. See 'help deploy'."),
    (
      "later a --env prod",
      "--env cannot be 'prod'; it takes staging or production. See 'help later'."
    ),
    ("status now", "'status' takes no arguments."),
  ]

  private func host(
    _ configure: (inout SceneConfiguration) -> Void = { _ in }
  ) -> SceneHost {
    var options = SceneConfiguration(program: "deploydesk")
    options.commands = DeployDesk.commands
    options.programOptions = DeployDesk.options.elements
    configure(&options)
    let host = SceneHost(options: options, stores: .inMemory()) { DeployDesk().body.root }
    host.startQuietly()
    host.takePrinted()
    return host
  }

  private func answer(_ line: String, in host: SceneHost) async -> String {
    var text = host.send(line)
    for _ in 0..<10_000 where !host.session.wantsInput { await Task.yield() }
    text += host.takePrinted()
    return text.joined(separator: "\n")
  }

  /// The answer to the words on the command line, with the program's options read first.
  private func answerOnCommandLine(_ words: [String]) async throws -> (String, ShellStatus) {
    let own = DeployDesk.options.valid
    let arguments = try LaunchArguments(
      words, options: own, commands: CommandOptions(DeployDesk.commands, beside: own))
    var options = SceneConfiguration(program: "deploydesk")
    (options.arguments, options.commands) = (arguments.scene.arguments, DeployDesk.commands)
    options.programOptions = own
    let host = SceneHost(
      commandOf: DeployDesk.self, options: options, stores: .inMemory(),
      values: arguments.scene.values)
    host.session.onFrame = { host.printed += SceneHost.lines(of: $0) }
    host.inside { host.session.start() }
    for _ in 0..<10_000 where !host.session.wantsInput { await Task.yield() }
    return (host.takePrinted().joined(separator: "\n"), host.status)
  }

  @Test("Options are read at the prompt and on the command line by the same rules")
  func read() async throws {
    for (line, expected) in Self.lines {
      let host = host()
      #expect(await answer(line, in: host) == expected, "\(line)")
      #expect(host.status == .success)
      let words = line.split(separator: " ").map(String.init)
      #expect(try await answerOnCommandLine(words).0 == expected, "\(words)")
    }
  }

  @Test("An option that cannot be read is one sentence, and the command does not run")
  func refusals() async throws {
    for (line, sentence) in Self.refused {
      let host = host()
      #expect(await answer(line, in: host) == sentence, "\(line)")
      #expect(host.status == .notAccepted)
      let words = line.split(separator: " ").map(String.init)
      let (text, status) = try await answerOnCommandLine(words)
      let expected = sentence.hasSuffix(" arguments.") ? ShellStatus.notAccepted : .usage
      #expect(text == sentence && status == expected, "\(words): \(text) \(status)")
    }
  }

  @Test("Options of the program and of every program hold after a command, before `--`")
  func ofProgram() async throws {
    let (text, _) = try await answerOnCommandLine(["deploy", "web", "--quiet", "-n"])
    #expect(text == #"["web"] 'web' staging [] true 1 true"#)
    let own = DeployDesk.options.valid
    let commands = CommandOptions(DeployDesk.commands, beside: own)
    let json = try LaunchArguments(["deploy", "--json", "web"], options: own, commands: commands)
    #expect(json.scene.form == .json && json.scene.arguments == ["deploy", "web"])
    let plain = try LaunchArguments(
      ["--", "deploy", "--env", "x"], options: own, commands: commands)
    #expect(plain.scene.arguments == ["deploy", "--", "--env", "x"])
    #expect(throws: UsageError.self) {
      try LaunchArguments(["plain", "--env", "x"], options: own, commands: commands)
    }
  }

  @Test("A variable gives the value of an option that is not given, and is refused as one")
  func variable() async {
    let set = host { $0.variables = ["DEPLOY_ENV": "production"] }
    #expect(await answer("later a", in: set) == #"["a"] production"#)
    #expect(await answer("later a --env staging", in: set) == #"["a"] staging"#)
    let wrong = host { $0.variables = ["DEPLOY_ENV": "prod"] }
    #expect(
      await answer("later a", in: wrong)
        == "DEPLOY_ENV cannot be 'prod'; it takes staging or production. See 'help later'.")
  }

  @Test("`help` of a command lists its options, and the list of commands says that there are some")
  func help() {
    let host = host()
    #expect(
      host.send("help deploy") == [
        "deploy SERVICE VERSION [options]: Deploy.",
        "  -e, --env staging|production: Choose the stage.",
        "  -t, --tag TEXT …: Add a tag.", "  -n, --dry-run: Change nothing.",
        "  --count N: Deploy N.",
      ])
    #expect(host.send("help").contains { $0.contains("status [options]") })
    #expect(host.send("help plain") == ["plain WORDS: Take words."])
  }

  @Test("--help and the manual list the options of each command, and their variables")
  func reference() throws {
    let description = ProgramDescription<DeployDesk>(options: DeployDesk.options.valid)
    let help = try #require(description.lines(for: .help))
    for form in [
      "deploy SERVICE VERSION [options]", "deploy -e, --env staging|production",
      "deploy --count N", "status -n, --dry-run", "plain WORDS", "DEPLOY_ENV",
    ] {
      #expect(help.contains { $0.hasPrefix("  \(form)  ") }, "\(form)")
    }
    let manual = try #require(description.lines(for: .manual(.markdown)))
    #expect(manual.contains("- `deploy --count N`: Deploy N."))
    #expect(manual.contains("- `DEPLOY_ENV`: Same as --env of deploy."))
  }

  @Test("Tab completes options and their values, also after an equals sign and after letters")
  func tab() {
    let session = host().session
    func lines(_ beginning: String) -> [String] { session.completions(of: beginning).map(\.line) }
    #expect(lines("deploy web --e") == ["deploy web --env"])
    #expect(lines("deploy web --env ").contains("deploy web --env production"))
    #expect(lines("deploy web --env=s") == ["deploy web --env=staging"])
    #expect(lines("deploy -ne p") == ["deploy -ne production"])
    #expect(lines("deploy -- --e") == [])
    #expect(lines("plain --e") == [])
    #expect(lines("deploy ").contains("deploy --tag"))
  }

  @Test("The completion of a shell offers the options of the command that is typed")
  func shell() {
    let description = ProgramDescription<DeployDesk>(options: DeployDesk.options.valid)
    func words(_ words: String...) -> [String] {
      description.completions(of: words).map { String($0.split(separator: "\t")[0]) }
    }
    #expect(words("deploy", "web", "--en") == ["--env"])
    #expect(words("deploy", "--env", "") == ["staging", "production"])
    #expect(words("deploy", "--env=pr") == ["production"])
    #expect(words("deploy", "-e", "s") == ["staging"])
    #expect(words("plain", "--en") == [])
    #expect(words("deploy", "--qu") == ["--quiet"])
  }

  @Test("A whole label goes before a command whose words do not fit without its options")
  func label() async {
    let host = host()
    #expect(await answer("deploy now", in: host) == "")
    #expect(await answer("deploy now --env production", in: host).hasPrefix(#"["now"]"#))
  }

  @Test("An option that the program, every program or the command has already is one mistake")
  func clashes() {
    let one = AppOption("quiet", summary: "")
    let all = AppOptions(
      one, AppOption("json", summary: ""), AppOption("env", short: "h", summary: ""),
      AppOption("fast", short: "f", summary: ""), AppOption("slow", short: "f", summary: ""),
      AppOption("", summary: ""))
    let command = ShellCommand("go", summary: "", options: all) { call in
      .lines(["\(call.options.contains(one))"])
    }
    let mistakes = Mutex<[String]>([])
    let start = {
      _ = host { ($0.commands, $0.isReservedOption) = ([command], LaunchOption.isNamed) }
    }
    Misuse.withHandler({ mistake in mistakes.withLock { $0.append(mistake) } }, start)
    #expect(
      mistakes.withLock { $0 } == [
        "In the command 'go': Two options are called '--quiet': only the first is used.",
        "In the command 'go': Every program has an option '--json': choose another name for yours.",
        "In the command 'go': Every program has an option '-h': choose another letter for '--env'.",
        "In the command 'go': '--fast' has the letter '-f': choose another one for '--slow'.",
        "In the command 'go': The option '' cannot be typed: write letters, digits and '-' only.",
      ])
  }

  @Test("An option of every program is a mistake in each scene of a program, and none in a flow")
  func reserved() {
    func mistakes(_ start: () -> Void) -> [String] {
      let mistakes = Mutex<[String]>([])
      Misuse.withHandler({ mistake in mistakes.withLock { $0.append(mistake) } }, start)
      return mistakes.withLock { $0 }
    }
    let sentence =
      "In the command 'list': Every program has an option '--json': choose another name for yours."
    #expect(mistakes { _ = SceneHost(of: ListDesk.self) } == [sentence])
    #expect(mistakes { SceneSession(of: ListDesk.self).start() } == [sentence])
    var options = SceneOptions()
    options.commands = ListDesk.commands
    #expect(mistakes { SceneSession(options) { EmptyView() }.start() } == [])
  }
}

/// A program with a command whose option every program has.
private struct ListDesk: App {
  static let commands = [
    ShellCommand("list", summary: "", options: AppOptions(AppOption("json", summary: ""))) { _ in
      .done
    }
  ]

  var body: some Scene { WindowGroup { EmptyView() } }
}
