import WaylineShell

extension SceneSession {
  /// Runs the scene to its end over a sequence of bytes and a closure that writes.
  ///
  /// The next element is read after the lines before it have run, and the closure is called again
  /// after it has returned. An error of the closure counts as a closed output.
  ///
  /// - Returns: the exit status of the scene.
  public func run<Input: AsyncSequence & Sendable>(
    reading input: Input, writing write: @MainActor ([UInt8]) async throws -> Void
  ) async -> ShellStatus where Input.Element: Sequence<UInt8> {
    let reader = SequenceReader(self)
    let watches = storeWatches
    defer { withExtendedLifetime(watches) {} }
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

/// A reader of a sequence for a scene, one element at a time, when the scene needs it.
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

  /// Waits until the scene has changed; the reader may continue meanwhile.
  func nextWake() async {
    if session.wantsInput { resume() }
    var iterator = wakes.makeAsyncIterator()
    await iterator.next()
  }

  func end() {
    session.wake = {}
    resume()
  }

  private func room() async {
    guard session.isRunning, !session.wantsInput else { return }
    await withCheckedContinuation { waiting = $0 }
  }

  private func resume() {
    waiting?.resume()
    waiting = nil
  }
}
