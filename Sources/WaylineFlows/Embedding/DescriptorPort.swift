import Dispatch
import WaylineShell
import WaylineSystem

extension SceneSession {
  /// Runs the scene to its end over two descriptors, such as both ends of a socket.
  ///
  /// It reads when the scene needs a line and writes as much as the output takes, so a slow reader
  /// delays only itself. The descriptors are neither closed nor changed, and raise no SIGPIPE. When
  /// the task is cancelled, the scene is terminated. Everything runs on the main queue. A change that another process
  /// makes in its stores is looked for once for all scenes that run so, and shown as one of this process is.
  ///
  /// A terminal gets prompts and hides what is typed for a secret, as in `run(from:dialogue:)`, and
  /// the signals of the process belong to the scene meanwhile. If the screens do not go to a terminal, no
  /// line is read from one.
  ///
  /// - Returns: the exit status of the scene.
  public func run(input: Int32, output: Int32) async -> ShellStatus {
    if FileDescriptor(borrowing: input).isTerminal, !hasStarted, let form = formAtStart {
      return await runAtTerminal(form, input: input, output: output)
    }
    // A socket is a connection of its own: its lines wait here, so that a flood of them is noticed.
    let kind = try? FileDescriptor(borrowing: input).status().kind
    return await run(input: input, output: output, sharesInput: kind != .socket)
  }

  private func runAtTerminal(
    _ options: SceneOptions, input: Int32, output: Int32
  ) async -> ShellStatus {
    defer { SignalSource.release() }
    let port = ProcessPort(sharing: FileDescriptor(borrowing: input), output: output)
    host.session.configure { options.configure(&$0, at: port) }
    let driver = port.driver(of: host, options, loop: MainLoop())
    let status = await host.stores.defaults.use {
      await driver.awaitEnd(program: options.programName)
    }
    inside {}
    return status
  }

  /// Runs the scene over two descriptors.
  ///
  /// - Parameter sharesInput: whether others read the input afterwards: then each read ends with a line.
  func run(input: Int32, output: Int32, sharesInput: Bool) async -> ShellStatus {
    if Task.isCancelled { terminate() }
    let watches = storeWatches
    defer { withExtendedLifetime(watches) {} }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        DescriptorPort(self, input: input, output: output, sharesInput: sharesInput) {
          continuation.resume()
        }.start()
      }
      return status
    } onCancel: {
      Task { @MainActor in terminate() }
    }
  }
}

/// The connection of a scene with two descriptors, which may be the same, on the main queue.
///
/// Each turn runs one line, so that many scenes take turns. It reads only when the scene needs input
/// and writes only as much as the output takes.
@MainActor
final class DescriptorPort {
  private let session: SceneSession
  private let input: FileDescriptor
  private let output: FileDescriptor
  private let sharesInput: Bool
  private var reading: ReadySource?
  private var writing: ReadySource?
  /// True from a report of the source until the input has nothing to read.
  ///
  /// On Linux a source reports the end of a pipe together with the last bytes, and never again. So
  /// the input is read until it is empty, and only then the source is asked.
  private var mayHaveInput = false
  private var isTurnDue = false
  /// True while it is looked from time to time whether the other side has gone.
  private var isWatchingHangUp = false
  private var isClosing = false
  private var isFarewellLimited = false
  /// True once a write has failed: the other side has gone, and nothing waits for it any more.
  private var isOutputLost = false
  private var openSources = 2
  private let completion: @MainActor () -> Void

  /// The interval of those looks, while lines wait and nothing is read.
  private static let hangUpInterval = 0.1
  /// The most bytes of one read.
  private static let chunk = 1 << 13

  init(
    _ session: SceneSession, input: Int32, output: Int32, sharesInput: Bool,
    completion: @escaping @MainActor () -> Void
  ) {
    self.session = session
    self.input = FileDescriptor(borrowing: input)
    self.output = FileDescriptor(borrowing: output)
    (self.sharesInput, self.completion) = (sharesInput, completion)
  }

  /// Prints the first screen, and runs until the scene has ended and its last output is written.
  func start() {
    reading = ReadySource(reading: input.number) {
      self.mayHaveInput = true
      self.turn()
    }
    writing = ReadySource(writing: output.number) { self.turn() }
    session.wake = { self.turn() }
    session.start()
    turn()
  }

  /// True if the scene wants input and the source has reported any, or some was read ahead.
  private var mayRead: Bool { session.wantsInput && (mayHaveInput || hasReadAhead) }

  private var hasReadAhead: Bool { sharesInput && input.hasReadAhead }

