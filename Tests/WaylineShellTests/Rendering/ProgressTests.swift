import Glibc
import Testing
import WaylineGraph
import WaylineSystem
import WaylineViews

@testable import WaylineShell

/// Work that a page shows.
private final class Work: ObservableObject {
  @Published var percent = 0.0
  @Published var isDone = false
}

private struct WorkPage: View {
  @ObservedObject var work: Work

  var body: some View {
    Text("Importing the catalog.")
    ProgressView("Books", value: work.percent, total: 100)
    if work.isDone { Button("Close") {} }
  }
}

@Suite("Progress")
@MainActor
struct ProgressTests {
  private let start = ContinuousClock.now

  @Test("A step of progress is a report, and a screen comes when anything else changes")
  func reports() {
    let work = Work()
    let desk = Desk(WorkPage(work: work)) {
      ($0.printsUnasked, $0.printsProgressLines) = (true, true)
    }
    _ = desk.printed()
    for percent in stride(from: 5.0, through: 100, by: 5) {
      work.percent = percent
      desk.session.catchUp()
    }
    let reports = desk.frames.compactMap(\.progress)
    #expect(desk.printed() == "" && reports.count == 20)
    let quarters = reports.filter(\.passesQuarter).map(\.lines)
    #expect(quarters == [["Books: 25 %"], ["Books: 50 %"], ["Books: 75 %"], ["Books: 100 %"]])
    work.isDone = true
    desk.session.catchUp()
    #expect(desk.printed().hasPrefix("Importing the catalog.\nBooks: 100 %\n[1] Close\n"))
  }

  @Test("A pipe gets no report, neither of a page nor of a command")
  func pipe() async {
    let work = Work()
    let command = ShellCommand("import", summary: "Import.") { call async throws -> ShellReply in
      call.report("Importing", value: 1, total: 4)
      return .done
    }
    let desk = Desk(WorkPage(work: work)) { $0.commands = [command] }
    _ = desk.answer("import")
    await desk.untilReady()
    work.percent = 25
    desk.session.catchUp()
    #expect(desk.frames.compactMap(\.progress).isEmpty && desk.printed() == "")
  }

  @Test("A command reports its steps, and each quarter")
  func command() async {
    let command = ShellCommand("import", summary: "Import.") { call async throws -> ShellReply in
      for step in 1...4 { call.report("Importing", value: Double(step) * 500, total: 2_000) }
      call.report("Checking", value: 0.5)
      return .done
    }
    let desk = Desk(BookPage()) { ($0.commands, $0.printsProgressLines) = ([command], true) }
    _ = desk.answer("import")
    await desk.untilReady()
    let reports = desk.frames.compactMap(\.progress)
    #expect(reports.first?.lines == ["Importing: 500 of 2,000, 25 %"])
    #expect(reports.last?.lines == ["Checking: 50 %"])
    #expect(reports.allSatisfy(\.passesQuarter) && reports.count == 5)
  }

  @Test("The pace is the mean since the first report, and the time left follows from it")
  func pace() {
    var pace = ProgressPace()
    func line(_ fraction: Double, after seconds: Double, steps: Double? = nil) -> String {
      let percent = Int(fraction * 100)
      return pace.line(
        "Books: \(percent) %", fraction: fraction, steps: steps, at: start + .seconds(seconds))
    }
    #expect(line(0, after: 0) == "Books: 0 %")
    #expect(line(0.1, after: 0.5) == "Books: 10 %")
    #expect(line(0.2, after: 10) == "Books: 20 %, 2.0 % a second, 40 s left")
    #expect(line(0.25, after: 100) == "Books: 25 %, 0.3 % a second, 5 min 0 s left")
    #expect(line(0.5, after: 100, steps: 4_000) == "Books: 50 %, 20 a second, 1 min 40 s left")
    #expect(line(0.05, after: 101) == "Books: 5 %")
  }

  @Test("A line is redrawn at most ten times a second, and the last report is never left out")
  func throttled() {
    var (progress, drawn) = (ProgressLine(), [ContinuousClock.Instant]())
    for step in 0..<2_000 {
      let now = start + .milliseconds(step)
      let report = ProgressReport(lines: ["\(step)"], fraction: Double(step) / 2_000)
      if step < 1_990 { progress.take(report, at: now) }
      if progress.drawn(at: now) != nil { drawn.append(now) }
    }
    #expect(drawn.count == 20)
    #expect(progress.due.map { $0 <= start + .milliseconds(2_090) } == true)
    #expect(progress.drawn(at: start + .seconds(3))?.hasPrefix("1989") == true)
    #expect(progress.due == nil)
  }

  @Test("If nothing is redrawn, a line is printed at each quarter and after ten seconds")
  func lines() {
    var progress = ProgressLine()
    let times = (0..<100).filter { second in
      let report = ProgressReport(
        lines: ["Books"], fraction: 0, passesQuarter: [3, 4].contains(second))
      return !progress.printed(report, at: start + .seconds(second)).isEmpty
    }
    #expect(times == [3, 4, 14, 24, 34, 44, 54, 64, 74, 84, 94])
  }

  @Test("A new title is printed at once, of a command and of a page")
  func titles() async {
    let command = ShellCommand("deploy", summary: "") { call async in
      for (title, value) in [("Build", 0.1), ("Build", 0.2), ("Migrate", 0.2), ("Build", 0.21)] {
        call.report(title, value: value)
      }
    }
    let desk = Desk(BookPage()) { ($0.commands, $0.printsProgressLines) = ([command], true) }
    _ = desk.answer("deploy")
    await desk.untilReady()
    var progress = ProgressLine()
    let lines = desk.frames.compactMap(\.progress).flatMap { progress.printed($0, at: start) }
    #expect(lines == ["Build: 10 %", "Migrate: 20 %", "Build: 21 %"])
    let screens = ["Build: 98 %", "Build: 99 %", "Migrate: 99 %"].map {
      Screen.make(lines: [.text($0)])
    }
    let reports = zip(screens, screens.dropFirst()).compactMap { ProgressReport(from: $0, to: $1) }
    #expect(reports.map(\.hasNewTitle) == [false, true])
  }

