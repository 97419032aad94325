import WaylineSystem

/// The descriptors at which questions are asked, and the form that their ends allow.
struct QuestionPort: Sendable {
  /// The form of a question.
  enum Form: Hashable, Sendable {
    /// Lines that are redrawn while keys are pressed.
    case live
    /// Numbered lines, then a line that is typed.
    case numbered
    /// One line of a pipe or a file for each question; nothing is printed but problems.
    case piped
    /// Nobody is there to answer.
    case unattended
  }

  let input: FileDescriptor
  /// The descriptor of the questions: a terminal, where one is there.
  let output: FileDescriptor
  let form: Form

  /// True if somebody is at a terminal.
  var canAsk: Bool { form == .live || form == .numbered }

  /// Creates a port of descriptors.
  init(input: FileDescriptor, output: FileDescriptor, environment: [String: String]) {
    (self.input, self.output) = (input, output)
    form = Self.form(input, output, environment)
  }

  /// The standard descriptors. The questions go to standard error where standard output is no terminal.
  static var ofProcess: QuestionPort {
    let (output, errors) = (FileDescriptor.standardOutput, FileDescriptor.standardError)
    return QuestionPort(
      input: .standardInput, output: output.isTerminal ? output : errors,
      environment: CurrentProcess.environment)
  }

  private static func form(
    _ input: FileDescriptor, _ output: FileDescriptor, _ environment: [String: String]
  ) -> Form {
    if TerminalAbilities.isOn("CI", environment) { return .unattended }
    guard input.isTerminal else { return isEmpty(input) ? .unattended : .piped }
    // Whoever types without seeing the question would not know what is asked.
    guard output.isTerminal else { return .unattended }
    let isLive =
      TerminalAbilities.allowsEscapes(environment)
      && !TerminalAbilities.isOn("NO_EDIT", environment)
    return isLive ? .live : .numbered
  }

  /// True for a descriptor that is closed, or a device without input, such as `/dev/null`.
  private static func isEmpty(_ input: FileDescriptor) -> Bool {
    guard let status = try? input.status() else { return true }
    return status.kind == .characterDevice
  }

  /// Writes a text, after everything that the program has printed. A failure has nobody to report to.
  func write(_ text: String) {
    CurrentProcess.flushStandardOutput()
    try? output.writeAll(text)
  }

  /// Waits until there is input.
  ///
  /// - Throws: `CancellationError` when the task of the question was cancelled.
  func awaitInput(_ cancellation: QuestionCancellation?, within limit: Duration? = nil) throws
    -> Bool
  {
    while !input.hasReadAhead {
      var list = PollList()
      list.append(input.number)
      if let cancellation { list.append(cancellation.descriptor) }
      let isReady = list.wait(limit)
      if let cancellation, cancellation.isCancelled { throw CancellationError() }
      if isReady, list.isReady(at: 0) { return true }
      if limit != nil { return false }
    }
    return true
  }
}

/// The request that a question ends because its task was cancelled.
final class QuestionCancellation: Sendable {
  private let pipe: (reading: FileDescriptor, writing: FileDescriptor)

  /// Creates a request that was not made.
  init() throws {
    pipe = try FileDescriptor.pipe()
  }

  /// A descriptor that becomes readable with the request.
  var descriptor: Int32 { pipe.reading.number }

  /// True once the request was made.
  var isCancelled: Bool { pipe.reading.wait(until: .readable, .zero) }

  /// Makes the request, from any thread.
  func cancel() { try? pipe.writing.writeAll(".") }
}
