import Glibc
import Testing
import WaylineSystem
import WaylineTestPrograms
import WaylineTestThreads

@testable import WaylineQuestions

@Suite("The line of work")
struct WorkStateTests {
  private let start = ContinuousClock.now

  @Test("Says how far it is, its pace after a second, and the time that is left")
  func line() {
    var state = WorkState("Fetching", total: 12, at: start)
    #expect(state.line(at: start) == "Fetching: 0 of 12, 0 %")
    state.steps = 3
    #expect(
      state.line(at: start + .seconds(2)) == "Fetching: 3 of 12, 25 %, 1.5 a second, 6 s left")
    state.steps = 99
    #expect(state.line(at: start + .seconds(3)).hasPrefix("Fetching: 99 of 12, 100 %"))
  }

  @Test("Says how long it takes where the number of steps is unknown")
  func unknown() {
    var state = WorkState("Loading", total: nil, at: start)
    #expect(state.line(at: start + .seconds(65)) == "Loading: 1 min 5 s")
    state.steps = 1_200
    #expect(state.line(at: start + .seconds(1)) == "Loading: 1,200, 1 s")
  }

  @Test("Ends with what was done, and with how far it came when it was stopped")
  func conclusion() {
    var state = WorkState("Fetching", total: 12, at: start)
    state.steps = 5
    #expect(
      state.conclusion(isDone: false, at: start + .seconds(2))
        == "Fetching: stopped at 5 of 12 after 2 s")
    #expect(state.conclusion(isDone: true, at: start + .seconds(2)) == "Fetching: 5 of 12 in 2 s")
    state.ending = "Fetched 5 files"
    #expect(state.conclusion(isDone: true, at: start + .seconds(2)) == "Fetched 5 files in 2 s")
    let loading = WorkState("Loading", total: nil, at: start)
    #expect(loading.conclusion(isDone: true, at: start + .seconds(2)) == "Loading: done in 2 s")
    #expect(
      loading.conclusion(isDone: false, at: start + .seconds(2)) == "Loading: stopped after 2 s")
  }
}

@Suite("Progress without screens", .waitsForPrograms)
struct ProgressTests {
  /// The lines that remain, without the times in them.
  private func remaining(_ tool: Tool, columns: Int = 80, rows: Int = 24) -> [String] {
    let screen = TerminalScreen(tool.heard, columns: columns, rows: rows)
    #expect(screen.unknown.isEmpty && screen.scrollsWhole)
    return screen.lines.map { line in
      line.hasSuffix(" s") ? line.split(separator: " ").dropLast(3).joined(separator: " ") : line
    }
  }

