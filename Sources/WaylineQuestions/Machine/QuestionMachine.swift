import WaylineSystem

/// A question while it is answered key by key: keys in, the next step out. Pure.
///
/// It knows neither a terminal nor a clock, so that whoever has keys and a few lines of screen can ask: the
/// questions of a tool, and those of the shell. ``lines(columns:rows:)`` shows it.
///
/// - Typing filters the labels; of one question with text it is the answer.
/// - A digit takes the label with its number, or chooses it of several, where at most nine labels without digits
///   are drawn with their numbers.
/// - The arrows, Home, End, PageUp and PageDown move the marker, and the blank chooses one of several.
/// - Enter answers, Tab completes, and Esc clears what was typed, or else leaves the question.
/// - Of several questions, Shift-Tab or `<` and Enter goes back to the one before.
package struct QuestionMachine: Hashable, Sendable {
  /// The effect of a key.
  package enum Step: Hashable, Sendable {
    /// The question continues.
    case continues
    /// It is answered; ``QuestionMachine/refuse(_:)`` continues it.
    case answers(QuestionAnswer)
    /// The date that is typed is to be another one, some days or months later, by ``QuestionMachine/replace(_:)``.
    case moves(Int, months: Bool)
    /// It is left without an answer.
    case leaves
    /// What there is stays as it is: nothing was marked or typed; only where a question allows it.
    case keeps
    /// The question before it is to be asked again; only where a question allows it.
    case goesBack
    /// The end of the input was typed.
    case ends
    /// The process is to be stopped.
    case stops
  }

  /// The question.
  package let form: QuestionForm
  /// The typed text: the filter of labels, or the answer.
  package private(set) var typed = EditedText()
  /// The positions of the labels that match what was typed, best first.
  package private(set) var matches: [Int]
  /// The marked one of the matches; nil if none is marked.
  package private(set) var marker: Int?
  /// The positions of the chosen labels, of several.
  package private(set) var chosen: Set<Int> = []
  /// True if a key has chosen one of several labels, or removed it: what is typed is added to the chosen ones then.
  private var hasChosen = false
  /// The reason why the last answer was refused.
  package private(set) var problem: String?
  /// True if there is a question before it.
  package let allowsBack: Bool
  /// True if labels have numbers, and a digit takes one.
  package let takesDigits: Bool
  /// True if the answer is a date, which keys change.
  package let takesDates: Bool
  private let keepsUnmarked: Bool
  private let filter: LabelFilter

  /// The number of rows that PageUp and PageDown move by, and the most that are shown.
  package static let page = 8

  /// Creates a question without an answer.
  ///
  /// - Parameters:
  ///   - allowsBack: whether there is a question before it.
  ///   - keepsUnmarked: whether Enter with nothing marked keeps what there is: then no label is marked at first
  ///     unless one is the default.
  ///   - takesDigits: whether labels have numbers where the form allows it.
  ///   - takesDates: whether the text is a date, which keys change.
  package init(
    _ form: QuestionForm, allowsBack: Bool = false, keepsUnmarked: Bool = false,
    takesDigits: Bool = true, takesDates: Bool = false
  ) {
    (self.form, self.allowsBack, self.keepsUnmarked) = (form, allowsBack, keepsUnmarked)
    (self.takesDigits, self.takesDates) = (takesDigits && form.hasDigits, takesDates)
    filter = LabelFilter(form.labels)
    matches = filter.matches(of: "")
    if case .choices(_, let chosen) = form.kind { self.chosen = chosen }
    marker = firstMarker
  }

  /// True if labels are chosen from.
  package var hasLabels: Bool { !form.labels.isEmpty }

  /// Refuses the last answer, and explains why.
  package mutating func refuse(_ problem: String) { self.problem = SafeText.line(of: problem) }

  /// Puts a text in the place of the typed one.
  package mutating func replace(_ text: String) { typed = EditedText(text) }

  /// Takes a key.
  ///
  /// - Complexity: O(letters of all labels) where the filter changes, else O(1).
  package mutating func take(_ key: QuestionKey) -> Step {
    if key == .redraw { return .continues }
    problem = nil
    defer { checkInvariants() }
    if takesDates {
      if let move = Self.move(key) { return move }
      // The value before is what is changed.
      if typed.isEmpty, Self.changes(key) { complete() }
    }
    switch key {
    case .interrupt: return .leaves
    case .stop: return .stops
    case .endOfInput: return typed.isEmpty ? .ends : .continues
    case .escape:
      if typed.isEmpty { return .leaves }
      edit { $0 = EditedText() }
    case .enter where allowsBack && typed.text == QuestionForm.wordForBack: return .goesBack
    case .enter: return answer()
    case .key(.backTab) where allowsBack: return .goesBack
    case .tab: complete()
    case .character(" ") where form.allowsSeveral: if let markedLabel { toggle(markedLabel) }
    case .character(let character):
      guard let index = label(numbered: character) else {
        edit { $0.insert(String(character)) }
        break
      }
      if !form.allowsSeveral { return .answers(.choice(index)) }
      toggle(index)
    case .paste(let text): paste(text)
    case .backspace: edit { $0.deleteBackwards() }
    case .deleteWord: edit { $0.deleteWord() }
    case .deleteBefore: edit { $0.delete(behind: false) }
    case .deleteBehind: edit { $0.delete(behind: true) }
    case .key(let key): press(key)
    case .redraw: break
    }
    return .continues
  }
}

