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
  @Test("Is redrawn at a terminal below the logged lines, and leaves one line")
  func live() throws {
    let tool = try Tool(["progress"])
    #expect(tool.hear("Fetching: 1 of 3, 33 %") && tool.hear("Fetching: 2 of 3, 67 %"))
    #expect(tool.hear("\r\u{1B}[Jtwo are done\r\n") && tool.hear("Fetched 3 files in "))
    #expect(
      tool.hear("s\r\nanswer: 3\r\n") && tool.program.end() == 0, "\(tool.heard.debugDescription)")
  }

  @Test("Makes room for a question, also a logged line does, and continues after it")
  func question() throws {
    let tool = try Tool(["asking-progress"])
    #expect(tool.hear("Fetching: 0 of 3") && tool.hear("\r\u{1B}[J"))
    #expect(tool.hear("Name:", say: "\r") && tool.hear("Type a name.", say: "a\r"))
    #expect(
      tool.hear("Name: a\r\n") && tool.hear("checked ''\r\nchecked 'a'\r\nFetching: 0 of 3"),
      "\(tool.heard.debugDescription)")
    #expect(tool.hear("answer: a"), "\(tool.heard.debugDescription)")
  }

  @Test("Of several closures at once has at most five lines")
  func several() throws {
    let tool = try Tool(["await", "seven"])
    #expect(tool.hear("\n3 more"), "\(tool.heard.debugDescription)")
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
