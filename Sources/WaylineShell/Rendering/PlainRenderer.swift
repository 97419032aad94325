import WaylineViews

/// Prints screens as plain lines: no colour, no cursor movement, nothing cut.
///
///     Lending desk › Catalog › The Go-Between
///     1 copy on the shelf.
///     [1] Lend to a member
///     [2] Notify me: off
///     [-] Delete (unavailable)
package struct PlainRenderer: Renderer {
  private let ink: Ink

  /// A renderer without colour.
  package init() {
    ink = .none
  }

  /// A renderer whose additions come from `ink`; without them the text is the same.
  init(ink: Ink) {
    self.ink = ink
  }

  package func render(_ frame: Frame, into text: inout String) {
    for message in frame.messages { render(message, into: &text) }
    if let screen = frame.screen { render(screen, into: &text) }
  }

  package func prompt(_ question: Question?) -> String {
    guard let question else { return "> " }
    let line = SafeText.line(of: question.prompt)
    let prompt = SafeText.posesAsShell(line) ? " " + line : line
    return question.isMultiline
      ? "\(prompt) (end with a line that is a single dot):\n" : "\(prompt): "
  }
}

extension PlainRenderer {
  package func echo(_ line: String) -> String { SafeText.line(of: line) + "\n" }
}

// MARK: - Parts

extension PlainRenderer {
  /// The lines of a screen as they are printed, below its place.
  package static func lines(of screen: Screen) -> [String] {
    let numbers = screen.numbers
    return screen.lines.map { line in
      var text = ""
      PlainRenderer().render(line, of: screen, numbers, into: &text)
      return text
    }
  }

  private func render(_ message: Message, into text: inout String) {
    for line in SafeText.lines(of: message.text) {
      let isPosing = message.kind != .place && SafeText.posesAsShell(line)
      ink.write(isPosing ? " " + line : line, as: part(message.kind), into: &text)
      text += "\n"
    }
  }

  private func part(_ kind: Message.Kind) -> Ink.Part {
    switch kind {
    case .note: .plain
    case .place: .place
    case .problem: .problem
    }
  }

  private func render(_ screen: Screen, into text: inout String) {
    for line in Place.lines(of: screen) {
      ink.write(line, as: .place, into: &text)
      text += "\n"
    }
    let numbers = screen.numbers
    for line in screen.lines {
      render(line, of: screen, numbers, into: &text)
      text += "\n"
    }
  }

  private func render(
    _ line: Line, of screen: Screen, _ numbers: [Int?], into text: inout String
  ) {
    for span in line.spans {
      switch span {
      case .text(let part, let style): ink.write(part, as: .styled(style), into: &text)
      case .element(let index) where screen.elements.indices.contains(index):
        render(screen.elements[index], numbers[index], into: &text)
      case .element: break
      }
    }
  }

  private func render(_ element: Element, _ number: Int?, into text: inout String) {
    guard let number else {
      ink.write("[-] \(element.displayText) (unavailable)", as: .unavailable, into: &text)
      return
    }
    ink.write("[" + String(number) + "]", as: .number, into: &text)
    text += " "
    text += element.displayText
  }
}
