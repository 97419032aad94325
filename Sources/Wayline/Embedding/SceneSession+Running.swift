import WaylineShell

extension SceneSession {
  /// Runs the scene to its end over two descriptors, such as both ends of a socket.
  ///
  /// It reads when the scene wants a line and writes what there is room for, so a slow reader makes
  /// nobody wait but itself. The descriptors are neither closed nor changed, and no SIGPIPE comes of
  /// them. When the task is cancelled, the scene is terminated. Everything runs on the main queue.
  ///
  /// - Returns: what the scene would tell a parent process.
  public func run(input: Int32, output: Int32) async -> ShellStatus {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        DescriptorPort(self, input: input, output: output) { continuation.resume() }.start()
      }
      return status
    } onCancel: {
      Task { @MainActor in terminate() }
    }
  }

  /// Runs the scene to its end over a sequence of bytes and a closure that writes.
  ///
  /// The next element is asked for when the lines before it have been carried out, and the closure
  /// is called again when it has returned. If it throws, nobody reads any more.
  ///
  /// - Returns: what the scene would tell a parent process.
  public func run<Input: AsyncSequence & Sendable>(
    reading input: Input, writing write: @MainActor ([UInt8]) async throws -> Void
  ) async -> ShellStatus where Input.Element: Sequence<UInt8> {
    let reader = SequenceReader(self)
    start()
    let reading = Task { await reader.read(input) }
    await withTaskCancellationHandler {
      while isRunning || outputCount > 0 {
        step()
        if outputCount > 0 {
          do { try await write(takeOutput()) } catch { lose() }
        } else if canStep {
          await Task.yield()
        } else if isRunning {
          await reader.nextWake()
        }
      }
    } onCancel: {
      Task { @MainActor in terminate() }
    }
    reading.cancel()
    reader.end()
    return status
  }
}

/// Reads a sequence for a scene, an element at a time, when it is wanted.
@MainActor
private final class SequenceReader {
  private let session: SceneSession
  private let wakes: AsyncStream<Void>
  private let continuation: AsyncStream<Void>.Continuation
  private var waiting: CheckedContinuation<Void, Never>?

  init(_ session: SceneSession) {
    self.session = session
    (wakes, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    session.wake = { [continuation] in continuation.yield() }
  }

  func read<Input: AsyncSequence>(_ input: Input) async where Input.Element: Sequence<UInt8> {
    do {
      for try await bytes in input {
        session.accept(bytes)
        continuation.yield()
        await room()
      }
      session.acceptEnd()
    } catch {
      session.lose()
    }
    continuation.yield()
  }

  /// Waits until something has happened; the reader may go on meanwhile.
  func nextWake() async {
    if session.wantsInput { letGo() }
    var iterator = wakes.makeAsyncIterator()
    await iterator.next()
  }

  func end() {
    session.wake = {}
    letGo()
  }

  private func room() async {
    guard session.isRunning, !session.wantsInput else { return }
    await withCheckedContinuation { waiting = $0 }
  }

  private func letGo() {
    waiting?.resume()
    waiting = nil
  }
}
