import Glibc
import TestPrograms
import TestThreads
import Testing
import WaylineTesting

@Suite(
  "Completion in zsh", .waitsForPrograms,
  .enabled(if: access("/usr/bin/zsh", X_OK) == 0, "zsh is not installed."))
struct ZshCompletionTests {
  private let tour = Built("tour")

  private func start() throws -> TerminalProgram {
    try tour.inShell(
      ["/usr/bin/zsh", "-f", "-i"],
      prepared: "autoload -Uz compinit; compinit -D -u; source <(tour --completion zsh)")
  }

  @Test("Tab completes at a prompt of zsh")
  func prompt() throws {
    let shell = try start()
    #expect(shell.say("tour --store :m\t", hear: "emory: "))
    #expect(shell.say("--color=nev\t", hear: "--color=never "))
    #expect(shell.say("--no-i\t", hear: "--no-input "))
    #expect(shell.say("desk b\t", hear: "desk book "), "\(shell.heard)")
    #expect(shell.say("42\n", hear: "Tour › Desk › The Go-Between\r\n"), "\(shell.heard)")
    #expect(shell.hear("shell$ ") && shell.say("exit\n", hear: "exit"))
    #expect(shell.end() == 0)
  }

  @Test("Words are read with their quotes")
  func quotes() throws {
    let shell = try start()
    #expect(shell.say("tour --store 'a b' desk book '4\t", hear: "'42' "), "\(shell.heard)")
    // ^U: an empty line again.
    #expect(shell.say("\u{15}tour desk bo\\ok \"9\t", hear: "\"99\" "), "\(shell.heard)")
  }

  @Test("A list of words has their meanings beside them")
  func meanings() throws {
    let shell = try start()
    #expect(shell.say("tour desk book \t\t", hear: "The Go-Between"))
  }
}

@Suite(
  "Completion in fish", .waitsForPrograms,
  .enabled(if: access("/usr/bin/fish", X_OK) == 0, "fish is not installed."))
struct FishCompletionTests {
  private static let rows = [
    CompletionRow("tour --js", "--json\tPrint one JSON object per line."),
    CompletionRow("tour --color al", "always"),
    CompletionRow("tour desk --color=al", "--color=always"),
    CompletionRow("tour --store :mem", ":memory:"),
    CompletionRow("tour --routes ", "dot", "mermaid"),
    CompletionRow("tour desk b", "book"),
    CompletionRow("tour --json desk book 4", "42\tThe Go-Between"),
    CompletionRow("tour store ", "doctor", "dump", "erase", "export", "import", "status"),
    CompletionRow("tour --script /proc/self/cmdl", "/proc/self/cmdline"),
    CompletionRow("tour --script=/proc/self/cmdl", "--script=/proc/self/cmdline"),
    CompletionRow("tour --store 'a b' desk book '4", "42\tThe Go-Between"),
    CompletionRow("tour --script '/proc/self/cmdl", "/proc/self/cmdline"),
    CompletionRow("tour nothing-like"),
  ]

  @Test("The words that may follow are offered", arguments: rows)
  func offers(_ row: CompletionRow) throws {
    let home = TemporaryFolder()
    let script = "tour --completion fish | source; complete -C $argv[1]"
    let run = try Program(path: "/usr/bin/fish").run(
      ["--no-config", "-c", script, row.line],
      environment: [
        "HOME": home.path, "PATH": "\(Built.folder):/usr/bin:/bin", "LANG": "C.UTF-8",
      ])
    #expect(run.lines == row.offers, "\(run.errors)")
  }
}
