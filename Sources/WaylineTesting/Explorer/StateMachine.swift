/// A subject that an ``Explorer`` can search: a pure machine, or the screens of a program.
///
/// ```swift
/// let report = Explorer(Turnstile()).sometimes("A coin opens it") { $0 == .unlocked }.run()
/// ```
public protocol ExplorationSubject {
  /// The value that properties are asked about.
  associatedtype Explored
}

/// A machine as pure values: its states, the actions in each, and the states that an action leads to.
///
/// ```swift
/// struct Turnstile: StateMachine {
///   enum State { case locked, unlocked }
///   enum Action { case coin, push }
///   var initialStates: [State] { [.locked] }
///   func actions(in state: State) -> [Action] { [.coin, .push] }
///   func step(_ action: Action, from state: State) -> [State] {
///     action == .coin ? [.unlocked] : [.locked]
///   }
/// }
///
/// let report = Explorer(Turnstile()).sometimes("A coin opens it") { $0 == .unlocked }.run()
/// ```
///
/// Every member is called from several threads, and must give the same answer each time.
public protocol StateMachine<State, Action>: ExplorationSubject, Sendable
where Explored == State {
  /// A whole state, compared and hashed by everything that matters.
  associatedtype State: Hashable & Sendable
  /// One thing that can happen; its description is the command in reports.
  associatedtype Action: Hashable & Sendable

  /// The states in which a run can begin.
  var initialStates: [State] { get }
  /// The actions that are possible in a state, in a fixed order.
  func actions(in state: State) -> [Action]
  /// The states that an action leads to: several when it is left open, none when it is not allowed.
  func step(_ action: Action, from state: State) -> [State]
  /// Simpler actions that shrinking tries in place of one, the simplest first.
  func simplerActions(than action: Action) -> [Action]
}

extension StateMachine {
  /// No simpler actions.
  public func simplerActions(than action: Action) -> [Action] { [] }
}

extension StateMachine {
  /// Calls a closure with each action and state that follows, in the order that numbers them.
  func forEachSuccessor(of state: State, _ body: (Action, State) -> Void) {
    for action in actions(in: state) {
      for next in step(action, from: state) { body(action, next) }
    }
  }

  /// The successor with a number, and the action that leads to it.
  func successor(_ ordinal: Int, of state: State) -> (action: Action, state: State)? {
    var rest = ordinal
    for action in actions(in: state) {
      let following = step(action, from: state)
      if rest < following.count { return (action, following[rest]) }
      rest -= following.count
    }
    return nil
  }
}
