import Dispatch
import Synchronization
import Testing
import WaylineTesting

@testable import Wayline
@testable import WaylineFlows

/// The form in which a notice is read.
enum NoticeForm: String, CaseIterable, Sendable {
  case terminal, accessible, pipe, json, testHost
}

@Suite("Notices of a program", .timeLimit(.minutes(15)))
@MainActor
struct NoticeTests {
  @Test(
    "A notice is printed once, by any code and in every form, and its number opens its place",
    arguments: NoticeForm.allCases, NoticeOrigin.allCases)
  func product(form: NoticeForm, origin: NoticeOrigin) async {
    for hasLink in [false, true] {
      let reader = NoticeReader(NoticeStage(origin, hasLink: hasLink), form)
      await reader.reach()
      #expect(reader.notices == reader.expected, "\(hasLink): \(reader.text)")
      #expect(reader.isMarkedAsync == (form == .json && !origin.isOfLine), "\(reader.text)")
      guard hasLink, let number = reader.number else { continue }
      await reader.send("\(number)")
      #expect(reader.present.first?.hasSuffix("Result 12") == true, "\(reader.text)")
      await reader.send("\(number)")
      #expect(reader.text.contains("already"), "\(reader.text)")
    }
  }

  @Test("A test reads the texts of notices, and opens the place of one by its text")
  func host() async {
    let stage = NoticeStage(.detached, hasLink: true)
    let host = TestHost { NoticeDesk(stage: stage) }
    host.press("Go")
    #expect(host.notices == [])
    stage.open()
    for _ in 0..<10_000 where host.notices.isEmpty { await host.run(turns: 1) }
    #expect(host.notices == [NoticeStage.text])
    host.press(NoticeStage.text)
    await host.settle()
    #expect(host.lines == ["Runs › Result 12", "All well."])
    #expect(host.send("back").suffix(2) == ["Runs", "[1] Go"])
    host.clearRecords()
    #expect(host.notices == [])
  }

  @Test(
    "A notice of the command line has no number, since nothing can be typed",
    arguments: [false, true])
  func commandLine(isSlow: Bool) async {
    let stage = NoticeStage(isSlow ? .slowCommand : .command, hasLink: true)
    stage.open()
    var options = SceneConfiguration(program: "console")
    (options.showsScreens, options.commands) = (false, stage.commands)
    options.arguments = [stage.origin.line]
    let host = SceneHost(options: options, stores: .inMemory()) { NoticeDesk(stage: stage) }
    var printed = ""
    host.session.onFrame = { PlainRenderer().render($0, into: &printed) }
    host.session.start()
    for _ in 0..<10_000 where !host.session.wantsInput { await Task.yield() }
    #expect(printed == "\(NoticeStage.text)\n")
    host.end()
  }

  @Test("A place that no screen shows, and one that a guard refuses, are refused with their reason")
  func refused() {
    let host = SceneHost {
      PostingView {
        $0("Nowhere is done.", link: UnknownPlace.nowhere)
        $0("Guarded is done.", link: RunPlace.guarded)
      }
      .guarding(RunPlace.self) { $0 == .guarded ? .block("Ask Ada first.") : .allow }
    }
    #expect(
      host.send("Post").suffix(2) == ["[2] Nowhere is done.", "[3] Guarded is done."])
    let unknown = host.send("2")
    #expect(unknown == ["There is no declared place 'nowhere'."])
    #expect(host.send("3") == ["Ask Ada first."])
    #expect(host.status == ShellStatus.notAccepted)
  }

  @Test("An empty notice is a mistake, which is reported")
  func empty() {
    let host = SceneHost { PostingView { $0("") } }
    host.takePrinted()
    let mistakes = Mutex<[String]>([])
    let note: @Sendable (String) -> Void = { mistake in mistakes.withLock { $0.append(mistake) } }
    let printed = Misuse.withHandler(note) { host.send("Post") }
    #expect(printed == [])
    #expect(mistakes.withLock { $0 } == ["A notice has no text. Nothing was printed."])
  }

  @Test("A notice of the first screen is printed above it")
  func first() {
    var posted: [String] = []
    let note: (String) -> Void = { posted.append($0) }
    let host = SceneHost(onNotice: note) { PostingView { _ in }.modifier(PostingOnAppear()) }
    #expect(host.takePrinted() == ["Ready.", "[1] Post"] && posted == ["Ready."])
  }
}

