import Wayline

/// A value of a tester's own that an exploration takes along with the commands; read it with `screen[value]`.
///
/// ```swift
/// var explorer = Explorer { TillView() }
/// let hasPaid = explorer.remember(false) { hasPaid, _, command, _ in
///   if command == "Pay" { hasPaid = true }
/// }
/// let report = await explorer.never("Payment is offered twice") {
///   $0[hasPaid] && $0.labels.contains("Pay")
/// }.run()
/// ```
public struct Remembered<Value: Hashable & Sendable>: Hashable, Sendable {
  fileprivate let index: Int
  fileprivate let initial: Value
}

extension ExploredScreen {
  /// The value that is remembered in this state.
  public subscript<Value>(_ remembered: Remembered<Value>) -> Value {
    remembers.value(remembered.index) as? Value ?? remembered.initial
  }
}

extension Explorer where Subject == Screens {
  /// Remembers a value about the past, such as whether an order was paid, or the state of a model to compare with.
  ///
  /// The value is a part of each state: screens that are the same are two states where it differs. So a value
  /// without a bound, such as a counter, is a search without an end.
  ///
  /// - Parameters:
  ///   - initial: the value before the first command.
  ///   - update: changes the value after each command, from the screen before it, the line as the report has it,
  ///     and the screen after it. It must depend on these alone. On both screens values are those before the command.
  /// - Returns: The name by which properties read it.
  public mutating func remember<Value: Hashable & Sendable>(
    _ initial: Value,
    _ update:
      @escaping @Sendable (
        _ value: inout Value, _ before: ExploredScreen, _ command: String, _ after: ExploredScreen
      ) -> Void
  ) -> Remembered<Value> {
    let index = subject.memory.rules.count
    subject.memory.rules.append(
      RememberedValues.Rule(initial: initial) { value, before, command, after in
        guard var own = value as? Value else { return value }
        update(&own, before, command, after)
        return own
      })
    return Remembered(index: index, initial: initial)
  }
}

/// The remembered values of one state, in the order of their declaration.
struct RememberedValues: Hashable, Sendable {
  /// The beginning of one value, and what a step makes of it.
  struct Rule: Sendable {
    let initial: any Hashable & Sendable
    let update:
      @Sendable (any Hashable & Sendable, ExploredScreen, String, ExploredScreen) -> any Hashable
        & Sendable
  }

  /// The values that an exploration remembers.
  struct Memory: Sendable {
    var rules: [Rule] = []

    /// True if nothing is remembered.
    var isEmpty: Bool { rules.isEmpty }
    /// The values before the first command.
    var initial: RememberedValues { RememberedValues(values: rules.map(\.initial)) }
  }

  fileprivate let values: [any Hashable & Sendable]
  var isEmpty: Bool { values.isEmpty }

  /// No values.
  static let none = RememberedValues(values: [])

  /// The value at a place; nil where none is remembered.
  fileprivate func value(_ index: Int) -> (any Hashable & Sendable)? {
    index < values.count ? values[index] : nil
  }

  /// The values after a step.
  func updated(
    by memory: Memory, _ before: ExploredScreen, _ command: String, _ after: ExploredScreen
  ) -> Self {
    RememberedValues(
      values: zip(memory.rules, values).map { $0.update($1, before, command, after) })
  }

  static func == (left: Self, right: Self) -> Bool {
    left.values.map { AnyHashable($0) } == right.values.map { AnyHashable($0) }
  }

  func hash(into hasher: inout Hasher) {
    for value in values { hasher.combine(AnyHashable(value)) }
  }
}
