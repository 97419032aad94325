import Wayline

/// The names of the places that the screens of a program declare, in the order in which they appear.
@MainActor
struct DeclaredNames {
  private(set) var names: [String] = []
  /// The names that were added last, by most states the same.
  private var added: [String] = []
  private var last: (router: ObjectIdentifier, types: Int, names: [String])?

  /// The names of the places that the present screens declare.
  mutating func present(in router: Router) -> [String] {
    let (identity, types) = (ObjectIdentifier(router), router.declaredTypes)
    if let last, (last.router, last.types) == (identity, types) { return last.names }
    let names = router.declaredPlaces
    last = (identity, types, names)
    return names
  }

  /// Adds the names of the places that the screens of a state declare.
  mutating func note(_ places: [String]) {
    guard places != added else { return }
    added = places
    for name in places where !names.contains(name) { names.append(name) }
  }
}

/// The screens of a program with their elements, and what came of using them.
struct ProgramCoverage {
  private struct Entry {
    var states = 0
    var tried: Set<String> = []
    var changing: Set<String> = []
    var all: Set<String> = []
  }

  private var order: [String] = []
  private var entries: [String: Entry] = [:]

  mutating func note(_ screen: ExploredScreen, commands: Int) {
    let isNew = Self.note(screen, in: &entries[screen.place, default: Entry()])
    if isNew { order.append(screen.place) }
  }

  /// - Returns: Whether it is the first screen of the place.
  private static func note(_ screen: ExploredScreen, in entry: inout Entry) -> Bool {
    entry.states += 1
    for element in screen.elements { entry.all.insert(element.label) }
    return entry.states == 1
  }

  mutating func note(_ command: String, on screen: ExploredScreen, changed: Bool) {
    guard let name = Self.label(usedBy: command, on: screen) else { return }
    entries[screen.place]?.tried.insert(name)
    if changed { entries[screen.place]?.changing.insert(name) }
  }

  /// The label of the element that a command uses; nil for another command.
  private static func label(usedBy command: String, on screen: ExploredScreen) -> String? {
    // A number means the element with that number, whatever the labels are.
    if let first = command.utf8.first, !(0x41...0x7A).contains(first),
      let number = Int(command.prefix { $0 != " " })
    {
      return screen.elements.first { $0.number == number }?.label
    }
    // NB: an element without a value is mostly used by its whole label.
    return screen.elements.first { command == $0.label || isValue(command, of: $0.label) }?.label
  }

  /// True if a command gives the element with a label a value: `Member: Ann`.
  private static func isValue(_ command: String, of label: String) -> Bool {
    let bytes = command.utf8
    guard bytes.starts(with: label.utf8) else { return false }
    return bytes.dropFirst(label.utf8.count).starts(with: ": ".utf8)
  }

  /// A line for each place.
  var lines: [String] {
    order.map { place in
      let entry = entries[place] ?? Entry()
      let counted = ExplorationReport.counted
      return "\(place.isEmpty ? "(no title)" : place): \(counted(entry.states, "state")), "
        + "\(entry.tried.count) of \(counted(entry.all.count, "element")) used, "
        + "\(entry.changing.count) changed something"
    }
  }

  /// The elements that were never used.
  var untried: [String] {
    order.flatMap { place -> [String] in
      let entry = entries[place] ?? Entry()
      return entry.all.subtracting(entry.tried).sorted().map {
        "'\($0)' on " + (place.isEmpty ? "the screen without a title" : "'\(place)'")
      }
    }
  }
}
