import Glibc
import WaylineNavigation
import WaylineShell
import WaylineStorage
import WaylineViews

/// One flow that a program with a command line of its own hands out: a coordinator, and the value
/// that is wanted from it.
///
/// ```swift
/// let flow = Flow(ChooseMemberCoordinator(), returning: String.self)
/// let outcome = flow.run(dialogue: STDERR_FILENO)
/// if let member = outcome.ending.value { print(member) }
/// exit(outcome.status.rawValue)
/// ```
///
/// Its screens call `finish(_:)` from their environment. Who types `quit`, or leaves the first
/// screen, has cancelled; the end of the input is an ending of its own, never an answer.
@MainActor
public struct Flow<Value: Sendable> {
  private let coordinator: any Coordinator
  private let options: SceneOptions
  private let stores: SceneStores

  /// A flow that has not begun.
  ///
  /// - Parameters:
  ///   - coordinator: makes the first screen.
  ///   - type: what the flow is wanted for. Another value than that counts as cancelled.
  ///   - options: how it reads and prints.
  ///   - stores: where its screens keep what they keep.
  public init(
    _ coordinator: any Coordinator, returning type: Value.Type,
    options: SceneOptions = SceneOptions(), stores: SceneStores = .inMemory()
  ) {
    (self.coordinator, self.options, self.stores) = (coordinator, options, stores)
  }

  /// How a flow ended, and what its program would tell a parent process.
  public struct Outcome: Sendable {
    /// How the flow ended.
    public let ending: FlowEnding<Value>
    /// 0 for a value, 3 for none; 1 when some line of a script was not accepted; signals as usual.
    public let status: ShellStatus
  }
}

extension Flow {
  /// Runs the flow at standard input, which may be a terminal or a pipe, and returns how it ended.
  ///
  /// For the main thread of a program whose `main` is synchronous. While it runs, ^C, ^Z, SIGTERM and
  /// SIGHUP are the flow's; afterwards they do what they did before. A terminal gets prompts, colour,
  /// and line editing, where it and the environment allow them.
  ///
  /// - Parameter dialogue: where it prints; standard error keeps standard output for the result.
  @available(*, noasync, message: "In a task, await run(input:output:) instead.")
  public func run(dialogue: Int32 = STDOUT_FILENO) -> Outcome {
    stores.defaults.use {
      let seat = FlowSeat(options, dialogue: dialogue)
      let host = seat.host(stores) { CoordinatorView(coordinator: coordinator) }
      let watch = FlowWatch<Value>(host)
      let status = seat.drive(host)
      host.end()
      return Outcome(ending: watch.ending, status: status)
    }
  }

  /// Runs the flow over two descriptors inside a program that is asynchronous, and returns how it
  /// ended. What ``SceneSession/run(input:output:)`` says of them holds here too.
  public func run(input: Int32, output: Int32) async -> Outcome {
    let session = SceneSession(coordinator: coordinator, options, stores: stores)
    let watch = FlowWatch<Value>(session.host)
    let status = await session.run(input: input, output: output)
    return Outcome(ending: watch.ending, status: status)
  }
}

/// Notes how the flow that a scene is has ended, and ends the scene with it.
@MainActor
final class FlowWatch<Value: Sendable> {
  private(set) var ending = FlowEnding<Value>.interrupted

  init(_ host: SceneHost) {
    let session = host.session
    host.router.awaitScene(returning: Value.self) { [weak session] ending in
      self.ending = ending
      guard let session else { return }
      if ending.value == nil { session.add(.noResult) }
      guard session.ending == nil else { return }
      session.receive(.left)
      // NB: an action may be running; whoever drives the scene hears of the end after it.
      Task { session.onProgress() }
    }
  }
}
