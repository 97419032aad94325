import Synchronization
import WaylineSystem

/// The answers of a form, while its questions are asked, asked again, and reviewed.
///
/// The closure of a form is called once for each change: a question that has its answer returns it at once. So
/// a question may depend on the answers before it, and going back is an error that ends the call.
final class FormSession: Sendable {
  /// A question of the form: its prompt, and how many with the same prompt were before it.
  private struct Key: Hashable {
    let prompt: String
    let occurrence: Int
  }

  private enum Held {
    case answer(QuestionAnswer, of: QuestionForm)
    case secret(TypedSecret)
  }

  private struct Entry {
    let key: Key
    let form: QuestionForm
  }

  private struct State {
    /// The answers that hold, and those to be proposed when their questions are asked again.
    var (held, former): ([Key: Held], [Key: Held]) = ([:], [:])
    /// The questions of this call, in order.
    var entries: [Entry] = []
    /// The questions that were answered without being asked, by an option or a file.
    var given: Set<Key> = []
    /// The question that is to be asked again.
    var target: Key?
    /// True if the call is to be made again.
    var isLeft = false
    /// True while one answer is changed from the review.
    var isReviewing = false
    /// True if an answer was changed from the review.
    var wasChanged = false
    /// True if it was said how to go back.
    var hasExplained = false
  }

  private let title: String
  private let startsAtReview: Bool
  private let state = Mutex(State())

  init(_ title: String, startsAtReview: Bool) {
    (self.title, self.startsAtReview) = (title, startsAtReview)
  }

  /// The error that ends a call of the closure, to be thrown on by it.
  struct Left: Error, CustomStringConvertible {
    var description: String { "The answers of the form change." }
  }

  /// Prepares the next call of the closure.
  func begin() {
    state.withLock { state in
      (state.entries, state.isLeft) = ([], false)
    }
  }

  /// True if the call that has just ended is to be made again, whatever came of it.
  var isLeft: Bool { state.withLock { $0.isLeft } }
}

// MARK: - One question

extension FormSession {
  /// The answer to a question: the one that holds, or else a new one.
  ///
  /// - Parameter find: looks for a new one, to a question whose default may be the former answer.
  func answer(
    to form: QuestionForm, _ cancellation: QuestionCancellation?, _ check: Inquiry.Check,
    _ find: (QuestionForm, AskingManner, _ isAgain: Bool) throws -> Inquiry.Found<QuestionAnswer>
  ) throws -> QuestionAnswer {
    let key = try enter(form)
    func fitting(_ held: Held?) -> QuestionAnswer? {
      guard case .answer(let answer, let former) = held else { return nil }
      return form.fitting(answer, of: former)
    }
    if let answer = fitting(holding(key)), check(answer) == nil { return answer }
    let former = fitting(state.withLock { $0.held[key] ?? $0.former[key] })
    let manner = manner(key, cancellation, takesDefault: startsAtReview && former == nil)
    let found = try found {
      try find(former.map(form.proposing) ?? form, manner, former != nil)
    }
    hold(.answer(found.answer, of: form), key, isGiven: found.isGiven)
    return found.answer
  }

  /// The answer to a question for a secret.
  func secret(
    for form: QuestionForm, _ cancellation: QuestionCancellation?,
    _ find: (AskingManner, _ isAgain: Bool) throws -> Inquiry.Found<TypedSecret>
  ) throws -> TypedSecret {
    let key = try enter(form)
    if case .secret(let secret) = holding(key) { return secret }
    let isAgain = state.withLock { $0.held[key] ?? $0.former[key] } != nil
    let manner = manner(key, cancellation, takesDefault: false)
    let found = try found { try find(manner, isAgain) }
    hold(.secret(found.answer), key, isGiven: found.isGiven)
    return found.answer
  }

  /// Adds a question to those of this call.
  private func enter(_ form: QuestionForm) throws -> Key {
    try state.withLock { state in
      // The closure has caught the error that ends the call.
      if state.isLeft { throw Left() }
      let key = Key(
        prompt: form.prompt, occurrence: state.entries.count { $0.form.prompt == form.prompt })
      state.entries.append(Entry(key: key, form: form))
      return key
    }
  }

  /// The answer that holds, unless it is to be changed.
  private func holding(_ key: Key) -> Held? {
    state.withLock { $0.target == key ? nil : $0.held[key] }
  }

  private func manner(
    _ key: Key, _ cancellation: QuestionCancellation?, takesDefault: Bool
  ) -> AskingManner {
    state.withLock { state in
      let hasBefore = state.entries.dropLast().contains { !state.given.contains($0.key) }
      let allowsBack = (hasBefore || state.isReviewing) && Self.canGoBack
      defer { state.hasExplained = state.hasExplained || allowsBack }
      return AskingManner(
        cancellation: cancellation, allowsBack: allowsBack,
        explainsBack: allowsBack && !state.hasExplained, leavesLine: !state.isReviewing,
        takesDefault: takesDefault && Self.canReview)
    }
  }

