import Wayline

/// The stored credentials of a person who is logged in: never the passcode itself.
struct Credentials: Codable, Hashable, Identifiable {
  let id: UUID
  let token: String
  let since: Date
}

/// Makes credentials for a passcode, as a server would issue them.
struct CredentialIssuer: Sendable {
  var issue: @Sendable () -> Credentials

  /// Random credentials of now.
  static let random = CredentialIssuer {
    let token = (0..<32).map { _ in String(UInt8.random(in: 0...15), radix: 16) }.joined()
    return Credentials(id: UUID(), token: token, since: Date())
  }

  /// The same credentials each time, so that an exploration meets a state again.
  static let fixed = CredentialIssuer {
    let id = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1))
    return Credentials(id: id, token: "0", since: Date(timeIntervalSince1970: 0))
  }
}

private struct CredentialIssuerKey: EnvironmentKey {
  static let defaultValue = CredentialIssuer.random
}

extension EnvironmentValues {
  /// The issuer of credentials.
  var credentialIssuer: CredentialIssuer {
    get { self[CredentialIssuerKey.self] }
    set { self[CredentialIssuerKey.self] = newValue }
  }
}
