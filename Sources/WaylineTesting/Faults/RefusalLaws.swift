import Wayline

/// The laws about stores that refuse to write: a change that would have been saved is reported.
@MainActor
struct RefusalLaws {
  let laws: Set<Law>
  let subject: Screens
  /// The commands of a state, its screen, and one more command that wrote to a store.
  let commands: [String]
  let screen: ExploredScreen
  let last: String
  /// True if the command changes settings; true if it changes secrets.
  let changes: (state: Bool, secrets: Bool)

  /// Takes the last command with each store refusing.
  func findings() async -> [LawFinding] {
    var found: [LawFinding] = []
    let full = StoreError.full(store: "state")
    let refused = StoreError.refused(StoreKey("any"), reason: "the exploration refuses it")
    if changes.state {
      found += await finding(.refusedSave) { $0.state.refuseWrites(with: refused) }
      // A program that reports no refused save reports no full disk either: one cause, one law.
      if found.isEmpty {
        found += await finding(.fullDisk) { $0.state.refuseWrites(with: full) }
      }
    }
    if changes.secrets {
      found += await finding(.lockedSecrets) { $0.secrets.refuseWrites(with: refused) }
    }
    return found
  }

  private func finding(_ law: Law, _ refuse: (ProbeStores) -> Void) async -> [LawFinding] {
    guard laws.contains(law), subject.begins(law, after: commands + [last], on: screen) else {
      return []
    }
    let stores = subject.makeStores()
    let driven = await subject.start(stores.forSearch, after: commands)
    let scene = driven.host
    defer { MisuseNotes.ignoring { scene.end() } }
    refuse(stores)
    let (secrets, values) = (stores.secretValues, stores.stateValues)
    let status = scene.status
    let answer = await driven.take(last)
    let counts = scene.status != status || status != .success
    let isKept =
      law == .lockedSecrets ? secrets == stores.secretValues : values == stores.stateValues
    guard isKept, answer.findings.isEmpty else {
      return [
        LawFinding(
          law: law, message: "'\(last)' changed a store that refuses to write.", cause: last)
      ]
    }
    guard counts || answer.printed.contains(where: { $0.contains("not ") }) || law == .lockedSecrets
    else {
      return [
        LawFinding(
          law: law, message: "'\(last)' could not save, and printed no message about it.",
          cause: last)
      ]
    }
    return []
  }
}
