import Glibc
import TestThreads
import Testing
import WaylineTesting

/// The folder of the built programs, in which a shell looks for them.
private let programs =
  "/" + Program.built("tour").path.split(separator: "/").dropLast().joined(separator: "/")

@Suite(
  "Completion in zsh", .waitsForPrograms,
  .enabled(if: access("/usr/bin/zsh", X_OK) == 0, "zsh is not installed."))
struct ZshCompletionTests {
  @Test("Tab completes at a prompt of zsh")
  func prompt() throws {
    let tour = Built("tour")
    let shell = try TerminalProgram(
      "/usr/bin/zsh", ["-f", "-i"],
      environment: [
        "HOME": tour.store.path, "PS1": "shell$ ", "TERM": "dumb", "LANG": "C.UTF-8",
        "PATH": "\(programs):/usr/bin:/bin",
      ])
    #expect(shell.hear("shell$ "))
    let setup = "autoload -Uz compinit; compinit -D -u; source <(tour --completion zsh); echo $?\n"
    #expect(shell.say(setup, hear: "\r\n0\r\n"), "\(shell.heard)")
    #expect(shell.hear("shell$ ") && shell.say("tour --store :m\t", hear: "emory: "))
    #expect(shell.say("--color=nev\t", hear: "--color=never "))
    #expect(shell.say("--no-i\t", hear: "--no-input "))
    #expect(shell.say("desk b\t", hear: "desk book "), "\(shell.heard)")
    #expect(shell.say("42\n", hear: "Tour › Desk › The Go-Between\r\n"), "\(shell.heard)")
    #expect(shell.hear("shell$ ") && shell.say("exit\n", hear: "exit"))
    #expect(shell.end() == 0)
  }

  @Test("A list of words has their meanings beside them")
  func meanings() throws {
    let tour = Built("tour")
    let shell = try TerminalProgram(
      "/usr/bin/zsh", ["-f", "-i"],
      environment: [
        "HOME": tour.store.path, "PS1": "shell$ ", "TERM": "dumb", "LANG": "C.UTF-8",
        "PATH": "\(programs):/usr/bin:/bin",
      ])
    #expect(shell.hear("shell$ "))
    let setup = "autoload -Uz compinit; compinit -D -u; source <(tour --completion zsh); echo $?\n"
    #expect(shell.say(setup, hear: "\r\n0\r\n"), "\(shell.heard)")
    #expect(shell.hear("shell$ ") && shell.say("tour desk book \t\t", hear: "The Go-Between"))
  }
}

@Suite(
  "Completion in fish", .waitsForPrograms,
  .enabled(if: access("/usr/bin/fish", X_OK) == 0, "fish is not installed."))
struct FishCompletionTests {
  /// A line, and the words that fish offers for its end, some with their meaning.
  private struct Row: Sendable, CustomTestStringConvertible {
    let line: String
    let offers: [String]
    var testDescription: String { line }

    init(_ line: String, _ offers: String...) {
      (self.line, self.offers) = (line, offers)
    }
  }

  private static let rows = [
    Row("tour --js", "--json\tPrint one JSON object per line."),
    Row("tour --color al", "always"),
    Row("tour desk --color=al", "--color=always"),
    Row("tour --store :mem", ":memory:"),
    Row("tour --routes ", "dot", "mermaid"),
    Row("tour desk b", "book"),
    Row("tour --json desk book 4", "42\tThe Go-Between"),
    Row("tour store ", "doctor", "dump", "erase", "export", "import", "status"),
    Row("tour --script /proc/self/cmdl", "/proc/self/cmdline"),
    Row("tour nothing-like"),
  ]

  @Test("The words that may follow are offered", arguments: rows)
  private func offers(_ row: Row) throws {
    let script = "tour --completion fish | source; complete -C $argv[1]"
    let run = try Program(path: "/usr/bin/fish").run(
      ["--no-config", "-c", script, row.line],
      environment: [
        "HOME": TemporaryFolder().path, "PATH": "\(programs):/usr/bin:/bin", "LANG": "C.UTF-8",
      ])
    #expect(run.lines == row.offers, "\(run.errors)")
  }
}
