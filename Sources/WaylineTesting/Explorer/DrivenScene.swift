import Dispatch
import Wayline
import WaylineSystem

/// A scene of an explored program, the clock that its commands advance, and its tasks.
///
/// A task of the program takes a step only when a command lets it: `wait` lets all of them continue
/// as far as they come, `wait for NAME` one. So the orders in which work ends are explored as well.
@MainActor
final class DrivenScene {
  /// The scene.
  let host: SceneHost
  /// The time and the random numbers of its views.
  let sources: TestSources
  /// The clock of its views.
  var clock: TestClock { sources.clock }
  private let driver: SceneDriver
  private let arrivals: TaskArrivals
  private let tasks: HeldTasks
  private let names: TaskNames
  /// True if tasks continue before the next command, in the order of their beginning.
  private let continuesInOrder: Bool

  /// The lines that are printed for a command, and the laws that are broken on the way.
  struct Answer {
    var printed: [String] = []
    /// The texts of the messages among them.
    var messages: [String] = []
    /// The reason for which a line was refused; nil if it was not, or if a guard blocked its place.
    var refusal: String?
    var findings: [LawFinding] = []

    /// True if nothing was printed, refused or found.
    var isEmpty: Bool {
      printed.isEmpty && messages.isEmpty && refusal == nil && findings.isEmpty
    }

    func with(_ change: (inout Self) -> Void) -> Self {
      var copy = self
      change(&copy)
      return copy
    }
  }

  /// Starts a scene.
  init(
    _ stores: SceneStores, _ sources: TestSources, _ subject: Screens
  ) {
    (driver, arrivals, self.sources) = (subject.driver, subject.arrivals, sources)
    continuesInOrder = subject.tasksInOrder
    let names = TaskNames()
    tasks = HeldTasks { names.next() }
    if arrivals.isBlocked { tasks.releaseOutsideWork() }
    host = tasks.note { subject.make(stores, sources) }
    names.host = host
    self.names = names
    expectChanges()
  }

  /// True if nothing is pending or asked, so that the state of the scene can be copied.
  var isAtRest: Bool {
    host.pending.isEmpty && ready.isEmpty && clock.remaining.isEmpty && !host.isAsking
      && !host.isEnded && progress.isEmpty
  }

  /// The progress of the unfinished tasks, in the order of their beginning.
  var progress: [HeldTasks.Progress] { tasks.progress }

  /// The names of the tasks that can continue.
  var ready: [String] { tasks.names }

  /// Takes a command.
  ///
  /// `wait` lets pending work continue as far as it comes without time; `wait 30` lets 30 seconds of
  /// the scene's clock pass first.
  func take(_ command: String) async -> Answer {
    let misuses = MisuseNotes()
    var printed: [String] = []
    var refusal: String?
    var hasContinued = true
    noteForeignChange()
    names.last = command
    host.messages = []
    switch Wait(command) {
    case .time(let duration)?:
      clock.advance(by: duration)
      await rest(misuses)
      printed = host.takePrinted()
    case .task(let name)?:
      await rest(misuses, of: name)
      printed = host.takePrinted()
    case nil:
      names.restart()
      Misuse.withHandler(misuses.note) {
        printed = send(command)
      }
      hasContinued = tasks.isOutside
      await tasks.comeBack()
      if await drainMainQueue(misuses) { hasContinued = true }
      if await continueCancelled(misuses) { hasContinued = true }
      // A task that is not awaited, such as a cancelled or detached one, needs no command to end.
      let isAwaited = !host.pending.isEmpty
      // A refused line changes nothing, also before the tasks of the first screen have begun.
      let continues = continuesInOrder && host.refusal == nil
      if continues || !isAwaited, !ready.isEmpty || tasks.isOutside {
        if isAwaited { arrivals.noteOrder() }
        hasContinued = true
        await rest(misuses)
      }
      refusal = host.refusal
    }
    // The end of the command itself has reported what stores had refused before.
    if hasContinued {
      host.reportStoreEvents()
      printed += host.takePrinted()
    }
    expectChanges()
    arrivals.noteWait(of: tasks.foreignNames)
    return Answer(
      printed: printed, messages: host.messages, refusal: refusal,
      findings: misuses.sentences.map(LawFinding.init(misuse:)))
  }
}