private struct PostingOnAppear: ViewModifier {
  @Environment(\.notice) private var notice

  func body(content: Content) -> some View { content.onAppear { notice("Ready.") } }
}

/// A view whose button posts notices.
private struct PostingView: View {
  @Environment(\.notice) private var notice
  let post: @MainActor (NoticeAction) -> Void

  var body: some View {
    NavigationStack {
      Button("Post") { post(notice) }.coordinators(for: RunPlace.self) { $0.coordinator }
    }
  }
}

/// A scene in one form, and what it has printed.
@MainActor
private final class NoticeReader {
  private let stage: NoticeStage
  private let form: NoticeForm
  private var session: SceneSession?
  private var host: TestHost?
  private(set) var text = ""

  init(_ stage: NoticeStage, _ form: NoticeForm) {
    (self.stage, self.form) = (stage, form)
    if form == .testHost {
      host = TestHost(commands: stage.commands) { NoticeDesk(stage: stage) }
    } else {
      var options = SceneOptions()
      options.commands = stage.commands
      let isTyped = form != .pipe
      (options.isInteractive, options.showsPrompt, options.printsChanges) = (
        isTyped, isTyped, isTyped
      )
      if form == .json { options.form = .json }
      if form == .accessible { options.form = .plain }
      session = SceneSession(options) { NoticeDesk(stage: stage) }
      session?.start()
    }
  }

  /// Lets the notice be posted, and waits until it is printed.
  func reach() async {
    await quiet()
    if stage.origin == .coordinator { await send("open room") }
    await send(stage.origin.line)
    stage.open()
    for _ in 0..<5_000 where notices.isEmpty && host?.notices.isEmpty ?? true {
      try? await Task.sleep(for: .milliseconds(1))
      await quiet()
    }
    await quiet()
    if let host { add(host.send("where")) }
  }

  func send(_ line: String) async {
    session?.receive(line: line)
    if let host { add(host.send(line)) }
    await quiet()
  }

  private func add(_ lines: [String]) { for line in lines { text += line + "\n" } }

  private func quiet() async {
    for _ in 0..<6 {
      await withCheckedContinuation { continuation in
        DispatchQueue.main.async { continuation.resume() }
      }
      if let host {
        await host.run(turns: 1)
      }
    }
    text += session?.takeText() ?? ""
  }

  /// The present screen as plain lines.
  var present: [String] { session?.host.lines ?? host?.lines ?? [] }

  /// The lines that have the notice.
  var notices: [String] {
    text.split(separator: "\n").filter { $0.contains(NoticeStage.text) }
      .map { $0.hasPrefix("> ") ? String($0.dropFirst(2)) : String($0) }
  }

  /// The one line of the notice.
  var expected: [String] {
    let number = number.map { "\($0)" } ?? ""
    if form == .json {
      let isAsync = stage.origin.isOfLine ? "" : "\"async\":true,"
      let link = stage.hasLink ? ",\"number\":\(number),\"url\":\"/result/12\"" : ""
      return [
        "{\"type\":\"message\",\(isAsync)\"kind\":\"note\",\"code\":\"notice\",\"text\":\"\(NoticeStage.text)\"\(link)}"
      ]
    }
    return [stage.hasLink ? "[\(number)] \(NoticeStage.text)" : NoticeStage.text]
  }

  var isMarkedAsync: Bool { notices.contains { $0.contains("\"async\":true") } }

  /// The number that opens the place: the one after those of the screen.
  ///
  /// The answer that waits for a guard is that of the place, which has no elements.
  var number: Int? {
    guard stage.hasLink else { return nil }
    return stage.origin == .guardOfPlace && [.pipe, .json].contains(form) ? 1 : 2
  }
}
