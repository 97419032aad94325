import Dispatch
import Synchronization
import WaylineSystem

/// The lines of progress of all work that runs, in the last rows of the terminal.
///
/// The rows above them scroll by themselves, as the terminal does it (DECSTBM), so that whatever the program, its
/// libraries or its children print stays above, also a line without its end. Each drawing is one write, and
/// leaves the cursor where it was.
final class ProgressBoard: Sendable {
  private struct State {
    var works: [WorkProgress] = []
    var area = ReservedRows()
    /// The number of questions that have the terminal.
    var pauses = 0
    /// The lines to print when they have given it back.
    var waiting: [String] = []
    var timer: (any DispatchSourceTimer)?
    /// The number of returns of the program from a stop.
    var returns = TerminalGuard.returns
    var isGuarded = false
  }

  private let state = Mutex(State())
  private let output: FileDescriptor
  /// True if lines can be redrawn.
  private let isLive: Bool

  /// The time between two redrawings.
  private static let interval = 100
  /// The rows that are left to the program at least.
  private static let scrollingRows = 3

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
      guard !work.isJSON else { return write(work.current.json) }
      state.works.append(work)
      guard isLive else { return write("\(work.current.title) …\n") }
      draw(&state)
      if state.timer == nil { state.timer = makeTimer() }
    }
  }

  /// Reports the steps of work that is not redrawn.
  func report(_ line: String) { state.withLock { _ in write(line) } }

  /// Puts a line in the place of work.
  func end(_ work: WorkProgress, with line: String) {
    state.withLock { state in
      guard !work.isJSON else { return write(line) }
      state.works.removeAll { $0 === work }
      draw(&state, below: line)
      guard state.works.isEmpty else { return }
      state.timer?.cancel()
      state.timer = nil
    }
  }

  /// Ends the line that the cursor is in, at a terminal.
  func endLine() { state.withLock { _ in if output.isTerminal { write("\n") } } }

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
}

// MARK: - Drawing

extension ProgressBoard {
  /// Draws the lines again, below one that stays.
  private func draw(_ state: inout State, below line: String? = nil) {
    if let line { state.waiting.append(line) }
    let size = output.terminalSize ?? (80, 24)
    let lines = isLive && state.pauses == 0 ? lines(of: state, size) : []
    if state.returns != TerminalGuard.returns {
      // The stop has given the rows back.
      (state.returns, state.area) = (TerminalGuard.returns, ReservedRows())
    }
    var text = ""
    if state.pauses == 0, !state.waiting.isEmpty {
      // The lines that stay are where the program prints.
      text += state.area.change(to: 0, of: size)
      text += state.waiting.map { "\($0)\n" }.joined()
      state.waiting = []
    }
    text += state.area.change(to: lines.count, of: size) + state.area.drawing(lines)
    guardRows(&state, lines)
    if !text.isEmpty { write(text) }
  }

  private func lines(of state: State, _ size: (columns: Int, rows: Int)) -> [String] {
    let limit = min(WorkProgress.lineLimit, size.rows - Self.scrollingRows)
    guard limit > 0 else { return [] }
    let count = state.works.count > limit ? limit - 1 : state.works.count
    var lines = state.works.prefix(count).map { $0.line(at: .now) }
    if count < state.works.count { lines.append("\(state.works.count - count) more") }
    return lines.map { DisplayWidth.beginning(of: $0, within: size.columns - 1) }
  }

  /// Has the rows given back when the program ends or is stopped, and says then how far the work came.
  private func guardRows(_ state: inout State, _ lines: [String]) {
    guard !lines.isEmpty else {
      TerminalGuard.setClosing(output.number, nil)
      if state.isGuarded { TerminalGuard.disarm() }
      state.isGuarded = false
      return
    }
    if !state.isGuarded { state.isGuarded = TerminalGuard.arm(output.number) }
    let words = state.works.prefix(WorkProgress.lineLimit).map {
      "\($0.current.conclusion(isDone: false, at: .now))\n"
    }
    TerminalGuard.setClosing(output.number, ReservedRows.clearing, "\r\n\(words.joined())")
  }

  private func write(_ text: String) {
    CurrentProcess.flushStandardOutput()
    try? output.writeAll(text)
  }
}

/// The last rows of a terminal, which do not scroll with the others. Pure.
struct ReservedRows: Hashable {
  private var count = 0
  private var (columns, rows) = (0, 0)

  private static let (save, restore) = ("\u{1B}7", "\u{1B}8")

  /// The bytes that let all rows scroll again, and clear those behind the cursor. They name no row, so they are
  /// right in a window of any size.
  static let clearing = "\(save)\u{1B}[r\(restore)\u{1B}[J"

  /// The bytes that reserve a number of rows of a window, and leave the cursor with its text.
  mutating func change(to count: Int, of size: (columns: Int, rows: Int)) -> String {
    guard count != self.count || count > 0 && (columns, rows) != size else { return "" }
    var text = self.count > 0 ? Self.clearing : ""
    (self.count, columns, rows) = (count, size.columns, size.rows)
    guard count > 0 else { return text }
    // Moving down scrolls in the last rows, so that the cursor is above them in any case.
    text += String(repeating: "\u{1B}D", count: count) + "\u{1B}[\(count)A"
    return text + "\(Self.save)\u{1B}[1;\(rows - count)r\(Self.restore)"
  }

  /// The bytes that show lines in the reserved rows.
  func drawing(_ lines: [String]) -> String {
    guard count > 0 else { return "" }
    let first = rows - count + 1
    let drawn = lines.prefix(count).enumerated().map { "\u{1B}[\(first + $0);1H\($1)\u{1B}[K" }
    return Self.save + drawn.joined() + Self.restore
  }
}
