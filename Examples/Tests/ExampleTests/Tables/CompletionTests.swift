import Glibc
import TestPrograms
import TestThreads
import Testing
import WaylineTesting

@Suite(
  "Completion in bash", .waitsForPrograms,
  .enabled(if: access("/bin/bash", X_OK) == 0, "bash is not installed."))
struct CompletionTests {
  private static let rows = [
    CompletionRow("tour --js", "--json"),
    CompletionRow("tour --fe", "--feed"),
    CompletionRow("tour --color al", "always"),
    CompletionRow("tour desk --color=al", "always"),
    CompletionRow("tour --store :mem", "memory:"),
    CompletionRow("tour --routes ", "dot", "mermaid"),
    CompletionRow("tour --completion ", "bash", "zsh", "fish"),
    CompletionRow("tour --scene "),
    CompletionRow("tour set", "settings"),
    CompletionRow("tour --json --color never set", "settings"),
    CompletionRow("tour desk b", "book"),
    CompletionRow("tour desk book 4", "42"),
    CompletionRow("tour open desk m", "member"),
    CompletionRow("tour open desk book ", "7", "42", "99"),
    CompletionRow("tour desk book '4", "42"),
    CompletionRow("tour \"desk\" bo\\ok \"9", "99"),
    CompletionRow("tour --store 'a folder' desk book 4", "42"),
    // Only staff may enter the places of members.
    CompletionRow("tour desk member "),
    CompletionRow("tour open desk member G"),
    CompletionRow("tour help fo", "forward"),
    CompletionRow("tour store s", "status"),
    CompletionRow("tour store ", "status", "doctor", "dump", "export", "import", "erase"),
    CompletionRow("tour scene ", "list", "erase"),
    CompletionRow("tour passphrase ", "from", "off"),
    CompletionRow("tour --script /proc/self/cmdl", "/proc/self/cmdline"),
    CompletionRow("tour expl", "explore"),
    CompletionRow("tour explore --de", "--depth"),
    CompletionRow("tour explore --re", "--resume", "--repro"),
    CompletionRow("tour explore --resume /proc/self/cmdl", "/proc/self/cmdline"),
    searching,
    CompletionRow("tour settings "),
    CompletionRow("tour nothing-like"),
  ]

  #if Postgres
    private static let searching = CompletionRow(
      "tour explore --s", "--states", "--seed", "--shard", "--share", "--script", "--strict",
      "--stop-first")
  #else
    private static let searching = CompletionRow(
      "tour explore --s", "--states", "--seed", "--shard", "--script", "--strict", "--stop-first")
  #endif

  @Test("The words that may follow are offered", arguments: rows)
  private func offers(_ row: CompletionRow) throws {
    let tour = Program.built("tour").path
    let command = """
      source <("\(tour)" --completion bash)
      COMP_LINE=$0; COMP_POINT=${#0}
      _tour
      [ ${#COMPREPLY[@]} = 0 ] || printf '%s\\n' "${COMPREPLY[@]}"
      """
    // A home of its own: that of the person who runs the tests may have sessions of the tour.
    let home = TemporaryFolder()
    let run = try Program(path: "/bin/bash").run(
      ["-c", command, row.line],
      environment: ["PATH": "\(Built.folder):/usr/bin:/bin", "HOME": home.path])
    #expect(run.lines == row.offers, "\(run.errors)")
  }

