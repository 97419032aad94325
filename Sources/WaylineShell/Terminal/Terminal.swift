import CSystem
import Glibc

/// The terminal behind a descriptor: its echo, and what has been typed and not yet read.
///
/// The settings found at the start are put back by ``restore()``, by the end of this object, and
/// after a crash.
package final class Terminal {
  private let descriptor: Int32
  private let original: termios
  private var isEchoOff = false
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

  /// Whether typed characters are shown. The end of a line is shown in any case.
  package func setEcho(_ isOn: Bool) {
    guard isEchoOff == isOn else { return }
    if !isOn { wayline_crash_guard_arm(descriptor) }
    change { settings in
      settings.c_lflag &= ~tcflag_t(ECHO | ECHONL)
      settings.c_lflag |= isOn ? self.original.c_lflag & tcflag_t(ECHO | ECHONL) : tcflag_t(ECHONL)
    }
    isEchoOff = !isOn
    if isOn { wayline_crash_guard_disarm() }
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
    if isEchoOff { wayline_crash_guard_disarm() }
    isEchoOff = false
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
