import WaylineSystem
import WaylineViews

/// Prints screens as plain lines: no colour, no cursor movement, nothing cut.
///
///     Lending desk › Catalog › The Go-Between
///     1 copy on the shelf.
///     [1] Lend to a member
///     [2] Notify me: off
///     [3] Delete (unavailable)
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
  package var hasStyles: Bool { style == .ansi }

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
    for message in frame.printedMessages {
      render(message, wrapping, numbered: frame.problemLine, into: &bytes)
    }
    if frame.isApart { bytes.endLine() }
    if let screen = frame.screen {
      let hasPlace = frame.hasPlace && frame.page?.hasTitles ?? true
      if hasPlace { renderPlace(of: screen, wrapping, into: &bytes) }
      render(screen, frame.page, wrapping, into: &bytes)
    }
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

  fileprivate func text(of line: Line, of screen: Screen) -> String {
    var bytes = TextBytes(capacity: 64)
    screen.elements.withUnsafeBufferPointer {
      render(line, ShownElements($0, of: screen), into: &bytes)
    }
    var text = ""
    bytes.add(to: &text)
    return text
  }

  private func render(
    _ message: Message, _ wrapping: LineWrapping?, numbered line: Int?,
    into text: inout TextBytes
  ) {
    if message.kind == .problem, let line {
      for part in SafeText.lines(of: message.text) {
        style.write("line \(line): \(part)", as: .problem, into: &text)
        text.endLine()
      }
      return
    }
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

  private func renderPlace(
    of screen: Screen, _ wrapping: LineWrapping?, into text: inout TextBytes
  ) {
    for line in Place.lines(of: screen) {
      style.write(wrapping?.wrapped(line) ?? line, as: .place, into: &text)
      text.endLine()
    }
  }

  private func render(
    _ screen: Screen, _ page: ScreenPage?, _ wrapping: LineWrapping?, into text: inout TextBytes
  ) {
    // Looked at where they lie: a copy of an element costs more than its line.
    screen.elements.withUnsafeBufferPointer { elements in
      let shown = ShownElements(elements, of: screen)
      screen.lines.withUnsafeBufferPointer { lines in
        if let page {
          for index in page.lines { render(lines[index], shown, wrapping, into: &text) }
        } else {
          for index in lines.indices { render(lines[index], shown, wrapping, into: &text) }
        }
      }
    }
  }

  /// The elements of a screen where they lie.
  private struct ShownElements {
    let elements: UnsafeBufferPointer<Element>
    let hasMarks: Bool
    let screen: Screen

    init(_ elements: UnsafeBufferPointer<Element>, of screen: Screen) {
      (self.elements, self.screen) = (elements, screen)
      hasMarks = screen.hasMarks
    }
  }

  @inline(__always)
  private func render(
    _ line: Line, _ shown: ShownElements, _ wrapping: LineWrapping?, into text: inout TextBytes
  ) {
    if let wrapping {
      // A bar that does not fit is left out: it would take a row that pages do not count.
      let screen = shown.screen
      let fits =
        style == .none || !line.saysShare || wrapping.hasRoom(forBarAfter: line, of: screen)
      let renderer = fits ? self : PlainRenderer()
      text.append(wrapping.wrapped(renderer.text(of: line, of: screen)))
    } else {
      render(line, shown, into: &text)
    }
    text.endLine()
  }

  private func render(_ line: Line, _ shown: ShownElements, into text: inout TextBytes) {
    line.spans.withUnsafeBufferPointer { spans in
      for index in spans.indices {
        switch spans[index] {
        case .text(let part, let own):
          style.write(part, as: .styled(own), into: &text)
          if let share = own.share { text.append(style.bar(share)) }
        case .element(let index):
          if !renderLabel(of: index, shown, into: &text) { render(index, shown, into: &text) }
        }
      }
    }
  }

  /// Adds an element that shows its label alone, as most buttons and links do. Returns false for others.
  @inline(__always)
  private func renderLabel(
    of index: Int, _ shown: ShownElements, into text: inout TextBytes
  ) -> Bool {
    let elements = shown.elements
    guard style != .ansi, !shown.hasMarks, elements.indices.contains(index),
      elements[index].isEnabled, elements[index].value.isEmpty,
      elements[index].uncommon?.isMarkedDestructive != true
    else { return false }
    switch elements[index].kind {
    case .button, .link: break
    default: return false
    }
    text.append(UInt8(ascii: "["))
    text.append(number: shown.screen.number(of: index))
    text.append(UInt8(ascii: "]"))
    text.append(UInt8(ascii: " "))
    text.append(elements[index].label)
    return true
  }

  private func render(_ index: Int, _ shown: ShownElements, into text: inout TextBytes) {
    guard shown.elements.indices.contains(index) else { return }
    let element = shown.elements[index]
    let number = shown.screen.number(of: index)
    guard element.isEnabled else {
      return style.write(
        "[\(number)] \(element.displayText) (unavailable)", as: .unavailable, into: &text)
    }
    render(number: number, into: &text)
    if element.isMarkedDestructive {
      style.write("\(element.displayText) (destructive)", as: .danger, into: &text)
    } else if style != .ansi || element.value.isEmpty {
      text.append(element.displayText)
    } else {
      for (part, kind) in element.displayParts {
        style.write(part, as: OutputStyle.Part(kind), into: &text)
      }
    }
    renderMarks(of: index, of: shown.screen, into: &text)
  }

  private func render(number: Int, into text: inout TextBytes) {
    if style != .ansi {
      text.append(UInt8(ascii: "["))
      text.append(number: number)
      text.append(UInt8(ascii: "]"))
    } else {
      style.write("[\(number)]", as: .number, into: &text)
    }
    text.append(UInt8(ascii: " "))
  }

  /// The words behind an element that say what has changed about it, or what an empty line does.
  private func renderMarks(of index: Int, of screen: Screen, into text: inout TextBytes) {
    guard screen.hasMarks else { return }
    if screen.regained.contains(index) { style.write(" (was unavailable)", as: .hint, into: &text) }
    if screen.defaultElement == index { style.write(" (Enter)", as: .hint, into: &text) }
  }
}

extension OutputStyle.Part {
  /// The part of a screen that a piece of an element is.
  fileprivate init(_ part: Element.Part) {
    self =
      switch part {
      case .plain: .plain
      case .value: .value
      case .chosen: .chosen
      }
  }
}

extension Line {
  /// True if one of its texts says a share of a whole.
  fileprivate var saysShare: Bool {
    spans.contains { span in
      if case .text(_, let style) = span { style.share != nil } else { false }
    }
  }
}

extension LineWrapping {
  /// True if a bar fits behind a line.
  fileprivate func hasRoom(forBarAfter line: Line, of screen: Screen) -> Bool {
    DisplayWidth.of(PlainRenderer().text(of: line, of: screen)) + OutputStyle.barRoom <= columns
  }
}
