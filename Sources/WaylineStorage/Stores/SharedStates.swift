import FoundationEssentials

/// The states of one exploration, which workers in several processes expand together.
///
/// States are expanded level by level: those that need the same number of commands. When no state of a level is left, the
/// states of the next one are numbered in the order in which a single search would have met them.
package protocol SharedStates: Sendable {
  /// The name of the exploration in messages.
  var name: String { get }

  /// Joins the exploration, which the first worker begins.
  func join(_ exploration: SharedExploration) throws(StoreError) -> SharedMembership

  /// The progress of all workers.
  func progress() throws(StoreError) -> SharedProgress

  /// The fingerprints of the states of a level.
  func keys(of level: Int) throws(StoreError) -> [UInt64]

  /// Adds expanded states of a level with the states that follow them, and takes others of the level, in one step.
  ///
  /// It takes states that are not expanded and that no other worker has taken: those whose parents the worker has
  /// expanded first, then others. They are free again after 30 seconds.
  func exchange(
    _ expansions: [SharedExpansion], for count: Int, of level: Int, by worker: Int64
  ) throws(StoreError) -> [SharedClaim]

  /// Hands back states that the worker does not expand, so that others take them at once.
  func release(_ claims: [SharedClaim]) throws(StoreError)

  /// Numbers the states of the next level if all of a level are expanded; nothing if another worker has.
  func endLevel(_ level: Int) throws(StoreError)

  /// Ends the sharing: one worker searches alone from now on.
  func giveUp() throws(StoreError)

  /// The records of states in the order of their numbers; nil for a state that was not expanded.
  func records(
    from number: Int, count: Int
  ) throws(StoreError) -> [(key: UInt64, record: Data?)]

  /// Takes over the report for a minute, or continues to have it; false while another worker has it.
  func claimReport(by worker: Int64) throws(StoreError) -> Bool

  /// Hands back the report, so that another worker makes it at once.
  func releaseReport(by worker: Int64) throws(StoreError)

  /// Stores the report and removes the states; false if another worker has stored it first.
  func finish(report: Data) throws(StoreError) -> Bool

  /// The report; nil before the end.
  func report() throws(StoreError) -> Data?
}

/// An exploration as its first worker begins it.
package struct SharedExploration: Sendable {
  /// A text that is the same for all workers of one program and plan, and for no others.
  package let digest: String
  /// The fingerprint of the first state.
  package let root: UInt64
  /// The kind of its screen.
  package let kind: UInt64
  /// The depth and the number of states at which the exploration ends.
  package let depth, states: Int

  /// Describes an exploration.
  package init(digest: String, root: UInt64, kind: UInt64, depth: Int, states: Int) {
    (self.digest, self.root, self.kind) = (digest, root, kind)
    (self.depth, self.states) = (depth, states)
  }
}

/// The relation of a worker to an exploration that it has joined.
package enum SharedMembership: Hashable, Sendable {
  /// The worker expands its states.
  case joined
  /// The name belongs to an exploration with another digest.
  case refused
  /// The program has begun in another state than for other workers: it is not deterministic.
  case unstable
}

/// The progress of all workers of an exploration.
package struct SharedProgress: Hashable, Sendable {
  /// The level whose states are expanded at present.
  package var level: Int
  /// The number of states up to this level.
  package var states: Int
  /// The number of states of the level that are not expanded.
  package var open: Int
  /// True if no state is left to expand within the bounds.
  package var isExplored: Bool
  /// True if the states cannot be shared, so that one worker searches alone.
  package var isAlone: Bool
  /// True if the report is stored.
  package var hasReport: Bool

  /// Describes the progress.
  package init(
    level: Int, states: Int, open: Int, isExplored: Bool, isAlone: Bool, hasReport: Bool
  ) {
    (self.level, self.states, self.open) = (level, states, open)
    (self.isExplored, self.isAlone, self.hasReport) = (isExplored, isAlone, hasReport)
  }
}

/// A state that a worker has to expand.
package struct SharedClaim: Hashable, Sendable {
  /// The fingerprint of the state.
  package var key: UInt64
  /// The number of the state in the order of a single search.
  package var number: Int
  /// The positions of the commands from the first state to it.
  package var path: [Int]
  /// The number of states with smaller numbers whose screens are of the same kind.
  package var sameKind: Int
  /// The number of the last of these; nil without one.
  package var previous: Int?
  /// The time until which the worker has the state, by the clock of the server in microseconds since 1970.
  package var lease: Int64

  /// Describes a state.
  package init(
    key: UInt64, number: Int, path: [Int], sameKind: Int, previous: Int?, lease: Int64
  ) {
    (self.key, self.number, self.path) = (key, number, path)
    (self.sameKind, self.previous, self.lease) = (sameKind, previous, lease)
  }
}

/// A state that a worker has expanded.
package struct SharedExpansion: Sendable {
  /// The state that follows a command.
  package struct Target: Hashable, Sendable {
    /// The fingerprint of the state.
    package var key: UInt64
    /// The kind of its screen.
    package var kind: UInt64
    /// True if the worker does not know the state from an earlier level.
    package var isNew: Bool

    /// Describes a state.
    package init(key: UInt64, kind: UInt64, isNew: Bool) {
      (self.key, self.kind, self.isNew) = (key, kind, isNew)
    }
  }

  /// The fingerprint of the state.
  package var key: UInt64
  /// The states that follow its commands, in their order.
  package var targets: [Target]
  /// All else that the report needs to know about it.
  package var record: Data

  /// Describes a state.
  package init(key: UInt64, targets: [Target], record: Data) {
    (self.key, self.targets, self.record) = (key, targets, record)
  }
}
