import Testing
import WaylineGraph
import WaylineViews

@testable import WaylineShell

@Suite("Commands of a program")
@MainActor
struct SessionRunningTests {
  private func desk(_ commands: ShellCommand...) -> Desk {
    Desk(BookPage(isPrivate: false)) { $0.commands = commands }
  }

  @Test("A command gets its words and text, and its lines are printed")
  func immediate() {
    let desk = desk(
      ShellCommand("lend", usage: "lend to MEMBER", summary: "Lends.") {
        .lines($0.words + [$0.text])
      })
    #expect(desk.answer("lend to 'Ann Lee'") == "to\nAnn Lee\nto 'Ann Lee'\n")
  }

  @Test("A command whose name is the label of an element, too, says the number of the element")
  func labelled() {
    let desk = desk(
      ShellCommand("lend", usage: "lend [now]", summary: "Lends.") { _ in .lines(["Lending."]) },
      ShellCommand("delete", summary: "Deletes.") { _ in .lines(["Deleting."]) })
    let hint = "'Lend' was taken as the command. To choose it on the screen, type 4."
    #expect(desk.answer("Lend") == "\(hint)\nLending.\n")
    #expect(desk.answer("lend now") == "Lending.\n")
    // The button is not available.
    #expect(desk.answer("delete") == "Deleting.\n")
  }

  @Test("A failure is printed and counts with its status")
  func failure() {
    let desk = desk(
      ShellCommand("store", summary: "Store.") { _ in
        throw ShellFailure("The store is locked.", status: .noPermission)
      })
    #expect(desk.answer("store") == "The store is locked.\n")
    #expect(desk.session.status == .noPermission)
  }

  @Test("A command that takes its time is waited for, and can ask")
  func asking() async {
    let desk = desk(
      ShellCommand("unlock", summary: "Unlocks.") { call in
        let code = try await call.askSecret("Passphrase")
        return .lines(["Unlocked with \(code.count) characters."])
      })
    #expect(desk.answer("unlock") == "" && !desk.session.wantsInput)
    await desk.untilReady()
    #expect(desk.session.question == LineQuestion(prompt: "Passphrase", isSecret: true))
    _ = desk.answer("hunter2")
    await desk.untilReady()
    #expect(desk.printed() == "Unlocked with 7 characters.\n")
    #expect(desk.frames.compactMap(\.line) == ["unlock", "********"])
  }

  @Test("A question that ends without an answer is a failure of its command")
  func unanswered() async {
    let desk = desk(
      ShellCommand("unlock", summary: "Unlocks.") { .lines([try await $0.ask("Name")]) })
    _ = desk.answer("unlock")
    await desk.untilReady()
    desk.session.receive(.interrupt(hadText: false))
    await desk.untilReady()
    #expect(desk.printed() == "Cancelled.\n")
    #expect(desk.session.wantsInput && desk.session.question == nil)
  }

  private static let kept = "What it has done so far is kept. To run it again, use"

