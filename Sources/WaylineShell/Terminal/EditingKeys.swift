import WaylineQuestions
import WaylineSystem

extension TerminalKey {
  /// The bytes that mean the key for the editor of lines; none if it does nothing there.
  var editing: [UInt8] {
    switch self {
    case .up: [0x10]
    case .down: [0x0E]
    case .left: [0x02]
    case .right: [0x06]
    case .previousWord: Array("\u{1B}b".utf8)
    case .nextWord: Array("\u{1B}f".utf8)
    case .home: [0x01]
    case .end: [0x05]
    // Not ^D, which ends the input at an empty line.
    case .delete: Array("\u{1B}[3~".utf8)
    case .pageUp, .pageDown, .backTab, .pasteBegin: []
    case .character(let byte): [byte]
    case .alt(let byte): [KeySequence.escape, byte]
    }
  }

  /// The keys that answer a line with the word that goes back, in the place of what is on it.
  static let goingBack = [0x01, 0x0B] + Array(QuestionForm.wordForBack.utf8) + [0x0A]

  /// ^P, ^N and ^R, which bring earlier lines to the editor of libedit in its mode "emacs".
  static let history: Set<Unicode.Scalar> = ["\u{10}", "\u{E}", "\u{12}"]
}
