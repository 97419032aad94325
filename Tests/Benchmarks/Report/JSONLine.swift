/// Prints a row as one JSON object on a line, for comparison over time.
enum JSONLine {
  static func line(of row: Row) -> String {
    var members = [("name", text(row.name)), ("scope", text(row.scope))]
    members.append(("median_\(row.unit.rawValue)", number(row.figures.median)))
    if let p99 = row.figures.p99 { members.append(("p99_\(row.unit.rawValue)", number(p99))) }
    if let name = row.floorName { members.append(("floor", text(name))) }
    if let floor = row.figures.floor {
      members.append(("floor_\(row.unit.rawValue)", number(floor)))
    }
    if let ratio = row.figures.ratio { members.append(("ratio", number(ratio))) }
    if let reach = row.reach { members += bound(reach) }
    members.append(("reached", "\(row.isReached)"))
    return "{" + members.map { "\"\($0)\":\($1)" }.joined(separator: ",") + "}"
  }

  /// The bound on the ratio of times; a share of speed is a bound as well, seen from below.
  private static func bound(_ reach: Reach) -> [(String, String)] {
    switch reach {
    case .times(let bound): [("max_ratio", number(bound))]
    case .share(let bound): [("max_ratio", number(1 / bound))]
    case .rate(let bound): [("min_per_second", number(bound))]
    }
  }

  private static func number(_ value: Double) -> String {
    let thousandths = Int((value * 1_000).rounded())
    return "\(Double(thousandths) / 1_000)"
  }

  private static func text(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      if scalar == "\"" || scalar == "\\" { result += "\\" }
      result.unicodeScalars.append(scalar.value < 0x20 ? " " : scalar)
    }
    return result + "\""
  }
}
