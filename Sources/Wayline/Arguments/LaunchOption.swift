import WaylineFlows
import WaylineShell

/// An option of every program: its name, its operand, a line for `--help`, and its effect.
struct LaunchOption: Sendable {
  /// The kind of value that an option takes, for completion.
  enum Operand: Hashable, Sendable {
    /// A file.
    case file
    /// A folder, or `:memory:`.
    case store
    /// A saved scene.
    case scene
    /// One of a few words.
    case words([String])
    /// One of a few words after an equals sign, or none.
    case optionalWord([String])
    /// Any other text.
    case text(String)

    /// The operand as `--help` prints it.
    var form: String {
      switch self {
      case .file: "FILE"
      case .store: LaunchOption.storeForm
      case .scene: "NAME"
      case .words(let words): words.joined(separator: "|")
      case .optionalWord(let words): "[=\(words.joined(separator: "|"))]"
      case .text(let name): name
      }
    }
  }

  #if Postgres
    private static let storeForm = "PATH|postgres:ADDRESS|:memory:"
  #else
    private static let storeForm = "PATH|:memory:"
  #endif
  let name: String
  /// The value that has to follow; nil for a switch.
  let kind: Operand?
  /// The line for `--help`.
  let summary: String
  /// The form with a single dash, if there is one.
  var short: String?
  /// Sets what the option says.
  let apply: @Sendable (inout LaunchArguments, String) throws -> Void

  /// The word on the command line.
  var flag: String { "--\(name)" }

  /// The operand as `--help` prints it; nil for a switch.
  var operand: String? { kind?.form }

  /// True if a value has to follow.
  var needsValue: Bool {
    switch kind {
    case nil, .optionalWord: false
    default: true
    }
  }

  /// True if the value is the name of a file or folder, which has any bytes.
  var takesPath: Bool { kind == .file || kind == .store }

  /// The form in `--help`.
  var form: String {
    let flags = short.map { "\($0), \(flag)" } ?? flag
    guard let operand else { return flags }
    return needsValue ? "\(flags) \(operand)" : flags + operand
  }
}

extension LaunchOption {
  /// Every option, in the order in which `--help` prints them.
  static let all: [LaunchOption] = input + output + stored + logs + descriptions

  /// The option that a word on the command line names.
  static func named(_ word: Substring) -> LaunchOption? {
    all.first { $0.flag == word || $0.short.map { $0 == word } == true }
  }

  private static let input = [
    value("script", .file, "Read commands from FILE, or from standard input for -.") {
      ($0.script, $0.scene.readsScript) = ($1, true)
    },
    flag("no-input", "Read no input: run the command line, ask nothing, and end.") {
      $0.readsNothing = true
    },
    flag("strict", "Stop at the first command that fails.") { $0.scene.isStrict = true },
    value("timeout", .text("TIME"), "Set the longest time of 'wait', and of slow guards (10s).") {
      guard let limit = WaitRequest.duration($1) else {
        throw UsageError.wrongValue("--timeout", $1, "a time such as 10, 500ms, 2s or 1m")
      }
      ($0.scene.timeLimit, $0.scene.cleanupLimit) = (limit, limit)
    },
  ]

  private static let output = [
    flag("json", "Print one JSON object per line.") { $0.fix(.json) },
    flag("results", "With --json, print the values that flows return.") {
      $0.scene.printsResults = true
    },
    flag("plain", "Print plain text, without colour or line editing.") { $0.fix(.plain) },
    choice("color", ColorChoice.self, "Set when to use colour.") { arguments, color in
      arguments.scene.form =
        switch color {
        case .auto: .automatic
        case .always: .color
        case .never: .monochrome
        }
    },
    flag("full", "Print whole screens, as in a pipe, not only what changed.") {
      $0.scene.printsWholeScreens = true
    },
    flag("echo", "Print each command before its output.") { $0.scene.echoes = true },
  ]

