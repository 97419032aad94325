import Testing
import WaylineGraph
import WaylineViews

@testable import WaylineShell

@Suite("Stream driver")
@MainActor
struct StreamDriverTests {
  private let first = BookPage.firstScreen

  private func driver(
    _ configure: (inout SceneConfiguration) -> Void = { _ in }
  ) -> StreamDriver {
    var options = SceneConfiguration(program: "desk")
    configure(&options)
    let driver = StreamDriver(
      session: Session(host: ViewHost { BookPage() }, options: options))
    driver.begin(program: "desk")
    return driver
  }

  private func text(of driver: StreamDriver) -> String {
    String(decoding: driver.takeOutput(), as: UTF8.self)
  }

  private func answer(_ driver: StreamDriver, _ input: String) -> String {
    _ = driver.takeOutput()
    driver.receive(input.utf8)
    while driver.step() {}
    return text(of: driver)
  }

  @Test("With JSON, a message that a line caused is part of its answer; another one is marked")
  func causedMessage() {
    var options = SceneConfiguration(program: "desk")
    options.printsUnasked = true
    (options.renderer, options.readsJSON, options.showsPrompt) = (JSONRenderer(), true, true)
    let session = Session(host: ViewHost { BookPage() }, options: options)
    session.beforeInput = { session.report(.problem("Could not be stored.", .valueNotStored)) }
    let driver = StreamDriver(session: session)
    driver.begin(program: "desk")
    let message =
      #""kind":"problem","code":"value-not-stored","text":"Could not be stored."}"# + "\n"
    let ready = #"{"type":"ready"}"# + "\n"
    #expect(answer(driver, "#\n") == #"{"type":"message","# + message + ready)
    session.report(.problem("Could not be stored.", .valueNotStored))
    #expect(text(of: driver) == #"{"type":"message","async":true,"# + message)
  }

  @Test("A session over a connection is recorded step by step")
  func recorded() {
    var steps: [LogStep] = []
    let driver = driver { $0.follower = SessionFollower { steps.append($0) } }
    _ = answer(driver, "2\n1\nBo\n")
    driver.endInput()
    driver.step()
    #expect(steps.map(\.line) == [nil, "2", "1", "Bo", nil])
    #expect(steps.map(\.isAnswer) == [false, false, false, true, false])
  }

  @Test("With JSON, a note on how a line was read is part of its answer")
  func noteOnReading() {
    let driver = driver {
      ($0.renderer, $0.readsJSON, $0.showsPrompt) = (JSONRenderer(), true, true)
    }
    let text = answer(driver, "#\0\n")
    #expect(text.contains("NUL"), "\(text)")
    #expect(!text.contains("async"), "\(text)")
    #expect(text.split(separator: #"{"type":"ready"}"#).count == 1 + (text.hasSuffix("\n") ? 1 : 0))
  }

  @Test("The first screen is there before any input")
  func firstScreen() {
    #expect(text(of: driver()) == first)
  }

  @Test("The lines of a text are asked for once, and again after something came between")
  func text() {
    let host = ViewHost { NotePage() }
    var options = SceneConfiguration(program: "desk")
    options.showsPrompt = true
    let session = Session(host: host, options: options)
    let driver = StreamDriver(session: session)
    driver.begin(program: "desk")
    let prompt = "Note (end with a line that is a single dot):\n"
    #expect(answer(driver, "1\n") == prompt)
    #expect(answer(driver, "one\n\ntwo\n") == "")
    session.report(.note("The desk closes.", .notice))
    #expect(text(of: driver) == "\nThe desk closes.\n\(prompt)")
    #expect(answer(driver, ".\n") == "[1] Note: 3 lines\n> ")
  }

  @Test("One step carries out one line")
  func steps() {
    let driver = driver()
    driver.receive("2\n2\n".utf8)
    #expect(driver.canStep && !driver.wantsInput)
    driver.step()
    #expect(driver.canStep && !driver.wantsInput)
    driver.step()
    #expect(!driver.canStep && driver.wantsInput)
  }

  @Test("With a prompt and an echo the output is a transcript")
  func transcript() {
    let driver = driver { $0.echoes = true }
    let shown = first.replacing("me: off", with: "me: on")
    #expect(answer(driver, "2\nquit\n") == "2\n\(shown)> quit\n")
    #expect(driver.isOver)
  }

  @Test("While the output is not read, lines wait; they are carried out when there is room")
  func slowReader() {
    let driver = driver { $0.limits.outputBytes = 200 }
    driver.receive(String(repeating: "2\n", count: 100).utf8)
    while driver.step() {}
    #expect(driver.waitingBytes < 200 + 2 * first.utf8.count)
    #expect(!driver.wantsInput)
    var taken = 0
    while driver.waitingBytes > 0 {
      taken += driver.takeOutput().count
      while driver.step() {}
    }
    #expect(driver.wantsInput && taken > 100 * first.utf8.count)
  }

  @Test("Changes while the output is not read are left out, counted, and shown as they are then")
  func leftOut() {
    let driver = driver {
      $0.limits.outputBytes = 100
      $0.printsUnasked = true
    }
    for number in 0..<1000 { driver.session.report(.note("Note \(number)", .notice)) }
    #expect(driver.waitingBytes < 400)
    _ = driver.takeOutput()
    #expect(
      text(of: driver) == "1000 messages were left out while the output was not read.\n")
  }

  @Test("A flood is refused in one sentence, a long line in another, and both count")
  func refused() {
    let driver = driver { ($0.limits.waitingLines, $0.limits.lineBytes) = (1, 20) }
    #expect(
      answer(driver, "2\n2\n2\n").hasSuffix(
        "2 lines were refused: 1 were waiting already. Read the answers first.\n"))
    #expect(
      answer(driver, String(repeating: "x", count: 21) + "\n")
        == "A line of 21 bytes was refused: a line has at most 20 bytes.\n")
    #expect(driver.session.status == .notAccepted)
  }

  @Test("An end within a line carries nothing out where lines have to end")
  func lost() {
    let driver = driver { $0.takesUnendedLine = false }
    _ = driver.takeOutput()
    driver.receive("4".utf8)
    driver.endInput()
    while driver.step() {}
    #expect(
      text(of: driver) == "The input ended within a line, which was not run.\n")
    #expect(driver.session.ending == .endOfInput)
  }

  @Test("A slow command lets lines wait, and continues by itself")
  func asynchronous() async {
    let nap = ShellCommand("nap", summary: "Naps.") { _ in
      await Task.yield()
      return .lines(["Slept."])
    }
    let driver = driver { $0.commands = [nap] }
    #expect(answer(driver, "nap\nquit\n") == "")
    for _ in 0..<10_000 where !driver.canStep { await Task.yield() }
    while driver.step() {}
    #expect(text(of: driver) == "Slept.\n")
    #expect(driver.isOver)
  }

  @Test("JSON greets, says when a line is wanted, and says bye")
  func json() {
    let driver = driver {
      $0.renderer = JSONRenderer()
      ($0.showsPrompt, $0.readsJSON) = (true, true)
    }
    let lines = text(of: driver).split(separator: "\n")
    #expect(lines.first == #"{"type":"hello","version":2,"app":"desk"}"#)
    #expect(lines.last == #"{"type":"ready"}"#)
    #expect(answer(driver, #"{"command":"quit"}"# + "\n") == #"{"type":"bye","status":0}"# + "\n")
  }
}
