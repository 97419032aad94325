import Glibc
import Testing
import WaylineTesting

@Suite("Completion in bash", .enabled(if: access("/bin/bash", X_OK) == 0, "bash is not installed."))
struct CompletionTests {
  /// A line, and what bash offers for its last word.
  private struct Row: Sendable, CustomTestStringConvertible {
    let line: String
    let offers: [String]
    var testDescription: String { line }

    init(_ line: String, _ offers: String...) {
      (self.line, self.offers) = (line, offers)
    }
  }

  private static let rows = [
    Row("tour --js", "--json"),
    Row("tour --fe", "--feed"),
    Row("tour --color al", "always"),
    Row("tour desk --color=al", "always"),
    Row("tour --store :mem", "memory:"),
    Row("tour --routes ", "dot", "mermaid"),
    Row("tour --completion ", "bash"),
    Row("tour --scene "),
    Row("tour se", "settings"),
    Row("tour --json --color never se", "settings"),
    Row("tour desk ", "book", "returns", "member", "chooseMember", "logIn"),
    Row("tour open desk m", "member"),
    Row("tour help fo", "forward"),
    Row("tour store s", "status"),
    Row("tour store ", "status", "doctor", "dump", "export", "import", "erase"),
    Row("tour scene ", "list", "erase"),
    Row("tour passphrase ", "from", "off"),
    Row("tour --script /proc/self/cmdl", "/proc/self/cmdline"),
    Row("tour settings "),
    Row("tour nothing-like"),
  ]

  @Test("What may follow is offered", arguments: rows)
  private func offers(_ row: Row) throws {
    let tour = Program.built("tour").path
    let command = """
      source <("\(tour)" --completion bash)
      COMP_LINE=$0; COMP_POINT=${#0}
      _tour
      [ ${#COMPREPLY[@]} = 0 ] || printf '%s\\n' "${COMPREPLY[@]}"
      """
    let run = try Program(path: "/bin/bash").run(
      ["-c", command, row.line], environment: ["PATH": "/usr/bin:/bin"])
    #expect(run.lines == row.offers, "\(run.errors)")
  }

  @Test("Tab completes at a prompt of bash")
  func prompt() throws {
    let tour = Built("tour")
    let folder = tour.program.path.split(separator: "/").dropLast().joined(separator: "/")
    let shell = try TerminalProgram(
      "/bin/bash", ["--norc", "-i"],
      environment: [
        "HOME": tour.store.path, "PS1": "shell$ ", "TERM": "dumb", "LANG": "C.UTF-8",
        "PATH": "/\(folder):/usr/bin:/bin",
      ])
    #expect(shell.hear("shell$ "))
    #expect(shell.say("source <(tour --completion bash); echo $?\n", hear: "\r\n0\r\n"))
    #expect(shell.hear("shell$ ") && shell.say("tour --store :m\t", hear: "tour --store :memory: "))
    #expect(shell.say("--color=nev\t", hear: "--color=never "))
    #expect(shell.say("--no-i\tdesk b\t", hear: "--no-input desk book "))
    #expect(shell.say("42\n", hear: "Tour › Desk › The Go-Between\r\n"))
    #expect(shell.hear("shell$ ") && shell.say("exit\n", hear: "exit"))
    #expect(shell.end() == 0)
  }

  @Test("Another shell than bash is a wrong value")
  func otherShell() throws {
    #expect(try Built("tour").run(["--completion", "fish"]).status == 2)
  }
}
