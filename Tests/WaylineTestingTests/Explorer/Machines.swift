import WaylineTesting

/// A gate that a coin opens and a visitor closes.
struct Turnstile: StateMachine {
  enum State { case locked, unlocked }
  enum Action { case coin, push }

  var initialStates: [State] { [.locked] }
  func actions(in state: State) -> [Action] { [.coin, .push] }
  func step(_ action: Action, from state: State) -> [State] {
    action == .coin ? [.unlocked] : [.locked]
  }
}

/// A stack of screens with at most one sheet.
struct ScreenStack: StateMachine {
  struct State: Hashable {
    var screens: [UInt8] = []
    var sheet: UInt8?
  }

  enum Action: Hashable {
    case push(UInt8)
    case pop
    case present(UInt8)
    case dismiss
  }

  var routes: UInt8 = 3
  var depth = 4

  var initialStates: [State] { [State()] }

  func actions(in state: State) -> [Action] {
    if state.sheet != nil { return [.dismiss] }
    var actions: [Action] = []
    if state.screens.count < depth { actions += (0..<routes).map(Action.push) }
    if state.screens.count < depth - 1 { actions += (0..<routes).map(Action.present) }
    if !state.screens.isEmpty { actions.append(.pop) }
    return actions
  }

  func step(_ action: Action, from state: State) -> [State] {
    var next = state
    switch action {
    case .push(let route): next.screens.append(route)
    case .pop: next.screens.removeLast()
    case .present(let route): next.sheet = route
    case .dismiss: next.sheet = nil
    }
    return [next]
  }

  func simplerActions(than action: Action) -> [Action] {
    switch action {
    case .push(let route): (0..<route).map(Action.push)
    case .present(let route): (0..<route).map(Action.present)
    default: []
    }
  }
}

/// A number that is counted up, and down, up to a bound.
struct Counter: StateMachine {
  var limit = 9
  var canFallBack = true

  enum Action: Hashable { case up, down, wait }

  var initialStates: [Int] { [0] }

  func actions(in state: Int) -> [Action] {
    var actions: [Action] = []
    if state < limit { actions.append(.up) }
    if canFallBack, state > 0 { actions.append(.down) }
    return actions + [.wait]
  }

  func step(_ action: Action, from state: Int) -> [Int] {
    switch action {
    case .up: [state + 1]
    case .down: [state - 1]
    case .wait: [state]
    }
  }
}

/// Two workers that may each fail at any time.
struct Unreliable: StateMachine {
  struct State: Hashable { var done = 0, failed = false }
  enum Action: Hashable { case work, giveUp }

  var initialStates: [State] { [State()] }
  func actions(in state: State) -> [Action] { state.failed || state.done == 2 ? [] : [.work] }
  func step(_ action: Action, from state: State) -> [State] {
    [State(done: state.done + 1, failed: false), State(done: state.done, failed: true)]
  }
}

/// Two tokens that may be exchanged without a difference.
struct Tokens: StateMachine {
  var initialStates: [[Int]] { [[0, 0]] }
  func actions(in state: [Int]) -> [Int] { state.indices.filter { state[$0] < 3 } }
  func step(_ action: Int, from state: [Int]) -> [[Int]] {
    var next = state
    next[action] += 1
    return [next]
  }
}
