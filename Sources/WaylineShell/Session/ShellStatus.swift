/// The exit status of a program that ran a shell.
///
/// | status | means |
/// |---|---|
/// | 0 | everything was accepted |
/// | 1 | a command of a script failed: unknown, ambiguous, refused, blocked |
/// | 2 | the command line was not understood |
/// | 3 | the flow ended without a result |
/// | 65 | data could not be read |
/// | 73 | a file could not be created |
/// | 74 | the output, a log or a value could not be written |
/// | 75 | a file or session is in use; try again |
/// | 77 | locked, or no permission |
/// | 129, 130, 141, 143 | hung up, interrupted, output closed, terminated |
///
/// The numbers from 65 on are those of `sysexits.h`; 128 and more are signals, as shells count them. A program
/// may use others for its own commands, such as `ShellStatus(rawValue: 4)`.
public struct ShellStatus: RawRepresentable, Hashable, Sendable {
  /// The number that the parent process sees.
  public let rawValue: Int32

  /// A status by its number.
  public init(rawValue: Int32) {
    self.rawValue = rawValue
  }

  /// Everything was accepted.
  public static let success = ShellStatus(rawValue: 0)
  /// A command of a script failed.
  public static let notAccepted = ShellStatus(rawValue: 1)
  /// The command line was not understood.
  public static let usage = ShellStatus(rawValue: 2)
  /// The flow ended without a result.
  public static let noResult = ShellStatus(rawValue: 3)
  /// Data could not be read.
  public static let unreadableData = ShellStatus(rawValue: 65)
  /// The output or a log could not be written (`EX_IOERR`).
  public static let outputFailed = ShellStatus(rawValue: 74)
  /// A file or session is in use; try again.
  public static let busy = ShellStatus(rawValue: 75)
  /// Locked, or no permission.
  public static let noPermission = ShellStatus(rawValue: 77)
  /// The terminal was hung up (SIGHUP).
  public static let hungUp = ShellStatus(rawValue: 129)
  /// The user interrupted the program (SIGINT).
  public static let interrupted = ShellStatus(rawValue: 130)
  /// The output is not read any more (SIGPIPE).
  public static let outputClosed = ShellStatus(rawValue: 141)
  /// The program was asked to end (SIGTERM).
  public static let terminated = ShellStatus(rawValue: 143)
}

extension ShellStatus {
  /// True if a signal, or a closed output, ended the program.
  var isSignal: Bool { rawValue > 128 }
}

/// The exit status of a session, added up step by step.
///
/// A signal goes first, then the first particular status (2, 3, 65, 74, 75, 77), then 1. At a terminal the
/// user has read why a line was not accepted or not understood, so it does not count.
package struct StatusAccount: Hashable, Sendable {
  /// True if lines that were not accepted count.
  package let isScript: Bool
  /// The status so far.
  package private(set) var status = ShellStatus.success

  /// An account without entries.
  package init(isScript: Bool) {
    self.isScript = isScript
  }

  /// Adds the status of one thing that happened.
  package mutating func add(_ added: ShellStatus) {
    guard isScript || added != .notAccepted && added != .usage else { return }
    if rank(added) > rank(status) { status = added }
  }

  private func rank(_ status: ShellStatus) -> Int {
    switch status {
    case .success: 0
    case .notAccepted: 1
    default: status.isSignal ? 3 : 2
    }
  }
}