  /// Looks for an answer, or ends the call to go back.
  private func found<Found>(_ find: () throws -> Found) throws -> Found {
    do { return try find() } catch is GoesBack {
      goBack()
      throw Left()
    }
  }

  private func hold(_ answer: Held, _ key: Key, isGiven: Bool) {
    state.withLock { state in
      state.held[key] = answer
      if isGiven { state.given.insert(key) } else { state.given.remove(key) }
      if state.target == key { state.target = nil }
    }
  }

  /// Makes the question before to be asked by the next call; a change from the review is given up.
  private func goBack() {
    state.withLock { state in
      state.isLeft = true
      if let target = state.target, target == state.entries.last?.key {
        state.target = nil
        return
      }
      let before = state.entries.dropLast().last { !state.given.contains($0.key) }
      guard let before else { return }
      // What follows is asked again, with its former answer as the default.
      let place = state.entries.firstIndex { $0.key == before.key } ?? 0
      for entry in state.entries[place...] where !state.given.contains(entry.key) {
        if let answer = state.held.removeValue(forKey: entry.key) {
          state.former[entry.key] = answer
        }
      }
    }
  }

  /// True where a person sees all answers at the end.
  private static var canReview: Bool {
    if case .process = Question.context.origin { QuestionPort.ofProcess.canAsk } else { false }
  }

  /// True where `<` is no answer: at a terminal, and in the lines of a test.
  private static var canGoBack: Bool {
    if case .given = Question.context.origin { true } else { canReview }
  }
}

// MARK: - The review

extension FormSession {
  /// Shows all answers, and asks which to change.
  ///
  /// - Returns: whether they are accepted; else the closure is to be called again.
  func isAccepted(_ cancellation: QuestionCancellation? = nil) throws -> Bool {
    let (entries, isReviewed) = state.withLock { state in
      (state.entries, state.entries.contains { !state.given.contains($0.key) })
    }
    guard Self.canReview, isReviewed, entries.count > 1 else {
      try record(entries)
      return true
    }
    let lines = entries.map(line)
    let form = QuestionForm(title, .choice(["Continue"] + lines, marked: 0))
    let manner = AskingManner(cancellation: cancellation, leavesLine: false)
    let found = try Inquiry(form: form, sources: []).find(manner, isAgain: true) { _ in nil }
    if case .choice(let index) = found.answer, index > 0 {
      state.withLock { state in
        (state.target, state.isReviewing, state.wasChanged) = (entries[index - 1].key, true, true)
      }
      return false
    }
    let port = QuestionPort.ofProcess
    if port.form == .live, startsAtReview || state.withLock({ $0.wasChanged }) {
      port.write(lines.map { "\($0)\n" }.joined())
    }
    try record(entries)
    return true
  }

  private func line(of entry: Entry) -> String {
    switch state.withLock({ $0.held[entry.key] }) {
    case .answer(let answer, let form): form.conclusion(answer)
    case .secret: "\(entry.form.promptBeforeAnswer) ********"
    case nil: entry.form.promptBeforeAnswer
    }
  }

  private func record(_ entries: [Entry]) throws {
    guard let recording = Question.context.recording else { return }
    for entry in entries {
      switch state.withLock({ $0.held[entry.key] }) {
      case .answer(let answer, let form): try recording.add(form, answer)
      case .secret: try recording.addSecret(entry.form)
      case nil: break
      }
    }
  }
}

// MARK: - Answers of earlier calls

extension QuestionForm {
  /// An answer to an earlier form of the question; nil if it is none to this one.
  fileprivate func fitting(_ answer: QuestionAnswer, of former: QuestionForm) -> QuestionAnswer? {
    switch (answer, kind) {
    case (.text, .text), (.text, .editor), (.confirmation, .confirmation): answer
    case (.choice(let index), .choice):
      labels.firstIndex(of: former.labels[index]).map(QuestionAnswer.choice)
    case (.choices(let indices), .choices):
      .choices(indices.compactMap { labels.firstIndex(of: former.labels[$0]) }.sorted())
    default: nil
    }
  }

  /// The question with an answer as its default.
  fileprivate func proposing(_ answer: QuestionAnswer) -> QuestionForm {
    switch (answer, kind) {
    case (.text(let text), .text): QuestionForm(prompt, .text(default: text))
    case (.text(let text), .editor): QuestionForm(prompt, .editor(text))
    case (.choice(let index), .choice(let labels, _)):
      QuestionForm(prompt, .choice(labels, marked: index))
    case (.choices(let indices), .choices(let labels, _)):
      QuestionForm(prompt, .choices(labels, chosen: Set(indices)))
    case (.confirmation(let isYes), .confirmation):
      QuestionForm(prompt, .confirmation(default: isYes))
    default: self
    }
  }
}
