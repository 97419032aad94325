/// A value that no description, log, transcript, history or JSON shows in clear.
///
/// ``reveal()`` is the one door: search for it to see where secrets leave. Swift cannot zero a
/// decoded value, so a secret limits where a value is shown, not how long it stays in memory.
public struct Secret<Value> {
  private let value: Value

  /// Hides a value.
  public init(_ value: Value) {
    self.value = value
  }

  /// The value in clear.
  public func reveal() -> Value { value }
}

extension Secret: Sendable where Value: Sendable {}
extension Secret: Equatable where Value: Equatable {}
extension Secret: Hashable where Value: Hashable {}

extension Secret: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// `<redacted>`.
  public var description: String { "<redacted>" }
  /// `<redacted>`.
  public var debugDescription: String { "<redacted>" }
  /// A mirror without children.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
