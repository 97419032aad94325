import WaylineViews

/// Tells data that would look as if the shell had printed it.
///
/// Such a line gets one leading blank, so text from a file or a person can never pose as an element,
/// a prompt or a place.
package enum Pose {
  /// Whether a line of a screen begins with text in the shell's own form.
  package static func isTaken(_ line: Line) -> Bool {
    guard let first = line.spans.first(where: { !$0.isEmptyText }), case .text = first
    else { return false }
    return isTaken(leadingText(line))
  }

  /// Whether a text begins like an element, a prompt or a place.
  package static func isTaken(_ text: some StringProtocol) -> Bool {
    switch text.utf8.first {
    case UInt8(ascii: "["): looksLikeElement(text)
    case UInt8(ascii: ">"): true
    case UInt8(ascii: " "), nil: false
    default: looksLikePlace(text)
    }
  }

  private static func looksLikeElement(_ text: some StringProtocol) -> Bool {
    let inside = text.utf8.dropFirst()
    if inside.starts(with: "-]".utf8) { return true }
    let digits = inside.prefix { $0.isDigit }
    return !digits.isEmpty && inside.dropFirst(digits.count).first == UInt8(ascii: "]")
  }

  private static func looksLikePlace(_ text: some StringProtocol) -> Bool {
    for header in ["Sheet:", "Cover:", "Alert:"] where text.hasPrefix(header) { return true }
    return text.utf8.contains(0xE2) && text.contains(Place.separator)
  }

  private static func leadingText(_ line: Line) -> String {
    var text = ""
    for case .text(let part, _) in line.spans.prefix(while: { !$0.isElement }) { text += part }
    return text
  }
}

extension Line.Span {
  fileprivate var isElement: Bool {
    if case .element = self { true } else { false }
  }

  fileprivate var isEmptyText: Bool {
    if case .text(let text, _) = self { text.isEmpty } else { false }
  }
}
