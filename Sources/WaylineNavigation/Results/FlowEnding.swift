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

/// Why a flow's screen has ended, as the router sees it.
enum FlowCause {
  case given(any Sendable)
  case cancelled
  case dismissedByParent
  case replaced
  case interrupted
  case endOfInput

  /// The ending that someone sees who waits for a value of a type.
  func ending<Value: Sendable>(of type: Value.Type) -> FlowEnding<Value> {
    switch self {
    case .given(let value): (value as? Value).map { .value($0) } ?? .cancelled
    case .cancelled: .cancelled
    case .dismissedByParent: .dismissedByParent
    case .replaced: .replaced
    case .interrupted: .interrupted
    case .endOfInput: .endOfInput
    }
  }
}
