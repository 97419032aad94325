import CWaylineSystem

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The settings of a terminal device: echo, line mode, and the treatment of signals.
///
/// Settings read earlier can be written back later, which is how a program leaves a terminal as it
/// found it.
package struct TerminalSettings {
  private var settings: termios

  fileprivate init(_ settings: termios) {
    self.settings = settings
  }

  /// True if typed characters are shown.
  package var echoes: Bool {
    get { self[local: ECHO] }
    set { self[local: ECHO] = newValue }
  }

  /// True if the end of a line is shown, even when other characters are not.
  package var echoesLineEnds: Bool {
    get { self[local: ECHONL] }
    set { self[local: ECHONL] = newValue }
  }

  /// True if input arrives line by line, which the terminal lets the user correct.
  package var readsLines: Bool {
    get { self[local: ICANON] }
    set { self[local: ICANON] = newValue }
  }

  /// True if typed characters are retained when a key sends a signal.
  package var retainsInputAtSignals: Bool {
    get { self[local: NOFLSH] }
    set { self[local: NOFLSH] = newValue }
  }

  /// The byte that the key for an interruption sends, ^C as a rule; nil if there is none.
  package var interruptByte: UInt8? { controlByte(VINTR) }

  /// The byte that the key for a stop sends, ^Z as a rule; nil if there is none.
  package var stopByte: UInt8? { controlByte(VSUSP) }

  /// Passes on the keys for an interruption and a stop as bytes, which send no signals any more.
  ///
  /// Each of the two ends a line, and is the last byte of it.
  package mutating func passOnSignalKeys() {
    let (interrupt, stop) = (interruptByte, stopByte)
    setControlBytes([
      (VEOL, interrupt), (VEOL2, stop), (VINTR, nil), (VSUSP, nil),
    ])
  }

  /// A read returns as soon as there is one byte, where the terminal does not read lines.
  package mutating func returnSingleBytes() {
    readsLines = false
    setControlBytes([(VMIN, 1), (VTIME, 0)])
  }

  /// The value that stands for no key.
  #if canImport(Darwin)
    private static let noKey: UInt8 = 0xFF
  #else
    private static let noKey: UInt8 = 0
  #endif

  private func controlByte(_ index: Int32) -> UInt8? {
    let byte = withUnsafeBytes(of: settings.c_cc) { $0[Int(index)] }
    return byte == Self.noKey ? nil : byte
  }

  private mutating func setControlBytes(_ values: [(index: Int32, byte: UInt8?)]) {
    withUnsafeMutableBytes(of: &settings.c_cc) { bytes in
      for value in values { bytes[Int(value.index)] = value.byte ?? Self.noKey }
    }
  }

  private subscript(local flag: Int32) -> Bool {
    get { settings.c_lflag & tcflag_t(flag) != 0 }
    set {
      if newValue {
        settings.c_lflag |= tcflag_t(flag)
      } else {
        settings.c_lflag &= ~tcflag_t(flag)
      }
    }
  }

  fileprivate func apply(to descriptor: Int32) throws(SystemError) {
    var settings = settings
    wayline_terminal_begin_change()
    defer { wayline_terminal_end_change() }
    try retrying("set up", "the terminal") { tcsetattr(descriptor, TCSANOW, &settings) }
  }
}

extension FileDescriptor {
  /// True if the descriptor is a terminal.
  package var isTerminal: Bool { isatty(number) == 1 }

  /// The settings that the terminal has now; nil if the descriptor is not a terminal.
  package var terminalSettings: TerminalSettings? {
    var settings = termios()
    guard isTerminal, tcgetattr(number, &settings) == 0 else { return nil }
    return TerminalSettings(settings)
  }

  /// Gives the terminal other settings at once.
  package func setTerminal(_ settings: TerminalSettings) throws(SystemError) {
    try settings.apply(to: number)
  }

  /// The size of the terminal in characters; nil if the descriptor is not a terminal, or none is known.
  package var terminalSize: (columns: Int, rows: Int)? {
    var size = winsize()
    guard ioctl(number, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return (Int(size.ws_col), Int(size.ws_row))
  }

  /// Sets the size of the terminal in characters.
  func setTerminalSize(columns: Int, rows: Int) throws(SystemError) {
    var size = winsize()
    (size.ws_col, size.ws_row) = (UInt16(clamping: columns), UInt16(clamping: rows))
    try retrying("set the size of", "the terminal") { ioctl(number, UInt(TIOCSWINSZ), &size) }
  }

  /// The number of bytes that can be read now; 0 if it is unknown.
  package var waitingBytes: Int { max(0, Int(wayline_readable_bytes(number))) }

  /// Discards what was typed at the terminal and not yet read.
  package func discardInput() {
    tcflush(number, TCIFLUSH)
  }

  /// True if this process is in the foreground of the terminal.
  ///
  /// NB: a process in the background that changes the terminal is stopped, even on its way out.
  package var isInForeground: Bool {
    let group = tcgetpgrp(number)
    return group < 0 || group == getpgrp()
  }

  /// Opens a pseudo-terminal, for tests: both ends, neither a controlling terminal.
  package static func pseudoTerminal() throws(SystemError) -> (
    controller: FileDescriptor, terminal: FileDescriptor
  ) {
    var (controller, terminal) = (Int32(-1), Int32(-1))
    let code = wayline_open_pseudo_terminal(&controller, &terminal)
    guard code == 0 else { throw SystemError("open", "a terminal", ErrorCode(rawValue: code)) }
    return (FileDescriptor(owning: controller), FileDescriptor(owning: terminal))
  }
}

/// The settings that a terminal gets back, however the program ends or crashes.
///
/// Between ``arm(_:)`` and ``disarm()`` every signal that would end the program restores the terminal
/// first, and so does `exit`. Only SIGKILL cannot be handled, nor an overflow of the stack of another
/// thread than the main one.
package enum TerminalGuard {
  /// Remembers the settings that a terminal has now. False when others are remembered already.
  package static func arm(_ descriptor: Int32) -> Bool { wayline_terminal_guard(descriptor) }

  /// Says whether a secret is being typed: then its rest is discarded at the end.
  package static func setSecret(_ isSecret: Bool) { wayline_terminal_secret(isSecret) }

  /// Says whether the terminal marks what is pasted: then that is ended at the end.
  package static func setPasteMarks(_ isOn: Bool) { wayline_terminal_pastes(isOn) }

  /// Says what ends that which is drawn at a terminal, between ``arm(_:)`` and ``disarm()``.
  ///
  /// - Parameters:
  ///   - descriptor: the terminal.
  ///   - clearing: written when the program ends or is stopped; nil for nothing.
  ///   - words: written after it when the program ends.
  package static func setClosing(_ descriptor: Int32, _ clearing: String?, _ words: String = "") {
    guard let clearing else { return wayline_terminal_closing(descriptor, nil, 0, 0) }
    var text = clearing + words
    text.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) { characters in
        wayline_terminal_closing(
          descriptor, characters.baseAddress, clearing.utf8.count, characters.count)
      }
    }
  }

  /// The number of times that the program continued after a stop, at which it was to draw again.
  package static var returns: Int32 { wayline_terminal_returns() }

  /// Ends the protection: the terminal has its settings again.
  package static func disarm() { wayline_terminal_unguard() }
}
