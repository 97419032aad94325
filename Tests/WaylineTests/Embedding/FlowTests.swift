import CWaylineSystem
import Glibc
import Testing

@testable import Wayline
@testable import WaylineFlows

private struct AskForNumber: Coordinator {
  func start() -> some View { NumberScreen() }
}

/// A flow whose second screen asks for its number.
private struct TwoSteps: Coordinator {
  enum Step: NavigationValue {
    case number
  }

  func start() -> some View {
    NavigationStack {
      NavigationLink("Next", value: Step.number)
        .navigationDestination(for: Step.self) { _ in NumberScreen() }
    }
  }
}

private struct NumberScreen: View {
  @Environment(\.finish) private var finish
  @Environment(\.dismiss) private var dismiss
  @State private var isDirty = false

  var body: some View {
    Button("Seven") { finish(7) }
    Button("Word") { finish("seven") }
    Button("Later") { Task { finish(8) } }
    Button("Close") { dismiss() }
    Toggle("Dirty", isOn: $isDirty)
      .onLeave { isDirty ? .block("Something is not saved") : .allow }
  }
}

/// A flow whose first screen finds out whether it can be left.
private struct AskSlowly: Coordinator {
  func start() -> some View { SlowScreen() }
}

private struct SlowScreen: View {
  @Environment(\.dismiss) private var dismiss
  @State private var isDirty = false

  var body: some View {
    Button("Close") { dismiss() }
    Toggle("Dirty", isOn: $isDirty)
      .onLeave { () async -> GuardDecision in
        await Task.yield()
        return isDirty ? .block("Something is not saved") : .allow
      }
  }
}

@Suite("Flow")
@MainActor
struct FlowTests {
  private func run(
    _ input: String, _ form: SceneOptions.Form = .plain
  ) async -> (outcome: Flow<Int>.Outcome, text: String) {
    var options = SceneOptions()
    options.form = form
    return await text(of: Flow(AskForNumber(), returning: Int.self, options: options), input)
  }

  /// Runs a flow over two pipes.
  private func text(
    of flow: Flow<Int>, _ input: String
  ) async -> (outcome: Flow<Int>.Outcome, text: String) {
    var ends: (input: [Int32], output: [Int32]) = ([-1, -1], [-1, -1])
    wayline_pipe(&ends.input)
    wayline_pipe(&ends.output)
    defer { for end in [ends.input[0], ends.output[0]] { close(end) } }
    write(ends.input[1], input, input.utf8.count)
    close(ends.input[1])
    let outcome = await flow.run(input: ends.input[0], output: ends.output[1])
    close(ends.output[1])
    var (text, chunk) = ([UInt8](), [UInt8](repeating: 0, count: 1 << 16))
    while case let count = read(ends.output[0], &chunk, chunk.count), count > 0 {
      text += chunk[..<count]
    }
    return (outcome, String(decoding: text, as: UTF8.self))
  }

  @Test(
    "Each way to end it has its ending and its status",
    arguments: [
      ("Seven\n", FlowEnding<Int>.value(7), 0), ("Word\n", .cancelled, 3),
      ("quit\n", .cancelled, 3),
      ("Close\n", .cancelled, 3), ("dismiss\n", .cancelled, 3), ("back\n", .cancelled, 3),
      ("", .endOfInput, 3), ("Later\nwait\n", .value(8), 0), ("nonsense\nSeven\n", .value(7), 1),
    ] as [(String, FlowEnding<Int>, Int32)])
  func endings(input: String, ending: FlowEnding<Int>, status: Int32) async {
    let outcome = await run(input).outcome
    #expect(outcome.ending == ending && outcome.status.rawValue == status)
    let lines = input.split(separator: "\n").map(String.init)
    let same = await Flow(AskForNumber(), returning: Int.self).run(lines: lines)
    #expect(same.ending == ending && same.status.rawValue == status)
  }

  @Test("A flow with lines passes on what is printed")
  func lines() async {
    var text = ""
    _ = await Flow(AskForNumber(), returning: Int.self).run(lines: ["nonsense"]) { text += $0 }
    #expect(text.contains("[1] Seven") && text.contains("'nonsense' is neither"))
  }

  @Test("A strict flow is interrupted by its first line that is not accepted")
  func strict() async {
    var options = SceneOptions()
    options.isStrict = true
    let flow = Flow(AskForNumber(), returning: Int.self, options: options)
    let outcome = await text(of: flow, "nonsense\nSeven\n").outcome
    #expect(outcome.ending == .interrupted && outcome.status == .noResult)
  }

  @Test("The leave guard of the first screen is asked before the flow ends")
  func guarded() async {
    let (outcome, text) = await run("Dirty\ndismiss\nDirty\ndismiss\n")
    #expect(outcome.ending == .cancelled && outcome.status == .noResult)
    #expect(text.contains("Something is not saved"))
  }

  @Test(
    "Leaving the first screen cancels the flow also when its guard takes time to decide",
    arguments: ["quit", "dismiss", "back", "Close"])
  func leavingSlowly(line: String) async {
    let flow = Flow(AskSlowly(), returning: Int.self)
    let (left, _) = await text(of: flow, "\(line)\nwait 600\n")
    #expect(left.ending == .cancelled && left.status == .noResult)

    let (stayed, text) = await text(of: flow, "Dirty\n\(line)\nwait 600\nDirty\n")
    #expect(stayed.ending == .endOfInput)
    #expect(text.contains("Something is not saved") == (line != "Close"))
  }

  @Test("Lines after the value do not run")
  func once() async {
    #expect(await run("Seven\nWord\nquit\n").outcome.ending == .value(7))
  }

  @Test(
    "A flow that has ended begins at its first screen again, one that was interrupted does not",
    arguments: [("Seven\n", "[1] Next"), ("quit\n", "[1] Next"), ("", "[1] Seven")])
  func again(end: String, first: String) async {
    let stores = SceneStores(state: MemoryStore(), keychain: MemoryKeychain(), scene: "flow")
    func run(_ input: String) async -> String {
      let flow = Flow(TwoSteps(), returning: Int.self, stores: stores)
      return await text(of: flow, input).text
    }
    _ = await run("Next\n" + end)
    #expect(await run("").hasPrefix(first))
  }

  @Test(
    "JSON prints the ending before the end, and the value only on request",
    arguments: [(false, ""), (true, #","value":7"#)])
  func json(printsResults: Bool, value: String) async {
    var options = SceneOptions()
    (options.form, options.printsResults) = (.json, printsResults)
    let flow = Flow(AskForNumber(), returning: Int.self, options: options)
    let lines = await text(of: flow, "Seven\n").text.split(separator: "\n").suffix(2)
    #expect(
      Array(lines) == [
        "{\"type\":\"result\",\"flow\":null,\"place\":null,\"ending\":\"value\"\(value)}",
        #"{"type":"bye","status":0}"#,
      ])
    #expect(
      await run("", .json).text.hasSuffix(
        #"{"type":"result","flow":null,"place":null,"ending":"end-of-input"}"# + "\n"
          + #"{"type":"bye","status":3}"# + "\n"))
  }
}
