import CSystem
import Glibc

/// The signals a shell answers, in the order of a program's life.
package enum Signal: Hashable, Sendable, CaseIterable {
  /// ^C.
  case interrupt
  /// ^Z.
  case stop
  /// The program goes on after a stop.
  case proceed
  /// The terminal has another size.
  case resize
  /// The program is asked to end.
  case terminate
  /// The terminal was hung up.
  case hangUp

  /// The number that the system gives it.
  package var number: Int32 {
    switch self {
    case .interrupt: SIGINT
    case .stop: SIGTSTP
    case .proceed: SIGCONT
    case .resize: SIGWINCH
    case .terminate: SIGTERM
    case .hangUp: SIGHUP
    }
  }

  /// The signal with a number; nil for one that a shell does not answer.
  package init?(number: Int32) {
    guard let signal = Self.allCases.first(where: { $0.number == number }) else { return nil }
    self = signal
  }
}

/// Signals as input: each that was caught arrives as one byte on a descriptor that can be polled.
///
/// Only `App` catches signals; an embedded session is given none and touches no process state.
package struct SignalSource: Sendable {
  /// The descriptor to poll; -1 without signals.
  package let descriptor: Int32

  /// Signals that arrive as bytes on a descriptor.
  package init(descriptor: Int32) {
    self.descriptor = descriptor
  }

  /// No signals.
  package static let none = SignalSource(descriptor: -1)

  /// Catches the signals of this process from now on, and ignores SIGPIPE: a closed output is an
  /// error of the write. What the parent had ignored (`nohup`) stays ignored.
  package static func ofProcess() -> SignalSource {
    let descriptor = wayline_signal_pipe()
    guard descriptor >= 0 else { return .none }
    for signal in Signal.allCases { _ = wayline_signal_catch(signal.number, false) }
    wayline_signal_ignore(SIGPIPE)
    return SignalSource(descriptor: descriptor)
  }

  /// Gives the signals of this process back.
  package static func release() {
    for signal in Signal.allCases { wayline_signal_release(signal.number) }
    wayline_signal_release(SIGPIPE)
  }

  /// Lets a caught signal do what it did before.
  static func release(_ signal: Signal) {
    wayline_signal_release(signal.number)
  }

  /// Catches a signal again.
  static func `catch`(_ signal: Signal) {
    _ = wayline_signal_catch(signal.number, false)
  }

  /// The signals that have arrived, oldest first.
  package func arrived() -> [Signal] {
    var bytes = [UInt8](repeating: 0, count: 64)
    let count = read(descriptor, &bytes, bytes.count)
    return bytes.prefix(max(0, count)).compactMap { Signal(number: Int32($0)) }
  }

  /// Stops this process as ^Z does, and returns when it goes on.
  package static func stop() {
    wayline_signal_stop()
  }
}
