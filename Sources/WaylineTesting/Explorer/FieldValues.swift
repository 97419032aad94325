/// The values that a plan gives the fields with one name, on every screen or on some.
struct FieldValues: Sendable {
  /// The label of the fields, or the titles or the link of their screen.
  let name: String
  let values: [String]
  /// Returns whether a screen is one of those; nil for every screen.
  let condition: (@Sendable (ExploredScreen) -> Bool)?
  /// What distinguishes it from the others with its name, in notes of what was used.
  let id: String

  /// True if a report names them by their values, since there are others with the same name.
  var isOnSomeScreens: Bool { condition != nil }
}

/// The values that a plan gives fields, by the names of these.
struct PlannedValues: Sendable {
  /// Those with a condition, in the order of the plan.
  private(set) var onSome: [FieldValues] = []
  /// Those of every screen.
  private(set) var onAll: [String: FieldValues] = [:]

  /// True if fields have the values that a search chooses.
  var isEmpty: Bool { onSome.isEmpty && onAll.isEmpty }

  /// Adds values; those with a condition come before those without, which replace earlier ones.
  mutating func add(
    _ values: [String], for name: String, where condition: (@Sendable (ExploredScreen) -> Bool)?
  ) {
    guard condition != nil else {
      onAll[name] = FieldValues(name: name, values: values, condition: nil, id: name)
      return
    }
    onSome.append(
      FieldValues(
        name: name, values: values, condition: condition, id: "\(name)\n\(onSome.count)"))
  }

  /// The values on a screen, by name: the first whose condition holds there, otherwise those of every screen.
  func given(on screen: ExploredScreen) -> [String: FieldValues] {
    if onSome.isEmpty { return onAll }
    // Messages belong to the way to a state, whose commands are the same on every way.
    let screen = screen.with(messages: [])
    var given: [String: FieldValues] = [:]
    for values in onSome where given[values.name] == nil && values.condition?(screen) == true {
      given[values.name] = values
    }
    return given.merging(onAll) { first, _ in first }
  }

  /// All of them: those with a condition in the order of the plan, the others by name.
  var all: [FieldValues] { onSome + onAll.values.sorted { $0.name < $1.name } }
}
