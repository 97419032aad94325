import WaylineSecrets
import WaylineShell
import WaylineStorage

extension FacadeCommands {
  /// Which values `store erase` means.
  private enum Part: String, CaseIterable {
    case state, secrets, all
  }

  /// Erases values, after a person has agreed or the line itself has said `yes`.
  func erase(_ words: [String], _ call: ShellCall) async throws -> ShellReply {
    var words = words
    let isAgreed = words.last == "yes"
    if isAgreed { words.removeLast() }
    let part = try part(words)
    let what = try described(part)
    if !isAgreed { try await confirm("Erase \(what)", "store erase", words, call) }
    try told { try erase(part) }
    return .lines(["\(what) erased."])
  }

  private func part(_ words: [String]) throws(ShellFailure) -> Part {
    guard let word = words.first else { return .all }
    guard words.count == 1, let part = Part(rawValue: word) else {
      throw unknown(
        words.joined(separator: " "), after: "store erase", among: Part.allCases.map(\.rawValue))
    }
    return part
  }

  private func described(_ part: Part) throws(ShellFailure) -> String {
    var parts: [String] = []
    if part != .secrets {
      parts.append(counted(try stateKeys().count, "value"))
    }
    if part != .state {
      // A header that cannot be read must not stand in the way of erasing it.
      let count = madeSecrets.map { try? $0.status().count } ?? 0
      parts.append(count.map { counted($0, "secret") } ?? "every secret")
    }
    return parts.joined(separator: " and ")
  }

  private func erase(_ part: Part) throws {
    if part != .secrets, try !stateKeys().isEmpty { try stores.state.eraseAll(in: nil) }
    if part != .state, let secrets = madeSecrets { try secrets.eraseAll() }
  }
}

extension FacadeCommands {
  /// Asks a person for a yes; where nobody can be asked, says which line would do it.
  func confirm(
    _ action: String, _ command: String, _ words: [String], _ call: ShellCall
  ) async throws {
    let line = ([command] + words + ["yes"]).joined(separator: " ")
    guard isAttended else {
      throw ShellFailure("Cannot ask for confirmation here. Run '\(line)'.")
    }
    let answer = try await call.ask("\(action)? Type yes to do it")
    guard answer.lowercased() == "yes" else { throw ShellFailure("Nothing was erased.") }
  }
}
