/// An option that every program has, as its name, what follows it, and a line for `--help`.
enum LaunchOption: String, CaseIterable {
  case script, json, plain, color, store, scene, fresh, echo, strict
  case noInput = "no-input"
  case record, replay, answers
  case answersDescriptor = "answers-fd"
  case passphraseFile = "passphrase-file"
  case passphraseDescriptor = "passphrase-fd"
  case keyFile = "key-file"
  case completion, routes, help, version

  /// The word on the command line.
  var flag: String { "--\(rawValue)" }

  /// What has to follow it; nil for a switch.
  var operand: String? {
    switch self {
    case .script, .record, .replay, .answers: "FILE"
    case .answersDescriptor: "N"
    case .completion: "bash"
    case .color: "auto|always|never"
    case .store: "PATH|:memory:"
    case .scene: "NAME"
    case .passphraseFile, .keyFile: "FILE"
    case .passphraseDescriptor: "N"
    case .routes: "dot|mermaid"
    case .json, .plain, .fresh, .echo, .strict, .noInput, .help, .version: nil
    }
  }

  /// One line for `--help`.
  var summary: String {
    switch self {
    case .script: "Read commands from FILE instead of standard input."
    case .json: "Print one JSON object per line."
    case .plain: "Print the plainest form: no colour, whatever the terminal."
    case .color: "When to colour."
    case .store: "Keep state and secrets in the folder PATH, or in memory only."
    case .scene: "Continue the scene NAME, also from a pipe."
    case .fresh: "Start the scene over instead of continuing where it was left."
    case .echo: "Print each command, so that the output is a whole transcript."
    case .strict: "End at the first command that is not accepted."
    case .passphraseFile: "Open the secrets with the first line of FILE, when one is needed."
    case .passphraseDescriptor: "Open the secrets with a line from descriptor N."
    case .keyFile: "Open the secrets with the key in FILE, which is made if it is not there."
    case .noInput: "Read nothing: carry out the command line, ask nobody, and end."
    case .record: "Write a log of the session to FILE; secrets are not in it."
    case .replay:
      "Replay FILE and report differences; in memory, unless --store is given."
    case .answers: "Take the secrets of a replay from FILE, one a line."
    case .answersDescriptor: "Take them from the open descriptor N."
    case .completion: "Print a completion script for bash: source it to use it."
    case .routes: "Draw the places and their links as a graph, and end."
    case .help: "Print this and end."
    case .version: "Print the version and end."
    }
  }

  /// The form in `--help`.
  var form: String { operand.map { "\(flag) \($0)" } ?? flag }
}