  @Test("Programs get at most ten reports a second, and the last one of them")
  func paced() {
    let pacer = ProgressPacer()
    var sent: [String] = []
    var due: ContinuousClock.Instant?
    for step in 0..<2_000 {
      let now = start + .milliseconds(step)
      if let time = due, time <= now {
        sent += (pacer.takeWaiting(at: now)?.messages ?? []).map(\.text)
        due = nil
      }
      if step < 1_990 {
        let frame = Frame(messages: [.note("\(step)", .notice)])
        if let time = pacer.take(frame, at: now) {
          due = due ?? now + time
        } else {
          sent.append("\(step)")
        }
      }
    }
    #expect(sent.count <= 21 && sent.first == "0")
    #expect(pacer.takeWaiting(at: start + .seconds(3))?.messages.first?.text == "1989")
  }
}

@Suite("Progress at a terminal")
@MainActor
struct ProgressDriverTests {
  private let start = ContinuousClock.now

  /// Runs a session whose work does a step for each byte of `steps`, and ends at a dot.
  private func run(
    edits: Bool, steps: Ends, _ course: @escaping @Sendable (Talk) -> Void
  ) throws -> Talk {
    let (ends, work) = (try Ends.terminal(), Work())
    var options = SceneConfiguration(program: "desk")
    (options.isScript, options.printsUnasked, options.printsProgressLines) = (false, true, true)
    options.showsPrompt = true
    let session = Session(host: ViewHost { WorkPage(work: work) }, options: options)
    var now = start
    let editor =
      edits ? LineEditor(program: "desk", input: ends.near, output: ends.near) : nil
    let loop = MainLoop()
    loop.watch(steps.near) {
      var byte: UInt8 = 0
      guard read(steps.near, &byte, 1) == 1 else { return }
      if byte == UInt8(ascii: ".") { work.isDone = true } else { work.percent += 5 }
      session.catchUp()
    }
    let driver = ShellDriver(
      session: session, input: LineSource(descriptor: ends.near),
      output: Output(descriptor: ends.near), editor: editor, loop: loop,
      now: {
        now += .milliseconds(200)
        return now
      })
    let talk = Talk(hears: ends.far, says: ends.far, course)
    #expect(driver.run() == .success)
    return talk
  }

  @Test(
    "One line is redrawn above an empty prompt; beside a typed line, lines come at the quarters",
    .enabled(if: dlopen("libedit.so.2", RTLD_NOW) != nil, "libedit is not installed."))
  func redrawn() throws {
    let steps = Ends.pipe()
    let talk = try run(edits: true, steps: steps) { talk in
      talk.hear("> ")
      for percent in stride(from: 5, through: 50, by: 5) {
        steps.send("!")
        talk.hear("Books: \(percent) %")
        talk.hear("\r\n")
        talk.hear("> ")
      }
      talk.say("sho")
      talk.hear("sho")
      for _ in 0..<9 { steps.send("!") }
      talk.hear("\r\nBooks: 75 %\r\n")
      talk.hear("> sho")
      talk.say("w\n")
      talk.hear("Importing the catalog.\r\n")
      talk.hear("> ")
      talk.say("\u{4}")
    }
    #expect(talk.hasFinished, "\(talk.heard)")
    let redrawn = talk.heard.split(separator: "\u{1B}[A\u{1B}[KBooks").count - 1
    #expect(redrawn == 9, "\(talk.heard.debugDescription)")
    #expect(talk.heard.split(separator: "Importing").count == 2, "\(talk.heard)")
  }

  @Test(
    "What comes of the work takes the place of its last line, but not beside a typed line",
    .enabled(if: dlopen("libedit.so.2", RTLD_NOW) != nil, "libedit is not installed."),
    arguments: ["", "sho"])
  func replaced(typed: String) throws {
    let steps = Ends.pipe()
    let talk = try run(edits: true, steps: steps) { talk in
      talk.hear("> ")
      steps.send("!")
      talk.hear("Books: 5 %")
      talk.hear("\r\n")
      talk.hear("> ")
      if !typed.isEmpty {
        talk.say(typed)
        talk.hear(typed)
      }
      steps.send(".")
      talk.hear("[1] Close")
      talk.hear("\r\n")
      talk.hear("> \(typed)")
      talk.say(typed.isEmpty ? "\u{4}" : "\u{15}\u{4}")
    }
    #expect(talk.hasFinished, "\(talk.heard)")
    let isReplaced = talk.heard.contains("\u{1B}[K\u{1B}[A\r\u{1B}[KImporting the catalog.")
    #expect(isReplaced == typed.isEmpty, "\(talk.heard.debugDescription)")
    #expect(!talk.heard.hasSuffix("\u{1B}[A"), "\(talk.heard.debugDescription)")
  }

  @Test("Without an editor a line comes at each quarter, and no escape byte")
  func quarters() throws {
    let steps = Ends.pipe()
    let talk = try run(edits: false, steps: steps) { talk in
      talk.hear("> ")
      for percent in [25, 50, 75, 100] {
        for _ in 0..<5 { steps.send("!") }
        talk.hear("\r\nBooks: \(percent) %\r\n> ")
      }
      talk.say("\u{4}")
    }
    #expect(talk.hasFinished && !talk.heard.contains("\u{1B}"), "\(talk.heard)")
  }
}
