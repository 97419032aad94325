import WaylineShell
import WaylineSystem
import WaylineViews

/// The standard output of a program that prints one result and ends, such as `lend` in `$(lend 42)`.
///
/// ```swift
/// let written = ResultOutput.print("\(loan)", program: "lend")
/// exit((written == .success ? status : written).rawValue)
/// ```
///
/// `print` of the standard library does not report that the disk is full or the reader has gone, so a
/// script would take an empty result for a true one.
public enum ResultOutput {
  /// Prints a text and the end of its line to standard output, after everything printed before.
  ///
  /// `program` is the name before the message on standard error, if the text is not written.
  ///
  /// - Returns: success, or the status of the program when the text could not be written.
  public static func print(_ text: String, program: String? = nil) -> ShellStatus {
    CurrentProcess.flushStandardOutput()
    do throws(SystemError) {
      try FileDescriptor.standardOutput.writeAll("\(text)\n")
      return .success
    } catch {
      return report(error.code, program)
    }
  }

  /// Prints a sentence to standard error, in which invisible and control characters are shown.
  ///
  /// A sentence often repeats a word of the command line or of a file, which could change the terminal.
  /// `program` is the name before each of its lines.
  public static func complain(_ sentence: String, program: String? = nil) {
    let name = program.map { "\($0): " } ?? ""
    for line in SafeText.lines(of: sentence) { FileDescriptor.standardError.complain(name + line) }
  }

  /// The status of a program that ends with `status`, and may have printed what could not be written.
  package static func finish(_ status: ShellStatus, program: String) -> ShellStatus {
    // The first problem counts, and one of the output was reported with the frame that met it.
    if [.outputClosed, .outputFailed].contains(status) { return status }
    guard let code = CurrentProcess.flushStandardOutput() else { return status }
    var account = StatusAccount(isScript: true)
    account.add(status)
    account.add(report(code, program))
    return account.status
  }

  /// Reports that the output could not be written, and returns the status of the program.
  private static func report(_ code: ErrorCode, _ program: String?) -> ShellStatus {
    // Like a program that the signal SIGPIPE ends, it says nothing about a closed output.
    if code == .brokenPipe { return .outputClosed }
    let name = program.map { "\($0): " } ?? ""
    FileDescriptor.standardError.complain("\(name)The output could not be written: \(code).")
    return .outputFailed
  }
}

extension ShellStatus {
  /// A file or socket that the caller named could not be created (`EX_CANTCREAT`).
  public static let cannotCreate = ShellStatus(rawValue: 73)
}

extension FileDescriptor {
  /// Prints a problem of a script as compilers do: `lend.script:12: There is no 9 on this screen …`.
  package func complain(_ problem: String, in script: String, line: Int) {
    for text in SafeText.lines(of: problem) {
      complain("\(SafeText.line(of: script)):\(line): \(text)")
    }
  }
}
