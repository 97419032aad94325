import Dispatch
import Glibc

extension ShellDriver {
  /// Runs the session inside a program that is asynchronous already.
  ///
  /// It takes no part in the program's signals, and the main thread is free between two lines; each
  /// line costs a hop from another thread. `App` runs the loop of ``run(program:)`` instead.
  package func run(program: String = "") async -> ShellStatus {
    let waker = InputWaker(input.descriptor)
    begin(program)
    session.onProgress = { waker.wake() }
    while session.ending == nil {
      if advance() {
        await Task.yield()
      } else if session.ending == nil {
        if await waker.next(forInput: session.wantsInput) == .readable { fill() }
      }
    }
    session.onProgress = {}
    return finish()
  }
}

/// Wakes an asynchronous session when there is input or something has happened.
@MainActor
private final class InputWaker {
  enum Wake {
    /// There is something to read.
    case readable
    /// Something has happened in the session.
    case progress
  }

  private let descriptor: Int32
  private var ends: [Int32] = [-1, -1]
  private var isPolling = false
  private let wakes: AsyncStream<Wake>
  private let continuation: AsyncStream<Wake>.Continuation

  init(_ descriptor: Int32) {
    self.descriptor = descriptor
    (wakes, continuation) = AsyncStream.makeStream()
    pipe(&ends)
  }

  /// Closing the pipe wakes the thread that still polls it.
  deinit {
    for end in ends { close(end) }
  }

  func wake() {
    continuation.yield(.progress)
  }

  /// Waits for the next thing that happens.
  func next(forInput isWanted: Bool) async -> Wake {
    if isWanted, !isPolling { poll() }
    var iterator = wakes.makeAsyncIterator()
    let wake = await iterator.next() ?? .progress
    if wake == .readable { isPolling = false }
    return wake
  }

  private func poll() {
    isPolling = true
    let (input, continuation) = (descriptor, continuation)
    let end = fcntl(ends[0], F_DUPFD_CLOEXEC, 3)
    // NB: a queue of its own has a thread of its own, also while others block those of the program.
    DispatchQueue(label: "wayline.input").async {
      var polled = [input, end].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
      while Glibc.poll(&polled, 2, -1) < 0, errno == EINTR {}
      close(end)
      continuation.yield(.readable)
    }
  }
}
