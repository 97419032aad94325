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
    let result = try $context.withValue(context.from(.given(answers)), operation: body)
    guard answers.rest.isEmpty else { throw QuestionError.unusedAnswers(answers.rest) }
    return result
  }

  /// Answers the questions of an asynchronous closure and of its tasks as the synchronous form does.
  public static func answering<Result>(
    _ lines: [String], isolation: isolated (any Actor)? = #isolation,
    _ body: () async throws -> Result
  ) async throws -> Result {
    let answers = GivenAnswers(lines)
    let result = try await $context.withValue(context.from(.given(answers)), operation: body)
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
    try $context.withValue(isOn ? context.from(.nobody) : context, operation: body)
  }

  /// Asks nobody within an asynchronous closure and its tasks as the synchronous form does.
  public static func withoutInput<Result>(
    if isOn: Bool = true, isolation: isolated (any Actor)? = #isolation,
    _ body: () async throws -> Result
  ) async rethrows -> Result {
    try await $context.withValue(isOn ? context.from(.nobody) : context, operation: body)
  }
}

// MARK: - Answers in files

extension Question {
  /// Answers the questions of a closure with the lines of a file, for an option such as `--answers`.
  ///
  /// The file has a line such as `Template: web` for each question, as ``recording(toFile:_:)`` writes it. A
  /// question takes the first line with its prompt that was not taken; options and variables go before it. A
  /// question without a line, and each secret, is asked as ever. A line that is refused names its place:
  /// `site.answers, line 3: 'x' is not a choice. Choose api or web.`
  ///
  /// - Parameters:
  ///   - path: the file; nil if there is none.
  ///   - body: asks the questions. The work of the tool should follow it: unused lines are found at its end.
  /// - Throws: ``QuestionError/unusedAnswers(_:)`` when lines are left, such as those with a misspelled prompt;
  ///   ``QuestionError/fileFailed(problem:)``, and what the closure throws.
  public static func answering<Result>(
    fromFile path: String?, _ body: () throws -> Result
  ) throws -> Result {
    guard let path else { return try body() }
    let answers = try RecordedAnswers(path)
    let result = try $context.withValue(context.with(answers), operation: body)
    guard answers.rest.isEmpty else { throw QuestionError.unusedAnswers(answers.rest) }
    return result
  }

  /// Answers the questions of an asynchronous closure and of its tasks as the synchronous form does.
  public static func answering<Result>(
    fromFile path: String?, isolation: isolated (any Actor)? = #isolation,
    _ body: () async throws -> Result
  ) async throws -> Result {
    guard let path else { return try await body() }
    let answers = try RecordedAnswers(path)
    let result = try await $context.withValue(context.with(answers), operation: body)
    guard answers.rest.isEmpty else { throw QuestionError.unusedAnswers(answers.rest) }
    return result
  }

  /// Writes the answers of the questions of a closure to a new file, for an option such as `--record`.
  ///
  /// The file has a line such as `Template: web` for each answer, also of an option or a default;
  /// ``answering(fromFile:_:)`` reads it. A secret is never written. A ``form(_:startsAtReview:_:)`` writes its
  /// answers when they are accepted, every other question at once.
  ///
  /// - Parameters:
  ///   - path: the file, which must not exist; nil writes none.
  ///   - body: asks the questions.
  /// - Throws: ``QuestionError/fileFailed(problem:)``, and what the closure throws.
  public static func recording<Result>(
    toFile path: String?, _ body: () throws -> Result
  ) throws -> Result {
    guard let path else { return try body() }
    return try $context.withValue(
      context.recording(to: try AnswerRecording(path)), operation: body)
  }

  /// Writes the answers of the questions of an asynchronous closure as the synchronous form does.
  public static func recording<Result>(
    toFile path: String?, isolation: isolated (any Actor)? = #isolation,
    _ body: () async throws -> Result
  ) async throws -> Result {
    guard let path else { return try await body() }
    return try await $context.withValue(
      context.recording(to: try AnswerRecording(path)), operation: body)
  }
}