extension DrivenScene {
  /// Sends a line, and lets nothing else run meanwhile.
  func send(_ line: String) -> [String] { tasks.note { driver.send(host, line) } }

  /// Opens a link; a guard that takes time decides by later commands.
  func open(_ link: String) -> NavigationHandle {
    defer { expectChanges() }
    return tasks.note { host.router.open(link) }
  }

  /// Ends the scene and its tasks, those that have not begun and those that sleep included, as the end
  /// of a process does.
  ///
  /// Time passes first, so that tasks come to their end in the order of their sleeps; those without an end
  /// are cancelled.
  func end() async {
    MisuseNotes.ignoring { host.end() }
    var sleeps = 0
    for _ in 0..<Self.stepLimit {
      if let next = clock.remaining.first, ready.isEmpty, sleeps < Self.sleepLimit {
        sleeps += 1
        clock.advance(by: next)
      } else if sleeps == Self.sleepLimit {
        clock.cancelSleeps()
      }
      // A sleep that has ended continues outside the main actor.
      await tasks.comeBack()
      let hasContinued = await tasks.step(nil, then: {})
      guard hasContinued || !clock.remaining.isEmpty else { break }
    }
  }
}

// MARK: - Work outside tasks

extension DrivenScene {
  /// True if something has changed since the last command, or a task has come back: work did it that is no task of the
  /// program, or one that waits for something else than the program.
  var hasForeignChange: Bool {
    let (updates, areWaiting) = host.changes
    return areWaiting || updates != names.updates || tasks.waitingSteps > names.waitingSteps
  }

  /// Notes such a change for the search.
  func noteForeignChange() {
    if hasForeignChange { arrivals.noteForeignChange(after: names.last) }
  }

  /// Takes the present state for the one that the last command has left.
  func expectChanges() {
    (names.updates, names.waitingSteps) = (host.changes.updates, tasks.waitingSteps)
  }

  /// Lets what waits on the main queue run.
  func turn() async { await tasks.turn {} }

  /// Lets what a command has left on the main queue run, such as with `DispatchQueue.main.async`.
  /// Returns whether anything may have waited there.
  private func drainMainQueue(_ misuses: MisuseNotes) async -> Bool {
    await tasks.turns(atMost: Self.turnsToDrain) { [self] in
      let before = host.changes.updates
      tasks.note { self.update(misuses) }
      return host.changes.updates != before
    }
  }

  /// The turns of the main queue in which work may follow work.
  private static let turnsToDrain = 16
}

// MARK: - Tasks

/// The names of tasks as they begin: those of pending work where there are.
@MainActor
private final class TaskNames {
  weak var host: SceneHost?
  private var count = 0
  /// The number of updates that commands have made.
  var updates = 0
  /// The number of steps of tasks that waited after the last command.
  var waitingSteps = 0
  /// The last command; nil before the first.
  var last: String?

  func restart() { count = host?.pending.count ?? 0 }

  func next() -> String {
    guard let host else { return "a task" }
    let pending = host.pending
    defer { count = pending.count }
    return pending.count > count ? pending.last ?? "a task" : host.startedTaskName
  }
}

extension DrivenScene {
  private static let stepLimit = 2_000
  /// The number of sleeps of an ended scene after which a task is taken for one without an end.
  private static let sleepLimit = 16
  private static let turnsToArrive = 16
  /// The time between two later turns.
  private static let pause = DispatchTimeInterval.microseconds(100)
  /// The number of steps that cancelled tasks take by themselves after a command: some have no end.
  private static let stepsOfCancelled = 64

