import Dispatch
import WaylineGraph

// What a command prints while it runs. A frame for each line would cost several times as much as its text:
// the first one is printed at once, and those that follow at once together.

/// The lines of a running command that are not printed yet.
struct StreamedLines {
  /// The lines that are printed in one frame.
  static let most = 512
  /// The shortest time between two frames, unless one has all lines that it can have.
  static let pause = Duration.milliseconds(2)

  private(set) var messages: [Message] = []
  private var next: ContinuousClock.Instant?
  /// True if the lines are printed at the end of this turn of the main queue.
  var isDue = false

  /// True if every line is printed.
  var isEmpty: Bool { messages.isEmpty }

  /// Adds a line. Returns whether the lines are to be printed now.
  mutating func add(_ message: Message) -> Bool {
    messages.append(message)
    if messages.count >= Self.most { return true }
    return next.map { $0 <= .now } ?? true
  }

  /// Removes and returns the lines, which are printed now.
  mutating func take() -> [Message] {
    defer { messages = [] }
    next = .now + Self.pause
    return messages
  }
}

extension Session {
  /// Prints a text of a command. After the command, it is a message that no line has caused.
  func print(line text: String) { print(.note(text, .output)) }

  /// Prints a message of a command. After the command, it is one that no line has caused.
  func print(_ message: Message) {
    guard ending == nil else { return }
    if runsAtOnce {
      if streamed.add(message) { printStreamed() }
      return
    }
    guard running != nil, scopes == 0 else { return report(message) }
    if streamed.add(message) { return printStreamed() }
    guard !streamed.isDue else { return }
    streamed.isDue = true
    DispatchQueue.main.async { [weak self] in
      MainActor.assumeIsolated {
        self?.streamed.isDue = false
        if self?.streamed.isEmpty == false { self?.printStreamed() }
      }
    }
  }

  /// Prints the lines of the running command that have come together, after the line that began it.
  func printStreamed() {
    showHeldLine()
    var part = Frame()
    swap(&part, &frame)
    if isStarting { part.line = nil }
    part.messages += streamed.take()
    part.isStreamed = true
    part.columns = window?.columns ?? options.columns?()
    print(part)
  }
}
