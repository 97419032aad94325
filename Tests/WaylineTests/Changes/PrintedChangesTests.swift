import CWaylineSystem
import Dispatch
import Glibc
import Testing
import WaylineTesting

@testable import Wayline
@testable import WaylineFlows

/// The receiver of the screens of a scene.
enum Receiver: String, CaseIterable, Sendable {
  case terminal, typing, pipe, socket, json, observer, testHost
}

/// A change of a program, the code that makes it, and the receiver of the screens.
struct PrintedChange: CustomTestStringConvertible, Sendable {
  let change: Change
  let origin: Origin
  let receiver: Receiver

  static let all = Receiver.allCases.flatMap { receiver in
    Origin.allCases.flatMap { origin in
      Change.allCases.map { Self(change: $0, origin: origin, receiver: receiver) }
    }
  }
  .filter(\.isVisible)

  /// False where the screen is the same afterwards: the pop ends the place that the guard has allowed.
  var isVisible: Bool { change != .pop || origin != .lateGuard }

  var testDescription: String { "\(change) by \(origin) for \(receiver)" }
}

@Suite("Whatever changes the screen is printed", .timeLimit(.minutes(15)))
@MainActor
struct PrintedChangesTests {
  @Test("The screen printed last is the present one", arguments: Receiver.allCases)
  func product(receiver: Receiver) async throws {
    for one in PrintedChange.all where one.receiver == receiver {
      let stage = Stage(one.change, one.origin)
      let desk = ObservedDesk(stage, receiver)
      await desk.prepare()
      await desk.change()
      let (printed, present, first) = (desk.lastScreen, desk.presentScreen, desk.firstScreen)
      #expect(stage.hasChanged, "\(one.testDescription)")
      #expect(present != first, "\(one.testDescription)")
      #expect(printed == present, "\(one.testDescription)")
      #expect(desk.tornScreens == [], "\(one.testDescription)")
      await desk.end()
    }
  }
}

/// A desk, its receiver, and what that has received.
@MainActor
final class ObservedDesk {
  let stage: Stage
  private let receiver: Receiver
  private var session: SceneSession?
  private var host: TestHost?
  private var scene: SceneHost?
  private var token: ObservationToken?
  private var observed = ""
  private var text = ""
  private var ends: [Int32] = [-1, -1]
  private var running: Task<Void, Never>?
  private(set) var firstScreen = ""

  init(_ stage: Stage, _ receiver: Receiver) {
    (self.stage, self.receiver) = (stage, receiver)
    switch receiver {
    case .testHost: host = TestHost { ChangingDesk(stage: stage) }
    case .observer: observe(SceneHost { ChangingDesk(stage: stage) })
    default: start(SceneSession(options) { ChangingDesk(stage: stage) })
    }
  }

  private var options: SceneOptions {
    var options = SceneOptions()
    if receiver == .json { options.form = .json }
    options.isInteractive = receiver != .pipe
    options.showsPrompt = receiver != .pipe
    options.printsChanges = receiver != .pipe
    return options
  }

