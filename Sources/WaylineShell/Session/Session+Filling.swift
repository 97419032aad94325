import WaylineViews

// `fill` asks the fields of a screen in order, as other programs ask their questions.

/// The fields that `fill` has asked; an object, since most of the time there are none.
final class FormFilling {
  /// The screen on which it began.
  let screen: Screen
  /// The fields so far, in order; the last one is asked now.
  private(set) var asked: [ElementID] = []

  /// Begins at the first field of a screen.
  init(_ screen: Screen) { self.screen = screen }

  /// The field that is asked next: the first one that was not; nil after the last one, and on another screen.
  func next(on screen: Screen) -> Element? {
    guard screen.isSamePlace(as: self.screen) else { return nil }
    let known = Set(asked)
    guard let field = screen.elements.first(where: { $0.isField && !known.contains($0.id) })
    else { return nil }
    asked.append(field.id)
    return field
  }

  /// Returns to the field before the one that is asked now; the first one is asked again.
  func back() { asked.removeLast(min(asked.count, 2)) }

  /// The lines of a screen, without those whose elements were asked, and the buttons: these are named, and
  /// what was typed there is above.
  func others(_ lines: [Int], of screen: Screen) -> [Int] {
    let known = Set(asked)
    return lines.filter { line in
      let elements = screen.lines[line].spans.compactMap { span -> Element? in
        if case .element(let index) = span { screen.elements[index] } else { nil }
      }
      return elements.isEmpty
        || !elements.allSatisfy { known.contains($0.id) || $0.kind == .button }
    }
  }
}

extension Session {
  /// The answer that returns to the field before.
  private static let back = "<"

  /// Asks the first field of the screen.
  func beginFilling() {
    let screen = currentScreen()
    guard screen.elements.contains(where: \.isField) else { return refuse(.nothingToFill) }
    if !hasNamedFilling { say(.filling) }
    hasNamedFilling = true
    filling = FormFilling(screen)
    askNextField()
  }

  /// Begins with the fields of a flow at a terminal whose first screen begins with an empty one, as other programs
  /// ask their questions. What was named on the command line is shown instead.
  func fillFirstScreen() {
    guard options.isFlow, options.answersWithChanges, options.takesDefault,
      options.arguments.isEmpty, ending == nil, machine.wantsInput, machine.question == nil,
      let shown, shown.offersFilling, shown.elements.first?.isField == true
    else { return }
    answering { beginFilling() }
  }

  /// Asks the next field, or ends at the buttons.
  func askNextField() {
    guard filling != nil, ending == nil, asked == nil, machine.question == nil else { return }
    while let element = filling?.next(on: currentScreen()) {
      if let question = fieldQuestion(of: element) {
        return ask(question, for: .element(element))
      }
    }
    endFilling()
  }

  /// Takes the answer that returns to the field before. Returns whether it was one.
  func goesBack(_ answer: TypedAnswer, to asked: Asked) -> Bool {
    guard filling != nil, case .element = asked.asker, !asked.question.isMultiline,
      answer.isTyped(Self.back)
    else { return false }
    // The word is no secret, and a replay of a log goes back by it.
    (frame.line, frame.isSecret) = (Self.back, false)
    filling?.back()
    askNextField()
    return true
  }

  /// Ends the questions at the buttons, which are named where the screen is not printed again.
  func endFilling() {
    guard let filling else { return }
    self.filling = nil
    guard ending == nil, options.answersWithChanges else { return }
    let screen = currentScreen()
    guard screen.isSamePlace(as: filling.screen) else { return }
    filled = filling
    if let names = Self.buttons(of: screen, after: filling.asked) {
      sayAtTerminal(.filled(buttons: names))
    }
  }

  /// Names the buttons below the last of some fields, or else all buttons; nil where there are none.
  private static func buttons(of screen: Screen, after fields: [ElementID]) -> String? {
    let all = screen.elements.indices.filter {
      screen.elements[$0].kind == .button && screen.elements[$0].isEnabled
    }
    let last = screen.elements.lastIndex { fields.contains($0.id) } ?? 0
    let below = all.filter { $0 > last }
    let buttons = below.isEmpty ? all : below
    guard !buttons.isEmpty else { return nil }
    let names = buttons.prefix(6).map { index in
      let mark = index == screen.defaultElement ? " (Enter)" : ""
      return "[\(screen.number(of: index))] \(screen.elements[index].label)\(mark)"
    }
    return names.joined(separator: ", ")
  }
}
