/// The use of what a plan adds to the elements of the screens: lines, and values of fields.
///
/// A line with a mistake is refused wherever it is taken, and one for a place that does not exist is
/// taken nowhere. The report lists it, since whoever wrote it believes that it is explored.
struct PlanUse: Hashable, Sendable, Codable {
  /// The lines that a screen accepted, or whose place a guard blocked.
  private var accepted: Set<Alphabet.Line> = []
  /// The lines that only refused screens have taken, with the reason that was given first.
  private var refusals: [Alphabet.Line: String] = [:]
  /// The values that fields had, by what distinguishes them.
  private var names: Set<String> = []

  /// Notes that a command was taken on a screen, and the reason if it was refused.
  mutating func note(
    _ command: String, on screen: ExploredScreen, refusal: String?, of alphabet: Alphabet
  ) {
    for line in alphabet.lines where line.text == command && line.isTaken(on: screen) {
      guard !accepted.contains(line) else { continue }
      if let refusal {
        if refusals[line] == nil { refusals[line] = refusal }
      } else {
        accepted.insert(line)
        refusals[line] = nil
      }
    }
  }

  /// Notes the values that fields of a screen have.
  mutating func note(_ used: Set<String>) { names.formUnion(used) }

  /// The parts of a plan without effect, in the order of the plan.
  func unused(of alphabet: Alphabet) -> [UnusedPart] {
    let lines = alphabet.lines.filter { !accepted.contains($0) }.map {
      UnusedPart.line($0, refusal: refusals[$0])
    }
    let values = alphabet.values.all.filter { !names.contains($0.id) }
    return lines
      + values.map { $0.isOnSomeScreens ? .valuesWhere($0.name, $0.values) : .values($0.name) }
  }
}

/// A part of a plan that had no effect in a search.
enum UnusedPart: Hashable, Sendable, Codable {
  /// A line; without a refusal, no screen has taken it.
  case line(Alphabet.Line, refusal: String?)
  /// The values of fields with a label, or at a place.
  case values(String)
  /// The values of such fields on the screens for which a condition holds.
  case valuesWhere(String, [String])

  var sentence: String {
    switch self {
    case .line(let line, let refusal?):
      let place = line.place.map { " at '\($0)'" } ?? ""
      return "The command '\(line.text)' was refused on every screen\(place): \(refusal)"
    case .line(let line, nil):
      guard let place = line.place else {
        return "The command '\(line.text)' was taken on no screen."
      }
      return
        "The command '\(line.text)' was taken on no screen: none that was shown has the titles or the link '\(place)'."
    case .values(let name):
      return
        "The values for '\(name)' were given to no field: none that was shown has this label, place or link."
    case .valuesWhere(let name, let values):
      let list = values.map { "'\($0)'" }.joined(separator: ", ")
      return
        "The values \(list) for '\(name)' were given to no field: none with this label, place or link was shown where their condition holds."
    }
  }

  /// The parts that had no effect in any of several searches with one plan.
  static func common(to searches: [[UnusedPart]]) -> [UnusedPart] {
    guard let first = searches.first else { return [] }
    return first.compactMap { part in
      let same = searches.compactMap { $0.first { $0.isOfSamePart(as: part) } }
      guard same.count == searches.count else { return nil }
      return same.first { if case .line(_, refusal: _?) = $0 { true } else { false } } ?? part
    }
  }

  private func isOfSamePart(as other: UnusedPart) -> Bool {
    switch (self, other) {
    case (.line(let left, _), .line(let right, _)): left == right
    default: self == other
    }
  }
}