  private static let quoted = [
    CompletionRow("tour ", #"it\'s\ \"q\"\ \$x"#, #"a\ b:c"#),
    CompletionRow("tour 'it", #"it'\''s "q" $x"#),
    CompletionRow("tour \"it", #"it's \"q\" \$x"#),
    CompletionRow(#"tour a\ b:"#, "c"),
    CompletionRow("tour 'a b:", "a b:c"),
    CompletionRow(#"tour --script my\ f"#, "my file"),
    CompletionRow("tour --script 'my f", "my file"),
    CompletionRow("tour --script \"my f", "my file"),
    CompletionRow(#"tour --script=my\ f"#, "my file"),
  ]

  @Test(
    "Words are read with their quotes, and offered as the quotes around them need",
    arguments: quoted)
  private func quotes(_ row: CompletionRow) throws {
    let folder = TemporaryFolder()
    for name in ["my file", "f"] { try folder.write("", to: name) }
    let command = """
      source <("$2" --completion bash)
      offer() { printf '%s\\n' "it's \\"q\\" \\$x" 'a b:c' | grep -F -e "$1"; }
      tour() { case $* in *--script*) echo //files ;; *) offer "${*: -1}" ;; esac; }
      cd "$1"
      COMP_LINE=$0; COMP_POINT=${#0}
      _tour
      printf '%s\\n' "${COMPREPLY[@]}"
      """
    let run = try Program(path: "/bin/bash").run(
      ["-c", command, row.line, folder.path, Program.built("tour").path],
      environment: ["PATH": "/usr/bin:/bin"])
    #expect(run.lines == row.offers, "\(run.errors)")
  }

  @Test("Tab completes at a prompt of bash")
  func prompt() throws {
    let tour = Built("tour")
    let shell = try tour.inShell(
      ["/bin/bash", "--norc", "-i"], prepared: "source <(tour --completion bash)")
    #expect(shell.say("tour --store :m\t", hear: "tour --store :memory: "))
    #expect(shell.say("--color=nev\t", hear: "--color=never "))
    #expect(shell.say("--no-i\tdesk b\t", hear: "--no-input desk book "))
    #expect(shell.say("42\n", hear: "Tour › Desk › The Go-Between\r\n"))
    #expect(shell.say("tour desk book '4\t", hear: "'42' "))
    // ^U: an empty line again.
    #expect(shell.say("\u{15}exit\n", hear: "exit"))
    #expect(shell.end() == 0)
  }

  @Test("The names of saved sessions are offered, from the store in the line")
  func scenes() throws {
    let tour = Built("tour")
    _ = try tour.run(["--scene", "upper"], "Settings\n")
    for words in [["--scene", ""], ["scene", "erase", "u"]] {
      let run = try tour.program.run(
        ["--complete", "--store", tour.store.path] + words, environment: [:])
      #expect(run.lines == ["upper"])
    }
  }

  @Test("Values that are stored are offered, with their labels, and nothing is written for it")
  func storedValues() throws {
    let expenses = Built("expenses")
    _ = try expenses.run([], "Add\nTitle: Glue\nAmount: 2.50\nSave\n")
    let files = expenses.store.contents
    let words = ["--complete", "--store", expenses.store.path]
    let run = try expenses.program.run(words + ["expense", ""], environment: [:])
    #expect(run.lines == ["1\tGlue, 2.50"] && run.status == 0, "\(run.errors)")
    #expect(expenses.store.contents == files)
    let other = TemporaryFolder()
    let none = try expenses.program.run(
      ["--complete", "--store", other.path, "expense", ""], environment: ["HOME": other.path])
    #expect(none.lines == [] && other.names == [])
  }

  @Test("Values of places that a guard refuses are not offered, also below a place that it allows")
  func guarded() throws {
    let expenses = Built("expenses")
    _ = try expenses.run([], "Add\nTitle: Glue\nAmount: 2.50\nSave\n")
    let words = ["--complete", "--store", expenses.store.path]
    func offers(_ place: String...) throws -> [String] {
      try expenses.program.run(words + place + [""], environment: [:]).lines
    }
    #expect(try offers("expense") == ["1\tGlue, 2.50"])
    #expect(try offers("approve") == [])
    let tour = Built("tour")
    let members = try tour.program.run(
      ["--complete", "--store", tour.store.path, "desk", "member", ""], environment: [:])
    #expect(members.lines == [] && members.status == 0 && members.errors == "")
  }

  @Test("A damaged store is neither recovered nor reported by a completion")
  func damagedStore() throws {
    let expenses = Built("expenses")
    _ = try expenses.run([], "Add\nTitle: Glue\nAmount: 2.50\nSave\n")
    try expenses.store.write("no database", to: "state.sqlite3")
    let files = expenses.store.contents
    let run = try expenses.program.run(
      ["--complete", "--store", expenses.store.path, "expense", ""], environment: [:])
    #expect(run.lines == [] && run.errors == "" && run.status == 0)
    #expect(expenses.store.contents == files)
  }

  @Test("The scripts for zsh and fish ask the program too, and other shells are refused")
  func otherShells() throws {
    let tour = Built("tour")
    #expect(try tour.run(["--completion", "zsh"]).lines.first == "#compdef tour")
    #expect(
      try tour.run(["--completion", "fish"]).lines.last == "complete -c tour -f -a '(__tour)'")
    #expect(try tour.run(["--completion", "tcsh"]).status == 2)
  }

  @Test(
    "The manual page has no warnings of groff",
    .enabled(if: access("/usr/bin/groff", X_OK) == 0, "groff is not installed."))
  func manual() throws {
    let tour = Built("tour")
    let run = try tour.shell("\"$0\" --manual | groff -man -Tutf8 -ww -z 2>&1")
    #expect(run.status == 0 && run.output.isEmpty, "\(run.output)")
    #expect(try tour.run(["--manual"]).lines.first?.hasPrefix(".TH \"TOUR\" 1") == true)
    #expect(try tour.run(["--manual=markdown"]).lines.first == "# tour")
  }
}
