/// The terminal behind a descriptor: its echo, and the text that was typed and not yet read.
///
/// The settings found at the start are restored by ``restore()``, by the end of this object, and
/// however the program ends (``TerminalGuard``). The typed rest of a secret is discarded with them.
package final class Terminal {
  /// The longest line, in bytes, that a terminal passes on without an editor. Source: N_TTY of Linux.
  package static let longestLine = 4095

  /// The typed characters that the terminal shows by itself.
  package enum Echo: Hashable, Sendable {
    /// All of them.
    case all
    /// The ends of lines only: a secret is typed.
    case lineEnds
    /// None: an editor shows them.
    case none
  }

  /// The characters that the terminal shows now.
  package private(set) var echo = Echo.all
  private let device: FileDescriptor
  private let original: TerminalSettings
  private var isChanged = false
  private var isGuarded = false

  /// The terminal behind a descriptor; nil when it is none.
  package init?(descriptor: Int32) {
    device = FileDescriptor(borrowing: descriptor)
    guard let settings = device.terminalSettings else { return nil }
    original = settings
  }

  deinit {
    restore()
  }

  /// True if the terminal was closed, which its signal may report later. A terminal that has just been
  /// closed answers EIO, and later it is at its end and has no settings.
  package func isHungUp(after error: ErrorCode? = nil) -> Bool {
    error == .inputOutput || device.terminalSettings == nil
  }

  /// True if it passes on whole lines, not keys.
  package var readsLines: Bool { device.terminalSettings?.readsLines == true }

  /// Retains what was typed when ^C arrives, so that ``discardTyped()`` knows whether the line was empty.
  package func keepTypedAtInterrupt() {
    change { $0.retainsInputAtSignals = true }
  }

  /// Sets which typed characters are shown.
  package func setEcho(_ new: Echo) {
    guard echo != new else { return }
    // Set while typed text is not shown, so that it is never missing.
    if new == .lineEnds { TerminalGuard.setSecret(true) }
    change { settings in
      settings.echoes = new == .all && original.echoes
      settings.echoesLineEnds = new == .all ? original.echoesLineEnds : new == .lineEnds
    }
    if new != .lineEnds { TerminalGuard.setSecret(false) }
    echo = new
  }

  /// Shows what is typed and passes on whole lines, also where the terminal did neither at the start: an action that
  /// asks runs while the terminal hides what is typed for the next line.
  package func beginLines() {
    change { settings in
      (settings.echoes, settings.readsLines) = (true, true)
    }
    echo = .all
  }

  /// Passes on each key as it is pressed, but for those that send signals; or whole lines again.
  package func setReadsKeys(_ isOn: Bool) {
    change { settings in
      if isOn { settings.returnSingleBytes() } else { settings.readsLines = original.readsLines }
    }
  }

  /// Passes on each key as it is pressed, shows none, and sends no signals for ^C and ^Z.
  package func beginKeys() {
    change { settings in
      settings.passOnSignalKeys()
      settings.returnSingleBytes()
      settings.echoes = false
      settings.echoesLineEnds = false
    }
    echo = .none
  }

  /// Passes on ^C and ^Z as the last byte of a line, and sends no signals for them.
  package func passOnSignalKeys() {
    change { $0.passOnSignalKeys() }
  }

  /// The byte that the key for an interruption had at the start; nil if there was none.
  package var interruptByte: UInt8? { original.interruptByte }

  /// The byte that the key for a stop had at the start; nil if there was none.
  package var stopByte: UInt8? { original.stopByte }

  /// Discards what was typed and not yet read. Returns whether there was anything.
  ///
  /// A terminal that reads lines reports only whole ones. An editor has set it to read keys.
  package func discardTyped() -> Bool {
    let readsLines = readsLines
    if readsLines { change { $0.readsLines = false } }
    let count = device.waitingBytes
    device.discardInput()
    if readsLines { change { $0.readsLines = true } }
    return count > 0
  }

  /// Takes what was typed of a line that has not ended; nothing where the terminal does not read lines.
  ///
  /// The terminal holds such a line back. It passes on what it has when it is set to read keys for a moment;
  /// from then on its own keys for editing reach only what is typed afterwards.
  package func takeBeginning() -> [UInt8] {
    guard readsLines, device.isInForeground else { return [] }
    change { $0.readsLines = false }
    defer { change { $0.readsLines = true } }
    var bytes = [UInt8](repeating: 0, count: device.waitingBytes)
    guard !bytes.isEmpty,
      case .bytes(let count) = bytes.withUnsafeMutableBytes({ device.transfer(into: $0) })
    else { return [] }
    return Array(bytes.prefix(count))
  }

  /// Restores the settings that the terminal had at the start.
  package func restore() {
    if isChanged, device.isInForeground {
      if echo == .lineEnds { device.discardInput() }
      try? device.setTerminal(original)
    }
    (isChanged, echo) = (false, .all)
    if isGuarded { TerminalGuard.disarm() }
    isGuarded = false
  }

  private func change(_ body: (inout TerminalSettings) -> Void) {
    guard var settings = device.terminalSettings else { return }
    if !isChanged { isGuarded = TerminalGuard.arm(device.number) }
    body(&settings)
    try? device.setTerminal(settings)
    isChanged = true
  }
}
