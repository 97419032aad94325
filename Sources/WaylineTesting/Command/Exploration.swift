import Wayline

/// The plan of a program's exploration: properties of its own, values of fields, laws left out.
///
/// ```swift
/// WindowGroup { DeskView() }.explorable { plan in
///   plan.values(["Ann", "Bob"], for: "Member")
///   plan.sometimes("A book can be returned") { $0.labels.contains("Return") }
///   plan.never("A lent book is on the shelf") { $0.lines.contains("Lent") && $0.place == "Shelf" }
/// }
/// ```
public struct Exploration {
  var explorer: Explorer<Screens>
  /// The changes of the environment above the first screen, which are made anew for each scene.
  var environment: [() -> (inout EnvironmentValues) -> Void] = []

  /// Adds a predicate that has to hold on every screen, or on those to which a condition applies.
  public mutating func always(
    _ name: String, where condition: (@Sendable (ExploredScreen) -> Bool)? = nil,
    _ predicate: @escaping @Sendable (ExploredScreen) -> Bool
  ) {
    explorer = explorer.always(name, where: condition, predicate)
  }

  /// Adds a predicate that has to hold on no screen, or on none to which a condition applies.
  public mutating func never(
    _ name: String, where condition: (@Sendable (ExploredScreen) -> Bool)? = nil,
    _ predicate: @escaping @Sendable (ExploredScreen) -> Bool
  ) {
    explorer = explorer.never(name, where: condition, predicate)
  }

  /// Adds a goal that some screen must reach, of those to which a condition applies.
  public mutating func sometimes(
    _ name: String, where condition: (@Sendable (ExploredScreen) -> Bool)? = nil,
    _ predicate: @escaping @Sendable (ExploredScreen) -> Bool
  ) {
    explorer = explorer.sometimes(name, where: condition, predicate)
  }

  /// Adds a predicate that has to hold for each command, or for those to which a condition applies. See
  /// ``Explorer/step(_:where:_:)``.
  public mutating func step(
    _ name: String,
    where condition: (
      @Sendable (_ before: ExploredScreen, _ command: String, _ after: ExploredScreen) -> Bool
    )? = nil,
    _ predicate:
      @escaping @Sendable (
        _ before: ExploredScreen, _ command: String, _ after: ExploredScreen
      ) -> Bool
  ) {
    explorer = explorer.step(name, where: condition, predicate)
  }

  /// Remembers a value about the past, such as whether an order was paid. See
  /// ``Explorer/remember(_:_:)``.
  public mutating func remember<Value: Hashable & Sendable>(
    _ initial: Value,
    _ update:
      @escaping @Sendable (
        _ value: inout Value, _ before: ExploredScreen, _ command: String, _ after: ExploredScreen
      ) -> Void
  ) -> Remembered<Value> {
    explorer.remember(initial, update)
  }

  /// Adds a promise: from each screen with `from`, a screen with `to` can be reached. See
  /// ``Explorer/leadsTo(_:_:from:to:)``.
  public mutating func leadsTo(
    _ name: String, _ progress: Progress = .possibly,
    from: @escaping @Sendable (ExploredScreen) -> Bool,
    to: @escaping @Sendable (ExploredScreen) -> Bool
  ) {
    explorer = explorer.leadsTo(name, progress, from: from, to: to)
  }

  /// Chooses the values that a field is given: by its label, or by a place for all fields there; with a condition, on
  /// the screens for which it holds. See ``Explorer/values(_:for:where:)``.
  public mutating func values(
    _ values: [String], for name: String,
    where condition: (@Sendable (ExploredScreen) -> Bool)? = nil
  ) {
    explorer = explorer.values(values, for: name, where: condition)
  }

  /// Adds a line that is taken on every screen, or on those at one place: a command of the program, such as
  /// `lend 42`, `home`, or `open` with a link. See ``Explorer/command(_:at:)``.
  public mutating func command(_ line: String, at place: String? = nil) {
    explorer = explorer.command(line, at: place)
  }

  /// Opens the link of every place on every screen, as `--links` does.
  public mutating func links() {
    explorer = explorer.links()
  }

  /// Makes a restart a command of every screen. See ``Explorer/restarts()``.
  public mutating func restarts() {
    explorer = explorer.restarts()
  }

  /// Uses the elements of some rows of each list, instead of those of all. See ``Explorer/rows(_:)``.
  public mutating func rows(_ rows: RowChoice...) {
    explorer = explorer.rows(rows)
  }

  /// Lets tasks continue by themselves after each command, in the order of their beginning; see ``Explorer/tasksInOrder()``.
  public mutating func tasksInOrder() {
    explorer = explorer.tasksInOrder()
  }

  /// Lets the random numbers of each scene begin again after `count`, so that a program that draws on and on has
  /// states of a limited number; see ``Explorer/randomNumbers(repeatingAfter:)``.
  public mutating func randomNumbers(repeatingAfter count: Int) {
    explorer = explorer.randomNumbers(repeatingAfter: count)
  }

  /// Sets a value of the environment above the first screen, such as a client that answers from memory.
  ///
  /// Values that differ from run to run, such as dates and random numbers, belong into the environment, so
  /// that an exploration can fix it. It replaces what the program sets for the same key on its screens.
  public mutating func environment<Value>(
    _ keyPath: WritableKeyPath<EnvironmentValues, Value>, _ value: Value
  ) {
    environment.append { { $0[keyPath: keyPath] = value } }
  }

  /// Sets a value of the environment above the first screen that is made anew for each scene, such as a generator of
  /// random numbers with a seed: so every scene of the search draws the same numbers.
  public mutating func environment<Value>(
    _ keyPath: WritableKeyPath<EnvironmentValues, Value>,
    _ make: @escaping () -> Value
  ) {
    environment.append {
      let value = make()
      return { $0[keyPath: keyPath] = value }
    }
  }

  /// Switches laws off.
  public mutating func without(_ laws: Law...) {
    explorer = explorer.without(laws)
  }
}

extension Scene {
  /// Gives the program the command `explore`, which searches its screens and checks laws in each.
  ///
  /// `PROGRAM explore` ends with 0 when no law and no property is broken, with 1 when one is, and with
  /// 2 for a wrong option. It takes the options of the program too, for each scene that it makes. It never touches
  /// the stores of the user.
  public func explorable(_ plan: @escaping (inout Exploration) -> Void = { _ in }) -> some Scene {
    launchVerb(ExploreVerb.self) { program, words in
      var command = ExploreCommand(program: program, plan: plan)
      return await command.run(words)
    }
  }
}

private enum ExploreVerb: DescribedVerb {
  static let description = LaunchVerb.Description(
    "explore", summary: "Search the screens and check laws; see explore --help.",
    options: ExploreOptions.listed, takesProgramOptions: true)
}
