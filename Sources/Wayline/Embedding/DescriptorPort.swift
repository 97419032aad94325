import Dispatch
import WaylineShell

/// Connects a scene with two descriptors, which may be one, on the main queue.
///
/// Each turn carries out one line, so that many scenes take turns. It reads only when the scene
/// wants input and writes only what there is room for.
@MainActor
final class DescriptorPort {
  private let session: SceneSession
  private let input: Int32
  private let output: Int32
  private var reading: ReadySource?
  private var writing: ReadySource?
  private var isTurnDue = false
  private var isClosing = false
  private var isFarewellLimited = false
  private var openSources = 2
  private let completion: @MainActor () -> Void

  /// Bytes that one read brings at most.
  private static let chunk = 1 << 13

  init(
    _ session: SceneSession, input: Int32, output: Int32,
    completion: @escaping @MainActor () -> Void
  ) {
    (self.session, self.input, self.output) = (session, input, output)
    self.completion = completion
  }

  /// Prints the first screen, and goes on until the scene has ended and its last words are written.
  func start() {
    reading = ReadySource(reading: input) { self.read() }
    writing = ReadySource(writing: output) { self.turn() }
    session.wake = { self.turn() }
    session.start()
    turn()
  }

  private func read() {
    let transfer = withUnsafeTemporaryAllocation(byteCount: Self.chunk, alignment: 1) { buffer in
      let transfer = Descriptor.read(input, into: buffer)
      if case .bytes(let count) = transfer { session.accept(buffer[..<count]) }
      return transfer
    }
    switch transfer {
    case .bytes, .nothing: break
    case .end: session.acceptEnd()
    case .failed: session.lose()
    }
    turn()
  }

  private func turn() {
    guard !isClosing else { return }
    session.step()
    write()
    let hasFarewell = !session.isRunning && session.outputCount > 0
    if !session.isRunning, !hasFarewell { return close() }
    if hasFarewell { limitFarewell() }
    reading?.isActive = session.wantsInput
    writing?.isActive = session.outputCount > 0
    if session.canStep { askForTurn() }
  }

  private func write() {
    var isLost = false
    session.drain { bytes in
      switch Descriptor.write(bytes, to: output) {
      case .bytes(let count): return count
      case .nothing: return 0
      case .failed, .end:
        isLost = true
        return bytes.count
      }
    }
    if isLost { session.lose() }
  }

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
  /// Who does not read the last words in time does not get them.
  private func limitFarewell() {
    guard !isFarewellLimited else { return }
    isFarewellLimited = true
    let seconds = session.farewell / .seconds(1)
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
