// The answers of questions that no person is asked.

extension Question {
  /// Answers the questions of a closure with lines, in order, as a test does.
  ///
  /// ```swift
  /// let site = try Question.answering(["site", "web", "yes"]) { try makeSite() }
  /// ```
  ///
  /// A line that is refused is followed by the next one. Nothing is printed. The questions of threads that the
  /// closure starts itself are not answered.
  ///
  /// - Throws: ``QuestionError/inputEnded(question:advice:)`` at a question after the last line,
  ///   ``QuestionError/unusedAnswers(_:)`` when lines are left, and what the closure throws.
  public static func answering<Result>(
    _ lines: [String], _ body: () throws -> Result
  ) throws -> Result {
    let answers = GivenAnswers(lines)
    let result = try $origin.withValue(.given(answers), operation: body)
    guard answers.rest.isEmpty else { throw QuestionError.unusedAnswers(answers.rest) }
    return result
  }

  /// Answers the questions of an asynchronous closure and of its tasks as the synchronous form does.
  public static func answering<Result>(
    _ lines: [String], isolation: isolated (any Actor)? = #isolation,
    _ body: () async throws -> Result
  ) async throws -> Result {
    let answers = GivenAnswers(lines)
    let result = try await $origin.withValue(.given(answers), operation: body)
    guard answers.rest.isEmpty else { throw QuestionError.unusedAnswers(answers.rest) }
    return result
  }

  /// Asks nobody within a closure, for an option such as `--no-input`: each question takes its default.
  ///
  /// - Parameters:
  ///   - isOn: whether it does; false changes nothing.
  ///   - body: the work of the tool.
  public static func withoutInput<Result>(
    if isOn: Bool = true, _ body: () throws -> Result
  ) rethrows -> Result {
    try $origin.withValue(isOn ? .nobody : origin, operation: body)
  }

  /// Asks nobody within an asynchronous closure and its tasks as the synchronous form does.
  public static func withoutInput<Result>(
    if isOn: Bool = true, isolation: isolated (any Actor)? = #isolation,
    _ body: () async throws -> Result
  ) async rethrows -> Result {
    try await $origin.withValue(isOn ? .nobody : origin, operation: body)
  }
}
