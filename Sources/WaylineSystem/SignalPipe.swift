import CWaylineSystem
import Dispatch

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The number of a signal.
package struct SignalNumber: RawRepresentable, Hashable, Sendable {
  /// The number, which differs between systems.
  package let rawValue: Int32

  /// Names a signal by its number.
  package init(rawValue: Int32) {
    self.rawValue = rawValue
  }

  /// ^C.
  package static let interrupt = SignalNumber(rawValue: SIGINT)
  /// ^\.
  package static let quit = SignalNumber(rawValue: SIGQUIT)
  /// ^Z.
  package static let stop = SignalNumber(rawValue: SIGTSTP)
  /// A stopped process continues.
  package static let proceed = SignalNumber(rawValue: SIGCONT)
  /// The terminal has another size.
  package static let resize = SignalNumber(rawValue: SIGWINCH)
  /// A request to end.
  package static let terminate = SignalNumber(rawValue: SIGTERM)
  /// The terminal was closed.
  package static let hangUp = SignalNumber(rawValue: SIGHUP)
  /// The end at once, which cannot be caught.
  package static let kill = SignalNumber(rawValue: SIGKILL)
  /// A write that nothing reads.
  package static let brokenPipe = SignalNumber(rawValue: SIGPIPE)
  /// A file larger than the process may make one.
  package static let fileTooLarge = SignalNumber(rawValue: SIGXFSZ)
}

/// The signals of this process as bytes in a pipe, which a loop can wait for.
///
/// The handler writes the signal's number to the pipe, and the loop does everything else. There is
/// one exception, for a loop that does not run: a second signal that asks the program to end, a tenth
/// of a second or more after the first, ends it at once. The first one interrupts calls that wait.
///
/// Process-wide: only a program itself, never an embedded session, may call these.
package enum SignalPipe {
  /// Opens the pipe once; its end to read, or -1 when the process has no descriptors left.
  package static func open() -> Int32 { wayline_signal_pipe() }

  /// Sends a signal to the pipe from now on.
  ///
  /// A signal that the parent process had ignored (`nohup`) stays ignored unless `always`.
  @discardableResult
  package static func `catch`(_ signal: SignalNumber, always: Bool = false) -> Bool {
    wayline_signal_catch(signal.rawValue, always)
  }

  /// True if the program has no action for a signal, and does not ignore it.
  package static func isDefault(_ signal: SignalNumber) -> Bool {
    wayline_signal_is_default(signal.rawValue)
  }

  /// Takes the signals that a dispatch source takes first, as long as the result is not cancelled.
  ///
  /// A program with such a source has a descriptor of the system, which takes a signal before its action. All
  /// sources of a process are told, so that one of its own gets the signal that the action does not.
  package static func takeDispatched(_ signals: [SignalNumber]) -> [any DispatchSourceSignal] {
    signals.map { signal in
      let number = signal.rawValue
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler { wayline_signal_note(number) }
      source.resume()
      return source
    }
  }

  /// Ignores a signal until it is released.
  package static func ignore(_ signal: SignalNumber) {
    wayline_signal_ignore(signal.rawValue)
  }

  /// Restores what a signal did before.
  package static func release(_ signal: SignalNumber) {
    wayline_signal_release(signal.rawValue)
  }

  /// Decides whether ^C asks the program to end, as SIGTERM and SIGHUP do.
  package static func setInterruptEnds(_ ends: Bool) { wayline_signal_interrupt_ends(ends) }

  /// Decides whether a signal that the runtime reports as a crash, such as ^\, ends the program then.
  package static func setReportedEnds(_ ends: Bool) { wayline_signal_reported_ends(ends) }

  /// Reports that the loop has answered ^C, so that the next one is a first one.
  package static func didAnswer() { wayline_signal_answered() }

  /// The number of signals sent to the pipe. As long as it stays the same, no byte has come.
  package static var arrivals: Int32 { wayline_signal_arrivals() }

  /// The numbers that have arrived, oldest first, without waiting.
  package static func arrived(at descriptor: Int32) -> [SignalNumber] {
    var bytes = [UInt8](repeating: 0, count: 64)
    let count = bytes.withUnsafeMutableBytes { LibraryCall.readBytes(descriptor, $0) }
    return bytes.prefix(max(0, count)).map { SignalNumber(rawValue: Int32($0)) }
  }

  /// Returns after the signals that this process has sent to itself had their effect, such as a stop.
  ///
  /// The system may give such a signal to a thread that sleeps, and this one would continue until that is awake.
  package static func deliver() { wayline_signal_deliver() }

  /// Stops this process as the stop key does, and returns when it continues.
  package static func stopProcess() {
    wayline_signal_stop()
  }
}
