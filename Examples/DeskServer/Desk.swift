import Glibc
import LendingDesk
import Wayline

/// The visitors of the desk: a scene for each, over one store of loans.
@MainActor
final class Desk {
  /// The largest number of visitors at once.
  static let room = 1000

  private let state = MemoryStore(name: "loans")
  private let speaksJSON: Bool
  private var sessions: [Int32: SceneSession] = [:]
  private var tasks: [Int32: Task<Void, Never>] = [:]

  init(speaksJSON: Bool) {
    self.speaksJSON = speaksJSON
  }

  /// Serves a connection to its end, and closes it.
  func welcome(_ connection: Int32) {
    guard sessions.count < Self.room else { return refuse(connection) }
    let session = SceneSession(options, stores: stores) { DeskView() }
    sessions[connection] = session
    tasks[connection] = Task {
      _ = await session.run(input: connection, output: connection)
      sessions[connection] = nil
      tasks[connection] = nil
      Glibc.close(connection)
    }
  }

  /// Informs all visitors that the desk closes, and waits until they have read it, or do not read.
  func close() async {
    for session in sessions.values { session.terminate("The desk closes.") }
    for task in tasks.values { await task.value }
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

  private func refuse(_ connection: Int32) {
    let sentence = Array("The desk is full: \(Self.room) are here already. Try again later.\n".utf8)
    _ = send(
      connection, sentence, sentence.count, Int32(MSG_DONTWAIT) | Int32(MSG_NOSIGNAL))
    Glibc.close(connection)
  }
}
