/// A value that no description, log, transcript, history or JSON shows in clear.
///
/// ``reveal()`` is the one door: search for it to see where secrets leave. Swift cannot zero a
/// decoded value, so a secret limits where a value is shown, not how long it stays in memory.
///
/// Its coded form holds no value: a secret read from a saved scene, for example, is a
/// ``placeholder`` until the program sets a value.
public struct Secret<Value> {
  private let value: Value?

  /// Hides a value.
  public init(_ value: Value) {
    self.value = value
  }

  private init(value: Value?) {
    self.value = value
  }

  /// A secret whose value is not known here.
  public static var placeholder: Secret { Secret(value: nil) }

  /// True if the value is not known here.
  public var isPlaceholder: Bool { value == nil }

  /// The value in clear; nil for a placeholder.
  public func reveal() -> Value? { value }
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

extension Secret: Codable {
  /// A placeholder, whatever was written.
  public init(from decoder: any Decoder) throws {
    _ = try decoder.singleValueContainer().decode(String.self)
    self.init(value: nil)
  }

  /// Writes `<redacted>` instead of the value.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}