  @Test(
    "^C stops a command, and says which, how far it came and how it is run again",
    arguments: [false, true], [false, true])
  func stopped(reports: Bool, ends: Bool) async {
    let scan = ShellCommand("scan", usage: "scan WORD", summary: "Scans.") { call in
      if reports { call.report("Scanning", value: 4, total: 10) }
      do { try await Task.sleep(for: .seconds(3600)) } catch { if !ends { throw error } }
      return .done
    }
    let page = BookPage(isPrivate: false)
    let desk = Desk(page) { ($0.commands, $0.printsProgressLines) = ([scan], true) }
    _ = desk.answer("scan 'two words'")
    for _ in 0..<100 { await Task.yield() }
    desk.session.receive(.interrupt(hadText: false))
    await desk.untilReady()
    let progress = reports ? " (Scanning: 4 of 10, 40 %)" : ""
    let printed = desk.printed()
    #expect(
      printed.hasSuffix("Stopped 'scan'\(progress). \(Self.kept) 'scan 'two words''.\n"),
      "\(printed)")
    #expect(desk.session.wantsInput)
    let codes = desk.frames.flatMap(\.messages).map(\.code)
    #expect(codes.last == .stoppedCommand)
  }

  @Test("Beside a secret field only the name of the command is repeated")
  func stoppedPrivately() async {
    let scan = ShellCommand("scan", usage: "scan WORD", summary: "Scans.") { _ in
      try await Task.sleep(for: .seconds(3600))
      return .done
    }
    let desk = Desk(BookPage()) { $0.commands = [scan] }
    _ = desk.answer("scan hunter2")
    desk.session.receive(.interrupt(hadText: false))
    await desk.untilReady()
    #expect(desk.printed() == "Stopped 'scan'. \(Self.kept) 'scan'.\n")
  }

  @Test("A command that explains why it was stopped, or has a result, says only that")
  func stoppedWithReason() async {
    for result in [nil, "Scanned 4 of 10."] as [String?] {
      let desk = desk(
        ShellCommand("scan", summary: "Scans.") { _ in
          try? await Task.sleep(for: .seconds(3600))
          if let result { return .lines([result]) }
          throw ShellFailure("The scanner was closed.")
        })
      _ = desk.answer("scan")
      desk.session.receive(.interrupt(hadText: false))
      await desk.untilReady()
      #expect(desk.printed() == "\(result ?? "The scanner was closed.")\n")
    }
  }

  @Test("^C ends a wait, and says what it waited for, what goes on and how to wait again")
  func stoppedWaits() {
    let page = BookPage(isPrivate: false)
    for (line, sentence) in [
      ("wait", "Stopped waiting. Still running: feed. To wait again, type 'wait'."),
      (
        "wait for feed",
        "Stopped waiting for 'feed'. Still running: feed. To wait again, type 'wait for feed'."
      ),
      (
        "wait 1m until no such text",
        "Stopped waiting for 'no such text'. Still running: feed. "
          + "To wait again, type 'wait until no such text'."
      ),
    ] {
      let desk = Desk(page)
      let token = desk.session.host.graph.pending.begin("feed", as: .task)
      _ = desk.answer(line)
      desk.session.receive(.interrupt(hadText: false))
      #expect(desk.printed().hasPrefix("\(sentence)\n"), "\(line)")
      desk.session.host.graph.pending.end(token)
    }
  }

  @Test("The first ^C at the prompt says which work the second one stops")
  func leaving() {
    let desk = Desk(BookPage(isPrivate: false))
    let token = desk.session.host.graph.pending.begin("feed", as: .task)
    _ = desk.printed()
    desk.session.receive(.interrupt(hadText: false))
    #expect(desk.printed() == "Press ^C again to leave.\nLeaving stops what is running: feed.\n")
    desk.session.host.graph.pending.end(token)
  }

  @Test("A command can be the last one")
  func last() {
    let desk = desk(
      ShellCommand("erase", summary: "Erases.") { _ in
        var reply = ShellReply.lines(["Erased."])
        reply.isLast = true
        return reply
      })
    #expect(desk.answer("erase") == "Erased.\n")
    #expect(desk.session.ending == .left)
  }

  @Test("Two commands of one name are reported as a mistake, and the first one stays")
  func clash() {
    var options = SceneConfiguration(program: "desk")
    options.commands = [
      ShellCommand("Lend", summary: "One.") { _ in .done },
      ShellCommand("lend", summary: "Two.") { _ in .done },
      ShellCommand("home", summary: "Three.") { _ in .done },
    ]
    var summaries: [String] = []
    let reports = Reports.of { summaries = options.validCommands.map(\.summary) }
    #expect(summaries == ["One."])
    #expect(
      reports == [
        "Two commands are called 'lend': only the first is used.",
        "Two commands are called 'home': only the first is used.",
      ])
  }
}

@Suite("Waiting")
@MainActor
struct SessionWaitingTests {
  private struct Feed: View {
    @State private var text = "Loading …"

    var body: some View {
      Text(text).task {
        await Task.yield()
        text = "3 books."
      }
    }
  }

  private struct Endless: View {
    var body: some View {
      Text("Scanning …").task { try? await Task.sleep(for: .seconds(3600)) }
    }
  }

  @Test("Waiting ends when nothing is pending, with the screen")
  func settled() async {
    let desk = Desk(Feed())
    _ = desk.answer("wait")
    await desk.untilReady()
    #expect(desk.printed() == "3 books.\n")
    #expect(desk.session.status == .success)
  }

  @Test("Waiting for a task that there never was is refused; one that has ended is not waited for")
  func unknownTask() async throws {
    let desk = Desk(Feed())
    let name = try #require(desk.session.host.graph.pending.descriptions.first)
    _ = desk.answer("wait")
    await desk.untilReady()
    _ = desk.answer("wait for \(name)")
    await desk.untilReady()
    #expect(desk.printed() == "3 books.\n" && desk.session.status == .success)
    #expect(desk.answer("wait for nosuch") == "There is no task 'nosuch'. No task is running.\n")
    #expect(desk.session.status == .notAccepted && desk.session.wantsInput)
  }

  @Test("Waiting for what does not end says what it was, and counts")
  func timeOver() async throws {
    let desk = Desk(Endless()) { $0.sleep = { _ in } }
    _ = desk.answer("wait 2")
    await desk.untilReady()
    let printed = desk.printed()
    #expect(printed.hasPrefix("Still running after 2 s: "))
    #expect(printed.hasSuffix("Scanning …\n"))
    #expect(desk.session.status == .notAccepted)
  }

  @Test("^C ends waiting")
  func interrupted() async {
    let desk = Desk(Endless())
    _ = desk.answer("wait")
    desk.session.receive(.interrupt(hadText: false))
    #expect(desk.session.wantsInput)
    #expect(
      desk.printed() == """
        Stopped waiting. Still running: a task. To wait again, type 'wait'.
        Scanning …

        """)
  }

  @Test("A screen without a command is printed at a terminal, not in a script")
  func unasked() async {
    let script = Desk(Feed())
    let terminal = Desk(Feed()) { $0.printsUnasked = true }
    for _ in 0..<10_000 where terminal.frames.count < 2 { await Task.yield() }
    #expect(terminal.frames.map(\.isUnasked) == [false, true])
    #expect(terminal.printed() == "Loading …\n3 books.\n")
    #expect(script.printed() == "Loading …\n")
  }
}
