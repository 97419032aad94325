import WaylineGraph
import WaylineNavigation
import WaylineShell
import WaylineStorage
import WaylineSystem

/// The connection of a scene's stores with its session: changes, events, and locked secrets.
@MainActor
package final class StoreMonitor {
  private unowned let session: Session
  private let stores: SceneStores
  /// The stores that single wrappers were given.
  private let others: StoresInUse
  private let commands: StoreCommands
  private let secrets: (any SealedKeychain)?
  private var hasReportedLock = false
  // An access calls no other code.
  /// The guards that wait until the secrets are unlocked, or stay locked for a reason.
  @exclusivity(unchecked) private var guards:
    [(continuation: CheckedContinuation<String?, Never>, answer: AwaitedAnswer?)] =
      []
  /// True while the secrets are opened, which answers the guards that wait.
  private var isOpening = false
  /// True while the saved place is restored, before anything is printed.
  var isRestoring = false
  private var reported: Set<String> = []
  /// The number of events at the last look.
  private var knownEvents = 0

  init(
    _ session: Session, _ stores: SceneStores, others: StoresInUse, commands: StoreCommands
  ) {
    (self.session, self.stores, self.others) = (session, stores, others)
    self.commands = commands
    secrets = stores.sealed
  }

  /// Reads changes of other processes, reports events, and opens locked secrets that were read.
  func attend() {
    stores.state.checkForeignChanges()
    stores.secrets.checkForeignChanges()
    checkOtherStores()
    session.catchUp()
    reportEvents()
    openSecretsIfNeeded()
  }

  private func checkOtherStores() {
    others.checkForeignChanges(besides: stores.state, stores.secrets)
  }
}

// MARK: - Changes of other processes

extension StoreMonitor {
  /// The descriptors to watch while a line is awaited, so that a foreign change shows at once.
  var changeSources: [ChangeSource] {
    [source(of: stores.state), source(of: stores.secrets), otherStores].compactMap(\.self)
  }

  private func source(of store: any PersistentStore) -> ChangeSource? {
    store.notice.map { notice in
      ChangeSource(descriptor: notice.descriptor, look: look(notice.look))
    }
  }

  /// Stores of single wrappers give no sign, so they are looked at from time to time.
  private var otherStores: ChangeSource {
    let (others, stores) = (others, stores)
    return ChangeSource(
      descriptor: { others.hasStores(besides: stores.state, stores.secrets) ? -1 : nil },
      look: look { [weak self] in self?.checkOtherStores() })
  }

  private func look(_ body: @escaping @MainActor () -> Void) -> @MainActor () -> Void {
    { [weak self] in
      body()
      self?.session.catchUp()
      self?.reportEvents()
    }
  }
}

// MARK: - Events

extension StoreMonitor {
  /// Prints the problems that the stores have reported, each sentence once.
  package func reportEvents() {
    let count = StoreHub.events
    guard count != knownEvents else { return }
    knownEvents = count
    var sentences: Set<String> = []
    for event in stores.takeEvents() + others.takeEvents()
    where event.isProblem && !sentences.contains("\(event)") {
      if report(event) { sentences.insert("\(event)") }
    }
  }

  /// Prints an event; a problem of the store as a whole is not repeated at each command. Returns whether it
  /// was printed: a refused write has the sentence of the problem that refused it.
  private func report(_ event: StoreEvent) -> Bool {
    guard let code = event.code else { return false }
    if case .problem(.sceneTaken(let name, _)) = event, name == stores.claimedScene {
      // Nothing that happens from now on would be saved.
      session.receive(.replaced, after: .problem("\(event)", code))
      return true
    }
    if event.isPassing {
      session.report(.problem("\(event)", code))
    } else {
      guard reportOnce(.problem("\(event)", code)) else { return false }
    }
    session.add(event.status)
    return true
  }

  /// Prints a message unless it has been printed before. Returns whether it was printed.
  @discardableResult
  package func reportOnce(_ message: Message) -> Bool {
    guard reported.insert(message.text).inserted else { return false }
    session.report(message)
    return true
  }

  /// Prints a problem once, and adds its status.
  package func report(_ problem: Message, _ status: ShellStatus) {
    reportOnce(problem)
    session.add(status)
  }
}

// MARK: - Locked secrets

