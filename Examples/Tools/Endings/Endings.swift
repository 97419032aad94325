import Glibc
import WaylineQuestions

/// A reason why a tool ends without its result.
public struct Problem: Error {
  let sentence: String
  let status: Int32

  /// A reason with the exit status of the tool.
  public init(_ sentence: String, status: Int32) {
    (self.sentence, self.status) = (sentence, status)
  }
}

/// Prints a sentence of a tool to standard error.
public func complain(_ sentence: String, as tool: String) {
  let line = "\(tool): \(sentence)\n"
  write(STDERR_FILENO, line, line.utf8.count)
}

/// Ends a tool that has thrown an error, with the sentence and the exit status of the error.
///
/// - Parameter cancelled: what to say at ^C, when the terminal is as before; nil for nothing.
public func end(_ tool: String, with error: any Error, cancelled: String? = nil) -> Never {
  switch error {
  case is CancellationError:
    if let cancelled { complain(cancelled, as: tool) }
    exit(130)
  case let error as QuestionError:
    complain("\(error)", as: tool)
    exit(error.exitStatus)
  case let problem as Problem:
    complain(problem.sentence, as: tool)
    exit(problem.status)
  default:
    complain("\(error)", as: tool)
    exit(1)
  }
}
