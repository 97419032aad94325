/// How a session came to its end.
package enum Ending: Hashable, Sendable {
  /// The person left; guards had allowed it.
  case left
  /// There were no more lines.
  case endOfInput
  /// A line of a strict script was not accepted.
  case strict
  /// A signal asked for it.
  case signal(Signal)
  /// Nobody read the output any more.
  case outputClosed

  /// What the ending itself adds to the exit status.
  package var status: ShellStatus {
    switch self {
    case .left, .endOfInput: .success
    case .strict: .notAccepted
    case .outputClosed: .outputClosed
    case .signal(.hangUp): .hungUp
    case .signal(.terminate): .terminated
    case .signal: .interrupted
    }
  }
}
