import Dispatch
import Synchronization
import WaylineSystem

/// The lines of progress of all work that runs, below everything else at the terminal.
final class ProgressBoard: Sendable {
  private struct State {
    var works: [WorkProgress] = []
    /// The number of lines on the terminal.
    var drawn = 0
    /// The number of questions that have the terminal.
    var pauses = 0
    /// The lines to print when they have given it back.
    var waiting: [String] = []
    var timer: (any DispatchSourceTimer)?
  }

  private let state = Mutex(State())
  private let output: FileDescriptor
  /// True if lines can be redrawn.
  private let isLive: Bool

  /// The time between two redrawings.
  private static let interval = 100

  /// The board of standard error.
  static let ofProcess = ProgressBoard(.standardError, environment: CurrentProcess.environment)

  init(_ output: FileDescriptor, environment: [String: String]) {
    self.output = output
    isLive =
      output.isTerminal && TerminalAbilities.allowsEscapes(environment)
      && !TerminalAbilities.isOn("CI", environment)
  }

  /// Shows work.
  func begin(_ work: WorkProgress) {
    state.withLock { state in
      state.works.append(work)
      guard isLive else { return write("\(work.current.title) …\n") }
      draw(&state)
      if state.timer == nil { state.timer = makeTimer() }
    }
  }

  /// Puts a line in the place of work.
  func end(_ work: WorkProgress, with line: String) {
    state.withLock { state in
      state.works.removeAll { $0 === work }
      draw(&state, below: line)
      guard state.works.isEmpty else { return }
      state.timer?.cancel()
      state.timer = nil
    }
  }

  /// Prints a line above the progress.
  func log(_ line: String) {
    state.withLock { draw(&$0, below: SafeText.line(of: line)) }
  }

  /// Takes the lines away while a closure has the terminal.
  func pausing<Result>(_ body: () throws -> Result) rethrows -> Result {
    state.withLock { state in
      state.pauses += 1
      draw(&state)
    }
    defer {
      state.withLock { state in
        state.pauses -= 1
        draw(&state)
      }
    }
    return try body()
  }

  private func makeTimer() -> any DispatchSourceTimer {
    let timer = DispatchSource.makeTimerSource(queue: DispatchQueue(label: "progress"))
    let interval = DispatchTimeInterval.milliseconds(Self.interval)
    timer.schedule(deadline: .now() + interval, repeating: interval)
    timer.setEventHandler { [self] in state.withLock { draw(&$0) } }
    timer.resume()
    return timer
  }

  /// Draws the lines again, below one that stays.
  private func draw(_ state: inout State, below line: String? = nil) {
    var text = ""
    if state.drawn > 0 {
      text = "\r" + String(repeating: "\u{1B}[A", count: state.drawn - 1) + "\u{1B}[J"
    }
    if let line { state.waiting.append(line) }
    if state.pauses == 0 {
      text += state.waiting.map { "\($0)\n" }.joined()
      state.waiting = []
    }
    let lines = isLive && state.pauses == 0 ? lines(of: state) : []
    text += lines.joined(separator: "\n")
    state.drawn = lines.count
    if !text.isEmpty { write(text) }
  }

  private func lines(of state: State) -> [String] {
    let columns = (output.terminalSize?.columns ?? 80) - 1
    let limit = WorkProgress.lineLimit
    let count = state.works.count > limit ? limit - 1 : state.works.count
    var lines = state.works.prefix(count).map { $0.line(at: .now) }
    if count < state.works.count { lines.append("\(state.works.count - count) more") }
    return lines.map { DisplayWidth.beginning(of: $0, within: columns) }
  }

  private func write(_ text: String) {
    CurrentProcess.flushStandardOutput()
    try? output.writeAll(text)
  }
}
