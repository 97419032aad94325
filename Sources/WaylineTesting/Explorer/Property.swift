/// A sentence about all runs of a subject, and the closures that decide it.
struct Property<State>: Sendable {
  enum Kind: Hashable, Sendable {
    /// The predicate holds in every state to which the condition applies.
    case always
    /// The predicate holds in some state.
    case sometimes
    /// From each state with the condition, a state with the predicate can be reached.
    case leadsTo
    /// After each state with the condition, every fair run comes to a state with the predicate.
    case leadsInevitablyTo
  }

  let name: String
  let kind: Kind
  /// The states that the property is about; nil for all.
  let condition: (@Sendable (State) -> Bool)?
  let predicate: @Sendable (State) -> Bool

  /// True if the property is about a state.
  func applies(to state: State) -> Bool { condition?(state) ?? true }
  /// True if a state breaks an `always` property.
  func isBroken(by state: State) -> Bool {
    kind == .always && applies(to: state) && !predicate(state)
  }
  /// True if a state is a goal of `sometimes`.
  func isReached(by state: State) -> Bool {
    kind == .sometimes && applies(to: state) && predicate(state)
  }

  /// True if the property is decided on the graph of states, not on each alone.
  var needsGraph: Bool { kind == .leadsTo || kind == .leadsInevitablyTo }
}

/// The strength of a `leadsTo` property.
public enum Progress: Hashable, Sendable {
  /// The goal stays reachable.
  case possibly
  /// No run avoids the goal for ever, if an action that stays possible is taken at some time.
  case inevitably
}

/// The answers of up to 32 properties about one state, two bits each.
struct Findings: Hashable, Sendable, Codable {
  /// The number of properties that one exploration decides.
  static let limit = 32

  /// The answers: whether a property applies to the state, and whether its predicate holds.
  private(set) var bits: UInt64 = 0

  /// Creates answers of which each is no.
  init() {}

  /// Takes over the answers of another process.
  init(bits: UInt64) { self.bits = bits }

  /// Asks every property about a state.
  ///
  /// - Parameter promises: the state as promises see it, if they see another one.
  init<State>(_ properties: [Property<State>], about state: State, promises: State? = nil) {
    let whole = state
    for (index, property) in properties.enumerated() {
      let state = property.needsGraph ? promises ?? whole : whole
      let applies = property.applies(to: state)
      if applies { bits |= 1 << UInt64(2 * index) }
      // Outside its condition only a promise needs an answer.
      if !property.needsGraph, !applies { continue }
      if property.predicate(state) { bits |= 2 << UInt64(2 * index) }
    }
  }

  /// True if a property is about the state.
  func applies(_ index: Int) -> Bool { bits >> UInt64(2 * index) & 1 == 1 }
  /// True if the predicate of a property holds.
  func holds(_ index: Int) -> Bool { bits >> UInt64(2 * index) & 2 == 2 }
}

/// The states that decide the properties so far: the first of each kind has the shortest trace.
struct PropertyRecord: Sendable {
  /// The first state that breaks an `always` property.
  private(set) var firstBroken: [Int?]
  /// The number of states that break it.
  private(set) var brokenCounts: [Int]
  /// The first state in which the predicate holds.
  private(set) var firstHolding: [Int?]
  /// The properties that some state was about.
  private(set) var applied: [Bool]

  init(count: Int) {
    firstBroken = Array(repeating: nil, count: count)
    brokenCounts = Array(repeating: 0, count: count)
    firstHolding = Array(repeating: nil, count: count)
    applied = Array(repeating: false, count: count)
  }

  /// True if a state is the first that breaks a property, or the first in which a predicate holds.
  func isDecided(by state: Int) -> Bool {
    firstBroken.contains(state) || firstHolding.contains(state)
  }

  /// Takes the findings about the state with a number; numbers ascend.
  mutating func note(_ findings: Findings, about state: Int) {
    for index in applied.indices {
      let (applies, holds) = (findings.applies(index), findings.holds(index))
      if applies { applied[index] = true }
      if holds, firstHolding[index] == nil { firstHolding[index] = state }
      if applies, !holds {
        brokenCounts[index] += 1
        if firstBroken[index] == nil { firstBroken[index] = state }
      }
    }
  }
}
