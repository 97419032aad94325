import Dispatch
import FoundationEssentials
import Synchronization
import Wayline
import WaylineSystem

/// ^C while workers search: the first one asks them for what they have found so far, a second one ends the
/// program.
///
/// A worker has a process group of its own, so ^C does not reach it; it looks for a file. A worker of a shared search has claimed states
/// that others wait for, so a request to end the program is passed on to it as well.
final class ExploreInterrupt {
  /// The time between two looks.
  private static let interval = DispatchTimeInterval.milliseconds(100)

  private let timer: any DispatchSourceTimer
  private let signals: [SignalNumber]
  private let first = FirstSignal()

  /// The first signal.
  private final class FirstSignal: Sendable {
    let number = Mutex<SignalNumber?>(nil)
  }

  /// Catches ^C from now on, and then writes a file.
  ///
  /// - Parameters:
  ///   - isShared: whether other requests to end are caught as well, for a search that workers share.
  ///   - look: called at each look.
  init(file: String, isShared: Bool = false, then look: @escaping @Sendable () -> Void = {}) {
    timer = DispatchSource.makeTimerSource(queue: .global())
    signals = isShared ? [.interrupt, .terminate, .hangUp] : [.interrupt]
    let pipe = SignalPipe.open()
    // What came before is not about this search.
    _ = SignalPipe.arrived(at: pipe)
    for signal in signals { SignalPipe.catch(signal) }
    timer.schedule(deadline: .now(), repeating: Self.interval)
    timer.setEventHandler { [signals, first] in
      look()
      guard let signal = SignalPipe.arrived(at: pipe).first(where: signals.contains),
        !FileManager.default.fileExists(atPath: file)
      else { return }
      first.number.withLock { $0 = signal }
      try? Data().write(to: URL(filePath: file))
      guard signal == .interrupt else { return }
      try? FileDescriptor.standardError.writeAll(
        "\nStopping. Press ^C again to end without a report.\n")
    }
    timer.resume()
  }

  /// The status of a program that a signal has stopped, as shells count it.
  var status: ShellStatus {
    ShellStatus(rawValue: 128 + (first.number.withLock(\.self) ?? .interrupt).rawValue)
  }

  /// Restores what the signals did before.
  func release() {
    timer.cancel()
    for signal in signals { SignalPipe.release(signal) }
  }
}
