import WaylineSystem
import WaylineViews

// The progress of long work: one line that is redrawn where the editor of lines controls the screen,
// otherwise a line at each quarter. With the line that is edited it is all that is ever printed over.

extension ShellDriver {
  /// Takes a report. Nothing of it is in a log: it says what a screen says later.
  func add(_ report: ProgressReport) {
    guard replayer == nil else { return }
    guard redrawsRows, let editor, editor.isAvailable, live == nil,
      !editor.isReading || !editor.hasText
    else { return printProgress(report) }
    progress.take(report, at: now())
    drawProgress()
  }

  /// True if the cursor is where a line can be redrawn: nothing is being typed, and nothing else is on its row.
  private var redrawsProgress: Bool {
    guard let editor, editor.isAvailable, conversation.text.isEmpty else {
      return false
    }
    guard editor.isReading else { return !conversation.isPrompted }
    return !editor.hasText && !makesWay && edited.fate != .abandoned
  }

  private func printProgress(_ report: ProgressReport) {
    progress.discard()
    let lines = progress.printed(report, at: now())
    guard !lines.isEmpty else { return }
    endProgress()
    conversation.leavePrompt(promptEnd)
    conversation.add(lines.map { SafeText.line(of: $0) + "\n" }.joined())
  }

  /// Draws the report that waits, if it is time to.
  func drawProgress() {
    guard progress.waiting != nil, redrawsProgress, let line = progress.drawn(at: now())
    else { return }
    draw(line)
  }

  /// Draws a line that the next output replaces.
  private func draw(_ line: String) {
    let columns = session.options.window?()?.columns ?? output.file.terminalSize?.columns ?? 80
    let shown = DisplayWidth.beginning(of: SafeText.line(of: line), within: columns - 1)
    if let editor, editor.isReading {
      let up = progress.place == .abovePrompt ? "\u{1B}[A" : ""
      output.write("\r\u{1B}[K\(up)\u{1B}[K\(shown)\r\n")
      editor.refresh()
      progress.place = .abovePrompt
    } else {
      output.write("\r\u{1B}[K\(shown)")
      progress.drawn = shown
      progress.place = .open
    }
  }

  /// Takes a redrawn line away before something else is printed on its row.
  func endProgress() {
    if progress.place == .open { output.write("\r\u{1B}[K") }
    progress.place = .none
  }

  /// Takes away a redrawn line above the prompt, whose row is printed over: what came of the work stands in
  /// its place.
  func replaceProgress() {
    if progress.place == .abovePrompt { output.write("\r\u{1B}[K\u{1B}[A") }
  }

  /// The time until the report that waits is drawn; nil without one.
  var progressTimeout: Duration? {
    guard redrawsProgress, let due = progress.due else { return nil }
    return max(.zero, now().duration(to: due))
  }
}

// MARK: - Waits

extension ShellDriver {
  /// Attends calls that keep the main actor: a person reads what is waited for, and leaves the call by ^C.
  func attendWaits() {
    let reference = reference
    attendance = ForegroundWait.begin(
      ForegroundWait.Attendant(descriptor: signals.descriptor) {
        reference.object?.announceWait(for: $0)
      } isLeft: {
        guard let signals = reference.object?.signals else { return false }
        return signals.hasEnding() || signals.takeInterrupt()
      })
  }

  /// Prints what is waited for, at a terminal.
  private func announceWait(for subject: String) {
    guard replayer == nil, terminal != nil, output.isTerminal, !session.options.readsJSON
    else { return }
    let line = ForegroundWait.sentence(for: subject)
    if live != nil {
      conversation.add(SafeText.line(of: line) + "\n")
      return drawChoice()
    }
    if editor?.isReading != true {
      endProgress()
      output.write(conversation.text)
      conversation.removeText()
    }
    if redrawsRows, redrawsProgress { return draw(line) }
    guard editor?.isReading != true else { return }
    conversation.leavePrompt(promptEnd)
    output.write(conversation.text + SafeText.line(of: line) + "\n")
    conversation.removeText()
  }
}
