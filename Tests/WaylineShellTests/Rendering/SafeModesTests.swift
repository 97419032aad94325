import FoundationEssentials
import Testing
import WaylineGraph
import WaylineSystem
import WaylineViews

@testable import WaylineShell

@Suite("Safe output in every mode")
@MainActor
struct SafeModesTests {
  /// The output of a session whose texts are all data.
  private struct Outputs {
    /// Frames, prompts and echo.
    var shown = ""
    /// The log of the session.
    var log = ""
    /// The completions that Tab offers.
    var completions: [String] = []
    /// The report of a replay of another log.
    var report: [String] = []
  }

  /// Commands that answer, fail, or throw with these texts, and one that is called by one of them.
  private func commands(_ texts: [String]) -> [ShellCommand] {
    [
      ShellCommand("answer", usage: "answer TEXT", summary: texts[0]) { call in
        .lines([texts[1], call.text])
      },
      ShellCommand("fail", usage: texts[2], summary: "") { _ in throw ShellFailure(texts[3]) },
      ShellCommand("throw", summary: "") { _ in throw Failure(text: texts[4]) },
      ShellCommand(texts[5], summary: texts[6]) { _ in .done },
    ]
  }

  private func outputs(_ texts: [String], _ renderer: any Renderer) -> Outputs {
    var (outputs, steps) = (Outputs(), [LogStep]())
    var options = SceneConfiguration(program: texts[7])
    (options.commands, options.history) = (commands(texts), MemoryHistory())
    let session = Session(host: ViewHost { DataPage(texts, isModal: false) }, options: options)
    let follower = SessionFollower {
      steps.append($0)
      outputs.log += SessionLog.line($0)
    }
    session.onFrame = { frame in
      follower.add(frame)
      outputs.shown += renderer.echo(frame)
      renderer.render(frame, into: &outputs.shown)
      if let question = frame.question {
        outputs.shown += renderer.prompt(question, isAsync: false)
      }
    }
    session.start()
    outputs.log += SessionLog.header(app: texts[7], words: texts)
    for line in lines(texts) {
      follower.endStep(of: session)
      session.receive(.line(line))
    }
    follower.endStep(of: session)
    for withArguments in [false, true] {
      outputs.completions += Completion.list(session.completions(withArguments: withArguments))
    }
    var replay = Replay(SessionLog(app: "desk", steps: steps))
    for step in steps.reversed() { replay.take(step) }
    outputs.report = replay.report.flatMap(SafeText.lines)
    return outputs
  }

  private func lines(_ texts: [String]) -> [String] {
    [
      "answer \(texts[2])", "fail", "throw", "help", "help fail", "where", "1", texts[3], "3", ".",
      ".",
    ]
      + texts + ["history", "show"]
  }

  @Test("No control and no change of direction is in what is shown, logged, completed or compared")
  func controls() {
    var random = RandomTexts(seed: 23)
    for round in 0..<60 {
      let texts = random.next(8).map { $0.isEmpty ? "x" : $0 }
      for renderer in [PlainRenderer(), JSONRenderer()] as [any Renderer] {
        let outputs = outputs(texts, renderer)
        let lines = [outputs.shown, outputs.log].flatMap { $0.split(separator: "\n") }.map(
          String.init)
        let all = lines + outputs.completions + outputs.report
        let bad = all.filter { $0.unicodeScalars.contains(where: RandomTexts.isHarmful) }
        #expect(bad.isEmpty, "round \(round): \(bad.first?.debugDescription ?? "")")
      }
    }
  }

  @Test("Each step of a log is one line, and is read back as it was")
  func log() throws {
    var random = RandomTexts(seed: 29)
    for _ in 0..<30 {
      let texts = random.next(8)
      var step = LogStep(
        [Frame(messages: texts.map { .note($0, .notice) })], screen: .book, question: nil)
      (step.line, step.place) = (texts[0], texts[1])
      let line = SessionLog.line(step)
      #expect(line.split(separator: "\n").count == 1)
      let log = try SessionLog(text: SessionLog.header(app: texts[2], words: texts) + line)
      #expect(log.steps == [step] && log.app == texts[2] && log.words == texts)
    }
  }

  @Test(
    "Invisible characters are escaped in JSON and logs; a screen shows their code points",
    arguments: [
      ("Le\u{200B}nd", #"Le\u200bnd"#), ("\u{E0041}", #"\udb40\udc41"#),
      ("\u{1F468}\u{200D}\u{1F469}", "\u{1F468}\u{200D}\u{1F469}"), ("a\u{AD}b", #"a\u00adb"#),
    ])
  func invisible(text: String, escaped: String) throws {
    var bytes: [UInt8] = []
    JSONString.append(text, to: &bytes)
    let json = String(decoding: bytes, as: UTF8.self)
    #expect(json == "\"\(escaped)\"" && JSONString.harmless("\"\(text)\"") == json)
    #expect(try JSONDecoder().decode(String.self, from: Data(json.utf8)) == text)
    var step = LogStep([], screen: .book, question: nil)
    step.line = text
    #expect(SessionLog.line(step).contains(escaped))
    #expect(
      try SessionLog(text: SessionLog.header(app: "x", words: []) + SessionLog.line(step))
        .steps.first?.line == text)
  }

  @Test("No prompt of a command can pose as an element or a place")
  func prompts() {
    var random = RandomTexts(seed: 31)
    for text in random.next(300) {
      let prompt = PlainRenderer().prompt(LineQuestion(prompt: text))
      #expect(!SafeText.posesAsShell(prompt), "\(text.debugDescription)")
    }
  }
}

/// An error that is described by data.
private struct Failure: Error, CustomStringConvertible {
  let text: String
  var description: String { text }
}
