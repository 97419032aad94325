/// The stored values that the guards of a scene may read, and that may be locked.
///
/// A guard that reads a locked secret gets its default, so its decision means nothing: it is asked
/// again once the secrets are unlocked, and refuses if they stay locked or cannot be read. The
/// facade connects this with the stores of the scene.
@MainActor
package struct GuardedReads {
  /// The number of reads so far that got a default because a value could not be read.
  private let count: () -> Int
  /// The reason why the stores stay locked; nil if `unlock` can ask for the passphrase.
  private let refusal: () -> String?
  /// Asks for the passphrase; returns the reason why the stores stay locked, or nil.
  private let unlock: () async -> String?

  /// Creates the connection of a scene with its stores.
  package init(
    count: @escaping () -> Int, refusal: @escaping () -> String?,
    unlock: @escaping () async -> String?
  ) {
    (self.count, self.refusal, self.unlock) = (count, refusal, unlock)
  }

  /// Asks a guard, and takes no decision that rests on a value that could not be read.
  func answer(_ ask: @escaping @MainActor () -> GuardAnswer?) -> GuardAnswer? {
    let before = count()
    switch ask() {
    case nil: return nil
    case .now(let decision):
      guard count() != before else { return .now(decision) }
      if let reason = refusal() { return .now(.block(reason)) }
      return .later { await decideUnlocked(ask) }
    case .later(let decide):
      return .later {
        let before = count()
        let decision = await decide()
        return count() == before ? decision : await decideUnlocked(ask)
      }
    }
  }

  /// The decision of a guard that has read a locked value, once the stores are unlocked.
  private func decideUnlocked(
    _ ask: @MainActor () -> GuardAnswer?
  ) async -> GuardDecision {
    if let reason = refusal() { return .block(reason) }
    if let reason = await unlock() { return .block(reason) }
    let before = count()
    let decision: GuardDecision
    switch ask() {
    case nil: decision = .allow
    case .now(let decided): decision = decided
    case .later(let decide): decision = await decide()
    }
    return count() == before ? decision : .block(refusal() ?? Self.sentence)
  }

  /// The reason for a value that cannot be read although the stores are unlocked.
  private static let sentence =
    "A stored value that guards this place cannot be read. Try 'store doctor'."
}
