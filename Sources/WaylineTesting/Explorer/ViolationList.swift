/// A finding that may be the same as another one.
protocol ComparableFinding {
  /// The sentence of a property, or the name of a law.
  var property: String { get }
  /// The causes of a broken law; none for a property.
  var causes: [String] { get set }
}

extension ComparableFinding {
  /// True if another is about the same property, or about the same law with a cause in common.
  ///
  /// - Complexity: O(causes), of which each row of a list may have one.
  func isSame(as other: some ComparableFinding) -> Bool {
    guard property == other.property else { return false }
    return causes.isEmpty && other.causes.isEmpty
      || !Set(causes).isDisjoint(with: other.causes)
  }

  /// Adds the causes of a finding that is the same.
  mutating func addCauses(of other: some ComparableFinding) {
    let known = Set(causes)
    causes += other.causes.filter { !known.contains($0) }
  }
}

extension ExplorationReport.Violation: ComparableFinding {
  /// Adds a violation that is the same: of both the fewest commands are taken.
  fileprivate mutating func add(_ other: Self) {
    let (known, count) = (self, count + 1)
    if other.commands.count < commands.count { self = other }
    self.count = count
    addCauses(of: known)
    addCauses(of: other)
  }
}

/// Violations by cause: of each the one with the fewest commands, and how often it was seen.
struct ViolationList: Hashable, Sendable, Codable {
  private struct Key: Hashable, Sendable, Codable {
    let law: Law
    let cause: String
  }

  private var order: [Key] = []
  private var found: [Key: ExplorationReport.Violation] = [:]
  /// The keys under which violations are found, by all causes that were met.
  private var keys: [Key: Key] = [:]

  /// The violations in the order in which they were found.
  var all: [ExplorationReport.Violation] { order.compactMap { found[$0] } }

  /// Adds a finding.
  /// - Returns: Whether it is the first one of its cause.
  mutating func add(_ finding: LawFinding, _ violation: ExplorationReport.Violation) -> Bool {
    let causes = finding.causes.map { Key(law: finding.law, cause: $0) }
    let key = causes.compactMap { keys[$0] }.first ?? causes[0]
    for cause in causes where keys[cause] == nil { keys[cause] = key }
    guard found[key] != nil else {
      order.append(key)
      found[key] = violation
      return true
    }
    found[key]?.add(violation)
    return false
  }
}
