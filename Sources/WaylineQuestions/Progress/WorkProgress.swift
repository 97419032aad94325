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
/// At a terminal a line is redrawn in its last row, on standard error, with the pace and the time that is left; at
/// most ``WorkProgress/lineLimit`` lines for several closures at once. What the program, its libraries and its
/// children print stays above. One line remains: `Fetched 12 files in 3 s`. Elsewhere, and with `TERM=dumb`,
/// `ACCESSIBLE=1` or `CI`, a line is printed at the start and one at the end.
///
/// ^C ends the program as ever, after a line that says what was done: `Fetching: stopped at 3 of 12 after 2 s`.
/// With `cancelsAtInterrupt` the work ends itself, such as one that has to undo a part of itself:
/// ``WorkProgress/checkCancellation()`` throws then, and a second ^C ends the program at once.
///
/// - Parameters:
///   - title: the name of the work.
///   - total: the number of its steps; nil if it is unknown.
///   - asJSON: whether JSON objects are printed, a line each, for an option such as `--json`.
///   - cancelsAtInterrupt: whether ^C cancels the work instead of ending the program. A program that ignores
///     SIGINT, or has an action of its own for it, keeps that.
///   - work: does the work, and reports its steps. When it throws, the line says how far it came.
public func withProgress<Result>(
  _ title: String, total: Int? = nil, asJSON: Bool = false, cancelsAtInterrupt: Bool = false,
  _ work: (WorkProgress) throws -> Result
) rethrows -> Result {
  let progress = WorkProgress(title, total, asJSON, cancelsAtInterrupt, on: .ofProcess)
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

/// Shows the progress of asynchronous work as the synchronous form does.
///
/// The work also ends at ``WorkProgress/checkCancellation()`` when its task is cancelled.
public func withProgress<Result>(
  _ title: String, total: Int? = nil, asJSON: Bool = false, cancelsAtInterrupt: Bool = false,
  isolation: isolated (any Actor)? = #isolation, _ work: (WorkProgress) async throws -> Result
) async rethrows -> Result {
  let progress = WorkProgress(title, total, asJSON, cancelsAtInterrupt, on: .ofProcess)
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

/// The steps of work that ``withProgress(_:total:asJSON:cancelsAtInterrupt:_:)`` shows; for any thread.
public final class WorkProgress: Sendable {
  /// The most lines of progress that are shown at once.
  public static let lineLimit = 5

  private let state: Mutex<WorkState>
  private let board: ProgressBoard
  private let interrupts: Interrupts?
  /// True if JSON objects are printed.
  let isJSON: Bool

  init(
    _ title: String, _ total: Int?, _ isJSON: Bool, _ cancelsAtInterrupt: Bool,
    on board: ProgressBoard
  ) {
    state = Mutex(WorkState(title, total: total))
    (self.board, self.isJSON) = (board, isJSON)
    interrupts = cancelsAtInterrupt ? Interrupts() : nil
  }

  /// Reports that more steps are done.
  public func advance(by steps: Int = 1) { change { $0.steps += steps } }

  /// Reports how many steps are done, and how many there are; nil leaves the number as it is.
  public func report(_ steps: Int, of total: Int? = nil) {
    change { state in
      state.steps = steps
      if let total { state.total = total }
    }
  }

  private func change(_ change: (inout WorkState) -> Void) {
    let line = state.withLock { state in
      change(&state)
      return isJSON ? state.nextJSON(at: .now) : nil
    }
    if let line { board.report(line) }
  }

  /// True once ^C has cancelled the work, with `cancelsAtInterrupt`, or its task was cancelled.
  public var isCancelled: Bool { interrupts?.hasArrived == true || Task.isCancelled }

  /// Throws `CancellationError` once the work is cancelled.
  ///
  /// Between two steps it is the place for the work to end: what is caught there can undo the steps that are done.
  public func checkCancellation() throws(CancellationError) {
    if isCancelled { throw CancellationError() }
  }

  /// Prints a line above the lines of progress; during a question, after it.
  ///
  /// `print` does that, too; this line goes to standard error.
  public func log(_ line: String) {
    if isJSON { board.report(WorkState.json(ofLog: line)) } else { board.log(line) }
  }

  /// Sets the sentence of the last line, in the place of the title: `Fetched 12 files`.
  public func ends(with sentence: String) {
    state.withLock { $0.ending = SafeText.line(of: sentence) }
  }

  /// The work as it is now.
  var current: WorkState { state.withLock { $0 } }

  /// The line of the work now.
  func line(at now: ContinuousClock.Instant) -> String { state.withLock { $0.line(at: now) } }

  func begin() {
    interrupts?.begin()
    board.begin(self)
  }

  func end(isDone: Bool) {
    let state = current
    // The terminal has shown ^C at the cursor.
    if !isDone, !isJSON, interrupts?.hasArrived == true { board.endLine() }
    board.end(
      self,
      with: isJSON
        ? state.json(isDone: isDone, at: .now) : state.conclusion(isDone: isDone, at: .now))
    interrupts?.end()
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
  /// The time of the last object.
  private var reported: ContinuousClock.Instant

  init(_ title: String, total: Int?, at start: ContinuousClock.Instant = .now) {
    (self.title, self.total) = (SafeText.line(of: title), total)
    (self.start, reported) = (start, start)
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

// MARK: - JSON

extension WorkState {
  /// The time between two objects of the same work.
  private static let interval = Duration.seconds(1)

  /// The object of the work, as a line: `{"type":"progress","title":"Fetching","value":3,"total":12}`.
  var json: String { Self.object("progress", fields) }

  /// The object that is due, if a second has passed since the last one.
  mutating func nextJSON(at now: ContinuousClock.Instant) -> String? {
    guard reported.duration(to: now) >= Self.interval else { return nil }
    reported = now
    return json
  }

  /// The object at the end of the work.
  func json(isDone: Bool, at now: ContinuousClock.Instant) -> String {
    let text = JSONString.quoted(conclusion(isDone: isDone, at: now))
    return Self.object("progress", fields + [("isDone", "\(isDone)"), ("text", text)])
  }

  /// The object of a line that is printed above progress.
  static func json(ofLog line: String) -> String {
    object("log", [("text", JSONString.quoted(line))])
  }

  private var fields: [(String, String)] {
    [("title", JSONString.quoted(title)), ("value", "\(steps)")]
      + (total.map { [("total", "\($0)")] } ?? [])
  }

  private static func object(_ type: String, _ fields: [(String, String)]) -> String {
    let all = ([("type", "\"\(type)\"")] + fields).map { "\"\($0)\":\($1)" }
    return "{\(all.joined(separator: ","))}\n"
  }
}
