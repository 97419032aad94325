import WaylineSystem

// The answers to secret questions as the driver reads them: no part of one becomes a text.

extension ShellDriver {
  /// Takes a line that answers a secret question, of which no text is made, as other lines.
  func takeTyped(_ line: SecretLine) {
    defer { ErasedMemory.eraseTraces() }
    guard !isEnterOfDigit(line.secret.isEmpty) else { return }
    var line = line
    if terminal != nil { line.secret = line.secret.removing(UInt8(ascii: Self.redraw)) }
    if terminal != nil, !hasPasteMarks { line.secret = line.secret.removingKeys() }
    if isCut(line.secret.count) {
      return refuseCut(isPasted: pastes.isOpen || line.secret.contains(PastedText.begin))
    }
    guard hasPasteMarks else { return take(line) }
    switch pastes.take(line.secret, for: session.question) {
    case .unfinished: break
    case .refused(let message): refuse(.problem(message))
    case .lines(let secrets):
      for secret in secrets {
        line.secret = secret.removingKeys()
        take(line)
      }
    }
  }

  /// Masks a secret that was typed openly, with its number or its label, on the line above.
  ///
  /// What has scrolled out of the window stays there, and a line that just fills its last row is left as it
  /// is: terminals differ in where the cursor is then.
  func hideSecret(in line: String) {
    guard editor != nil, redrawsRows, session.question == nil, session.hasSecretField,
      let window = session.window, let masked = session.maskedForm(of: line)
    else { return }
    let prompt = conversation.renderer.prompt(nil, isAsync: false)
    let width = DisplayWidth.of(prompt + line)
    guard width % window.columns != 0 else { return }
    let rows = min(width / window.columns + 1, window.rows - 1)
    conversation.add("\u{1B}[\(rows)A\r\u{1B}[J\(prompt)\(SafeText.line(of: masked))\n")
  }

  private func take(_ line: SecretLine) {
    take { session.receive(line, asJSON: session.options.readsJSON) }
  }
}
