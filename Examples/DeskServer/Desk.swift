import Glibc
import LendingDesk
import Sockets
import Wayline

/// The visitors of the desk: a scene for each, over one store of loans.
///
/// With claims of scenes a visitor shows a card first. The session of a card continues at the next connection, at
/// whichever desk that has the same store.
@MainActor
final class Desk {
  /// The largest number of visitors at once.
  static let room = 1000

  private let state: any PersistentStore
  private let claims: (any SceneClaims)?
  private let speaksJSON: Bool
  private var sessions: [Int32: SceneSession] = [:]
  private var tasks: [Int32: Task<Void, Never>] = [:]
  /// The connection of each card that a visitor of this desk has shown.
  private var connections: [String: Int32] = [:]
  private var observation: ObservationToken?

  /// Opens a desk.
  ///
  /// - Parameters:
  ///   - state: stores the loans, and the sessions of the cards.
  ///   - claims: the claims on those sessions; nil for a desk without cards.
  init(state: any PersistentStore, claims: (any SceneClaims)?, speaksJSON: Bool) {
    (self.state, self.claims, self.speaksJSON) = (state, claims, speaksJSON)
    observation = state.observeEvents { [weak self] event in
      guard case .problem(.sceneTaken(let card, let host)) = event else { return }
      Task { @MainActor in self?.leave(card, to: host) }
    }
  }

  /// Serves a connection to its end, and closes it.
  func welcome(_ connection: Int32) {
    guard tasks.count < Self.room else {
      say("The desk is full: \(Self.room) are here already. Try again later.\n", to: connection)
      Glibc.close(connection)
      return
    }
    tasks[connection] = Task {
      if claims == nil {
        await serve(connection, stores: stores, card: nil)
      } else {
        await serveCard(at: connection)
      }
      tasks[connection] = nil
      Glibc.close(connection)
    }
  }

  /// Informs all visitors that the desk closes, and waits until they have read it, or do not read.
  func close() async {
    for (connection, task) in tasks {
      sessions[connection]?.terminate("The desk closes.")
      // One who has not shown a card yet has no session.
      if sessions[connection] == nil { task.cancel() }
    }
    for task in tasks.values { await task.value }
  }

  private func serve(_ connection: Int32, stores: SceneStores, card: String?) async {
    let session = SceneSession(options, stores: stores) { DeskView(card: card) }
    sessions[connection] = session
    _ = await session.run(input: connection, output: connection)
    sessions[connection] = nil
  }

  /// The loans are shared; the place, the remarks and the secrets are each visitor's own.
  private var stores: SceneStores {
    SceneStores(state: state, keychain: MemoryKeychain(), scene: nil)
  }

  private var options: SceneOptions {
    var options = SceneOptions()
    options.program = "desk"
    options.form = speaksJSON ? .json : .plain
    (options.showsPrompt, options.isInteractive) = (true, true)
    options.takesUnendedLine = false
    options.limits.lineBytes = 1 << 12
    options.limits.answerBytes = 1 << 14
    options.limits.waitingLines = 200
    options.limits.outputBytes = 1 << 16
    options.limits.farewell = .seconds(1)
    return options
  }

  private func say(_ text: String, to connection: Int32) {
    let bytes = Array(text.utf8)
    _ = send(connection, bytes, bytes.count, Int32(MSG_DONTWAIT) | Int32(MSG_NOSIGNAL))
  }
}

// MARK: - Cards

extension Desk {
  private func serveCard(at connection: Int32) async {
    if !speaksJSON { say("Card: ", to: connection) }
    guard let line = await FirstLine.read(from: connection) else { return }
    guard Self.isCard(line) else {
      return say("A card has 1 to 40 letters, digits and hyphens.\n", to: connection)
    }
    do {
      guard let claim = try await claim(line, for: connection), let claims else { return }
      let stores = SceneStores(
        state: state, keychain: MemoryKeychain(), claim: claim, of: claims)
      await serve(connection, stores: stores, card: line)
      if connections[line] == connection { connections[line] = nil }
    } catch {
      say("\(error)\n", to: connection)
    }
  }

  /// Claims the session of a card, for which the newest connection counts: the visitor has come back, and the
  /// connection or the desk that had it may be lost.
  private func claim(_ card: String, for connection: Int32) async throws -> SceneClaim? {
    // Within a process no write is refused, so the other session ends first.
    while let other = connections[card], let task = tasks[other] {
      sessions[other]?.terminate("Your card was shown at another connection.")
      await task.value
    }
    let claim = try claims?.takeOver(card)
    connections[card] = connection
    return claim
  }

  /// Ends the session of a card that was shown at another desk.
  private func leave(_ card: String, to host: String) {
    guard let connection = connections[card] else { return }
    sessions[connection]?.terminate("Your card was shown at the desk of \(host).")
  }

  private static func isCard(_ text: String) -> Bool {
    (1...40).contains(text.utf8.count)
      && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }
  }
}
