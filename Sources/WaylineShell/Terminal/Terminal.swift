import CSystem
import Glibc

/// The terminal behind a descriptor: its echo, and what has been typed and not yet read.
///
/// The settings found at the start are put back by ``restore()``, by the end of this object, and
/// after a crash.
package final class Terminal {
  /// The longest line, in bytes, that a terminal hands on without an editor. Source: N_TTY of Linux.
  package static let longestLine = 4095

  /// What of the typed characters the terminal shows by itself.
  package enum Echo: Hashable, Sendable {
    /// All of them.
    case all
    /// The ends of lines only: what is typed is a secret.
    case lineEnds
    /// None: somebody else shows them.
    case none
  }

  /// What the terminal shows now.
  package private(set) var echo = Echo.all
  private let descriptor: Int32
  private let original: termios
  private var isChanged = false

  /// The terminal behind a descriptor; nil when it is none.
  package init?(descriptor: Int32) {
    var settings = termios()
    guard isatty(descriptor) == 1, tcgetattr(descriptor, &settings) == 0 else { return nil }
    self.descriptor = descriptor
    original = settings
  }

  deinit {
    restore()
  }

  /// Keeps what was typed when ^C arrives, so ``discardTyped()`` can tell whether the line was empty.
  package func keepTypedAtInterrupt() {
    change { $0.c_lflag |= tcflag_t(NOFLSH) }
  }

  /// Says what of the typed characters is shown.
  package func setEcho(_ new: Echo) {
    guard echo != new else { return }
    if echo == .all { wayline_crash_guard_arm(descriptor) }
    change { settings in
      settings.c_lflag &= ~tcflag_t(ECHO | ECHONL)
      settings.c_lflag |= self.flags(new)
    }
    echo = new
    if echo == .all { wayline_crash_guard_disarm() }
  }

  private func flags(_ echo: Echo) -> tcflag_t {
    switch echo {
    case .all: original.c_lflag & tcflag_t(ECHO | ECHONL)
    case .lineEnds: tcflag_t(ECHONL)
    case .none: 0
    }
  }

  /// Throws away what was typed and not yet read. Returns whether there was anything.
  package func discardTyped() -> Bool {
    change { $0.c_lflag &= ~tcflag_t(ICANON) }
    let count = wayline_readable_bytes(descriptor)
    tcflush(descriptor, TCIFLUSH)
    change { $0.c_lflag |= tcflag_t(ICANON) }
    return count > 0
  }

  /// Puts the settings back that the terminal had at the start.
  package func restore() {
    var settings = original
    if isChanged, isInForeground { tcsetattr(descriptor, TCSANOW, &settings) }
    isChanged = false
    if echo != .all { wayline_crash_guard_disarm() }
    echo = .all
  }

  private func change(_ body: (inout termios) -> Void) {
    var settings = termios()
    guard tcgetattr(descriptor, &settings) == 0 else { return }
    body(&settings)
    tcsetattr(descriptor, TCSANOW, &settings)
    isChanged = true
  }

  /// NB: a program in the background that changes the terminal is stopped, even on its way out.
  private var isInForeground: Bool {
    let group = tcgetpgrp(descriptor)
    return group < 0 || group == getpgrp()
  }
}
