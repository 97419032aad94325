/// The reason why a statement had no result.
enum ServerFault: Error {
  /// The connection ended, or the server did not answer in time. What was sent may have been carried out.
  case lost(String)
  /// A person did not want to wait for the answer any more. What was sent may have been carried out.
  case left
  /// The server refused a statement, with a code of five characters (SQLSTATE) and its sentence.
  case refused(state: String, message: String)
}

extension ServerFault {
  /// True if the connection cannot be used any more: it was lost, or another server has to be found.
  var endsConnection: Bool {
    switch self {
    case .lost, .left: true
    case .refused(let state, _): state == Self.readOnly || Self.isEnd(state)
    }
  }

  /// True if what was asked may be asked once more on another connection.
  var isRepeatable: Bool {
    if case .left = self { false } else { endsConnection || isNoStatement }
  }

  /// True if the server ended the connection, and with it every transaction that was not committed.
  static func isEnd(_ state: String) -> Bool {
    state.hasPrefix("08") || ["57P01", "57P02", "57P05", "25P03", "25P04"].contains(state)
  }

  /// A write to a standby, or to a server after it was made one.
  static let readOnly = "25006"
  /// A table that does not exist.
  static let noTable = "42P01"
  /// A prepared statement that does not exist, or exists already: a pooler has changed the server's session.
  static let noStatement = ["26000", "42P05"]

  var isNoTable: Bool {
    if case .refused(Self.noTable, _) = self { true } else { false }
  }

  var isNoStatement: Bool {
    if case .refused(let state, _) = self { Self.noStatement.contains(state) } else { false }
  }
}
