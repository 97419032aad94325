import WaylineNavigation
import WaylineShell
import WaylineStorage

extension ShellFailure {
  /// Creates the failure of a command for an error of a store.
  ///
  /// For locked secrets it names the options of a script that open them, beside the command `unlock`.
  public init(_ error: StoreError) {
    let status = StoreEvent.problem(error).status
    if case .locked = error {
      self.init(Self.lockedSentence, status: status)
    } else {
      self.init("\(error)", status: status)
    }
  }

  /// The advice if no person can be asked for the passphrase.
  package static let lockedSentence =
    "The secrets are locked. Start with --passphrase-file FILE or --passphrase-fd N, "
    + "or type 'unlock' at a terminal."
}

/// Runs work of a store or of the secrets, and throws its errors as failures of the command.
func reporting<Result>(_ body: () throws -> Result) throws(ShellFailure) -> Result {
  do {
    return try body()
  } catch {
    throw failure(for: error)
  }
}

/// The failure of a command for an error.
func failure(for error: any Error) -> ShellFailure {
  switch error {
  case let error as ShellFailure: error
  case let error as StoreError: ShellFailure(error)
  case let error as any ReportedError: error.failure
  default: ShellFailure("\(error)")
  }
}

/// The failure for an unknown word after a command, with the nearest known one.
///
/// - Parameter operands: the words after the known ones that need some, such as `FILE`.
func unknown(
  _ word: String, after command: String, among words: [String], operands: [String: String] = [:]
) -> ShellFailure {
  let near = nearest(to: word, among: words) ?? words[0]
  let line = "\(command) \(near)"
  let advice = operands[near].map { "The form is '\(line) \($0)'." } ?? "Did you mean '\(line)'?"
  return ShellFailure("There is no '\(command) \(word)'. \(advice)")
}

/// A number with its noun: `1 value`, `3 values`.
func counted(_ count: Int, _ noun: String) -> String {
  "\(count) \(noun)\(count == 1 ? "" : "s")"
}
