import FoundationEssentials
import Synchronization
import Wayline
import WaylineSystem

/// Prints violations on standard error as a worker finds them, so that they survive whatever ends the search.
final class FindingPrinter: Sendable {
  private struct State {
    var printed: Set<String> = []
    var size = 0
  }

  private let file: String
  private let state = Mutex(State())

  /// Prints what a worker writes into a file.
  init(file: String) { self.file = file }

  /// Prints what was found since the last call.
  @Sendable
  func printNew() {
    state.withLock { state in
      guard let data = FileManager.default.contents(atPath: file), data.count > state.size,
        let end = data.lastIndex(of: UInt8(ascii: "\n"))
      else { return }
      for line in data[state.size...end].split(separator: UInt8(ascii: "\n")) {
        guard let found = try? JSONDecoder().decode(EarlierFindings.self, from: Data(line))
        else { continue }
        for violation in found.violations {
          print(violation.property, violation.commands, &state)
        }
      }
      state.size = end + 1
    }
  }

  /// Prints a crash.
  func print(_ crash: CrashRecord.Crash) {
    let finding = LawFinding(crash)
    state.withLock { state in
      guard state.printed.insert(crash.group).inserted else { return }
      print(finding.law.rawValue, crash.commands, &state)
    }
  }

  private func print(_ property: String, _ commands: [String], _ state: inout State) {
    let text = "Found: \(property). \(ExplorationReport.spoken(commands))"
    guard state.printed.insert(text).inserted else { return }
    let terminal = FileDescriptor.standardError
    let clears = terminal.isTerminal && TerminalAbilities.allowsEscapes(CurrentProcess.environment)
    try? terminal.writeAll("\(clears ? "\r\u{1B}[K" : "")\(text)\n")
  }
}
