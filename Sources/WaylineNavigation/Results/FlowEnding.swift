/// How a flow ended that was asked for a value; every flow ends exactly once.
public enum FlowEnding<Value: Sendable>: Sendable {
  /// The flow gave a value.
  case value(Value)
  /// The person left it without one.
  case cancelled
  /// The screen that asked, or one below it, has ended.
  case dismissedByParent
  /// Another place took the flow's place.
  case replaced
  /// The scene ended before the flow did, or the flow never began.
  case interrupted
  /// There was no more input.
  case endOfInput

  /// The value, if there is one.
  public var value: Value? { if case .value(let value) = self { value } else { nil } }
}

extension FlowEnding: Equatable where Value: Equatable {}
extension FlowEnding: Hashable where Value: Hashable {}

/// An ending before anybody has said which type of value is wanted.
typealias UntypedEnding = FlowEnding<any Sendable>

extension UntypedEnding {
  /// The ending that someone sees who waits for a value of a type; any other value is none.
  func typed<Wanted: Sendable>(as type: Wanted.Type) -> FlowEnding<Wanted> {
    switch self {
    case .value(let value): (value as? Wanted).map { .value($0) } ?? .cancelled
    case .cancelled: .cancelled
    case .dismissedByParent: .dismissedByParent
    case .replaced: .replaced
    case .interrupted: .interrupted
    case .endOfInput: .endOfInput
    }
  }

  /// The same ending, but for a value that is not the one that was wanted.
  func accepted(if isWanted: (any Sendable) -> Bool) -> UntypedEnding {
    if case .value(let value) = self, !isWanted(value) { .cancelled } else { self }
  }
}
