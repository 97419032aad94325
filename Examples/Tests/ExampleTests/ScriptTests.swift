import FoundationEssentials
import TestThreads
import Testing
import WaylineTesting

@Suite("Scripts", .waitsForPrograms)
struct ScriptTests {
  private let tour = Built("tour")

  /// Runs the tour with lines in a file, which `--script` names.
  private func script(_ lines: String, _ options: [String] = []) throws -> ProgramRun {
    let path = tour.store.path + "/lend.script"
    try tour.store.write(lines, to: "lend.script")
    return try tour.run(options + ["--script", path], "")
  }

  @Test("Problems go to standard error with the number of their line, screens to standard output")
  func problems() throws {
    let run = try script("# The settings\nSettings\n\nnothing\n9\n")
    let path = tour.store.path + "/lend.script"
    #expect(
      run.errors == """
        \(path):4: 'nothing' is neither a command nor a label here. Type help to see what can be typed.
        \(path):5: There is no 9 on this screen: the numbers are 1 to 5.

        """)
    #expect(run.output.contains("Tour › Settings") && !run.output.contains("neither"))
    #expect(run.status == 1)
  }

  @Test("A line that cannot be read is named by its own number")
  func unreadable() throws {
    let long = String(repeating: "x", count: 17 << 20)
    let run = try script("\(long)\nhome\nho\u{0}me\n")
    let path = tour.store.path + "/lend.script"
    let problems = run.errors.split(separator: "\n")
    #expect(problems.first?.hasPrefix("\(path):1: A line of 17825792 bytes was refused") == true)
    #expect(problems.dropFirst().allSatisfy { $0.hasPrefix("\(path):3: ") }, "\(run.errors)")
    #expect(problems.count > 1 && run.status == 1)
  }

  @Test("A problem of the command line is on standard error, and one of a line of a pipe is not")
  func commandLine() throws {
    let unknown = try tour.run(["settigns"], "home\n")
    #expect(unknown.errors == "tour: There is no place 'settigns'. Did you mean 'settings'?\n")
    #expect(unknown.output.isEmpty && unknown.status == 2)
    let line = try tour.run(["settings"], "nothing\n")
    #expect(line.errors.isEmpty && line.output.contains("\nline 1: 'nothing' is neither"))
    let transcript = try tour.run(["--echo", "settigns"], "")
    let objects = try tour.run(["--json", "settigns"], "")
    for run in [transcript, objects] {
      #expect(run.errors.isEmpty && run.output.contains("There is no place 'settigns'."))
    }
  }

  @Test("A problem of a pipe begins with the number of its line")
  func numbers() throws {
    let run = try tour.run(["--store", ":memory:"], "# first\nhome\nnothing\n9\n")
    let problems = run.lines.filter { $0.hasPrefix("line ") }
    #expect(
      problems == [
        "line 3: 'nothing' is neither a command nor a label here. Type help to see what can be typed.",
        "line 4: There is no 9 on this screen: the numbers are 1 to 7.",
      ])
    // The answer says which one a request was, and a transcript has the line itself.
    for options in [["--json"], ["--echo"]] {
      let other = try tour.run(["--store", ":memory:"] + options, "home\nnothing\n")
      #expect(other.status == 1 && !other.output.contains("line 2: "))
    }
  }

  @Test(
    "A script and a transcript have the lines that changed; a pipe has whole screens, and so has --full",
    arguments: [[], ["--full"]] as [[String]],
    [[], ["--echo"], ["--script", "-"], ["--script", "-", "--echo"]] as [[String]])
  func answers(full: [String], form: [String]) throws {
    let run = try tour.run(full + form + ["settings"], "1\n1\n")
    let isWhole = form.isEmpty || !full.isEmpty
    let line = "[1] Welcome at the next start: "
    let places = run.lines.count { $0 == "Tour › Settings" }
    #expect(places == (isWhole ? 3 : 1), "\(run.output)")
    #expect(
      run.lines.filter { $0.hasPrefix(line) } == ["off", "on", "off"].map { line + $0 },
      "\(run.output)")
    #expect(run.lines.count { $0 == "[3] Edit the profile" } == places)
  }

  @Test("A transcript keeps everything in one place")
  func transcript() throws {
    let run = try script("9\n", ["--echo"])
    #expect(run.errors.isEmpty)
    #expect(run.output.contains("> 9\nThere is no 9 on this screen"))
  }

  @Test("A dash is standard input, and a byte-order mark is not part of the first line")
  func standardInput() throws {
    let run = try tour.run(["--script", "-"], "\u{FEFF}Settings\nnothing\n")
    #expect(run.output.contains("Tour › Settings"))
    #expect(run.errors.hasPrefix("standard input:2: 'nothing' is neither"))
  }

  @Test("The value of a secret comes from a file or a descriptor, and stands in no output")
  func secrets() throws {
    try tour.store.write("s3cretpass\n", to: "code")
    let file = tour.store.path + "/code"
    let byFile = try script("Log in\nPasscode: @\(file)\n", ["--store", ":memory:"])
    #expect(byFile.output.contains("(hidden, 10 characters)"), "\(byFile.errors)")
    let missing = try script(
      "Log in\n1 @\(file)2\n1 @pass/word\nPasscode\n@pass/word\n", ["--echo"])
    let reason = "The file named after '@' could not be read: No such file or directory. "
    #expect(missing.output.split(separator: reason).count == 4, "\(missing.output)")
    #expect(!missing.output.contains("code2") && !missing.output.contains("pass/word"))
    let escaped = try script("Log in\n1 @@code\n")
    #expect(escaped.output.contains("(hidden, 5 characters)"))
  }

  @Test("-h is --help")
  func help() throws {
    let (short, long) = (try tour.run(["-h"]), try tour.run(["--help"]))
    #expect(short.output == long.output && short.status == 0 && !short.output.isEmpty)
  }
}
