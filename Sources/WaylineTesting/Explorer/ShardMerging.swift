import FoundationEssentials

extension ExplorationReport {
  /// Joins the reports of all shards of one exploration.
  ///
  /// A state that several shards met counts once, and so does a step; of a violation that several found with one cause the
  /// shortest trace is taken. Fingerprints of different processes are equal only if hashing is: the command
  /// `explore` sees to that; other programs set `SWIFT_DETERMINISTIC_HASHING=1`.
  public static func merging(_ reports: [ExplorationReport]) -> ExplorationReport {
    guard var merged = reports.first else { return ExplorationReport(subject: "nothing") }
    var states: [UInt64: UInt32] = [:]
    for report in reports {
      states.merge(zip(report.fingerprints, report.steps), uniquingKeysWith: max)
    }
    let isCounted = !states.isEmpty
    merged.fingerprints = states.keys.sorted()
    merged.steps = merged.fingerprints.map { states[$0, default: 0] }
    merged.states = isCounted ? states.count : reports.map(\.states).reduce(0, +)
    merged.transitions =
      isCounted
      ? merged.steps.reduce(0) { $0 + Int($1) } : reports.map(\.transitions).reduce(0, +)
    merged.depth = reports.map(\.depth).max() ?? 0
    merged.seconds = reports.map(\.seconds).reduce(0, +)
    merged.cut = Set(reports.flatMap(\.cut)).filter { !$0.contains("of the other") }.sorted()
    merged.goals = shortest(reports.map(\.goals), \.property, \.commands)
    let goals = Set(merged.goals.map(\.property))
    merged.violations = joined(reports.map(\.violations))
      .filter { !goals.contains($0.property) }
    let decided = goals.union(merged.violations.map(\.property))
    var unreached: [String] = []
    for goal in reports.flatMap(\.undecided)
    where !decided.contains(goal) && !unreached.contains(goal) {
      unreached.append(goal)
    }
    merged.vacuous = merged.vacuous.filter { name in
      reports.allSatisfy { $0.vacuous.contains(name) }
    }
    merged.unrepeated = joined(reports.map(\.unrepeated))
    merged.unstable = reports.flatMap(\.unstable)
    let parts = Set(reports.flatMap(\.unused).map(\.sentence))
    merged.unused = UnusedPart.common(to: reports.map(\.unused))
    merged.uncovered =
      merged.uncovered.filter { name in
        !parts.contains(name) && reports.allSatisfy { $0.uncovered.contains(name) }
      } + merged.unused.map(\.sentence)
    merged.cut += missing(of: reports.compactMap(\.part))
    merged.part = nil
    merged.undecided = []
    for goal in unreached { merged.note(unreached: goal, noun: "state") }
    merged.coverage = reports.map(\.coverage).max { $0.count < $1.count } ?? []
    merged.notes = Array(Set(reports.flatMap(\.notes))).sorted()
    merged.limits =
      Array(Set(reports.flatMap(\.limits))).sorted()
      + ["joined from \(counted(reports.count, "shard"))."]
    merged.checkpoint = nil
    return merged
  }

  /// Tests whether reports are the shards of one exploration, each of them once.
  ///
  /// - Throws: ``CheckpointError`` naming a report that does not belong to the first one.
  static func checkShards(_ reports: [(name: String, report: ExplorationReport)]) throws {
    guard let first = reports.first else { return }
    var names: [Int: String] = [:]
    for (name, report) in reports {
      guard let part = report.part else {
        throw CheckpointError(description: "'\(name)' is not the result of a shard.")
      }
      guard report.subject == first.report.subject, report.seed == first.report.seed,
        part.count == first.report.part?.count, part.start == first.report.part?.start
      else {
        throw CheckpointError(
          description: "'\(name)' and '\(first.name)' are of different explorations. Join the "
            + "shards of one program, one version of it, and one number of shards.")
      }
      if let other = names.updateValue(name, forKey: part.index) {
        throw CheckpointError(
          description: "'\(name)' and '\(other)' are both shard \(part.index).")
      }
    }
  }

  /// The shards of which no report was joined, in words.
  private static func missing(of parts: [Part]) -> [String] {
    guard let count = parts.first?.count else { return [] }
    let missing = (1...max(1, count)).filter { index in !parts.contains { $0.index == index } }
    guard !missing.isEmpty else { return [] }
    let numbers = missing.map { "\($0)" }.joined(separator: ", ")
    return ["the states of shard \(numbers) of \(count), which was not joined."]
  }

  /// The violations without those that are the same as an earlier one, each with the fewest commands.
  private static func joined(_ lists: [[Violation]]) -> [Violation] {
    lists.joined().reduce(into: []) { all, violation in
      guard let place = all.firstIndex(where: { $0.isSame(as: violation) }) else {
        return all.append(violation)
      }
      let known = all[place]
      all[place] = shortest([[known, violation]], \.property, \.commands)[0]
      all[place].addCauses(of: known)
      all[place].addCauses(of: violation)
    }
  }

  /// Of each name the entry with the fewest commands, in the order in which names appear.
  private static func shortest<Entry>(
    _ lists: [[Entry]], _ name: (Entry) -> String, _ commands: (Entry) -> [String]
  ) -> [Entry] {
    var order: [String] = []
    var best: [String: Entry] = [:]
    for entry in lists.joined() {
      guard let known = best[name(entry)] else {
        order.append(name(entry))
        best[name(entry)] = entry
        continue
      }
      let (new, old) = (commands(entry), commands(known))
      if (new.count, new.joined(separator: "\n")) < (old.count, old.joined(separator: "\n")) {
        best[name(entry)] = entry
      }
    }
    return order.compactMap { best[$0] }
  }
}

extension ExplorationReport {
  /// The report of a shard as a file that ``init(shardFile:)`` reads: one object, then a line for each state
  /// with its fingerprint and the number of steps from it.
  public var shardFile: String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let object = (try? encoder.encode(self)).map { String(decoding: $0, as: UTF8.self) } ?? "{}"
    let lines = zip(fingerprints, steps).map { "\(String($0, radix: 16)) \($1)" }
    return ([object] + lines).joined(separator: "\n") + "\n"
  }

  /// Reads the file of a shard.
  ///
  /// - Throws: ``CheckpointError`` when it is not one.
  public init(shardFile text: String) throws {
    let lines = text.split(separator: "\n")
    do {
      self = try JSONDecoder().decode(Self.self, from: Data((lines.first ?? "").utf8))
    } catch {
      throw Self.damaged
    }
    for line in lines.dropFirst() {
      let words = line.split(separator: " ")
      guard words.count == 2, let state = UInt64(words[0], radix: 16), let count = UInt32(words[1])
      else { throw Self.damaged }
      fingerprints.append(state)
      steps.append(count)
    }
  }

  private static var damaged: CheckpointError {
    CheckpointError(
      description: "The file is not the result of an exploration, or is damaged. Run that shard "
        + "again.")
  }
}