  /// Lets tasks run, or those of one name, until none can continue without time or input.
  private func rest(_ misuses: MisuseNotes, of name: String? = nil) async {
    let update = { self.update(misuses) }
    names.restart()
    // A sleep that has ended continues outside the main actor.
    await tasks.comeBack()
    var quiet = 0
    var isPatient = true
    for _ in 0..<Self.stepLimit where quiet < 2 {
      let before = host.revision
      if await tasks.step(name, then: update) {
        (quiet, isPatient) = (0, true)
      } else if isPatient {
        isPatient = await isArriving(name, update)
      } else {
        await tasks.runQueue()
        tasks.note(update)
        quiet = host.revision == before ? quiet + 1 : 0
      }
    }
    if tasks.isBlocked { arrivals.noteBlock() }
    // What the work has changed is on the screen that the next command means.
    Misuse.withHandler(misuses.note) { host.passOverScreen() }
  }

  /// Lets cancelled tasks continue that have not begun, and the earlier ones of one name, so that a command
  /// which starts a task again adds no task to the state each time.
  ///
  /// The one that was cancelled last continues by command: its answer may come after that of the next.
  /// Returns whether there was one.
  private func continueCancelled(_ misuses: MisuseNotes) async -> Bool {
    for count in 0..<Self.stepsOfCancelled {
      guard let name = tasks.continuingCancelled else { return count > 0 }
      _ = await tasks.step(name) { self.update(misuses) }
    }
    return true
  }

  private func update(_ misuses: MisuseNotes) {
    names.restart()
    Misuse.withHandler(misuses.note) { host.update() }
  }

  /// Waits for work that is no task, such as that of a thread; true when it has come back.
  ///
  /// A task that sleeps on the clock of the scene, or waits for a question, is not waited for.
  private func isArriving(_ name: String?, _ update: @escaping () -> Void) async -> Bool {
    guard isWaiting else { return false }
    let pending = host.pending
    // A task may also wait for one that is held.
    if ready.isEmpty, !host.isAsking { arrivals.noteWait(of: pending) }
    let deadline = ContinuousClock.now + arrivals.time(for: pending)
    var turns = 0
    // The turns are for work of the main actor on a machine that is too busy to reach it in time.
    while isWaiting,
      turns < Self.turnsToArrive || ContinuousClock.now < deadline
    {
      // The first turns follow each other; after them the processor is left to what is waited for.
      let pause = turns < Self.turnsToArrive ? nil : Self.pause
      turns += 1
      await tasks.turn(after: pause) { [tasks] in tasks.note(update) }
      if name.map(ready.contains) ?? !ready.isEmpty {
        arrivals.noteArrival(of: pending)
        return true
      }
    }
    // Without time to arrive, such as that of a task that has ended, nothing is learnt.
    if isWaiting { arrivals.noteTimeout(of: pending) }
    return false
  }

  /// True if a task neither can continue nor sleeps on the clock of the scene.
  private var isWaiting: Bool { host.pending.count > clock.remaining.count + ready.count }
}

/// The record of tasks that came back in time, and the time for which they are waited for.
///
/// A task that only listens, such as to a stream of events, never comes back by itself. A search meets
/// it in very many states, so it is waited for in full a few times only.
@MainActor
final class TaskArrivals {
  private var timeouts: [String: Int] = [:]
  /// The tasks that waited for something that is no task.
  private(set) var waiting: Set<String> = []
  /// True if work outside the main actor blocked other such work.
  private(set) var isBlocked = false
  /// True if something changed without a command.
  private(set) var hasForeignChange = false
  /// The commands that scenes had taken last before such changes.
  private(set) var commandsBeforeForeignChanges: Set<String> = []
  private static let time = Duration.milliseconds(500)
  private static let timeForListeners = Duration.milliseconds(1)
  private static let timeoutsOfListeners = 3

  /// Creates the record of a search that has met no task.
  nonisolated init() {}

