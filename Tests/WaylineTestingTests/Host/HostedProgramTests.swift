import Testing
import Wayline
import WaylineTesting

@Suite("A host of a whole program")
@MainActor
struct HostedProgramTests {
  /// The values of a command line with `--desk upper`.
  private var upper: OptionValues {
    var options = OptionValues()
    options[OptionDeskApp.desk] = "upper"
    return options
  }

  @Test("Its commands are typed, and read the options as the views do")
  func options() async {
    let host = TestHost(of: OptionDeskApp.self, options: upper)
    host.onFailure = { Issue.record("\($0)") }
    #expect(host.lines.first == "At the desk upper")
    #expect(host.send("desk") == ["The command is at the desk upper."])
    #expect(host.send("later") == [])
    await host.settle()
    let later = host.send("where")
    #expect(later.contains("The task is at the desk upper.") && later.contains("option-desk"))
    host.restart()
    #expect(host.send("desk") == ["The command is at the desk upper."])
    await host.end()
  }

  @Test("Without options each has its default")
  func defaults() async {
    let host = TestHost(of: OptionDeskApp.self)
    #expect(host.lines.first == "At the desk ground")
    #expect(host.send("desk") == ["The command is at the desk ground."])
    await host.end()
  }

  @Test("A transcript drives the program in a scene")
  func transcript() async throws {
    let transcript = Transcript(
      """
      At the desk upper
      [1] Rest
      > desk
      The command is at the desk upper.
      """)
    let depth = TestDepth.scene(of: OptionDeskApp.self, options: upper)
    #expect(transcript.differences(from: try await depth.session(transcript)).isEmpty)
  }

  @Test("The built program is driven with arguments, behind a pipe and at a terminal")
  func arguments() async throws {
    let transcript = Transcript(
      """
      [1] Member: (empty)
      [2] Serve (unavailable)
      > desk
      The desk is upper.
      """)
    let planted = WaylineTesting.Program.built("WaylinePlanted")
    for depth in [
      TestDepth.process(planted, arguments: ["--desk", "upper"]),
      .terminal(planted, arguments: ["--desk", "upper"]),
    ] {
      let differences = transcript.differences(from: try await depth.session(transcript))
      #expect(differences.isEmpty, "\(differences.map(\.description))")
    }
  }

  @Test("An option goes before a command of the command line, which reads it")
  nonisolated func commandLine() throws {
    let words = ["--store", ":memory:", "--desk", "upper", "desk"]
    let run = try WaylineTesting.Program.built("WaylinePlanted").run(words)
    #expect(run.lines == ["The desk is upper."] && run.status == 0, "\(run)")
  }

  @Test("A search of the program uses its name, and shows the options to its views")
  func explored() async {
    let report = await Explorer(of: OptionDeskApp.self, options: upper)
      .always("It is the upper desk") { $0.lines.first == "At the desk upper" }
      .budget(states: 30)
      .run()
    #expect(report.isSound, "\(report)")
    #expect(report.subject == "option-desk")
  }

  @Test("A failure has the line of the call, and the sleep that a task waits for")
  func location() async {
    let host = TestHost(of: OptionDeskApp.self)
    var failures: [HostFailure] = []
    host.onFailure = { failures.append($0) }
    host.press("Rest")
    let line = #line + 1
    await host.settle(turns: 50)
    #expect(failures.map(\.line) == [line])
    #expect(failures.first?.fileID == #fileID)
    #expect(
      failures.first?.description.hasSuffix(
        "A sleep on the clock has 5.0 seconds left: see clock.advance(by:). "
          + "(HostedProgramTests.swift:\(line))") == true, "\(failures)")
    await host.end()
  }
}

private struct OptionDeskApp: App {
  static let name = "option-desk"
  static let desk = AppOption("desk", operand: "NAME", default: "ground", summary: "Use a desk.")
  static let options = AppOptions(desk)
  static let commands = [
    ShellCommand("desk", summary: "Print the desk.") { call in
      .lines(["The command is at the desk \(call.options[OptionDeskApp.desk])."])
    },
    ShellCommand("later", summary: "Print the desk in a task.") { call async throws in
      await Task.yield()
      return .lines(["The task is at the desk \(call.options[OptionDeskApp.desk])."])
    },
  ]
  var body: some Scene { WindowGroup { OptionDeskView() } }
}

private struct OptionDeskView: View {
  @Environment(\.options) private var options
  @Environment(\.clock) private var clock

  var body: some View {
    Text("At the desk \(options[OptionDeskApp.desk])")
    Button("Rest") { Task { try await clock.sleep(for: .seconds(5)) } }
  }
}
