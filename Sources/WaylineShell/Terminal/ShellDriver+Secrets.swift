import WaylineSystem

// The answers to secret questions as the driver reads them: no part of one becomes a text.

extension ShellDriver {
  /// Takes a line that answers a secret question, of which no text is made, as other lines.
  func takeTyped(_ line: SecretLine) {
    defer { ErasedMemory.eraseTraces() }
    var line = line
    if terminal != nil { line.secret = line.secret.removing(UInt8(ascii: Self.redraw)) }
    if terminal != nil, !hasPasteMarks { line.secret = line.secret.removingKeys() }
    if isCut(line.secret.count) {
      return refuseCut(isPasted: pastes.isOpen || line.secret.contains(PastedText.begin))
    }
    guard hasPasteMarks else { return take(line) }
    switch pastes.take(line.secret, for: session.question) {
    case .unfinished: break
    case .refused(let message): refuse(message.description)
    case .lines(let secrets):
      for secret in secrets {
        line.secret = secret.removingKeys()
        take(line)
      }
    }
  }

  private func take(_ line: SecretLine) {
    take { session.receive(line, asJSON: session.options.readsJSON) }
  }
}
