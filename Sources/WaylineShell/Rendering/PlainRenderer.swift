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

  /// Adds the messages and the screen of a frame.
  package func render(_ frame: Frame, into text: inout String) {
    var bytes = TextBytes(capacity: frame.screen.map { 64 + 32 * $0.lines.count } ?? 128)
    render(frame, into: &bytes)
    bytes.add(to: &text)
  }

  /// Hands on the text of a long frame in pieces that end with a line.
  package func write(_ frame: Frame, to write: (UnsafeRawBufferPointer) -> Void) {
    withoutActuallyEscaping(write) { write in
      var bytes = TextBytes(handingOn: write)
      render(frame, into: &bytes)
      bytes.handOnPiece()
    }
  }

  private func render(_ frame: Frame, into bytes: inout TextBytes) {
    for message in frame.messages { render(message, into: &bytes) }
    if let screen = frame.screen { render(screen, into: &bytes) }
  }

  /// `> `, or what is asked.
  package func prompt(_ question: Question?) -> String {
    guard let question else { return "> " }
    let line = SafeText.line(of: question.prompt)
    let prompt = SafeText.posesAsShell(line) ? " " + line : line
    return question.isMultiline
      ? "\(prompt) (end with a line that is a single dot):\n" : "\(prompt): "
  }
}

extension PlainRenderer {
  /// The line as it was read, on a line of its own; a text line by line, up to its dot.
  package func echo(_ frame: Frame) -> String {
    guard let line = frame.line else { return "" }
    guard frame.isText else { return SafeText.line(of: line) + "\n" }
    let lines = line.split(separator: "\n", omittingEmptySubsequences: false).map { part in
      let shown = SafeText.line(of: String(part))
      return SafeText.posesAsShell(shown) ? " " + shown : shown
    }
    return (lines + ["."]).joined(separator: "\n") + "\n"
  }
}

// MARK: - Parts

extension PlainRenderer {
  /// The lines of a screen as they are printed, below its place.
  package static func lines(of screen: Screen) -> [String] {
    screen.lines.map { line in
      var bytes = TextBytes(capacity: 64)
      PlainRenderer().render(line, of: screen, into: &bytes)
      var text = ""
      bytes.add(to: &text)
      return text
    }
  }

  private func render(_ message: Message, into text: inout TextBytes) {
    for line in SafeText.lines(of: message.text) {
      let isPosing = message.kind != .place && SafeText.posesAsShell(line)
      ink.write(isPosing ? " " + line : line, as: part(message.kind), into: &text)
      text.endLine()
    }
  }

  private func part(_ kind: Message.Kind) -> Ink.Part {
    switch kind {
    case .note: .plain
    case .place: .place
    case .problem: .problem
    }
  }

  private func render(_ screen: Screen, into text: inout TextBytes) {
    for line in Place.lines(of: screen) {
      ink.write(line, as: .place, into: &text)
      text.endLine()
    }
    screen.lines.withUnsafeBufferPointer { lines in
      for index in lines.indices {
        render(lines[index], of: screen, into: &text)
        text.endLine()
      }
    }
  }

  private func render(_ line: Line, of screen: Screen, into text: inout TextBytes) {
    line.spans.withUnsafeBufferPointer { spans in
      for index in spans.indices {
        switch spans[index] {
        case .text(let part, let style): ink.write(part, as: .styled(style), into: &text)
        case .element(let index): render(index, of: screen, into: &text)
        }
      }
    }
  }

  private func render(_ index: Int, of screen: Screen, into text: inout TextBytes) {
    guard screen.elements.indices.contains(index) else { return }
    let shown = screen.elements.shownText(at: index)
    guard let number = screen.number(of: index) else {
      return ink.write("[-] \(shown) (unavailable)", as: .unavailable, into: &text)
    }
    if ink == .none {
      text.append(UInt8(ascii: "["))
      text.append(number: number)
      text.append(UInt8(ascii: "]"))
    } else {
      ink.write("[\(number)]", as: .number, into: &text)
    }
    text.append(UInt8(ascii: " "))
    text.append(shown)
  }
}

extension [Element] {
  /// What stands after the number; most elements are copied for it in no other part than the label.
  fileprivate func shownText(at index: Int) -> String {
    withUnsafeBufferPointer { elements in
      switch elements[index].kind {
      case .button, .link: elements[index].label
      default: elements[index].displayText
      }
    }
  }
}
