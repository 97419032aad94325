import TestThreads
import Testing
import WaylineTesting

@Suite("Names of files that are not UTF-8", .waitsForPrograms)
struct BytePathTests {
  private let tour = Built("tour")

  /// Runs lines of bash in the home folder, in which `$0` is the program, and the first failure ends them.
  private func shell(_ line: String) throws -> ProgramRun {
    try tour.shell("set -e; mkdir -p \"$HOME\"; cd \"$HOME\"; \(line)")
  }

  @Test(
    "A store has the name that was given by an option or a variable",
    arguments: [
      ("\"$0\" --store $'st\\xff'", "$'st\\xff'"),
      ("\"$0\" --store=$'st\\xff/in'", "$'st\\xff/in'"),
      ("\"$0\" --store \"$PWD/\"$'st\\xff'", "$'st\\xff'"),
      ("TOUR_STORE=$'st\\xff' \"$0\"", "$'st\\xff'"),
      ("XDG_STATE_HOME=$PWD/$'st\\xff' \"$0\"", "$'st\\xff/tour'"),
      ("HOME=$PWD/$'st\\xff' \"$0\"", "$'st\\xff/.local/state/tour'"),
      ("cd \"$HOME\"/$'st\\xff'; \"$0\" --store in", "in"),
    ])
  func store(start: String, folder: String) throws {
    let run = try shell(
      "mkdir -p $'st\\xff'; \(start) --scene desk <<< Settings; "
        + "test -f \(folder)/state.sqlite3; \(start) --scene desk <<< where")
    #expect(run.status == 0 && run.lines.contains("/settings"), "\(run.output) \(run.errors)")
    #expect(!run.output.contains("\u{FFFD}") && !run.errors.contains("\u{FFFD}"))
  }

  @Test("A script, a log and its replay are files of the names that were given")
  func files() throws {
    let run = try shell(
      "echo Settings > $'s\\xff'; \"$0\" --store :memory: --script $'s\\xff' --record $'l\\xff'; "
        + "test -f $'l\\xff'; \"$0\" --replay $'l\\xff'")
    #expect(run.status == 0 && run.lines.contains("Tour › Settings"), "\(run.output) \(run.errors)")
  }

  @Test("A passphrase, a key and an export are in files of the names that were given")
  func secrets() throws {
    let run = try shell(
      "umask 77; echo horse > $'p\\xff'; printf 'Log in\\n1 1234\\nLog in\\n' > in; "
        + "\"$0\" --store s --key-file $'k\\xff' < in; test -f $'k\\xff'; "
        + "\"$0\" --store t < in; \"$0\" --store t passphrase from $'p\\xff'; "
        + "\"$0\" --store t --passphrase-file $'p\\xff' <<< 'Log in'; "
        + "TOUR_PASSPHRASE_FILE=$'p\\xff' \"$0\" --store t <<< 'Log in'; "
        + "\"$0\" --store t store export $'e\\xff'; test -f $'e\\xff'; "
        + "\"$0\" --store u store import $'e\\xff'")
    #expect(run.status == 0, "\(run.output) \(run.errors)")
    #expect(run.lines.filter { $0.contains("Logged in since") }.count >= 3)
    #expect(run.output.contains("to 'e\\xFF'") && run.output.contains("from 'e\\xFF'"))
  }

  private static let refusal = "Nothing was done: the line of a command has to be UTF-8."

  @Test(
    "In a pipe and a script, the line of a command is text, and one that is not names no other file"
  )
  func lines() throws {
    for start in ["\"$0\" --store s < in", "\"$0\" --store s --script in"] {
      let run = try shell(
        "printf 'store export e\\xff\\nopen settings\\xff\\nSettings\\n' > in; set +e; \(start) 2>&1; "
          + "echo \"status $?\"; ls")
      #expect(run.output.components(separatedBy: Self.refusal).count == 3, "\(run.output)")
      #expect(run.lines.contains("Tour › Settings") && run.lines.contains("status 1"))
      #expect(run.lines.suffix(2) == ["in", "s"], "\(run.output)")
    }
  }

  @Test(
    "At a terminal, the line of a command that is no text is refused, and the next one is taken",
    arguments: LineReading.all)
  func typed(reading: LineReading) throws {
    let run = try tour.inTerminal(reading)
    #expect(run.hear("> "))
    let path = tour.store.path + "/e"
    run.say(bytes: Array("store export \(path)".utf8) + [0xFF, 0x0A])
    #expect(run.hear("has to be UTF-8."), "\(run.heard)")
    #expect(run.hear("> ") && run.say("Settings\n", hear: "Tour › Settings"), "\(run.heard)")
    #expect(run.hear("> ") && run.say("quit\n", hear: "quit") && run.end() == 0, "\(run.heard)")
    let files = try shell("ls \"\(tour.store.path)\"")
    #expect(!files.lines.contains { $0.hasPrefix("e") }, "\(files.output)")
  }

  @Test(
    "A name is shown with its bytes, and other words have to be UTF-8",
    arguments: [
      (
        "--script $'s\\xff\\e'",
        "The script 's\\xFF␛' could not be read: No such file or directory."
      ),
      ("--store $'a\\xff\\xc3' --scene x --script n", "The script 'n' could not be read"),
      ("$'sett\\xff'", "'sett\\xFF' is not UTF-8."),
      ("--scene $'\\xff'", "--scene cannot be '\\xFF'; it takes UTF-8 text."),
      ("--timeout $'1\\xff'", "--timeout cannot be '1\\xFF'; it takes UTF-8 text."),
      ("$'--store\\xff' x", "There is no option '--store\\xFF'."),
      ("explore $'--seed\\xff'", "'--seed\\xFF' is not UTF-8."),
    ])
  func refusals(words: String, reported: String) throws {
    let run = try shell("\"$0\" \(words)")
    #expect(run.errors.contains(reported), "\(run.errors) \(run.output)")
    #expect(run.status != 0 && run.output.isEmpty && run.errors.filter { $0 == "\n" }.count == 1)
  }
}