extension StoreMonitor {
  /// The reason why a guard cannot read its values; nil if the passphrase can be asked for.
  func refuseGuard() -> String? {
    guard isLocked else { return GuardedReads.unreadable }
    let canOpen = secrets.map { !$0.isLockedOnPurpose } ?? false
    // NB: a command may wait for the guard, and the passphrase is asked for after the command.
    if canOpen, commands.person.isAttended, isOpening || !session.isRunning { return nil }
    let isUnattended = canOpen && !commands.person.isAttended
    let sentence = isUnattended ? ShellFailure.lockedSentence : Self.lockedSentence
    if !isRestoring {
      if isUnattended { hasReportedLock = true }
      session.report(.problem(sentence, .secretsLocked))
    }
    if !commands.person.isAttended { session.add(.noPermission) }
    return sentence
  }

  /// True if a value that was read is locked, so that the passphrase may help.
  private var isLocked: Bool {
    if let seal = try? secrets?.seal(), seal.isLocked { return true }
    return stores.secrets.hub.hasLockedValues || others.hasLockedValues
  }

  /// Waits until the passphrase was asked for, which happens before the next line is read.
  func unlockForGuard() async -> String? {
    await withCheckedContinuation { continuation in
      guards.append((continuation, session.awaitAnswer()))
      session.onProgress()
    }
  }

  private static let lockedSentence = "The secrets are locked. Type 'unlock'."

  /// Asks once for the passphrase of locked secrets that were read, or names the option for it; for a
  /// guard that waits it asks again.
  private func openSecretsIfNeeded() {
    guard let secrets else { return }
    let wasRead = secrets.takeLockedReads() && !secrets.isLockedOnPurpose && !hasReportedLock
    guard wasRead || !guards.isEmpty else { return }
    guard commands.person.isAttended else {
      hasReportedLock = true
      session.report(.problem(ShellFailure.lockedSentence, .secretsLocked))
      return session.add(.noPermission)
    }
    let isAsked = session.run { [weak self, commands] call in
      defer { self?.isOpening = false }
      do {
        try await commands.open(secrets, call)
        self?.answerGuards(nil)
      } catch {
        self?.answerGuards(Self.lockedSentence)
        throw error
      }
      return .done
    }
    if isAsked { (hasReportedLock, isOpening) = (true, true) }
  }

  private func answerGuards(_ reason: String?) {
    let waiting = guards
    guards = []
    for guardian in waiting {
      guardian.answer?.end()
      guardian.continuation.resume(returning: reason)
    }
  }

  /// Ends the wait of the guards: the scene ends.
  func end() { answerGuards(Self.lockedSentence) }
}

extension StoreEvent {
  /// The status that the event adds to that of the program.
  package var status: ShellStatus {
    switch self {
    case .refused(_, let error), .unreadable(_, let error), .problem(let error): error.status
    case .recovered, .quarantined, .vanished, .logDamaged, .logMissing, .logMismatched:
      .unreadableData
    case .retained: .busy
    case .changedElsewhere: .success
    }
  }

  /// The stable name of the problem, for programs; nil for an event that is none.
  fileprivate var code: MessageCode? {
    switch self {
    case .refused: .valueNotStored
    case .unreadable: .valueUnreadable
    case .quarantined, .retained: .valueSetAside
    case .recovered: .storeRecovered
    case .logDamaged: .storeLogDamaged
    case .logMissing: .storeLogMissing
    case .logMismatched: .storeLogMismatched
    case .vanished: .storeMissing
    case .problem: .storeProblem
    case .changedElsewhere: nil
    }
  }

  /// True if the event is about one command, and is reported again after the next.
  var isPassing: Bool {
    if case .refused = self { true } else { false }
  }
}

extension StoreError {
  /// The status of a program that the error ends.
  package var status: ShellStatus {
    switch self {
    case .busy, .heldUp, .unreachable, .sceneTaken: .busy
    case .full, .unknownOutcome: .outputFailed
    case .locked, .wrongKey, .keyMissing, .keyDamaged, .keyCommandFailed, .unsafeFile, .readOnly,
      .accessDenied:
      .noPermission
    case .wrongAddress, .passwordInAddress, .unsupportedServer: .usage
    case .system(_, _, let code) where ErrorCode(rawValue: code).isRefusal: .noPermission
    case .system(let operation, _, _) where operation.hasPrefix("create"): .cannotCreate
    case .refused, .kindMismatch, .typeMismatch, .cannotEncode, .tooLarge: .notAccepted
    default: .unreadableData
    }
  }
}

extension ErrorCode {
  /// True if the permissions of a file, or of its file system, forbid the operation.
  fileprivate var isRefusal: Bool {
    [.permissionDenied, .notPermitted, .readOnlyFileSystem].contains(self)
  }
}
