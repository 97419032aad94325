import WaylineStorage
import WaylineSystem

/// A connection that is being opened step by step, so that nobody has to wait for it.
final class Opening {
  private let library: Libpq
  private let handle: Libpq.Handle
  private let address: PostgresAddress
  private let deadline: Duration
  private var isOpen = false
  /// The condition of the socket for the next step.
  private var awaited = PollList.Condition.writable

  /// The longest time for one attempt, also with several hosts.
  private static let limit = Duration.seconds(10)

  /// Begins to connect.
  ///
  /// NB: libpq looks up the name of the host here, and waits for that.
  init(_ address: PostgresAddress, program: String, _ library: Libpq) throws(StoreError) {
    guard let handle = library.connect(Self.settings(of: address, program)) else {
      throw .unreachable(store: address.text, reason: "out of memory")
    }
    (self.library, self.handle, self.address) = (library, handle, address)
    deadline = SystemClock.uptime() + Opening.limit
    // The code of an error is in its message only when this is set.
    _ = library.setErrorVerbosity(handle, Libpq.Code.verbose)
    // By default libpq prints notices of the server.
    _ = library.setNoticeProcessor(handle, { _, _ in }, nil)
    if library.status(handle) == Libpq.Code.connectionBad { throw failure }
  }

  deinit { if !isOpen { library.finish(handle) } }

  /// What an address does not say: the encoding; the program, for the administrator of the server; a server
  /// that takes writes; and the time after which a host is given up that sends nothing.
  private static func settings(
    of address: PostgresAddress, _ program: String
  ) -> [(name: String, value: String)] {
    [
      ("client_encoding", "UTF8"), ("fallback_application_name", program),
      ("target_session_attrs", "read-write"), ("tcp_user_timeout", "2000"),
      ("keepalives_idle", "5"), ("keepalives_interval", "2"), ("keepalives_count", "3"),
      // Last, so that its parameters go before these.
      ("dbname", address.parameters),
    ]
  }

  /// Continues until `end`, an uptime of the system, and returns the connection when it is open; nil when it is
  /// not yet, or a person does not want to wait any more.
  func finish(
    until end: Duration, _ call: inout ForegroundWait, usesPrepared: Bool
  ) throws(StoreError) -> Connection? {
    while true {
      var list = PollList()
      list.append(library.socket(handle), awaited)
      guard call.untilReady(&list, until: min(end, deadline)) == .ready else {
        if SystemClock.uptime() >= deadline {
          throw .unreachable(
            store: address.text, reason: "no answer for \(Opening.limit.components.seconds) s")
        }
        return nil
      }
      switch library.connectPoll(handle) {
      case Libpq.Code.pollingOK: return try connection(usesPrepared: usesPrepared)
      case Libpq.Code.pollingReading: awaited = .readable
      case Libpq.Code.pollingWriting: awaited = .writable
      default: throw failure
      }
    }
  }

  private func connection(usesPrepared: Bool) throws(StoreError) -> Connection {
    let version = library.serverVersion(handle)
    guard version >= Libpq.oldestServer else {
      throw .unsupportedServer(
        store: address.text,
        detail: "the server has version \(version / 10_000), and 13 or newer is needed")
    }
    isOpen = true
    do throws(ServerFault) {
      return try Connection(
        handle, library, server: address.server, usesPrepared: usesPrepared)
    } catch {
      throw error.error(of: address.text, "connect")
    }
  }

  /// The reason why no connection was made.
  private var failure: StoreError {
    ConnectionFailure(
      library.message(of: handle), needsPassword: library.needsPassword(handle) == 1
    )
    .error(of: address.text)
  }
}

/// The message of libpq for a connection that was not made.
///
/// It holds the codes of the servers that answered: `FATAL:  28P01: password authentication failed`. Where none
/// answered, or libpq itself gave up, the texts of libpq tell the reasons apart: they are not translated in a
/// program that has not chosen a language for messages.
struct ConnectionFailure {
  /// The message without codes and severities.
  let message: String
  /// The code of the last server that answered.
  let state: String?
  private let needsPassword: Bool

  init(_ text: String, needsPassword: Bool) {
    var (words, state) = ([Substring](), String?.none)
    for word in text.split(separator: " ", omittingEmptySubsequences: true) {
      if word.last == ":", Self.isState(word.dropLast()), words.last?.last == ":" {
        state = String(word.dropLast())
        // The severity, which is always that of an end.
        words.removeLast()
      } else {
        words.append(word)
      }
    }
    (message, self.state) = (words.joined(separator: " "), state)
    self.needsPassword = needsPassword
  }

  /// True for five digits and capitals, such as `28P01`; those of the severity `FATAL` are no code.
  private static func isState(_ text: Substring) -> Bool {
    text.count == 5 && text.contains(where: \.isNumber)
      && text.allSatisfy { $0.isASCII && ($0.isNumber || $0.isUppercase) }
  }

  func error(of store: String) -> StoreError {
    if let state {
      return ServerFault.refused(state: state, message: message).error(of: store, "connect")
    }
    if message.contains("is read-only") || message.contains("is in hot standby") {
      return .readOnly(store: store)
    }
    if message.contains("definition of service") || message.contains("invalid connection option")
      || message.contains("missing \"=\"")
    {
      return .wrongAddress(store, reason: message)
    }
    let isRefused =
      needsPassword || message.contains("SSL") || message.contains("certificate")
      || message.contains("authentication")
    return isRefused
      ? .accessDenied(store: store, reason: message) : .unreachable(store: store, reason: message)
  }
}
