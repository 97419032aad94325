import Dispatch
import Glibc
import Wayline

/// A change that the program of changes makes by itself.
private enum Change: String, CaseIterable {
  case push, sheet, alert, state, stored, both, notice
}

/// The code that makes the change.
private enum Origin: String, CaseIterable {
  case task, detached, queue, timer
}

/// The places of the program; each shows its own number.
private enum RoundPlace: CoordinatedValue {
  case round(Int)

  @MainActor var coordinator: any Coordinator { RoundCoordinator(place: self) }
}

private struct RoundCoordinator: Coordinator {
  let place: RoundPlace

  func start() -> some View {
    if case .round(let number) = place { Text("Round \(number)") }
  }
}

/// Lets one change happen for each SIGUSR1.
@MainActor
private final class Trigger {
  static let shared = Trigger()

  private var source: (any DispatchSourceSignal)?
  private var signals = 0
  private var waiting: [() -> Void] = []

  func listen() {
    signal(SIGUSR1, SIG_IGN)
    let source = DispatchSource.makeSignalSource(signal: SIGUSR1, queue: .main)
    source.setEventHandler { MainActor.assumeIsolated { Trigger.shared.fire() } }
    source.resume()
    self.source = source
  }

  private func fire() {
    signals += 1
    runNext()
  }

  /// Calls the action with the next signal, or with one that has come already.
  func whenFired(_ action: @escaping () -> Void) {
    waiting.append(action)
    runNext()
  }

  func next() async {
    await withCheckedContinuation { continuation in whenFired { continuation.resume() } }
  }

  private func runNext() {
    guard signals > 0, !waiting.isEmpty else { return }
    signals -= 1
    waiting.removeFirst()()
  }
}

/// A program whose screen changes although no line is typed.
struct ChangesProgram: App {
  static let name = "terminal-probe"

  init() { Trigger.shared.listen() }

  var body: some Scene {
    WindowGroup { ChangesView() }
  }
}

struct ChangesView: View {
  @Environment(\.router) private var router
  @Environment(\.notice) private var notice
  @State private var round = 0
  @State private var shown = 0
  @State private var isPresented = false
  @State private var isAlerting = false
  @AppStorage("stored") private var stored = 0

  var body: some View {
    NavigationStack {
      VStack {
        Text("Round \(shown), stored \(stored)")
        TextField("Store", value: $stored)
        ForEach(Change.allCases, id: \.self) { change in
          ForEach(Origin.allCases, id: \.self) { origin in
            Button("\(change.rawValue) by \(origin.rawValue)") { begin(change, origin) }
          }
        }
      }
      .coordinators(for: RoundPlace.self) { $0.coordinator }
    }
    .sheet(isPresented: $isPresented) { Text("Round \(round)") }
    .alert("Round \(round)", isPresented: $isAlerting) { Button("Close") {} }
  }

  private func begin(_ change: Change, _ origin: Origin) {
    switch origin {
    case .task:
      Task {
        await Trigger.shared.next()
        make(change)
      }
    case .detached:
      Task.detached {
        await Trigger.shared.next()
        await make(change)
      }
    case .queue: Trigger.shared.whenFired { DispatchQueue.main.async { make(change) } }
    case .timer:
      Trigger.shared.whenFired {
        DispatchQueue.main.asyncAfter(deadline: .now() + .milliseconds(1)) { make(change) }
      }
    }
  }

  private func make(_ change: Change) {
    round += 1
    switch change {
    case .push: router.push(RoundPlace.round(round))
    case .sheet: isPresented = true
    case .alert: isAlerting = true
    case .state: shown = round
    case .stored: stored = 1000 + round
    case .notice: notice("Round \(round) is done.", link: RoundPlace.round(round))
    case .both:
      router.push(RoundPlace.round(round))
      shown = round
    }
  }
}

/// Serves the program of changes over a pair of sockets, and passes its lines on to standard input and output.
@MainActor
func serveChanges(json: Bool) -> Never {
  Trigger.shared.listen()
  var ends: [Int32] = [-1, -1]
  socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends)
  let (near, far) = (ends[0], ends[1])
  copy(STDIN_FILENO, to: far) { shutdown(far, Int32(SHUT_WR)) }
  copy(far, to: STDOUT_FILENO) { exit(0) }
  Task { @MainActor in
    var options = SceneOptions()
    options.form = json ? .json : .plain
    (options.showsPrompt, options.isInteractive, options.printsChanges) = (true, true, true)
    _ = await SceneSession(options) { ChangesView() }.run(input: near, output: near)
    close(near)
  }
  dispatchMain()
}

/// Copies bytes on a thread of its own, and calls the action at their end.
private func copy(_ source: Int32, to target: Int32, atEnd action: @escaping @Sendable () -> Void) {
  DispatchQueue(label: "copy \(source)").async {
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    while case let count = read(source, &bytes, bytes.count), count > 0 {
      var start = 0
      while start < count {
        let written = bytes[start..<count].withUnsafeBytes {
          write(target, $0.baseAddress, $0.count)
        }
        guard written > 0 else { return action() }
        start += written
      }
    }
    action()
  }
}
