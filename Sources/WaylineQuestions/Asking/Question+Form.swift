extension Question {
  /// Asks the questions of a closure as one form: each can be returned to, and all answers are reviewed.
  ///
  /// ```swift
  /// let site = try Question.form {
  ///   Site(
  ///     name: try Question.text("Project name", default: folder),
  ///     template: try Question.choice("Template", from: Template.allCases),
  ///     parts: try Question.choices("Parts", from: Part.allCases))
  /// }
  /// ```
  ///
  /// At a terminal Shift-Tab, or `<` and Enter, goes back to the question before, with its answer as the default.
  /// After the last question all answers are shown: Enter continues, and choosing one asks it again. A question
  /// may depend on the answers before it; those that it still has are not asked again.
  ///
  /// Where lines answer, each question takes one, as without a form, and nothing is reviewed. In
  /// ``answering(_:_:)`` the line `<` goes back.
  ///
  /// The closure is called again after each change, so it should ask and do nothing else. It passes on what a
  /// question throws.
  ///
  /// - Parameters:
  ///   - title: the prompt of the review.
  ///   - startsAtReview: whether the defaults are taken at first, and only the questions without one are asked.
  ///   - body: asks the questions, one after the other. A form within it is part of this one.
  /// - Throws: `CancellationError` when a question, or the review, is left; ``QuestionError``, and what the closure
  ///   throws.
  /// - Complexity: one call of the closure for each change.
  public static func form<Result>(
    _ title: String = "Answers", startsAtReview: Bool = false, _ body: () throws -> Result
  ) throws -> Result {
    guard context.form == nil else { return try body() }
    let form = FormSession(title, startsAtReview: startsAtReview)
    while true {
      form.begin()
      do {
        let result = try $context.withValue(context.of(form), operation: body)
        if try !form.isLeft && form.isAccepted() { return result }
      } catch {
        guard form.isLeft else { throw error }
      }
    }
  }

  /// Asks the questions of an asynchronous closure as the synchronous form does.
  public static func form<Result>(
    _ title: String = "Answers", startsAtReview: Bool = false,
    isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Result
  ) async throws -> Result {
    guard context.form == nil else { return try await body() }
    let form = FormSession(title, startsAtReview: startsAtReview)
    while true {
      form.begin()
      do {
        let result = try await $context.withValue(context.of(form), operation: body)
        if form.isLeft { continue }
        if try await onThread({ try form.isAccepted($0) }) { return result }
      } catch {
        guard form.isLeft else { throw error }
      }
    }
  }
}
