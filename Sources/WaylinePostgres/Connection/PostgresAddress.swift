import WaylineStorage

/// The address of a store in a PostgreSQL server.
///
/// ```swift
/// let address = PostgresAddress("postgres:service=desk#ada")
/// ```
///
/// Three forms are understood, and each may end with `#` and the name of the store in the database:
///
/// - `postgres:service=desk`: a service of `~/.pg_service.conf`.
/// - `postgres:host=db1,db2 dbname=desk`: the parameters of libpq ("Connection Strings" in its manual).
/// - `postgres://db1/desk`: a URL.
///
/// A password in it is refused when the store is used, since other users could see it in the list of processes.
public struct PostgresAddress: Hashable {
  /// The address as it was given, the name of the store in messages; `postgres:…` if it has a password.
  public let text: String
  /// The parameters as libpq reads them, without the name of the store.
  let parameters: String
  /// The name of the store in the database.
  public let store: String

  /// Creates an address from its text.
  ///
  /// - Parameters:
  ///   - text: begins with `postgres:`.
  ///   - store: the name of the store if the text has none.
  public init(_ text: String, store: String = "main") {
    self.text = Self.mayHavePassword(text) ? "postgres:…" : text
    let parts = text.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
    let address = parts.first.map(String.init) ?? text
    let name = parts.count > 1 ? String(parts[1]) : ""
    self.store = name.isEmpty ? store : name
    let isURL = ["postgres://", "postgresql://"].contains { address.hasPrefix($0) }
    let prefix = "postgres:"
    parameters =
      isURL || !address.hasPrefix(prefix) ? address : String(address.dropFirst(prefix.count))
  }
}

extension PostgresAddress: Sendable {}

extension PostgresAddress {
  /// True if a text has a password, or something like one, which no message may print.
  private static func mayHavePassword(_ text: String) -> Bool {
    if text.contains("password") { return true }
    guard let authority = text.firstRange(of: "//").map({ text[$0.upperBound...] }),
      let user = authority.prefix(while: { $0 != "/" }).lastIndex(of: "@")
    else { return false }
    return authority[..<user].contains(":")
  }
}

extension PostgresAddress {
  /// The server in a sentence about a wait for it.
  var server: String { "the server of '\(text)'" }
}

extension PostgresAddress: CustomStringConvertible {
  /// The address as it was given.
  public var description: String { text }
}

extension PostgresAddress {
  /// Checks that libpq understands the address, and that it has no password.
  ///
  /// - Throws: ``StoreError/wrongAddress(_:reason:)``, or the reason why libpq cannot be used.
  package func check() throws(StoreError) {
    let library = try Libpq.load(for: text)
    var message: UnsafeMutablePointer<CChar>?
    guard let options = library.parseAddress(parameters, &message) else {
      let reason = message.map { String(cString: $0) } ?? "out of memory"
      library.freeMemory(message)
      throw .wrongAddress(text, reason: reason.split(separator: "\n").joined(separator: "; "))
    }
    defer { library.freeAddress(options) }
    for secret in ["password", "sslpassword"] where Self.hasValue(of: secret, in: options) {
      throw .passwordInAddress
    }
  }

  /// True if a parameter has a value in the array that libpq has made of an address.
  private static func hasValue(of keyword: String, in options: UnsafeMutableRawPointer) -> Bool {
    // NB: the fields of `PQconninfoOption`: six texts, of which the first is the keyword and the fourth the
    // value, and a number.
    let word = MemoryLayout<UnsafeRawPointer>.stride
    var option = options
    while let name = option.load(as: Libpq.Text?.self) {
      if String(cString: name) == keyword {
        let value = option.load(fromByteOffset: 3 * word, as: Libpq.Text?.self)
        return value.map { $0.pointee != 0 } ?? false
      }
      option += 7 * word
    }
    return false
  }
}
