import FoundationEssentials

extension ExplorationReport {
  /// Joins the reports of all shards of one exploration.
  ///
  /// A state that several shards met counts once; of a violation that several found the shortest
  /// trace is taken. Fingerprints of different processes are equal only if hashing is: the command
  /// `explore` sees to that; other programs set `SWIFT_DETERMINISTIC_HASHING=1`.
  public static func merging(_ reports: [ExplorationReport]) -> ExplorationReport {
    guard var merged = reports.first else { return ExplorationReport(subject: "nothing") }
    var states: Set<UInt64> = []
    for report in reports { states.formUnion(report.fingerprints) }
    merged.fingerprints = states.sorted()
    merged.states = states.isEmpty ? reports.map(\.states).reduce(0, +) : states.count
    merged.transitions = reports.map(\.transitions).reduce(0, +)
    merged.depth = reports.map(\.depth).max() ?? 0
    merged.seconds = reports.map(\.seconds).reduce(0, +)
    merged.cut = Set(reports.flatMap(\.cut)).filter { !$0.contains("of the other") }.sorted()
    merged.goals = shortest(reports.map(\.goals), \.property, \.commands)
    let goals = Set(merged.goals.map(\.property))
    merged.violations = shortest(reports.map(\.violations), \.property, \.commands)
      .filter { !goals.contains($0.property) }
    merged.vacuous = merged.vacuous.filter { name in
      reports.allSatisfy { $0.vacuous.contains(name) }
    }
    merged.uncovered = merged.uncovered.filter { name in
      reports.allSatisfy { $0.uncovered.contains(name) }
    }
    merged.coverage = reports.map(\.coverage).max { $0.count < $1.count } ?? []
    merged.notes = Array(Set(reports.flatMap(\.notes))).sorted()
    let shards = counted(reports.count, "shard")
    merged.limits =
      Array(Set(reports.flatMap(\.limits))).sorted()
      + ["joined from \(shards); a step is counted in each shard that took it."]
    merged.checkpoint = nil
    return merged
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
  /// The report of a shard as a file that ``init(shardFile:)`` reads: one object, then fingerprints.
  public var shardFile: String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let object = (try? encoder.encode(self)).map { String(decoding: $0, as: UTF8.self) } ?? "{}"
    return ([object] + fingerprints.map { String($0, radix: 16) }).joined(separator: "\n") + "\n"
  }

  /// Reads the file of a shard.
  ///
  /// - Throws: ``CheckpointError`` when it is not one.
  public init(shardFile text: String) throws {
    let lines = text.split(separator: "\n")
    do {
      self = try JSONDecoder().decode(Self.self, from: Data((lines.first ?? "").utf8))
    } catch {
      throw CheckpointError(
        description: "The file is not the result of an exploration, or is damaged. Run that shard "
          + "again.")
    }
    fingerprints = lines.dropFirst().compactMap { UInt64($0, radix: 16) }
  }
}