  private static let stored =
    [
      value("store", .store, "Store state and secrets in the folder PATH, or in memory only.") {
        $0.store = $1
      },
      value("scene", .scene, "Continue the session NAME, also from a pipe.") {
        $0.sceneName = try sceneName($1)
      },
      flag("fresh", "Start the session over instead of continuing it.") { $0.isFresh = true },
    ] + takingOver + [
      value("passphrase-file", .file, "Unlock the secrets with the first line of FILE.") {
        $0.passphraseFile = $1
      },
      value("passphrase-fd", .text("N"), "Unlock the secrets with a line from descriptor N.") {
        $0.passphraseDescriptor = try descriptor("passphrase-fd", $1)
      },
      value("key-file", .file, "Unlock the secrets with the key in FILE; create it if missing.") {
        $0.keyFile = $1
      },
      value(
        "key-command", .text("CMD"), "Unlock the secrets with the key that the command CMD prints."
      ) {
        $0.keyCommand = $1
      },
    ]

  // Locks on files cannot be taken from a process that lives, so only a server has the option.
  #if Postgres
    private static let takingOver = [
      flag("take-over", "Continue the session of --scene also if it is open elsewhere.") {
        $0.takesOver = true
      }
    ]
  #else
    private static let takingOver: [LaunchOption] = []
  #endif

  private static let logs = [
    value("record", .file, "Write a log of the session to the new FILE, without secrets.") {
      $0.record = $1
    },
    value("replay", .file, "Replay FILE and report differences; in memory without --store.") {
      $0.replay = $1
    },
    value("replay-secrets", .file, "Read the secrets of a replay from FILE, one per line.") {
      $0.answers = $1
    },
    value(
      "replay-secrets-fd", .text("N"), "Read the secrets of a replay from descriptor N."
    ) {
      $0.answersDescriptor = try descriptor("replay-secrets-fd", $1)
    },
  ]

  private static let descriptions: [LaunchOption] = [
    choice("completion", CompletionShell.self, "Print a completion script; source it to use it.") {
      $0.ask(for: .completion($1))
    },
    value(
      "manual", .optionalWord(ManualForm.allCases.map(\.rawValue)),
      "Print the manual page, for man or as Markdown."
    ) {
      guard let form = $1.isEmpty ? .roff : ManualForm(rawValue: $1) else {
        throw UsageError.wrongValue("--manual", $1, ManualForm.allCases.map(\.rawValue).listed)
      }
      $0.ask(for: .manual(form))
    },
    choice("routes", GraphLanguage.self, "Print the places and their links as a graph.") {
      $0.ask(for: .routes($1))
    },
    flag("help", short: "-h", "Print this help.") { $0.ask(for: .help) },
    flag("version", "Print the version.") { $0.ask(for: .version) },
  ]
}

extension LaunchOption {
  private static func flag(
    _ name: String, short: String? = nil, _ summary: String,
    _ apply: @escaping @Sendable (inout LaunchArguments) -> Void
  ) -> LaunchOption {
    LaunchOption(name: name, kind: nil, summary: summary, short: short) { arguments, _ in
      apply(&arguments)
    }
  }

  private static func value(
    _ name: String, _ kind: Operand, _ summary: String,
    _ apply: @escaping @Sendable (inout LaunchArguments, String) throws -> Void
  ) -> LaunchOption {
    LaunchOption(name: name, kind: kind, summary: summary, apply: apply)
  }

  private static func choice<Choice: RawRepresentable<String> & CaseIterable & SendableMetatype>(
    _ name: String, _ type: Choice.Type, _ summary: String,
    _ apply: @escaping @Sendable (inout LaunchArguments, Choice) -> Void
  ) -> LaunchOption {
    let words = Choice.allCases.map(\.rawValue)
    return value(name, .words(words), summary) { arguments, word in
      guard let choice = Choice(rawValue: word) else {
        throw UsageError.wrongValue("--\(name)", word, words.listed)
      }
      apply(&arguments, choice)
    }
  }

  private static func descriptor(_ name: String, _ value: String) throws -> Int32 {
    guard let number = Int32(value), number >= 0 else {
      throw UsageError.wrongValue("--\(name)", value, "the number of an open descriptor")
    }
    return number
  }

  private static func sceneName(_ name: String) throws -> String {
    let isPlain = name.allSatisfy { $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" }
    guard isPlain, name.count <= 64 else {
      throw UsageError.wrongValue(
        "--scene", name, "a name of up to 64 letters, digits, '-' and '_'")
    }
    return name
  }
}
