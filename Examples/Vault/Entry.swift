import Wayline

/// One password with the name it is found by.
struct Entry: Codable, Hashable, Identifiable, Sendable {
  /// The key of the encrypted store that has all entries.
  static let storageKey = "entries"

  var name: String
  var user: String
  var password: String

  var id: String { name }
}

extension Entry {
  /// The sentence for an error of the stored entries, which are not the same as none.
  static func problem(_ error: StoreError?) -> String? {
    guard let error else { return nil }
    if case .locked = error { return "The entries are locked. Type 'unlock'." }
    return "The entries could not be read. \(error)"
  }
}

extension Entry: CustomStringConvertible {
  /// The name alone: a description may end in a log.
  var description: String { name }
}

/// The rules for new passwords.
enum Password {
  static let lengths = 8...64
  private static let letters = Array(
    "abcdefghijkmnopqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789-_.!")

  /// A password from the system's random source, without characters that look alike.
  static func random(length: Int) -> String {
    String((0..<length).compactMap { _ in letters.randomElement() })
  }

  /// The same password each time, so that an exploration can repeat what it did.
  static func predictable(length: Int) -> String { String(repeating: "x", count: length) }
}

private enum NewPasswordKey: EnvironmentKey {
  static var defaultValue: @Sendable (Int) -> String { { Password.random(length: $0) } }
}

extension EnvironmentValues {
  /// Makes a new password of a length.
  var newPassword: @Sendable (Int) -> String {
    get { self[NewPasswordKey.self] }
    set { self[NewPasswordKey.self] = newValue }
  }
}
