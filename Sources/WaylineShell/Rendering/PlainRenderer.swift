import WaylineSystem
import WaylineViews

/// Prints screens as plain lines: no colour, no cursor movement, nothing cut.
///
///     Lending desk › Catalog › The Go-Between
///     1 copy on the shelf.
///     [1] Lend to a member
///     [2] Notify me: off
///     [-] Delete (unavailable)
package struct PlainRenderer: Renderer {
  private let style: OutputStyle

  /// A renderer without colour.
  package init() {
    style = .none
  }

  /// A renderer that adds colour and weight; without them the text is the same.
  init(style: OutputStyle) {
    self.style = style
  }

  /// True if it adds colour and weight.
  package var hasStyles: Bool { style != .none }

  /// Adds the messages and the screen of a frame.
  package func render(_ frame: Frame, into text: inout String) {
    var bytes = TextBytes(capacity: frame.screen.map { 64 + 32 * $0.lines.count } ?? 128)
    render(frame, into: &bytes)
    bytes.add(to: &text)
  }

  /// Writes the text of a long frame in pieces that end with a line.
  package func write(_ frame: Frame, to write: (UnsafeRawBufferPointer) -> Void) {
    withoutActuallyEscaping(write) { write in
      var bytes = TextBytes(handingOn: write)
      render(frame, into: &bytes)
      bytes.handOnPiece()
    }
  }

  private func render(_ frame: Frame, into bytes: inout TextBytes) {
    let wrapping = frame.columns.map(LineWrapping.init)
    for message in frame.printedMessages { render(message, wrapping, into: &bytes) }
    if frame.isApart { bytes.endLine() }
    if let screen = frame.screen { render(screen, frame.page, wrapping, into: &bytes) }
    if let hint = frame.hint {
      style.write(hint, as: .hint, into: &bytes)
      bytes.endLine()
    }
  }

  /// `> `, or the question with its present value: `Name [Zoë]: `.
  package func prompt(_ question: LineQuestion?, isAsync: Bool = false) -> String {
    guard let question else { return "> " }
    let line = SafeText.line(of: question.prompt)
    let prompt = SafeText.posesAsShell(line) ? " " + line : line
    return question.isMultiline ? Self.textPrompt(question, prompt) : prompt + Self.value(question)
  }

  private static func value(_ question: LineQuestion) -> String {
    guard let present = question.present, !present.isEmpty else { return ": " }
    return " [\(SafeText.line(of: present))]: "
  }

  /// The present text stands above the lines that replace it.
  private static func textPrompt(_ question: LineQuestion, _ prompt: String) -> String {
    guard let present = question.present, !present.isEmpty else {
      return "\(prompt) (end with a line that is a single dot):\n"
    }
    let lines = SafeText.lines(of: present).map { "  \($0)\n" }.joined()
    return "\(prompt) (a single dot keeps the text, or ends the new one):\n\(lines)"
  }
}

extension PlainRenderer {
  /// The line as it was read, on its own line; a text line by line, up to its dot.
  package func echo(_ frame: Frame) -> String {
    guard var line = frame.line else { return "" }
    if frame.isEmptied, line.isEmpty { line = "\"\"" }
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
    screen.lines.indices.map { line($0, of: screen) }
  }

  /// A line of a screen as it is printed.
  static func line(_ index: Int, of screen: Screen) -> String {
    PlainRenderer().text(of: screen.lines[index], of: screen)
  }

  private func text(of line: Line, of screen: Screen) -> String {
    var bytes = TextBytes(capacity: 64)
    render(line, of: screen, into: &bytes)
    var text = ""
    bytes.add(to: &text)
    return text
  }

  private func render(
    _ message: Message, _ wrapping: LineWrapping?, into text: inout TextBytes
  ) {
    if let number = message.link?.number {
      let line = "\(style.styled("[\(number)]", as: .number)) \(message.text)"
      text.append(wrapping?.wrapped(line) ?? line)
      return text.endLine()
    }
    for line in SafeText.lines(of: message.text) {
      let isPosing = message.kind != .place && SafeText.posesAsShell(line)
      let safe = isPosing ? " " + line : line
      style.write(wrapping?.wrapped(safe) ?? safe, as: part(message.kind), into: &text)
      text.endLine()
    }
  }

  private func part(_ kind: Message.Kind) -> OutputStyle.Part {
    switch kind {
    case .note: .plain
    case .place: .place
    case .problem: .problem
    }
  }

  private func render(
    _ screen: Screen, _ page: ScreenPage?, _ wrapping: LineWrapping?, into text: inout TextBytes
  ) {
    if page?.hasTitles ?? true {
      for line in Place.lines(of: screen) {
        style.write(wrapping?.wrapped(line) ?? line, as: .place, into: &text)
        text.endLine()
      }
    }
    screen.lines.withUnsafeBufferPointer { lines in
      if let page {
        for index in page.lines { render(lines[index], of: screen, wrapping, into: &text) }
      } else {
        for index in lines.indices { render(lines[index], of: screen, wrapping, into: &text) }
      }
    }
  }

  private func render(
    _ line: Line, of screen: Screen, _ wrapping: LineWrapping?, into text: inout TextBytes
  ) {
    if let wrapping {
      text.append(wrapping.wrapped(self.text(of: line, of: screen)))
    } else {
      render(line, of: screen, into: &text)
    }
    text.endLine()
  }

  private func render(_ line: Line, of screen: Screen, into text: inout TextBytes) {
    line.spans.withUnsafeBufferPointer { spans in
      for index in spans.indices {
        switch spans[index] {
        case .text(let part, let own): style.write(part, as: .styled(own), into: &text)
        case .element(let index): render(index, of: screen, into: &text)
        }
      }
    }
  }

  private func render(_ index: Int, of screen: Screen, into text: inout TextBytes) {
    guard screen.elements.indices.contains(index) else { return }
    let shown = screen.elements.shownText(at: index)
    guard let number = screen.number(of: index) else {
      return style.write("[-] \(shown) (unavailable)", as: .unavailable, into: &text)
    }
    if style == .none {
      text.append(UInt8(ascii: "["))
      text.append(number: number)
      text.append(UInt8(ascii: "]"))
    } else {
      style.write("[\(number)]", as: .number, into: &text)
    }
    text.append(UInt8(ascii: " "))
    if screen.elements.isMarkedDestructive(at: index) {
      style.write("\(shown) (destructive)", as: .danger, into: &text)
    } else {
      text.append(shown)
    }
    if screen.defaultElement == index { style.write(" (Enter)", as: .hint, into: &text) }
  }
}

extension [Element] {
  /// True if the screen says in words that an element destroys something.
  fileprivate func isMarkedDestructive(at index: Int) -> Bool {
    withUnsafeBufferPointer { $0[index].isMarkedDestructive }
  }

  /// The text after the number; of an element without a value only the label is copied for it.
  fileprivate func shownText(at index: Int) -> String {
    withUnsafeBufferPointer { elements in
      switch elements[index].kind {
      case .button where elements[index].value.isEmpty, .link where elements[index].value.isEmpty:
        elements[index].label
      default: elements[index].displayText
      }
    }
  }
}