  private func start(_ session: SceneSession) {
    self.session = session
    guard receiver == .socket else { return session.start() }
    socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends)
    let near = ends[0]
    running = Task { _ = await session.run(input: near, output: near) }
  }

  private func observe(_ scene: SceneHost) {
    self.scene = scene
    token = scene.onUpdate { [weak self, weak scene] in
      self?.observed = scene?.lines.joined(separator: "\n") ?? ""
    }
  }

  private var router: Router? { session?.router ?? host?.router ?? scene?.router }

  private func send(_ line: String) async {
    switch receiver {
    case .testHost: host?.send(line)
    case .observer: scene?.send(line)
    case .socket: write(ends[1], "\(line)\n", line.utf8.count + 1)
    default: session?.receive(line: line)
    }
    await quiet()
  }

  /// Goes to the place at which the change means something.
  func prepare() async {
    await quiet()
    switch stage.change {
    case .finish:
      Task { [router] in _ = await router?.present(ChangePlace.flow, returning: Int.self) }
    case .pop, .popToRoot, .replaceTop, .home, .several:
      for number in 1...2 { router?.push(ChangePlace.room(number)) }
    default: if stage.origin == .coordinator { router?.push(ChangePlace.room(1)) }
    }
    await quiet()
    await send("show")
    firstScreen = presentScreen
  }

  /// Lets the change happen, and waits until nothing comes any more.
  func change() async {
    await send("Go")
    if receiver == .typing { session?.receive("sho".utf8) }
    stage.origin == .embedder ? stage.make(stage.change) : stage.open()
    for _ in 0..<1_000 where !stage.hasChanged {
      try? await Task.sleep(for: .milliseconds(1))
      await quiet()
    }
    await quiet()
    if receiver == .pipe { await send("show") }
  }

  private func quiet() async {
    for _ in 0..<12 {
      await withCheckedContinuation { continuation in
        DispatchQueue.main.async { continuation.resume() }
      }
      await Task.yield()
      if let host { await host.run(turns: 1) }
    }
    // The sources of descriptors report on a thread of their own.
    if receiver == .socket { try? await Task.sleep(for: .milliseconds(1)) }
    read()
  }

  private func read() {
    // A second change of the same place waits for two seconds.
    session?.host.session.endChangeInterval()
    guard receiver == .socket else {
      text += session?.takeText() ?? ""
      return
    }
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while case let count = recv(ends[1], &chunk, chunk.count, Int32(MSG_DONTWAIT)),
      count > 0
    {
      text += String(decoding: chunk[..<count], as: UTF8.self)
    }
  }

  func end() async {
    session?.terminate()
    scene?.end()
    token = nil
    guard receiver == .socket else { return }
    shutdown(ends[1], Int32(SHUT_RDWR))
    await running?.value
    for end in ends { close(end) }
  }

  /// The present screen as plain lines.
  var presentScreen: String {
    (session?.host.lines ?? host?.lines ?? scene?.lines ?? []).joined(separator: "\n")
  }

  /// The screen that the receiver has got last.
  var lastScreen: String {
    switch receiver {
    case .testHost: return host?.lines.joined(separator: "\n") ?? ""
    case .observer: return observed
    case .json:
      let present = session.map { Frame(screen: $0.host.session.currentScreen()) } ?? Frame()
      let isPresent = Self.screens(in: JSONRenderer().text(of: present)).last == screens.last
      return isPresent ? presentScreen : text
    case .terminal, .typing, .socket, .pipe:
      let expected = presentScreen
      if receiver == .pipe { return text.hasSuffix("\n\(expected)\n") ? expected : text }
      let isPresent = [expected, changedLines].contains { lines in
        ["\n", "> "].contains { text.hasSuffix("\($0)\(lines)\n> ") }
      }
      return isPresent ? expected : text
    }
  }

  /// The lines by which the present screen differs from the first: all of it at another place, and what is
  /// printed of a change that no line has begun.
  private var changedLines: String {
    let old = Set(firstScreen.split(separator: "\n"))
    let new = presentScreen.split(separator: "\n").filter { !old.contains($0) }
    return new.count <= 3 ? new.joined(separator: "\n") : presentScreen
  }

  private struct JSONScreen: Decodable, Equatable {
    var type: String
    var url: String?
    var layer: String
    var titles: [String]
    var lines: [String]
  }

  private var screens: [JSONScreen] { Self.screens(in: text) }

  private static func screens(in text: String) -> [JSONScreen] {
    text.split(separator: "\n").compactMap {
      try? JSONDecoder().decode(JSONScreen.self, from: Data($0.utf8))
    }
  }

  /// The JSON screens with the lines of one place and the link of another.
  var tornScreens: [String] {
    guard receiver == .json else { return [] }
    return screens.compactMap { screen in
      guard let line = screen.lines.first(where: { $0.hasPrefix("Place ") }) else {
        let isPlace = screen.url.map { $0.hasPrefix("/room/") || $0 == "/sheet" || $0 == "/flow" }
        let isDesk = screen.lines.contains { $0.hasPrefix("Count ") }
        return isDesk && isPlace == true ? "\(screen)" : nil
      }
      return line.hasPrefix("Place \(screen.url ?? ""),") ? nil : "\(screen)"
    }
  }
}
