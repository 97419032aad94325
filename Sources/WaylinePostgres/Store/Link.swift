import WaylineStorage
import WaylineSystem

// Proof: stores use it in their lock only, and a connection may change threads between calls.
/// The connection of a store to its server, which is opened at first use and again after it was lost.
///
/// Only the first attempt of a process is waited for. Later ones continue while the store is used, so that a
/// person never waits for a server that is away: until it is back, each use has the error of the last attempt.
struct Link: @unchecked Sendable {
  let address: PostgresAddress
  private let program: String
  private let part: Int64
  private var state = State.unused
  /// False once a pooler has taken prepared statements away.
  private var usesPrepared = true
  /// The number of attempts in vain since the last connection.
  private var failures = 0
  /// True if the values of an earlier connection may be out of date.
  private(set) var isReplaced = false
  private var hasBeenOpen = false
  /// True if the first connection was waited for in vain.
  private var hasWaited = false
  /// True while an announcement is due later.
  private var isAnnouncing = false

  private enum State {
    /// Nothing was asked for yet.
    case unused
    /// A connection is being opened.
    case opening(Opening)
    case open(Session)
    /// No connection, for the reason of the last attempt; the next one is due at a time.
    case failed(StoreError, retry: Duration)
  }

  /// Names the store to use, and opens nothing.
  init(_ address: PostgresAddress, program: String, part: Int64) {
    (self.address, self.program, self.part) = (address, program, part)
  }

  /// True if the store has been used.
  var isUsed: Bool {
    if case .unused = state { false } else { true }
  }

  /// The socket; nil without a connection.
  var descriptor: Int32? {
    if case .open(let session) = state { session.connection.descriptor.number } else { nil }
  }

  /// The reason why changes of others are not announced; nil if they are, and without a connection.
  var silence: Session.Silence? {
    if case .open(let session) = state { session.silence } else { nil }
  }

  /// Returns whether somebody has to announce a change later, whom nobody has told yet.
  mutating func takeOwedAnnouncement() -> Bool {
    guard case .open(let session) = state, session.owesAnnouncement, !isAnnouncing else {
      return false
    }
    isAnnouncing = true
    return true
  }

  /// Announces what is owed; a lost connection is found by its next use.
  ///
  /// - Returns: the time after which to call again; nil if nothing is owed.
  mutating func payAnnouncement() -> Duration? {
    isAnnouncing = false
    guard case .open(let session) = state else { return nil }
    do throws(ServerFault) {
      let rest = try session.payAnnouncement()
      isAnnouncing = rest != nil
      return rest
    } catch {
      note(error)
      return nil
    }
  }

  /// Closes the connection; the next use opens one.
  mutating func close() {
    state = .unused
  }

  /// Returns whether live values may be out of date since the last call, because the connection is a new one.
  mutating func takeReplaced() -> Bool {
    defer { isReplaced = false }
    return isReplaced
  }
}

extension Link {
  /// Lets `body` use the store; repeated once if the connection is lost, on a new one.
  ///
  /// - Parameter isRepeatable: whether `body` may run twice: a read, or one write of a single value.
  mutating func use<Result>(
    _ operation: String, isRepeatable: Bool = true,
    _ body: (Session) throws(ServerFault) -> Result
  ) throws(StoreError) -> Result {
    let first = try session()
    do throws(ServerFault) {
      return try attempt(first, body)
    } catch {
      guard isRepeatable, error.isRepeatable else {
        throw self.error(error, operation)
      }
    }
    let second = try session(within: Patience.reconnection)
    do throws(ServerFault) {
      return try attempt(second, body)
    } catch {
      throw self.error(error, operation)
    }
  }

  /// Returns the session, for a transaction that the caller carries out.
  mutating func session() throws(StoreError) -> Session {
    try session(
      within: hasBeenOpen || hasWaited ? Patience.furtherConnection : Patience.firstConnection)
  }

  private mutating func attempt<Result>(
    _ session: Session, _ body: (Session) throws(ServerFault) -> Result
  ) throws(ServerFault) -> Result {
    do throws(ServerFault) {
      return try body(session)
    } catch {
      note(error)
      throw error
    }
  }

  /// Closes a connection that a fault has made unusable.
  mutating func note(_ fault: ServerFault) {
    if fault.isNoStatement { usesPrepared = false }
    guard fault.endsConnection || fault.isNoStatement else { return }
    state = .failed(fault.error(of: address.text, "connect"), retry: .zero)
  }

  /// The error for a fault.
  func error(_ fault: ServerFault, _ operation: String) -> StoreError {
    fault.error(of: address.text, operation)
  }

  /// Returns an open session, after waiting for one for at most `patience`.
  mutating func session(within patience: Duration) throws(StoreError) -> Session {
    if case .open(let session) = state, !session.connection.isLost { return session }
    let end = SystemClock.uptime() + patience
    var call = ForegroundWait(for: address.server)
    while true {
      do throws(StoreError) {
        if let session = try step(until: end, &call) { return session }
        hasWaited = true
        throw call.isLeft
          ? ServerFault.left.error(of: address.text, "connect")
          : .unreachable(store: address.text, reason: "no answer yet")
      } catch {
        // A server that restarts is back soon; everything else takes longer than anybody waits here.
        guard case .unreachable = error, patience >= Patience.reconnection, hasBeenOpen,
          !call.isLeft,
          SystemClock.uptime() + Self.pause < end
        else { throw error }
        SystemClock.sleep(Self.pause)
      }
    }
  }

  /// The pause between two attempts while somebody waits.
  private static let pause = Duration.milliseconds(30)

  /// Takes the next step towards an open session; nil if it is not open at the end of the time.
  private mutating func step(
    until end: Duration, _ call: inout ForegroundWait
  ) throws(StoreError) -> Session? {
    switch state {
    case .open(let session) where !session.connection.isLost: return session
    case .failed(let error, let retry) where SystemClock.uptime() < retry: throw error
    case .opening: break
    default:
      do throws(StoreError) {
        try address.check()
        state = .opening(
          try Opening(address, program: program, try Libpq.load(for: address.text)))
      } catch {
        throw failed(error)
      }
    }
    guard case .opening(let opening) = state else { return nil }
    do throws(StoreError) {
      guard let connection = try opening.finish(until: end, &call, usesPrepared: usesPrepared)
      else { return nil }
      return try open(connection)
    } catch {
      throw failed(error)
    }
  }

  private mutating func open(_ connection: Connection) throws(StoreError) -> Session {
    do throws(ServerFault) {
      let session = try Session(connection, name: address.store, part: part)
      state = .open(session)
      (failures, isReplaced, hasBeenOpen) = (0, hasBeenOpen || failures > 0, true)
      return session
    } catch {
      if error.isNoStatement { usesPrepared = false }
      throw self.error(error, "open")
    }
  }

  /// Notes an attempt in vain: the next one is due later each time, and not at the same time on each host.
  private mutating func failed(_ error: StoreError) -> StoreError {
    failures += 1
    // A server that refuses a user may lock him after a few attempts.
    let pause = error.isOfAccess ? 60_000 : min(5_000, 50 << min(failures, 10))
    let jitter = Int.random(in: 0...pause / 2)
    let wait = Duration.milliseconds(pause / 2 + jitter)
    state = .failed(error, retry: SystemClock.uptime() + wait)
    return error
  }
}

extension StoreError {
  /// True if a further attempt has the same end until somebody changes something.
  fileprivate var isOfAccess: Bool {
    switch self {
    case .accessDenied, .wrongAddress, .passwordInAddress, .unsupportedServer: true
    default: false
    }
  }
}
