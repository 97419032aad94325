import WaylineQuestions
import WaylineSystem
import WaylineViews

/// A question with choices or for a date that is answered key by key, and the line that its answer stands for. Pure.
///
/// The session never sees the keys: it takes the line that the numbered form of the question would have read.
struct LiveChoice {
  /// The subject of a question.
  enum Subject: Hashable {
    /// The open question of the session.
    case question(LineQuestion)
    /// An element of the screen, which is found by a part of its text.
    case element(Screen)
  }

  /// The subject of the question.
  let subject: Subject
  /// The question as far as it is answered.
  private(set) var machine: QuestionMachine
  /// The rows of the terminal that show it.
  private var region: QuestionRegion
  /// True if a key came since it was drawn.
  private var isChanged = true
  /// The bytes that are no whole key yet.
  var keys = KeyReader()
  /// The numbers of the elements that can be found.
  private var numbers: [Int] = []

  /// A question of a session; nil for one that has no choices, or whose answer is not shown.
  init?(_ question: LineQuestion, allowsBack: Bool, hasStyles: Bool) {
    guard let form = question.form else { return nil }
    subject = .question(question)
    machine = QuestionMachine(
      form, allowsBack: allowsBack, keepsUnmarked: question.present != nil,
      takesDates: question.date != nil)
    region = QuestionRegion(hasStyles: hasStyles)
  }

  /// A search for an element of a screen; nil where it has none.
  init?(_ screen: Screen, hasStyles: Bool) {
    let found = screen.elements.indices.filter { screen.elements[$0].isEnabled }
      .map { (number: screen.number(of: $0), text: Self.text(of: screen.elements[$0])) }
    guard !found.isEmpty else { return nil }
    (subject, numbers) = (.element(screen), found.map(\.number))
    machine = QuestionMachine(
      QuestionForm("Find", .choice(found.map(\.text), marked: nil)), keepsUnmarked: true,
      // The elements have numbers of their own.
      takesDigits: false)
    region = QuestionRegion(hasStyles: hasStyles)
  }

  /// An element as it is found: its label and its value, without what it could become.
  private static func text(of element: Element) -> String {
    element.value.isEmpty ? element.label : "\(element.label): \(element.value)"
  }

  /// The effect of a key.
  enum Step: Hashable {
    case continues
    /// The session takes this line; what remains in the place of the question is printed before it.
    case line(String, conclusion: String)
    /// The question is left.
    case leaves
  }

  /// Takes a key.
  mutating func take(_ key: QuestionKey) -> Step {
    isChanged = true
    // A position, several names or the like, which the labels do not contain.
    if key == .enter, machine.matches.isEmpty, accepts(machine.typed.text) {
      return .line(machine.typed.text, conclusion: conclusion(machine.typed.text))
    }
    switch machine.take(key) {
    case .continues, .stops: return .continues
    case .moves(let count, let months): return move(by: count, months: months)
    case .answers(let answer): return step(answer)
    case .keeps: return keeping
    case .goesBack:
      return .line(QuestionForm.wordForBack, conclusion: conclusion(QuestionForm.wordForBack))
    case .leaves, .ends: return .leaves
    }
  }

  /// Changes the date that is typed, or the one before; a text that is no date is explained.
  private mutating func move(by count: Int, months: Bool) -> Step {
    guard case .question(let question) = subject, let date = question.date else {
      return .continues
    }
    let typed = machine.typed.isEmpty ? question.present ?? "" : machine.typed.text
    if let text = date.text(typed, movedBy: count, months: months) {
      machine.replace(text)
    } else if let problem = date.problem(of: typed) {
      machine.refuse(problem)
    }
    return .continues
  }

  /// The bytes that show the question; nil where it is shown as it is.
  mutating func draw(columns: Int, rows: Int) -> String? {
    guard isChanged || !region.isDrawn(columns: columns, rows: rows) else { return nil }
    isChanged = false
    return region.draw(machine, columns: columns, rows: rows)
  }

  /// The bytes that clear its rows; empty where it is not shown.
  mutating func clear(columns: Int) -> String { region.clear(columns: columns) }

  private var keeping: Step {
    guard case .question(let question) = subject else { return .leaves }
    return .line("", conclusion: conclusion(question.present ?? ""))
  }

  private mutating func step(_ answer: QuestionAnswer) -> Step {
    guard case .question(let question) = subject else {
      guard case .choice(let index) = answer else { return .leaves }
      return .line("\(numbers[index])", conclusion: "")
    }
    if case .text(let text) = answer, let problem = question.date?.problem(of: text) {
      machine.refuse(problem)
      return .continues
    }
    // What is not changed is kept, as an empty line keeps it.
    if question.present != nil, answer == question.presentAnswer {
      return .line("", conclusion: machine.form.conclusion(answer))
    }
    return .line(question.line(for: answer), conclusion: machine.form.conclusion(answer))
  }

  private func conclusion(_ text: String) -> String {
    "\(machine.form.promptBeforeAnswer) \(SafeText.line(of: text))"
  }

  private func accepts(_ line: String) -> Bool {
    guard case .question(let question) = subject, !line.isEmpty else { return false }
    return Choices(names: question.choices).accepts(line, several: question.allowsSeveral)
  }

  /// The line that remains of a question that is left; nil for none.
  var leftLine: String? {
    if case .question = subject { conclusion("(no answer)") } else { nil }
  }
}

extension LineQuestion {
  /// The question as its keys answer it; nil for one without choices, and one whose answer is not shown.
  fileprivate var form: QuestionForm? {
    guard !choices.isEmpty || date != nil, !isSecret, !isMultiline else { return nil }
    let name = SafeText.line(of: label.isEmpty ? prompt : label)
    let title = SafeText.posesAsShell(name) ? " \(name)" : name
    if date != nil { return QuestionForm(title, .text(default: present)) }
    // Without a mark, so that Enter alone agrees to nothing.
    if isOfGuard { return QuestionForm(title, .confirmation(default: nil)) }
    let present = presentChoices
    let kind: QuestionForm.Kind =
      allowsSeveral ? .choices(choices, chosen: present) : .choice(choices, marked: present.min())
    return QuestionForm(title, kind)
  }

  private var presentChoices: Set<Int> {
    if allowsSeveral || !chosen.isEmpty { return chosen.filter(choices.indices.contains) }
    return Set(present.flatMap { choices.firstIndex(of: $0) }.map { [$0] } ?? [])
  }

  /// The answer that changes nothing; nil where nothing is chosen of which one is.
  fileprivate var presentAnswer: QuestionAnswer? {
    if date != nil { return present.map(QuestionAnswer.text) }
    return allowsSeveral
      ? .choices(presentChoices.sorted()) : presentChoices.min().map(QuestionAnswer.choice)
  }

  /// The line that gives an answer.
  fileprivate func line(for answer: QuestionAnswer) -> String {
    let names = Choices(names: choices)
    return switch answer {
    case .choice(let index): names.typed(index)
    case .choices(let indices): names.line(choosing: indices)
    case .confirmation(let isYes): isYes ? "yes" : "no"
    case .text(let text): text
    }
  }
}
