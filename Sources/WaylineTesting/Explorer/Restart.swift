import Wayline

/// The command that ends the program and starts it again with the same stores.
///
/// It ends as at the end of its input, so the place is saved; its tasks end with it. The clock of the next
/// scene begins at zero, and its random numbers go on.
extension Screens {
  /// The command.
  static let restart = "restart"

  /// Stores for one scene after the other: where a restart is a command, they save the place.
  @MainActor
  func makeStores() -> ProbeStores { ProbeStores(savesPlaces: alphabet.restarts) }

  /// True if a command starts the program again.
  func isRestart(_ command: String) -> Bool { alphabet.restarts && command == Self.restart }

  /// Ends a scene, and starts the next one with its stores.
  @MainActor
  func restart(_ driven: DrivenScene, _ stores: SceneStores) -> (DrivenScene, DrivenScene.Answer) {
    let notes = MisuseNotes()
    driven.noteForeignChange()
    Misuse.withHandler(notes.note) { driver.receive(driven.host, .endOfInput) }
    MisuseNotes.ignoring { driven.host.end() }
    let next = Misuse.withHandler(notes.note) { start(stores, driven.sources.random) }
    let answer = DrivenScene.Answer(
      messages: next.host.messages, findings: notes.sentences.map(LawFinding.init(misuse:)))
    return (next, answer)
  }

  /// Starts a scene that takes commands.
  ///
  /// - Parameter stores: makes the stores of each scene after a restart.
  @MainActor
  func start(
    _ stores: @autoclosure () -> SceneStores, after commands: [String]
  ) async -> DrivenScene {
    var driven = start(stores())
    for command in commands {
      if isRestart(command) {
        driven = restart(driven, stores()).0
      } else {
        _ = await driven.take(command)
      }
    }
    return driven
  }
}

extension Explorer where Subject == Screens {
  /// Makes a restart a command of every screen: the program ends, and starts again with the same stores.
  ///
  /// So properties hold over the lives of a program as well, such as "A draft is not lost". A restart is no
  /// way out of a dead end, and is written `restart` in a report.
  public func restarts() -> Self {
    with { $0.subject.alphabet.restarts = true }
  }
}
