import Synchronization
import WaylineSystem

/// Shows the progress of work while a closure runs, without screens.
///
/// ```swift
/// let count = try withProgress("Fetching", total: files.count) { progress in
///   for file in files {
///     try fetch(file)
///     progress.advance()
///   }
///   progress.ends(with: "Fetched \(files.count) files")
///   return files.count
/// }
/// ```
///
/// At a terminal one line is redrawn on standard error, with the pace and the time that is left; at most
/// ``WorkProgress/lineLimit`` lines for several closures at once. One line remains:
/// `Fetched 12 files in 3 s`. Elsewhere, and with `TERM=dumb`, `ACCESSIBLE=1` or `CI`, a line is printed at the
/// start and one at the end.
///
/// - Parameters:
///   - title: the name of the work.
///   - total: the number of its steps; nil if it is unknown.
///   - work: does the work, and reports its steps. When it throws, the line says how far it came.
public func withProgress<Result>(
  _ title: String, total: Int? = nil, _ work: (WorkProgress) throws -> Result
) rethrows -> Result {
  let progress = WorkProgress(title, total, on: .ofProcess)
  progress.begin()
  do {
    let result = try work(progress)
    progress.end(isDone: true)
    return result
  } catch {
    progress.end(isDone: false)
    throw error
  }
}

/// Shows the progress of work while an asynchronous closure runs, as the synchronous form does.
public func withProgress<Result>(
  _ title: String, total: Int? = nil, isolation: isolated (any Actor)? = #isolation,
  _ work: (WorkProgress) async throws -> Result
) async rethrows -> Result {
  let progress = WorkProgress(title, total, on: .ofProcess)
  progress.begin()
  do {
    let result = try await work(progress)
    progress.end(isDone: true)
    return result
  } catch {
    progress.end(isDone: false)
    throw error
  }
}

/// The steps of work that ``withProgress(_:total:_:)`` shows; for any thread.
public final class WorkProgress: Sendable {
  /// The most lines of progress that are shown at once.
  public static let lineLimit = 5

  private let state: Mutex<WorkState>
  private let board: ProgressBoard

  init(_ title: String, _ total: Int?, on board: ProgressBoard) {
    state = Mutex(WorkState(title, total: total))
    self.board = board
  }

  /// Reports that more steps are done.
  public func advance(by steps: Int = 1) {
    state.withLock { $0.steps += steps }
  }

  /// Reports how many steps are done, and how many there are; nil leaves the number as it is.
  public func report(_ steps: Int, of total: Int? = nil) {
    state.withLock { state in
      state.steps = steps
      if let total { state.total = total }
    }
  }

  /// Prints a line above the lines of progress; during a question, after it.
  ///
  /// While progress is shown, `print` would write into them.
  public func log(_ line: String) { board.log(line) }

  /// Sets the sentence of the last line, in the place of the title: `Fetched 12 files`.
  public func ends(with sentence: String) {
    state.withLock { $0.ending = SafeText.line(of: sentence) }
  }

  /// The work as it is now.
  var current: WorkState { state.withLock { $0 } }

  /// The line of the work now.
  func line(at now: ContinuousClock.Instant) -> String { state.withLock { $0.line(at: now) } }

  func begin() { board.begin(self) }

  func end(isDone: Bool) {
    board.end(self, with: current.conclusion(isDone: isDone, at: .now))
  }
}

/// Work as it is shown. Pure.
struct WorkState: Hashable, Sendable {
  let title: String
  var total: Int?
  var steps = 0
  var ending: String?
  private let start: ContinuousClock.Instant
  private var pace = ProgressPace()

  init(_ title: String, total: Int?, at start: ContinuousClock.Instant = .now) {
    (self.title, self.total, self.start) = (SafeText.line(of: title), total, start)
  }

  /// The line of the work: `Fetching: 3 of 12, 25 %, 1.5 a second, 6 s left`, or with the time that has passed.
  mutating func line(at now: ContinuousClock.Instant) -> String {
    guard let total, total > 0 else {
      let count = steps > 0 ? "\(NumberFormatting.grouped(steps)), " : ""
      return "\(title): \(count)\(elapsed(at: now))"
    }
    let fraction = min(max(Double(steps) / Double(total), 0), 1)
    let text = "\(title): \(ProgressPace.amount(Double(steps), of: Double(total), fraction))"
    return pace.line(text, fraction: fraction, steps: Double(total), at: now)
  }

  /// The line that remains.
  func conclusion(isDone: Bool, at now: ContinuousClock.Instant) -> String {
    let count = total.map { " of \(NumberFormatting.grouped($0))" } ?? ""
    let amount = steps > 0 || total != nil ? "\(NumberFormatting.grouped(steps))\(count)" : nil
    if !isDone {
      return "\(title): stopped\(amount.map { " at \($0)" } ?? "") after \(elapsed(at: now))"
    }
    return "\(ending ?? "\(title): \(amount ?? "done")") in \(elapsed(at: now))"
  }

  private func elapsed(at now: ContinuousClock.Instant) -> String {
    ProgressPace.time(start.duration(to: now) / .seconds(1))
  }
}
