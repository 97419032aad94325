import Wayline

/// What the tour keeps of a person who is logged in: never the passcode itself.
struct Credentials: Codable, Hashable, Identifiable {
  let id: UUID
  let token: String
  let since: Date
}

extension Credentials {
  /// Credentials for a passcode, as a server would issue them.
  static func issued(at date: Date) -> Credentials {
    let token = (0..<32).map { _ in String(UInt8.random(in: 0...15), radix: 16) }.joined()
    return Credentials(id: UUID(), token: token, since: date)
  }
}
