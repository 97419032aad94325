import Dispatch
import WaylineSystem

// The thread of a task must not wait for a person: a thread of its own does, and a task that is cancelled
// ends the question.

extension Question {
  /// Asks for one line of text as the synchronous form does, while the thread is free.
  nonisolated(nonsending) public static func text(
    _ prompt: String, default standard: String? = nil, answer sources: AnswerSource...,
    validate: @escaping @Sendable (String) -> String? = { _ in nil }
  ) async throws -> String {
    let inquiry = Inquiry(form: .init(prompt, .text(default: standard)), sources: sources)
    return try await onThread { try inquiry.ask($0) { validate($0.text) } }.text
  }

  /// Asks for one of several values as the synchronous form does, while the thread is free.
  nonisolated(nonsending) public static func choice<Value: Equatable>(
    _ prompt: String, from values: some Sequence<Value>, default standard: Value? = nil,
    answer sources: AnswerSource..., label: (Value) -> String = { "\($0)" }
  ) async throws -> Value {
    let choice = try Choice(prompt, Array(values), standard, sources, label)
    let inquiry = choice.inquiry
    return choice.value(of: try await onThread { try inquiry.ask($0) { _ in nil } })
  }

  /// Asks for any number of several values as the synchronous form does, while the thread is free.
  nonisolated(nonsending) public static func choices<Value: Equatable>(
    _ prompt: String, from values: some Sequence<Value>, chosen: [Value] = [],
    answer sources: AnswerSource..., label: (Value) -> String = { "\($0)" }
  ) async throws -> [Value] {
    let choice = try Choice(prompt, Array(values), chosen: chosen, sources, label)
    let inquiry = choice.inquiry
    return choice.values(of: try await onThread { try inquiry.ask($0) { _ in nil } })
  }

  /// Asks for yes or no as the synchronous form does, while the thread is free.
  nonisolated(nonsending) public static func confirm(
    _ prompt: String, default standard: Bool? = nil, answer sources: AnswerSource...
  ) async throws -> Bool {
    let inquiry = Inquiry(form: .init(prompt, .confirmation(default: standard)), sources: sources)
    return try await onThread { try inquiry.ask($0) { _ in nil } } == .confirmation(true)
  }

  /// Asks for a line that is never shown as the synchronous form does, while the thread is free.
  nonisolated(nonsending) public static func secret(
    _ prompt: String, answer sources: AnswerSource...
  ) async throws -> SecretAnswer {
    let inquiry = Inquiry(form: .init(prompt, .secret), sources: sources)
    return SecretAnswer(try await onThread { try inquiry.askSecret($0) })
  }

  /// Asks for a text in the user's editor as the synchronous form does, while the thread is free.
  nonisolated(nonsending) public static func editor(
    _ prompt: String, text: String = "", answer sources: AnswerSource...,
    validate: @escaping @Sendable (String) -> String? = { _ in nil }
  ) async throws -> String {
    let inquiry = Inquiry(form: .init(prompt, .editor(text)), sources: sources)
    return try await onThread { try inquiry.ask($0) { validate($0.text) } }.text
  }

  /// Asks on a thread of its own, with the context of the task.
  nonisolated(nonsending) static func onThread<Answer: Sendable>(
    _ ask: @escaping @Sendable (QuestionCancellation) throws -> Answer
  ) async throws -> Answer {
    try Task.checkCancellation()
    let (cancellation, context) = (try QuestionCancellation(), context)
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        DispatchQueue(label: "question").async {
          continuation.resume(
            with: Result { try $context.withValue(context) { try ask(cancellation) } })
        }
      }
    } onCancel: {
      cancellation.cancel()
    }
  }
}
