import WaylineGraph

/// The stored values that the guards of a scene may read, and that may be locked.
///
/// A guard that reads a locked secret gets its default, so its decision means nothing: it is asked
/// again once the secrets are unlocked, and refuses if they stay locked or cannot be read. The
/// facade connects this with the stores of the scene.
@MainActor
package struct GuardedReads {
  /// The reason why the stores stay unread; nil if `unlock` can ask for the passphrase.
  private let refusal: () -> String?
  /// Asks for the passphrase; returns the reason why the stores stay locked, or nil.
  private let unlock: () async -> String?

  /// Creates the connection of a scene with its stores.
  package init(refusal: @escaping () -> String?, unlock: @escaping () async -> String?) {
    (self.refusal, self.unlock) = (refusal, unlock)
  }

  /// Asks a guard, and takes no decision that rests on a value that could not be read.
  func answer(_ ask: @escaping @MainActor () -> GuardAnswer?) -> GuardAnswer? {
    let reads = UnreadableReads()
    switch reads.collect(ask) {
    case nil: return nil
    case .now(let decision):
      if reads.isEmpty { return .now(decision) }
      if let reason = refusal() { return .now(.undecidable(reason)) }
      return .later { await decideUnlocked(ask) }
    case .later(let decide):
      return .later {
        let decision = await reads.collect { await decide() }
        return reads.isEmpty ? decision : await decideUnlocked(ask)
      }
    }
  }

  /// The decision of a guard that has read a locked value, once the stores are unlocked.
  private func decideUnlocked(
    _ ask: @escaping @MainActor () -> GuardAnswer?
  ) async -> GuardDecision {
    if let reason = refusal() { return .undecidable(reason) }
    if let reason = await unlock() { return .undecidable(reason) }
    let reads = UnreadableReads()
    let decision: GuardDecision
    switch reads.collect(ask) {
    case nil: decision = .allow
    case .now(let decided): decision = decided
    case .later(let decide): decision = await reads.collect { await decide() }
    }
    return reads.isEmpty ? decision : .undecidable(refusal() ?? Self.unreadable)
  }

  /// The reason for a value that cannot be read although nothing is locked.
  package static let unreadable =
    "A stored value that guards this place cannot be read. Try 'store doctor'."
}