  /// The time for tasks by name: short if each of them never came back.
  func time(for names: [String]) -> Duration {
    let areListeners = names.allSatisfy { timeouts[$0, default: 0] >= Self.timeoutsOfListeners }
    return areListeners ? Self.timeForListeners : Self.time
  }

  /// Notes that tasks wait for something that is no task.
  func noteWait(of names: [String]) { waiting.formUnion(names) }

  /// True if awaited tasks continued without a command, because the plan says so.
  private(set) var hasContinuedInOrder = false

  /// Notes that awaited tasks continued without a command.
  func noteOrder() { hasContinuedInOrder = true }

  /// Notes that something changed without a command.
  func noteForeignChange(after command: String?) {
    hasForeignChange = true
    if let command { commandsBeforeForeignChanges.insert(command) }
  }

  /// Notes that work outside the main actor blocked other such work.
  func noteBlock() { isBlocked = true }

  /// All of it, for another process.
  var surprises: SharedSurprises {
    SharedSurprises(
      waiting: waiting, isBlocked: isBlocked, hasContinuedInOrder: hasContinuedInOrder,
      hasForeignChange: hasForeignChange,
      commandsBeforeForeignChanges: commandsBeforeForeignChanges)
  }

  /// Adds what another process has met.
  func add(_ other: SharedSurprises) {
    waiting.formUnion(other.waiting)
    isBlocked = isBlocked || other.isBlocked
    hasContinuedInOrder = hasContinuedInOrder || other.hasContinuedInOrder
    hasForeignChange = hasForeignChange || other.hasForeignChange
    commandsBeforeForeignChanges.formUnion(other.commandsBeforeForeignChanges)
  }

  /// The limits of a report about tasks whose order the search does not choose.
  var limits: [String] {
    let blocked = "work outside the main actor blocks a thread; another run may meet another order."
    return waiting.sorted().map {
      "'\($0)' waits for a thread, a callback, real time, a stream or a yield inside an actor; another "
        + "run may meet another order."
    } + (isBlocked ? [blocked] : [])
  }

  /// Notes that one of the tasks came back.
  func noteArrival(of names: [String]) {
    for name in names { timeouts[name] = 0 }
  }

  /// Notes that none of the tasks came back.
  func noteTimeout(of names: [String]) {
    for name in names { timeouts[name, default: 0] += 1 }
  }
}

// MARK: - Time as a command

extension DrivenScene {
  /// A command that lets work or time pass.
  private enum Wait {
    case time(Duration)
    case task(String)

    init?(_ command: String) {
      if command == "wait" {
        self = .time(.zero)
      } else if command.hasPrefix(DrivenScene.taskPrefix) {
        self = .task(String(command.dropFirst(DrivenScene.taskPrefix.count)))
      } else if command.hasPrefix("wait "), let seconds = Double(command.dropFirst(5)) {
        self = .time(.milliseconds(Int((seconds * 1_000).rounded())))
      } else {
        return nil
      }
    }
  }

  nonisolated static let taskPrefix = "wait for "

  /// A command that lets work continue, without what distinguishes it from others of its kind: the number of
  /// a task behind its name, or the time that passes.
  nonisolated static func withoutNumber(_ command: String) -> String {
    if case .time? = Wait(command), command != "wait" { return "wait N" }
    guard command.hasPrefix(taskPrefix), let space = command.lastIndex(of: " "),
      Int(command[command.index(after: space)...]) != nil
    else { return command }
    return String(command[..<space])
  }

  /// True if a command lets work continue or time pass.
  nonisolated static func isWait(_ command: String) -> Bool { Wait(command) != nil }

  /// The command that lets one task continue.
  nonisolated static func line(waitingFor task: String) -> String { taskPrefix + task }

  /// The command that lets a duration pass, in whole milliseconds.
  nonisolated static func line(waiting duration: Duration) -> String {
    let milliseconds = (duration / .milliseconds(1)).rounded(.up)
    let seconds = milliseconds / 1_000
    return seconds == seconds.rounded() ? "wait \(Int(seconds))" : "wait \(seconds)"
  }
}
