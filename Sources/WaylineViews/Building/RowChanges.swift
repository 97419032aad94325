// NB: inlinable, so that comparing and hashing are compiled for the type of the identities.
/// The rows that stay, leave and enter when the identities of a `ForEach` change.
///
/// Common rows at the beginning and at the end are only compared; identities between them are
/// hashed.
@usableFromInline
struct RowChanges {
  /// The number of rows at the beginning that stay in place.
  @usableFromInline var prefix = 0
  /// The number of rows at the end that stay in order.
  @usableFromInline var suffix = 0
  /// For each new row between them, the old row that it continues; -1 for a row that enters.
  @usableFromInline var sources: [Int] = []
  /// A new row whose identity an earlier row has, if there is one.
  @usableFromInline var repeated: Int?

  /// Compares two lists of identities.
  ///
  /// - Parameter hadRepeats: whether an identity occurs more than once in `old`.
  /// - Complexity: O(old + new) comparisons; hashes only what lies between the common ends.
  @inlinable
  init<ID: Hashable>(from old: [ID], to new: [ID], hadRepeats: Bool) {
    if !hadRepeats, matchUnique(old, new) { return }
    matchRepeated(old, new)
  }

  /// Matches identities of which each occurs once; returns false if one of `new` does not.
  @inlinable
  mutating func matchUnique<ID: Hashable>(_ old: [ID], _ new: [ID]) -> Bool {
    let shared = Swift.min(old.count, new.count)
    while prefix < shared, old[prefix] == new[prefix] { prefix += 1 }
    while suffix < shared - prefix, old[old.count - 1 - suffix] == new[new.count - 1 - suffix] {
      suffix += 1
    }
    let (leaving, entering) = (prefix..<old.count - suffix, prefix..<new.count - suffix)
    var entered: [Int] = []
    if leaving.isEmpty, entering.count <= 8 {
      // Comparing few identities costs less than hashing them.
      for index in entering {
        for earlier in prefix..<index where new[earlier] == new[index] { return false }
      }
      sources = Array(repeating: -1, count: entering.count)
      if prefix + suffix > 0 { entered = Array(entering) }
    } else if !entering.isEmpty {
      sources.reserveCapacity(entering.count)
      var table = [ID: Int](minimumCapacity: leaving.count + entering.count)
      for index in leaving { table[old[index]] = index }
      for index in entering {
        // An identity is -1 in the table from its first new row on.
        let source = table.updateValue(-1, forKey: new[index])
        if source == -1 { return false }
        sources.append(source ?? -1)
        if source == nil { entered.append(index) }
      }
    }
    return !occursOutside(entered, of: entering, in: new)
  }

  /// True if one of some rows between the common ends has the identity of a row at an end.
  @inlinable
  func occursOutside<ID: Hashable>(
    _ rows: [Int], of middle: Range<Int>, in new: [ID]
  ) -> Bool {
    if rows.isEmpty || prefix + suffix == 0 { return false }
    if rows.count <= 4 {
      for row in rows {
        for other in 0..<new.count where !middle.contains(other) && new[other] == new[row] {
          return true
        }
      }
      return false
    }
    let entered = Set(rows.map { new[$0] })
    for other in 0..<new.count where !middle.contains(other) && entered.contains(new[other]) {
      return true
    }
    return false
  }

  /// Matches the first row of an identity with the first, the second with the second.
  @inlinable
  mutating func matchRepeated<ID: Hashable>(_ old: [ID], _ new: [ID]) {
    (prefix, suffix, sources) = (0, 0, [])
    var waiting: [ID: [Int]] = [:]
    for index in old.indices.reversed() { waiting[old[index], default: []].append(index) }
    var seen: Set<ID> = []
    for (index, id) in new.enumerated() {
      if !seen.insert(id).inserted, repeated == nil { repeated = index }
      sources.append(waiting[id]?.popLast() ?? -1)
    }
  }
}
