import Testing
import WaylineGraph
import WaylineNavigation
import WaylineTestScale
import WaylineViews

@testable import WaylineShell

/// A program that drives a session by JSON lines, and a model of what it may expect.
@Suite("JSON lines in step")
@MainActor
struct LockstepPropertyTests {
  /// The objects that one line brought, by type, and whether each is asynchronous.
  private struct Object: Hashable {
    let type: String
    let isAsync: Bool
    let prompt: String?
  }

  /// A page with a field, a secret, a text of several lines, a choice and a switch.
  private struct FormPage: View {
    @State private var name = "Zoë"
    @State private var age = 3
    @State private var note = "one\ntwo"
    @State private var code = ""
    @State private var isOn = false

    var body: some View {
      TextField("Name", text: $name)
      TextField("Age", value: $age)
      TextEditor(text: $note).accessibilityLabel("Note")
      SecureField("Passcode", text: $code)
      Toggle("Notify me", isOn: $isOn)
    }
  }

  /// The labels of elements that ask when they are activated.
  private nonisolated static let asking = ["Name", "Age", "Note", "Passcode"]

  /// A line to send, and whether a question is open after it, given whether one was before.
  private enum Sent: CaseIterable {
    case number, label, answer, badAnswer, cancel, command, malformed, plain, empty, unknown, array

    func line(_ random: inout some RandomNumberGenerator) -> String {
      switch self {
      case .number: #"{"number":\#(Int.random(in: 1...4, using: &random))}"#
      case .label: #"{"label":"\#(asking.randomElement(using: &random) ?? "Name")"}"#
      case .answer: #"{"answer":"7"}"#
      case .badAnswer: #"{"answer":"seven"}"#
      case .cancel: #"{"cancel":true}"#
      case .command: #"{"command":"show"}"#
      case .malformed: "{\"number\": \"one\"}"
      case .plain: "where"
      case .empty: ""
      case .unknown: "nothing like it"
      case .array: "{}"
      }
    }
  }

  @Test(
    "Each line has one end of its answer, whatever comes up by itself, and only an answer is one",
    arguments: UInt64(0)..<20)
  func lockstep(seed: UInt64) throws {
    var random = Dice(seed: seed)
    let session = Session(host: ViewHost { FormPage() }, options: Self.options)
    let driver = StreamDriver(session: session)
    driver.begin(program: "desk")
    #expect(try ends(of: objects(driver)) == ["ready"])
    var open: String?
    for _ in 0..<100 {
      if Int.random(in: 0..<4, using: &random) == 0 {
        session.report(.note("The branch closes at six.", .notice))
        #expect(try objects(driver).allSatisfy(\.isAsync))
      }
      let sent = Sent.allCases.randomElement(using: &random) ?? .empty
      let line = sent.line(&random)
      driver.receive("\(line)\n".utf8)
      driver.step()
      let objects = try objects(driver)
      open = expected(after: sent, line, open: open)
      #expect(ends(of: objects) == [open == nil ? "ready" : "ask"], "\(line)")
      #expect(objects.last?.prompt == open, "\(line)")
    }
  }

  @Test("An object that no line caused is marked, and a question that comes up by itself too")
  func unasked() async throws {
    let session = Session(host: ViewHost { FormPage() }, options: Self.options)
    let driver = StreamDriver(session: session)
    driver.begin(program: "desk")
    _ = driver.takeOutput()
    session.run { call in .lines([try await call.ask("Card")]) }
    for _ in 0..<10_000 where session.question == nil { await Task.yield() }
    #expect(try objects(driver) == [Object(type: "ask", isAsync: true, prompt: "Card")])
    driver.receive("show\n".utf8)
    driver.step()
    #expect(
      try objects(driver).map(\.type) == ["message", "ask"], "a command was taken for the answer")
  }

  // MARK: The model

  private static var options: SceneConfiguration {
    var options = SceneConfiguration(program: "desk")
    (options.printsUnasked, options.printsTransitions, options.asksAgain) = (true, true, true)
    (options.renderer, options.readsJSON, options.showsPrompt) = (JSONRenderer(), true, true)
    return options
  }

  /// The prompt of the question that is open after a line; nil when none is.
  private func expected(after sent: Sent, _ line: String, open: String?) -> String? {
    switch sent {
    case .answer, .cancel: return nil
    case .badAnswer: return open == "Age" ? open : nil
    case .number, .label:
      if let open { return open }
      let index = line.firstMatch(of: /:([1-4])}/).flatMap { Int($0.1) }
      return index.map { Self.asking[$0 - 1] }
        ?? Self.asking.first { line.contains("\"\($0)\"") }
    default: return open
    }
  }

  private func ends(of objects: [Object]) -> [String] {
    objects.filter { !$0.isAsync && ["ready", "ask", "bye"].contains($0.type) }.map(\.type)
  }

  private func objects(_ driver: StreamDriver) throws -> [Object] {
    let text = String(decoding: driver.takeOutput(), as: UTF8.self)
    return text.split(separator: "\n").map { line in
      Object(
        type: String(line.firstMatch(of: /"type":"(\w+)"/)?.1 ?? ""),
        isAsync: line.contains(#""async":true"#),
        prompt: line.contains(#""type":"ask""#)
          ? line.firstMatch(of: /"prompt":"([^"]*)"/).map { String($0.1) } : nil)
    }
  }
}
