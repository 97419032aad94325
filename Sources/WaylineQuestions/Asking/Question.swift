import WaylineSystem

/// One question to the person at the terminal, a line of a pipe, or an option; no screen is needed.
///
/// ```swift
/// let name = try Question.text("Project name", default: folder)
/// let template = try Question.choice("Template", from: Template.allCases)
/// guard try Question.confirm("Overwrite ./site?", default: false) else { return }
/// ```
///
/// ```
/// Project name: site
/// Template: web
/// Overwrite ./site? yes
/// ```
///
/// Each kind of question has two forms: one for synchronous code on any thread, which blocks it, and one that
/// is awaited. They ask in the same way:
///
/// | where | form |
/// |---|---|
/// | a terminal | lines that are redrawn: typing filters, arrows move, Enter takes the marked line |
/// | a terminal with `TERM=dumb`, `ACCESSIBLE=1` or `NO_EDIT=1` | numbered lines, then a line that is typed |
/// | a pipe or a file | one line for each question; problems go to standard error |
/// | `/dev/null`, a closed input, `CI`, ``withoutInput(if:_:)`` | the default, or ``QuestionError/unanswered(question:advice:)`` |
///
/// A question takes no byte beyond its line: the rest of the input is for `readLine()`, for the next question,
/// and for a program that inherits it.
///
/// ^C and Esc throw `CancellationError` when the terminal has its settings again. Do not write
/// `(try? Question.confirm(…)) ?? true`: it would take the end of the question for a yes.
public enum Question {
  /// The origin of the answers of the task.
  @TaskLocal static var context = AnswerContext()
}

// MARK: - In synchronous code

extension Question {
  /// Asks for one line of text.
  ///
  /// - Parameters:
  ///   - prompt: the text of the question.
  ///   - standard: the answer of an empty line. Without one, an empty line is the empty text.
  ///   - sources: options and variables that answer instead.
  ///   - validate: the problem of an answer, as a sentence; nil if there is none.
  /// - Throws: `CancellationError` when the question is left; ``QuestionError``.
  public static func text(
    _ prompt: String, default standard: String? = nil, answer sources: AnswerSource...,
    validate: (String) -> String? = { _ in nil }
  ) throws -> String {
    let inquiry = Inquiry(form: .init(prompt, .text(default: standard)), sources: sources)
    return try inquiry.ask { validate($0.text) }.text
  }

  /// Asks for one of several values.
  ///
  /// - Parameters:
  ///   - prompt: the text of the question.
  ///   - values: the values to choose from, in their order.
  ///   - standard: the value of an empty line, marked at first.
  ///   - sources: options and variables that answer instead.
  ///   - label: the text of a value. The labels of two values should differ.
  /// - Throws: `CancellationError` when the question is left; ``QuestionError``.
  /// - Complexity: O(letters of all labels) for each key.
  public static func choice<Value: Equatable>(
    _ prompt: String, from values: some Sequence<Value>, default standard: Value? = nil,
    answer sources: AnswerSource..., label: (Value) -> String = { "\($0)" }
  ) throws -> Value {
    let choice = try Choice(prompt, Array(values), standard, sources, label)
    return choice.value(of: try choice.inquiry.ask { _ in nil })
  }

  /// Asks for any number of several values, and returns them in their order.
  ///
  /// - Parameters:
  ///   - prompt: the text of the question.
  ///   - values: the values to choose from, in their order.
  ///   - chosen: the values that are chosen at first; an empty line takes them.
  ///   - sources: options and variables that answer instead, with commas between the labels.
  ///   - label: the text of a value. The labels of two values should differ.
  /// - Throws: `CancellationError` when the question is left; ``QuestionError``.
  /// - Complexity: O(letters of all labels) for each key.
  public static func choices<Value: Equatable>(
    _ prompt: String, from values: some Sequence<Value>, chosen: [Value] = [],
    answer sources: AnswerSource..., label: (Value) -> String = { "\($0)" }
  ) throws -> [Value] {
    let choice = try Choice(prompt, Array(values), chosen: chosen, sources, label)
    return choice.values(of: try choice.inquiry.ask { _ in nil })
  }

