/// Turns frames into the text that is written. Pure; one per session.
package protocol Renderer: Sendable {
  /// What stands before everything else.
  func greeting(program: String) -> String
  /// Adds a frame.
  func render(_ frame: Frame, into text: inout String)
  /// Hands on the text of a long frame in pieces.
  func write(_ frame: Frame, to write: (UnsafeRawBufferPointer) -> Void)
  /// What is printed before an answer or a command is read.
  func prompt(_ question: Question?) -> String
  /// What ends the line of a prompt when something is printed below it.
  var promptEnd: String { get }
  /// The line or the text that a frame answers, for a transcript.
  func echo(_ frame: Frame) -> String
}

extension Renderer {
  /// Nothing.
  package func greeting(program: String) -> String { "" }

  /// The end of the line.
  package var promptEnd: String { "\n" }

  /// Hands on the text of a frame as a whole.
  package func write(_ frame: Frame, to write: (UnsafeRawBufferPointer) -> Void) {
    var text = text(of: frame)
    text.withUTF8 { write(UnsafeRawBufferPointer($0)) }
  }

  /// The text of a frame.
  package func text(of frame: Frame) -> String {
    var text = ""
    render(frame, into: &text)
    return text
  }
}
