import Dispatch
import WaylineSystem

/// The signals a shell answers, in the order of a program's life.
package enum Signal: Hashable, Sendable, CaseIterable {
  /// ^C.
  case interrupt
  /// ^Z.
  case stop
  /// The program continues after a stop.
  case proceed
  /// The terminal has another size.
  case resize
  /// A request to end.
  case terminate
  /// The terminal was closed.
  case hangUp

  /// The number that the system gives it.
  package var number: SignalNumber {
    switch self {
    case .interrupt: .interrupt
    case .stop: .stop
    case .proceed: .proceed
    case .resize: .resize
    case .terminate: .terminate
    case .hangUp: .hangUp
    }
  }

  /// The signal with a number; nil for one that a shell does not answer.
  package init?(_ number: SignalNumber) {
    guard let signal = Self.allCases.first(where: { $0.number == number }) else { return nil }
    self = signal
  }
}

/// Signals as input: each that was caught arrives as one byte on a descriptor that can be polled.
///
/// Only `App` catches signals; an embedded session has none and touches no process state.
package final class SignalSource {
  /// The descriptor to poll; -1 without signals.
  package let descriptor: Int32
  /// True if ^C ends the program, as it does without a terminal.
  var interruptEnds = false {
    didSet { if isOfProcess { SignalPipe.setInterruptEnds(interruptEnds) } }
  }
  private let isOfProcess: Bool
  /// The sources of signals that the program takes by Dispatch, too.
  private var dispatched: [any DispatchSourceSignal] = []
  /// Signals that were read from the descriptor and not taken yet.
  private var waiting: [Signal] = []
  /// The number of signals of this process at the last look at the descriptor.
  private var known: Int32 = 0

  /// Creates a source of signals that arrive as bytes on a descriptor.
  package convenience init(descriptor: Int32) {
    self.init(descriptor: descriptor, isOfProcess: false)
  }

  private init(descriptor: Int32, isOfProcess: Bool) {
    (self.descriptor, self.isOfProcess) = (descriptor, isOfProcess)
  }

  deinit {
    for source in dispatched { source.cancel() }
  }

  /// A source without signals.
  package static var none: SignalSource { SignalSource(descriptor: -1) }

  /// Catches the signals of this process from now on, and ignores those that a failed write reports
  /// as an error: SIGPIPE and SIGXFSZ. Those that the parent had ignored (`nohup`) stay ignored.
  ///
  /// - Parameter isShared: whether the program may have dispatch sources for signals: within a tool.
  package static func ofProcess(isShared: Bool = false) -> SignalSource {
    let descriptor = SignalPipe.open()
    guard descriptor >= 0 else { return .none }
    for signal in Signal.allCases { SignalPipe.catch(signal.number) }
    SignalPipe.ignore(.brokenPipe)
    SignalPipe.ignore(.fileTooLarge)
    SignalPipe.setReportedEnds(true)
    let source = SignalSource(descriptor: descriptor, isOfProcess: true)
    if isShared {
      source.dispatched = SignalPipe.takeDispatched([.interrupt, .terminate, .hangUp])
    }
    return source
  }

  /// Restores the actions that the signals of this process had before.
  package static func release() {
    for signal in Signal.allCases { SignalPipe.release(signal.number) }
    SignalPipe.release(.brokenPipe)
    SignalPipe.release(.fileTooLarge)
    SignalPipe.setInterruptEnds(false)
    SignalPipe.setReportedEnds(false)
  }

  /// The signals that have arrived, oldest first.
  package func arrived() -> [Signal] {
    collect()
    defer { waiting = [] }
    return waiting
  }

  /// True if a signal that was read from the descriptor was not taken yet: nothing announces it again.
  var hasWaiting: Bool { !waiting.isEmpty }

  /// Reports that ^C was answered and the program continues.
  func didAnswer() {
    if isOfProcess { SignalPipe.didAnswer() }
  }

  /// True if a signal has arrived that ends the program; it stays among those that arrive.
  func hasEnding() -> Bool {
    collect()
    return waiting.contains { signal in
      signal == .terminate || signal == .hangUp || signal == .interrupt && interruptEnds
    }
  }

  /// Removes a waiting request to stop; true if there was one.
  func takeStop() -> Bool {
    collect()
    guard let index = waiting.firstIndex(of: .stop) else { return false }
    waiting.remove(at: index)
    return true
  }

  /// Removes a waiting ^C that does not end the program, and notes that it was answered; true if there was one.
  func takeInterrupt() -> Bool {
    collect()
    guard !interruptEnds, let index = waiting.firstIndex(of: .interrupt) else { return false }
    waiting.remove(at: index)
    didAnswer()
    return true
  }

  private func collect() {
    guard descriptor >= 0 else { return }
    if isOfProcess {
      let arrivals = SignalPipe.arrivals
      guard arrivals != known else { return }
      known = arrivals
    }
    let file = FileDescriptor(borrowing: descriptor)
    while file.wait(until: .readable, .zero) {
      let numbers = SignalPipe.arrived(at: descriptor)
      if numbers.isEmpty { return }
      waiting += numbers.compactMap(Signal.init)
    }
  }

  /// Runs something during which the terminal's keys are for another program: ^C and ^\ do nothing
  /// here, and ^Z stops this process as well, so that a shell sees it stopped.
  func lend(_ body: () -> Void) {
    guard isOfProcess else { return body() }
    SignalPipe.release(.stop)
    SignalPipe.ignore(.interrupt)
    SignalPipe.ignore(.quit)
    body()
    SignalPipe.release(.quit)
    SignalPipe.catch(.interrupt, always: true)
    SignalPipe.catch(.stop)
  }

  /// Stops this process as ^Z does, and returns when it continues.
  func stop() {
    if isOfProcess { SignalPipe.stopProcess() }
  }
}
