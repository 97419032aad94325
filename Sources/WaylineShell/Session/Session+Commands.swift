import WaylineNavigation
import WaylineViews

extension Session {
  /// Reads a line as a command and does what it asks.
  func carryOut(_ line: String) {
    carryOut(line) { $0.read(line) }
  }

  /// Carries out what is read from a line, which is told and kept without secrets.
  func carryOut(_ line: String, _ read: (CommandParser) -> Result<Command, CommandProblem>) {
    host.graph.flush()
    let parser = CommandParser(screen: shown ?? currentScreen(), registered: commandNames)
    switch read(parser) {
    case .success(let command): if !refusesWords(of: command) { carryOut(command, line) }
    case .failure(let problem): refuse(line, problem)
    }
  }

  private func carryOut(_ command: Command, _ line: String) {
    let masked = masked(line, command)
    (frame.line, frame.isSecret) = (masked, masked != line)
    guard hasSecretField else {
      keep(line, command)
      return perform(command)
    }
    let count = frame.messages.count
    perform(command)
    settle(line, command, messagesFrom: count)
  }

  /// Says why something was not done, and counts it.
  func refuse(_ sentence: String, status: ShellStatus = .notAccepted) {
    frame.messages.append(.problem(sentence))
    count(status)
  }

  func count(_ status: ShellStatus) {
    frame.status = status
    perform(machine.add(status))
  }

  func keep(_ line: String, _ command: Command) {
    guard command != .nothing else { return }
    options.history?.append(line)
  }

  private func perform(_ command: Command) {
    switch command {
    case .nothing: break
    case .act(let index, let value): act(on: index, value)
    case .back(let count): navigate(.back(count))
    case .forward: navigate(.forward)
    case .home: navigate(.home)
    case .dismiss: navigate(.dismiss)
    case .undo: navigate(.undo)
    case .redo: navigate(.redo)
    case .open(let words): navigate(.open(words))
    case .quit: navigate(.leave)
    case .registered(let name, let words, let text): run(name, words: words, text: text)
    default: look(command)
    }
  }

  /// Carries out a command that only tells something.
  private func look(_ command: Command) {
    switch command {
    case .show: isScreenWanted = true
    case .place: tellPlace()
    case .history: say((options.history?.lines ?? []).suffix(Self.toldHistory))
    case .help(let word): help(word)
    case .wait(let seconds): wait(seconds)
    case .tree: tellIfKnown(options.tree, "tree")
    case .why: tellIfKnown(options.why, "why")
    default: break
    }
  }

  /// How many lines `history` prints.
  private static let toldHistory = 100

  func say(_ lines: some Sequence<String>) {
    let notes = lines.map(Message.note)
    frame.messages += notes
  }

  private func tellIfKnown(_ lines: (@MainActor () -> [String])?, _ word: String) {
    guard let lines else { return refuse(":\(word) is not part of this build.") }
    say(lines())
  }

  private func tellPlace() {
    if let line = Place.wholeLine(currentScreen().titles) { frame.messages.append(.place(line)) }
    let place = navigator?.placeReport ?? PlaceReport()
    let words = place.words.map { [options.program] + $0 }
    let command = words?.map(ShellWord.quote).joined(separator: " ")
    say([place.url, command, place.notice].compactMap { $0 })
  }

  private func help(_ word: String?) {
    let help = Help(
      screen: shown ?? currentScreen(), commands: commands, places: navigator?.places ?? [])
    switch help.lines(about: word) {
    case .success(let lines): say(lines)
    case .failure(let problem): refuse(problem.description)
    }
  }
}