  /// Asks for yes or no.
  ///
  /// - Parameters:
  ///   - prompt: the text of the question.
  ///   - standard: the answer of an empty line; nil if one has to be given.
  ///   - sources: options and variables that answer instead, such as
  ///     `.option("--yes", options.yes ? "yes" : nil)`.
  /// - Throws: `CancellationError` when the question is left; ``QuestionError``.
  public static func confirm(
    _ prompt: String, default standard: Bool? = nil, answer sources: AnswerSource...
  ) throws -> Bool {
    let inquiry = Inquiry(form: .init(prompt, .confirmation(default: standard)), sources: sources)
    return try inquiry.ask { _ in nil } == .confirmation(true)
  }

  /// Asks for a line that is never shown.
  ///
  /// - Parameters:
  ///   - prompt: the text of the question.
  ///   - sources: options and variables that answer instead. Others can read the options of a program and its
  ///     variables: name an option for a file.
  /// - Throws: `CancellationError` when the question is left; ``QuestionError``.
  public static func secret(_ prompt: String, answer sources: AnswerSource...) throws
    -> SecretAnswer
  {
    SecretAnswer(try Inquiry(form: .init(prompt, .secret), sources: sources).askSecret())
  }

  /// Asks for a text of several lines in the user's editor: `$VISUAL`, else `$EDITOR`, else `vi`.
  ///
  /// Without a terminal the text is the lines of the input up to a single dot.
  ///
  /// - Parameters:
  ///   - prompt: the text of the question.
  ///   - text: the text that the editor begins with.
  ///   - sources: options and variables that answer instead.
  ///   - validate: the problem of an answer, as a sentence; nil if there is none.
  /// - Throws: ``QuestionError``.
  public static func editor(
    _ prompt: String, text: String = "", answer sources: AnswerSource...,
    validate: (String) -> String? = { _ in nil }
  ) throws -> String {
    let inquiry = Inquiry(form: .init(prompt, .editor(text)), sources: sources)
    return try inquiry.ask { validate($0.text) }.text
  }
}

extension QuestionAnswer {
  /// The text; empty for another answer.
  var text: String { if case .text(let text) = self { text } else { "" } }
}

/// A question whose answer is among values.
struct Choice<Value: Equatable> {
  let inquiry: Inquiry
  private let values: [Value]

  /// Creates a question for one value.
  init(
    _ prompt: String, _ values: [Value], _ standard: Value?, _ sources: [AnswerSource],
    _ label: (Value) -> String
  ) throws {
    let marked = standard.flatMap { values.firstIndex(of: $0) }
    try self.init(prompt, values, .choice(values.map(label), marked: marked), sources)
  }

  /// Creates a question for several values.
  init(
    _ prompt: String, _ values: [Value], chosen: [Value], _ sources: [AnswerSource],
    _ label: (Value) -> String
  ) throws {
    let marked = Set(chosen.compactMap { values.firstIndex(of: $0) })
    try self.init(prompt, values, .choices(values.map(label), chosen: marked), sources)
  }

  private init(
    _ prompt: String, _ values: [Value], _ kind: QuestionForm.Kind, _ sources: [AnswerSource]
  ) throws {
    guard !values.isEmpty else { throw QuestionError.nothingToChoose(question: prompt) }
    (self.values, inquiry) = (values, Inquiry(form: .init(prompt, kind), sources: sources))
  }

  /// The value of an answer.
  func value(of answer: QuestionAnswer) -> Value {
    // Proof: the form of the question makes no other answers, and there is a value.
    if case .choice(let index) = answer { values[index] } else { values[0] }
  }

  /// The values of an answer.
  func values(of answer: QuestionAnswer) -> [Value] {
    if case .choices(let indices) = answer { indices.map { values[$0] } } else { [] }
  }
}