// MARK: - Parts

extension QuestionMachine {
  /// The marker of a question in which nothing was typed: at the default, or else at the first label. A
  /// confirmation without a default has none, so that Enter alone agrees to nothing.
  private var firstMarker: Int? {
    switch form.kind {
    case .choice(_, let marked): marked ?? (matches.isEmpty || keepsUnmarked ? nil : 0)
    case .choices: matches.isEmpty ? nil : 0
    case .confirmation(let answer): answer.map { $0 ? 0 : 1 }
    case .text, .secret, .editor: nil
    }
  }

  /// The step of a key to another date, as in the fields of forms elsewhere: up is later.
  private static func move(_ key: QuestionKey) -> Step? {
    switch key {
    case .key(.up): .moves(1, months: false)
    case .key(.down): .moves(-1, months: false)
    case .key(.pageUp): .moves(1, months: true)
    case .key(.pageDown): .moves(-1, months: true)
    default: nil
    }
  }

  /// True for the keys that move within a text, or delete a part of it.
  private static func changes(_ key: QuestionKey) -> Bool {
    switch key {
    case .backspace, .deleteWord, .key(.left), .key(.home), .key(.end), .key(.previousWord): true
    default: false
    }
  }

  private mutating func edit(_ change: (inout EditedText) -> Void) {
    let former = typed.text
    change(&typed)
    guard hasLabels, typed.text != former else { return }
    matches = filter.matches(of: typed.text)
    marker = typed.isEmpty ? firstMarker : firstMatch
  }

  /// The best of the matches. Of labels that differ by case alone, it is the one that was typed.
  private var firstMatch: Int? {
    guard !matches.isEmpty else { return nil }
    return matches.prefix(Self.page).firstIndex { form.labels[$0] == typed.text } ?? 0
  }

  private mutating func press(_ key: TerminalKey) {
    switch key {
    case .left: typed.move(forwards: false)
    case .right: typed.move(forwards: true)
    case .previousWord: typed.moveWord(forwards: false)
    case .nextWord: typed.moveWord(forwards: true)
    case .delete: edit { $0.deleteForwards() }
    case .home where !hasLabels: typed.moveToEnd(false)
    case .end where !hasLabels: typed.moveToEnd(true)
    case .home: mark(0)
    case .end: mark(matches.count - 1)
    case .up: mark((marker ?? matches.count) - 1, wraps: true)
    case .down: mark((marker ?? -1) + 1, wraps: true)
    case .pageUp: mark((marker ?? 0) - Self.page)
    case .pageDown: mark((marker ?? 0) + Self.page)
    case .character, .alt, .backTab, .pasteBegin: break
    }
  }

