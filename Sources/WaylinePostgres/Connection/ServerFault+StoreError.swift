import WaylineStorage

extension ServerFault {
  /// The error of a store for the fault of one statement.
  ///
  /// Classes and codes are those of "PostgreSQL Error Codes", appendix A of its manual.
  func error(of store: String, _ operation: String) -> StoreError {
    switch self {
    case .lost(let reason): .unreachable(store: store, reason: reason)
    case .left: .unreachable(store: store, reason: "the wait for its answer was ended")
    case .refused(let state, let message): Self.error(state, message, store, operation)
    }
  }

  private static func error(
    _ state: String, _ message: String, _ store: String, _ operation: String
  ) -> StoreError {
    switch state {
    // Serialisation, deadlock, a lock not granted in time, a statement cancelled.
    case "40001", "40P01", "55P03", "57014": .busy(store: store, milliseconds: Patience.lock)
    case "53300": .busy(store: store, milliseconds: 0)
    case "53100": .full(store: store)
    case readOnly: .readOnly(store: store)
    // Authentication; privileges; unknown databases and roles.
    case "28000", "28P01", "42501", "3D000":
      .accessDenied(store: store, reason: message)
    // Starting, stopping, or recovering.
    case "57P03": .unreachable(store: store, reason: message)
    case let state where isEnd(state): .unreachable(store: store, reason: message)
    default: .server(store: store, operation: operation, state: state, message: message)
    }
  }
}

/// The longest waits.
enum Patience {
  /// For a lock, in milliseconds.
  static let lock = 2000
  /// For a transaction whose body does nothing, in milliseconds: then the server undoes it.
  static let idleTransaction = 10_000
  /// For a sign of a server that has a statement to carry out.
  static let answer = Duration.seconds(5)
  /// For the first connection of a process.
  static let firstConnection = Duration.seconds(5)
  /// For a connection that was lost in the middle of a command.
  static let reconnection = Duration.seconds(2)
  /// For a further connection, while a person is waiting and the values are known.
  static let furtherConnection = Duration.milliseconds(50)
}