  /// Reads once, if the scene wants it and the source has reported anything.
  private func read() {
    guard mayRead else { return }
    guard hasReadAhead || input.wait(until: .readable, .zero) else {
      mayHaveInput = false
      return
    }
    let transfer = withUnsafeTemporaryAllocation(byteCount: Self.chunk, alignment: 1) { buffer in
      let transfer =
        sharesInput ? input.transferLine(into: buffer) : input.transfer(into: buffer)
      if case .bytes(let count) = transfer { session.accept(buffer[..<count]) }
      return transfer
    }
    switch transfer {
    case .bytes: break
    case .nothing: mayHaveInput = false
    case .end: session.acceptEnd()
    case .failed: session.lose()
    }
  }

  private func turn() {
    guard !isClosing else { return }
    read()
    session.step()
    write()
    let hasFarewell = !session.isRunning && session.outputCount > 0
    if !session.isRunning, !hasFarewell { return close() }
    if hasFarewell { limitFarewell() }
    let mayRead = mayRead
    reading?.isActive = session.wantsInput && !mayRead
    writing?.isActive = session.outputCount > 0
    if session.canStep || mayRead { askForTurn() }
    watchHangUp()
  }

  /// Notices the end of a connection while nothing is read: something runs and lines wait, or the last
  /// output is not read.
  private func watchHangUp() {
    guard !isWatchingHangUp, !isClosing, !session.isRunning || !session.wantsInput else { return }
    isWatchingHangUp = true
    DispatchQueue.main.asyncAfter(deadline: .now() + Self.hangUpInterval) {
      MainActor.assumeIsolated {
        self.isWatchingHangUp = false
        guard !self.isClosing else { return }
        if self.output.isHungUp { self.isOutputLost = true }
        self.turn()
      }
    }
  }

  private func write() {
    if session.outputCount > 0, isStandard { CurrentProcess.flushStandardOutput() }
    session.drain { bytes in
      switch isOutputLost ? .end : output.transfer(bytes) {
      case .bytes(let count): return count
      case .nothing: return 0
      case .failed, .end:
        isOutputLost = true
        return bytes.count
      }
    }
    if isOutputLost { discardOutput() }
  }

  /// Ends the scene, and discards what it prints at its end: nobody reads it.
  private func discardOutput() {
    session.lose()
    while session.outputCount > 0 { session.drain(\.count) }
  }

  /// True if what the program prints itself goes to the same place, and comes first.
  private var isStandard: Bool { output.number <= FileDescriptor.standardError.number }

  private func askForTurn() {
    guard !isTurnDue else { return }
    isTurnDue = true
    DispatchQueue.main.async {
      MainActor.assumeIsolated {
        self.isTurnDue = false
        self.turn()
      }
    }
  }
}

// MARK: - End

extension DescriptorPort {
  /// Bounds the time for reading the last output.
  private func limitFarewell() {
    guard !isFarewellLimited else { return }
    isFarewellLimited = true
    let seconds = session.host.session.options.limits.farewell / .seconds(1)
    DispatchQueue.main.asyncAfter(deadline: .now() + seconds) {
      MainActor.assumeIsolated { self.close() }
    }
  }

  private func close() {
    guard !isClosing else { return }
    isClosing = true
    session.wake = {}
    for source in [reading, writing] { source?.end { self.sourceEnded() } }
    (reading, writing) = (nil, nil)
  }

  private func sourceEnded() {
    openSources -= 1
    if openSources == 0 { completion() }
  }
}

// MARK: - Descriptors

/// A source that calls a handler on the main queue while a descriptor is ready.
@MainActor
final class ReadySource {
  private let source: any DispatchSourceProtocol
  private var isEnded = false

  /// True if the handler is called; false at first.
  var isActive = false {
    didSet {
      guard isActive != oldValue, !isEnded else { return }
      if isActive { source.resume() } else { source.suspend() }
    }
  }

  /// Watches for input.
  init(reading descriptor: Int32, _ handler: @escaping @MainActor () -> Void) {
    source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: .main)
    source.setEventHandler { MainActor.assumeIsolated(handler) }
  }

  /// Watches for room in the output.
  init(writing descriptor: Int32, _ handler: @escaping @MainActor () -> Void) {
    source = DispatchSource.makeWriteSource(fileDescriptor: descriptor, queue: .main)
    source.setEventHandler { MainActor.assumeIsolated(handler) }
  }

  /// Stops watching, and calls the closure when the descriptor is no longer in use.
  func end(_ completion: @escaping @MainActor () -> Void) {
    guard !isEnded else { return }
    source.setCancelHandler { MainActor.assumeIsolated(completion) }
    source.cancel()
    // NB: a suspended source never calls its cancel handler.
    if !isActive { source.resume() }
    isEnded = true
  }
}
