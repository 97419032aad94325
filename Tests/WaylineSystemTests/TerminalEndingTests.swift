import Glibc
import Testing
import WaylineTestPrograms
import WaylineTestThreads

@Suite("The end of a process whose terminal was changed", .waitsForPrograms)
struct TerminalEndingTests {
  /// The folder of the test bundle, where the built programs are.
  private static let built = CommandLine.arguments.first { $0.hasSuffix(".xctest") }
    .map { $0.split(separator: "/").dropLast().map { "/\($0)" }.joined() }

  @Test(
    "A thread that ends the program leaves the terminal as before while another one changes it",
    arguments: [("crash", 128 + SIGSEGV), ("abort", 128 + SIGABRT), ("exit", 7)])
  func endedByThread(end: String, status: Int32) throws {
    let probe = "\(try #require(Self.built))/WaylineTerminalProbe"
    let script = """
      before=$(stty -g); "$0" "$1"; status=$?
      [ "$before" = "$(stty -g)" ] && echo same || echo "changed to: $(stty -a)"
      echo "status $status."
      """
    let run = try TerminalProgram(
      "/bin/sh", ["-c", script, probe, end],
      environment: [
        "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", "TERM": "xterm", "SWIFT_BACKTRACE": "enable=no",
      ])
    #expect(run.hear("same") && run.hear("status \(status)."), "\(run.heard)")
  }
}
