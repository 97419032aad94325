import WaylineGraph

/// The ending of a flow whose result is awaited; every flow ends exactly once.
public enum FlowEnding<Value: Sendable>: Sendable {
  /// The flow returned a value.
  case value(Value)
  /// The user left it without a value.
  case cancelled
  /// The screen that awaits the result, or one below it, has ended.
  case dismissedByParent
  /// Another place replaced the flow's.
  case replaced
  /// The scene ended before the flow did, or the flow never began.
  case interrupted
  /// The input ended.
  case endOfInput

  /// The value, if there is one.
  public var value: Value? { if case .value(let value) = self { value } else { nil } }
}

extension FlowEnding: Equatable where Value: Equatable {}
extension FlowEnding: Hashable where Value: Hashable {}

/// An ending whose type of value is not known yet.
typealias UntypedEnding = FlowEnding<any Sendable>

extension UntypedEnding {
  /// The ending with a value of a type; a value of another type counts as cancelled.
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

  /// The same ending; a value of another type than the awaited one counts as cancelled.
  ///
  /// Such a value is a mistake that is reported; `finish()` without a value is none.
  func accepted<Wanted: Sendable>(as type: Wanted.Type, of flow: String) -> UntypedEnding {
    guard case .value(let value) = self, !(value is Wanted) else { return self }
    if !(value is Void) {
      Misuse.report(
        "\(flow) returns \(type), but finish(_:) was called with a value of type "
          + "\(Swift.type(of: value)), so it ended as cancelled. Call finish(_:) with \(type).")
    }
    return .cancelled
  }
}

/// A finished flow, as observers receive it.
///
/// ```swift
/// let flows = router.observeFlows { flow in
///   log(flow.name ?? "unnamed", flow.ending, flow.json ?? "no value")
/// }
/// ```
public struct EndedFlow: Sendable {
  /// The name under which the result was awaited; nil for a flow that code awaits.
  public let name: String?

  /// The place that the flow began with; nil when it could not be restored.
  public let place: Route?

  /// The first screen of the flow; nil for the flow of a scene, and for one that never began.
  public let entry: NavigationEntry.ID?

  /// The ending as it was delivered.
  public let ending: FlowEnding<any Sendable>

  /// The value as one line of JSON; nil when there is none, or when it is not `Encodable`.
  public var json: String? { ending.value.flatMap { RouteCoding.json(encoding: $0) } }
}
