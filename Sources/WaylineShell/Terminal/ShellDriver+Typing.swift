extension ShellDriver {
  /// What the terminal shows of the line that is wanted now.
  var echo: Terminal.Echo {
    if session.question?.isSecret == true { return .lineEnds }
    return editsNextLine ? .none : .all
  }

  /// An editor shows what was typed while something ran; the terminal would show it a second time.
  func hideTyped() {
    if settings.editor?.isAvailable == true { terminal?.setEcho(.none) }
  }

  /// The beginning of a command is no part of the answer to a question that came up by itself.
  func dropBeginning() {
    isLineOpen = false
    guard settings.editor?.isReading != true, terminal?.discardTyped() == true else { return }
    let note = Message.note("The beginning of a line was dropped: something is asked first.")
    render(Frame(messages: [note]))
  }

  /// What follows stands on a line of its own, and the prompt is printed again.
  func endPromptLine() {
    if isPrompted { text += settings.renderer.promptEnd }
    isPrompted = false
  }
}
