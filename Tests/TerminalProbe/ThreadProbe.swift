import Dispatch
import Glibc
import Synchronization
import WaylineSystem

/// A program of which one thread changes the terminal while another one ends the program.
@main
enum ThreadProbe {
  static func main() {
    changeTerminal(untilEndedBy: CommandLine.arguments.dropFirst().first)
  }
}

/// Changes the terminal without a pause, until another thread ends the program in a way: `crash`,
/// `abort`, or `exit` with 7.
///
/// The end is held up after the terminal has its settings back, as long as they change again.
@MainActor
func changeTerminal(untilEndedBy end: String?) -> Never {
  for number in [SIGSEGV, SIGABRT] { signal(number, endAfterChanges) }
  atexit(awaitChanges)
  let terminal = FileDescriptor.standardInput
  guard var settings = terminal.terminalSettings, TerminalGuard.arm(STDIN_FILENO) else { exit(2) }
  settings.retainsInputAtSignals = true
  DispatchQueue.global().async {
    while changes.load(ordering: .relaxed) < 1_000 {}
    switch end {
    case "crash": UnsafeMutablePointer<Int>(bitPattern: 8)?.pointee = 1
    case "abort": abort()
    default: exit(7)
    }
  }
  print("> ", terminator: "")
  fflush(nil)
  while true {
    try? terminal.setTerminal(settings)
    changes.add(1, ordering: .relaxed)
  }
}

/// The number of changes so far.
private let changes = Atomic(0)

/// Lets the signal that is handled end the program, after a while.
private func endAfterChanges(_ number: Int32) {
  awaitChanges()
  signal(number, SIG_DFL)
}

/// Waits until the terminal has been changed again, a tenth of a second at most.
private func awaitChanges() {
  let seen = changes.load(ordering: .relaxed)
  for _ in 0..<100 where changes.load(ordering: .relaxed) < seen + 3 { usleep(1_000) }
}
