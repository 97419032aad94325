import WaylineSystem

/// A question as data: its prompt, the kind of answer, and what an empty answer means. Pure.
package struct QuestionForm: Hashable, Sendable {
  /// The kind of answer that is wanted.
  package enum Kind: Hashable, Sendable {
    /// One line of text; an empty line means the default, if there is one.
    case text(default: String?)
    /// One of these labels; the marked one is the default.
    case choice([String], marked: Int?)
    /// Any number of these labels; the chosen ones are the default.
    case choices([String], chosen: Set<Int>)
    /// Yes or no.
    case confirmation(default: Bool?)
    /// One line that is never shown.
    case secret
    /// A text of several lines.
    case editor(String)
  }

  /// The text before the answer, safe for a terminal.
  package let prompt: String
  /// The kind of answer.
  package let kind: Kind
  /// The labels to choose from, safe for a terminal; empty where any text can be the answer.
  package let labels: [String]

  /// Creates a question.
  package init(_ prompt: String, _ kind: Kind) {
    (self.prompt, self.kind) = (SafeText.line(of: prompt), kind)
    labels =
      switch kind {
      case .choice(let labels, _), .choices(let labels, _): labels.map(SafeText.label)
      case .confirmation: ["yes", "no"]
      case .text, .secret, .editor: []
      }
  }
}

/// An answer that fits the form of its question.
package enum QuestionAnswer: Hashable, Sendable {
  /// A text.
  case text(String)
  /// The position of a label.
  case choice(Int)
  /// The positions of labels, in order.
  case choices([Int])
  /// True for yes.
  case confirmation(Bool)
}

// MARK: - Going back

extension QuestionForm {
  /// The line that goes back to the question before.
  package static let wordForBack = "<"
}

// MARK: - What an empty answer means

extension QuestionForm {
  /// The answer of someone who gives none; nil where one has to be given.
  package var defaultAnswer: QuestionAnswer? {
    switch kind {
    case .text(let text): text.map(QuestionAnswer.text)
    case .choice(_, let marked): marked.map(QuestionAnswer.choice)
    case .choices(_, let chosen): .choices(chosen.sorted())
    case .confirmation(let answer): answer.map(QuestionAnswer.confirmation)
    case .secret, .editor: nil
    }
  }

  /// The default, or the text of an editor: the answer where nothing is to be changed.
  package var proposal: QuestionAnswer? {
    if case .editor(let text) = kind { .text(text) } else { defaultAnswer }
  }

  /// True if several labels can be the answer.
  package var allowsSeveral: Bool {
    if case .choices = kind { true } else { false }
  }

  /// True if each label can be drawn with its number, and a digit takes it: at most nine labels, none of which
  /// has a digit that could be typed to find it.
  package var hasDigits: Bool {
    switch kind {
    case .choice, .choices: labels.count <= 9 && !labels.contains { $0.contains(where: \.isDigit) }
    case .text, .confirmation, .secret, .editor: false
    }
  }

  /// The prompt with the sign between a question and its answer.
  package var promptBeforeAnswer: String {
    prompt.hasSuffix("?") || prompt.hasSuffix(":") ? prompt : "\(prompt):"
  }

  /// An answer as a person reads it.
  package func text(of answer: QuestionAnswer) -> String {
    switch answer {
    case .text(let text): SafeText.line(of: text)
    case .choice(let index): labels[index]
    case .choices(let indices):
      indices.isEmpty ? "none" : indices.map { labels[$0] }.joined(separator: ", ")
    case .confirmation(let isYes): isYes ? "yes" : "no"
    }
  }

  /// The line that stays when the question is answered.
  package func conclusion(_ answer: QuestionAnswer) -> String {
    "\(promptBeforeAnswer) \(text(of: answer))"
  }

  /// The default as a person reads it; nil where there is none.
  package var defaultText: String? { defaultAnswer.map(text) }
}

// MARK: - Reading a line

extension QuestionForm {
  /// The reason why a line is not an answer.
  package struct Problem: Error, Hashable {
    /// The sentence for a person.
    package let sentence: String

    /// Creates a problem.
    package init(_ sentence: String) {
      self.sentence = sentence
    }
  }

  /// Reads a line as an answer. Two quotes stand for an empty text, or for none of the choices.
  ///
  /// A choice is its label, in any case, its number, or the unique beginning of a label. Several choices have
  /// commas between them; one with a comma in it may be in quotes.
  ///
  /// - Complexity: O(choices).
  package func read(_ line: String) throws(Problem) -> QuestionAnswer {
    if line.isEmpty, let answer = defaultAnswer { return answer }
    switch kind {
    case .text, .secret, .editor: return .text(line == "\"\"" ? "" : line)
    case .confirmation: return .confirmation(try readConfirmation(line))
    case .choice: return .choice(try index(of: line))
    case .choices:
      if line.isEmpty || line == "\"\"" { return .choices([]) }
      // A label may have a comma in it.
      if let index = labels.firstIndex(of: line) { return .choices([index]) }
      var indices = Set<Int>()
      for part in Self.parts(of: line) { indices.insert(try index(of: part)) }
      return .choices(indices.sorted())
    }
  }

  /// The parts between commas; a part may be in quotes.
  private static func parts(of line: String) -> [String] {
    var parts = [""]
    var isQuoted = false
    for character in line {
      // Two characters of an escaped quote stay together.
      let isEscaped = parts[parts.count - 1].last == "\\"
      if character == "\"", !isEscaped { isQuoted.toggle() }
      if character == ",", !isQuoted {
        parts.append("")
      } else {
        parts[parts.count - 1].append(character)
      }
    }
    return parts.map(\.trimmed).filter { !$0.isEmpty }.map { QuotedText.text(of: $0) ?? $0 }
  }

  private func readConfirmation(_ line: String) throws(Problem) -> Bool {
    let word = line.trimmed.lowercased()
    if !word.isEmpty {
      if "yes".hasPrefix(word) || word == "true" { return true }
      if "no".hasPrefix(word) || word == "false" { return false }
    }
    throw Problem("Type yes or no.")
  }

  private func index(of line: String) throws(Problem) -> Int {
    let word = line.trimmed
    guard !word.isEmpty else { throw Problem("Choose \(offered).") }
    if let index = labels.firstIndex(of: word) { return index }
    let lowercased = word.lowercased()
    if let index = only({ $0 == lowercased }) { return index }
    if let number = Int(word), labels.indices.contains(number - 1) { return number - 1 }
    if let index = only({ $0.hasPrefix(lowercased) }) { return index }
    throw Problem("'\(SafeText.line(of: word))' is not a choice. Choose \(offered).")
  }

  /// The only label, in small letters, of which something holds.
  private func only(_ holds: (String) -> Bool) -> Int? {
    let found = labels.indices.filter { holds(labels[$0].lowercased()) }
    return found.count == 1 ? found[0] : nil
  }

  /// The labels for a sentence, or their number where there are many.
  private var offered: String {
    guard labels.count <= 10 else { return "one of the \(labels.count) labels, or a number" }
    guard let last = labels.last, labels.count > 1 else { return labels.first ?? "nothing" }
    return labels.dropLast().joined(separator: ", ") + " or \(last)"
  }
}

extension Character {
  /// True for `0` to `9`.
  fileprivate var isDigit: Bool { ("0"..."9").contains(self) }
}

extension StringProtocol {
  /// The text without blanks at its ends.
  fileprivate var trimmed: String {
    let isBlank = { (character: Character) in character == " " || character == "\t" }
    return String(String(drop(while: isBlank).reversed()).drop(while: isBlank).reversed())
  }
}
