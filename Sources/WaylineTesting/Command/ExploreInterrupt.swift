import Dispatch
import FoundationEssentials
import Wayline
import WaylineSystem

/// ^C while workers search: the first one asks them for what they have found so far, a second one ends the
/// program.
///
/// A worker has a process group of its own, so ^C does not reach it; it looks for a file.
final class ExploreInterrupt {
  /// The time between two looks.
  private static let interval = DispatchTimeInterval.milliseconds(100)

  private let timer: any DispatchSourceTimer

  /// Catches ^C from now on, and then writes a file.
  ///
  /// - Parameter look: called at each look.
  init(file: String, then look: @escaping @Sendable () -> Void = {}) {
    timer = DispatchSource.makeTimerSource(queue: .global())
    _ = SignalPipe.open()
    SignalPipe.catch(.interrupt)
    let before = SignalPipe.arrivals
    timer.schedule(deadline: .now(), repeating: Self.interval)
    timer.setEventHandler {
      look()
      guard SignalPipe.arrivals != before, !FileManager.default.fileExists(atPath: file) else {
        return
      }
      try? Data().write(to: URL(filePath: file))
      try? FileDescriptor.standardError.writeAll(
        "\nStopping. Press ^C again to end without a report.\n")
    }
    timer.resume()
  }

  /// Restores what ^C did before.
  func release() {
    timer.cancel()
    SignalPipe.release(.interrupt)
  }
}
