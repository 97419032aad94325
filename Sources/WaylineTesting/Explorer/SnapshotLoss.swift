/// The state of a program that snapshots do not bring back, as far as it is known.
struct SnapshotLoss: Hashable, Sendable, Codable {
  /// The types of the states and objects whose content was another one, with the views that store them.
  var types: Set<String> = []
  /// Commands that led to another state from a snapshot than from the start.
  var commands: [String]?

  /// The limits of a report about it.
  var limits: [String] {
    let names = types.isEmpty ? "" : " (\(types.sorted().joined(separator: ", ")))"
    var limits = [
      "the program has state that snapshots cannot store\(names); commands were repeated instead."
    ]
    if types.isEmpty, let commands {
      let hasWaited = commands.contains { $0 == "wait" || $0.hasPrefix("wait ") }
      let holder =
        hasWaited
        ? "a task that has not ended, a closure or a global variable"
        : "a closure or a global variable"
      limits.append(
        "\(Self.state(after: commands)) depends on a value outside the states of views and the stores, such as one that "
          + "\(holder) holds.")
    }
    return limits
  }

  /// The most commands that a limit quotes: the last ones.
  private static let longestQuote = 3

  private static func state(after commands: [String]) -> String {
    guard !commands.isEmpty else { return "the first state" }
    let quoted = "'\(commands.suffix(longestQuote).joined(separator: ", "))'"
    if commands.count <= longestQuote { return "the state after \(quoted)" }
    return "the state after \(commands.count) commands, the last of them \(quoted),"
  }
}

extension Screens {
  /// The limits of a report about state that snapshots do not bring back: that of an earlier search, or what was found.
  func limits(of found: SnapshotLoss, usesSnapshots: Bool) -> [String] {
    if let loss { return loss.limits }
    return isReplayed || usesSnapshots && found.types.isEmpty ? [] : found.limits
  }
}