  /// Marks a match; beyond the ends the last one in this direction, or the first one from the other end.
  private mutating func mark(_ position: Int, wraps: Bool = false) {
    guard hasLabels, !matches.isEmpty else { return }
    let last = matches.count - 1
    marker =
      wraps ? (position < 0 ? last : position > last ? 0 : position) : min(max(position, 0), last)
  }

  /// The label with a number of one digit. Behind typed text a digit is a character, such as that of `-2`.
  private func label(numbered digit: Character) -> Int? {
    guard takesDigits, typed.isEmpty, digit.isASCII, let number = digit.wholeNumberValue,
      form.labels.indices.contains(number - 1)
    else { return nil }
    return number - 1
  }

  /// Chooses a label, or no longer. The text that has found it is cleared, for the next one.
  private mutating func toggle(_ index: Int) {
    if chosen.remove(index) == nil { chosen.insert(index) }
    hasChosen = true
    edit { $0 = EditedText() }
    marker = matches.firstIndex(of: index)
  }

  /// The position of the marked label.
  private var markedLabel: Int? { marker.map { matches[$0] } }

  /// Types the rest of the marked label, or the default of a text.
  private mutating func complete() {
    if let index = markedLabel {
      let (label, kept) = (form.labels[index], marker)
      edit { $0 = EditedText(label) }
      // The filter finds at least the label itself.
      marker = matches.firstIndex(of: index) ?? kept
    } else if case .text(let text?) = form.kind, typed.isEmpty {
      typed = EditedText(text)
    }
  }

  /// Types a pasted text: one line, or it is refused.
  private mutating func paste(_ text: String) {
    let unified = text.replacing("\r\n", with: "\n").replacing("\r", with: "\n")
    let lines = unified.split(separator: "\n", omittingEmptySubsequences: false)
    let count = lines.count - lines.reversed().prefix(while: \.isEmpty).count
    guard count <= 1 else {
      problem = "The pasted text has \(count) lines; the answer is one line."
      return
    }
    let line = lines.first ?? ""
    // A control character of a paste would act on the terminal that the answer is printed to.
    let scalars = line.unicodeScalars.map { scalar in
      scalar == "\t"
        ? " " : scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value) ? "\u{FFFD}" : scalar
    }
    edit { $0.insert(String(String.UnicodeScalarView(scalars))) }
  }

  private mutating func answer() -> Step {
    switch form.kind {
    case .text(let text): return .answers(.text(typed.isEmpty ? text ?? "" : typed.text))
    case .secret, .editor: return .answers(.text(typed.text))
    case .choices where typed.isEmpty: return .answers(.choices(chosen.sorted()))
    case .choices, .choice, .confirmation: break
    }
    guard let index = markedLabel else {
      if keepsUnmarked, typed.isEmpty { return .keeps }
      // A number, or labels with commas.
      if !typed.isEmpty, let answer = try? form.read(typed.text) { return .answers(answer) }
      problem =
        !typed.isEmpty
        ? "Nothing matches '\(SafeText.line(of: typed.text))'."
        : matches.isEmpty ? "There is nothing to choose." : "Type yes or no."
      return .continues
    }
    switch form.kind {
    case .confirmation: return .answers(.confirmation(index == 0))
    case .choices: return .answers(.choices(choices(with: index)))
    default: return .answers(.choice(index))
    }
  }

  /// The answer of Enter behind a typed text that has found a label: that label alone, as a line with the text
  /// means it, or the label beside those that keys have chosen.
  private func choices(with index: Int) -> [Int] {
    hasChosen ? chosen.union([index]).sorted() : [index]
  }

  /// The labels that Enter takes of several once a text was typed; nil where it takes the chosen ones, or none.
  package var taken: [Int]? {
    guard form.allowsSeveral, !typed.isEmpty else { return nil }
    return markedLabel.map(choices)
  }

  /// Checks in debug builds that the marker and the chosen labels exist.
  package func checkInvariants() {
    assert(marker.map(matches.indices.contains) ?? true)
    assert(matches.allSatisfy(form.labels.indices.contains))
    assert(chosen.allSatisfy(form.labels.indices.contains))
    assert(hasLabels || marker == nil && matches.isEmpty)
  }
}