  @Test("Is redrawn in the last row of a terminal, and leaves one line below the logged ones")
  func live() throws {
    let tool = try Tool(["progress"])
    #expect(tool.hear("Fetching: 1 of 3, 33 %") && tool.hear("Fetching: 2 of 3, 67 %"))
    #expect(
      tool.hear("answer: 3\r\n") && tool.program.end() == 0, "\(tool.heard.debugDescription)")
    #expect(remaining(tool) == ["two are done", "Fetched 3 files", "answer: 3"])
  }

  @Test("Makes room for a question, also a logged line does, and continues after it")
  func question() throws {
    let tool = try Tool(["asking-progress"])
    #expect(tool.hear("Fetching: 0 of 3"))
    #expect(tool.hear("Name:", say: "\r") && tool.hear("Type a name.", say: "a\r"))
    #expect(tool.hear("checked ''\r\nchecked 'a'\r\n") && tool.hear("Fetching: 0 of 3"))
    #expect(tool.hear("answer: a") && tool.program.end() == 0)
    #expect(
      remaining(tool) == ["Name: a", "checked ''", "checked 'a'", "Fetching: 0 of 3", "answer: a"])
  }

  @Test("Leaves what the program and its children print above it, also lines without their ends")
  func printed() throws {
    let expected =
      ["beforeprinted 2"] + (2...20).map { "printed \($0 * 2)" }
      + ["Fetching: 40 of 40", "answer: done"]
    for rows in [24, 6] as [UInt16] {
      let tool = try Tool(["printing"], script: "stty rows \(rows) cols 80; \"$@\"")
      #expect(tool.program.end() == 0)
      var lines = remaining(tool, rows: Int(rows))
      for line in ["child", "problem"] {
        #expect(lines.contains(line))
        lines.removeAll { $0 == line }
      }
      #expect(lines == expected, "\(lines)")
    }
  }

  @Test(
    "Gives its rows back and says how far it came, however the program ends",
    arguments: [(SIGINT, 130), (SIGTERM, 143), (SIGSEGV, 139), (SIGHUP, 129)] as [(Int32, Int32)])
  func ended(signal: Int32, status: Int32) throws {
    let tool = try Tool(["endless"], ["TERM": "xterm", "SWIFT_BACKTRACE": "enable=no"])
    #expect(tool.hear("Fetching: 3 of 9, 33 %"))
    if signal == SIGINT { tool.program.say("\u{3}") } else { tool.program.send(signal) }
    #expect(tool.program.end() == status)
    let lines = remaining(tool)
    #expect(lines.contains("Fetching: stopped at 3 of 9"), "\(lines)")
    #expect(!lines.contains { $0.contains("33 %") }, "\(lines)")
  }

  @Test(
    "Is drawn in the last row of a window of another size, within its width, while there is room")
  func resized() throws {
    let tool = try Tool(["endless"])
    #expect(tool.hear("Fetching: 3 of 9, 33 %"))
    for (columns, rows) in [(40, 10), (12, 30), (80, 24)] as [(UInt16, UInt16)] {
      tool.program.resize(columns: columns, rows: rows)
      #expect(tool.hear("\u{1B}[1;\(rows - 1)r"), "\(tool.heard.debugDescription)")
      let line = "Fetching: 3 of 9, 33 %".prefix(Int(columns) - 1)
      #expect(tool.hear("\u{1B}[\(rows);1H\(line)"), "\(tool.heard.debugDescription)")
    }
    // Three rows are the program's.
    tool.program.resize(columns: 80, rows: 3)
    #expect(tool.hear("\u{1B}7\u{1B}[r\u{1B}8"), "\(tool.heard.debugDescription)")
    tool.program.resize(columns: 80, rows: 24)
    #expect(tool.hear("\u{1B}[24;1HFetching: 3 of 9, 33 %", say: "\u{3}"))
    #expect(tool.program.end() == 130 && TerminalScreen(tool.heard).scrollsWhole)
    #expect(tool.heard.contains("Fetching: stopped at 3 of 9"), "\(tool.heard.debugDescription)")
  }

  @Test("Gives its rows back while the program is stopped, and is drawn again afterwards")
  func stopped() throws {
    let tool = try Tool(
      ["endless"], script: "set -m; \"$@\"; echo \"stopped $?\"; fg")
    #expect(tool.hear("Fetching: 3 of 9, 33 %", say: "\u{1A}"))
    #expect(tool.hear("stopped 148"), "\(tool.heard.debugDescription)")
    #expect(TerminalScreen(tool.heard).scrollsWhole)
    #expect(tool.hear("Fetching: 3 of 9, 33 %", say: "\u{3}"))
    #expect(tool.hear("Fetching: stopped at 3 of 9"), "\(tool.heard.debugDescription)")
    #expect(tool.program.end() != nil && TerminalScreen(tool.heard).scrollsWhole)
  }

  @Test("Cancels work that answers ^C, which can undo its steps, and a second ^C ends the program")
  func cancelled() throws {
    for environment in [Tool.live, Tool.numbered[0]] {
      let tool = try Tool(["cancelled-progress", "text"], environment)
      #expect(tool.hear("begun"))
      usleep(300_000)
      tool.program.say("\u{3}")
      #expect(tool.hear("Installing: stopped at 3 of 9 after"))
      #expect(tool.hear("undone 3\r\ncancelled"), "\(tool.heard.debugDescription)")
      #expect(tool.hear("Name: ", say: "Ann\r") && tool.hear("answer: Ann"))
      #expect(tool.program.end() == 0)
      #expect(remaining(tool).contains("Installing: stopped at 3 of 9"), "\(remaining(tool))")
    }
    let deaf = try Tool(["deaf"])
    #expect(deaf.hear("Fetching: 3 of 9", say: "\u{3}"))
    usleep(300_000)
    deaf.program.say("\u{3}")
    #expect(deaf.program.end() == 130 && remaining(deaf).contains("Fetching: stopped at 3 of 9"))
    let tool = try Tool(["cancelled-progress"], script: "trap '' INT; \"$@\"")
    #expect(tool.hear("begun"))
    tool.program.say("\u{3}")
    usleep(300_000)
    // A program that was started with ^C ignored goes on.
    #expect(!tool.heard.contains("undone"))
  }

  @Test("Is a JSON object at the start, each second, and at the end, where they are wanted")
  func json() throws {
    let tool = try Tool(["json"], script: "\"$@\" >/dev/null")
    #expect(tool.program.end() == 0)
    let lines = TerminalScreen(tool.heard, columns: 200).lines
    #expect(lines.first == #"{"type":"progress","title":"Fetching","value":0,"total":3}"#)
    #expect(lines.contains(#"{"type":"log","text":"two are done"}"#))
    #expect(
      lines.last
        == #"{"type":"progress","title":"Fetching","value":3,"total":3,"isDone":true,"#
        + #""text":"Fetched 3 files in 1 s"}"#)
    #expect(JSONString.quoted("a\"\\\n\u{1B}\u{202E}é") == #""a\"\\\n\u001b\u202eé""#)
  }

  @Test("Of several closures at once has at most five lines")
  func several() throws {
    let tool = try Tool(["await", "seven"])
    #expect(tool.hear("3 more"), "\(tool.heard.debugDescription)")
    #expect(tool.hear("answer: 7"), "\(tool.heard.debugDescription)")
  }

  @Test("Is a line at the start and one at the end where lines cannot be redrawn")
  func plain() throws {
    for environment in Tool.numbered.dropLast() + [["TERM": "xterm", "CI": "true"]] {
      let tool = try Tool(["progress", "stopped-progress"], environment)
      #expect(
        tool.hear("Fetching …\r\ntwo are done\r\nFetched 3 files in 1 s\r\nanswer: 3\r\n"),
        "\(tool.heard)")
      #expect(
        tool.hear("Fetching …\r\nFetching: stopped at 1 of 3 after 1 s\r\ncancelled"),
        "\(tool.heard)")
      #expect(!tool.heard.contains("\u{1B}"))
    }
  }
}
