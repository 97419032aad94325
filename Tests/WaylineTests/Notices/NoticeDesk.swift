import Dispatch

@testable import Wayline
@testable import WaylineFlows

/// The code that posts a notice.
enum NoticeOrigin: String, CaseIterable, Sendable {
  case action, onAppear, onChange, command, slowCommand, startedTask, taskOfView, coordinator,
    detached, thread
  case guardOfPlace

  /// True if the notice belongs to the line that is typed for it.
  var isOfLine: Bool {
    switch self {
    case .action, .onAppear, .onChange, .command, .slowCommand: true
    // The answer to the line waits for the guard, unless a person can type meanwhile.
    case .guardOfPlace: true
    default: false
    }
  }

  /// The line that lets it begin.
  var line: String {
    switch self {
    case .command: "deploy"
    case .slowCommand: "slowly"
    case .coordinator: "Send"
    case .guardOfPlace: "open guarded"
    default: "Go"
    }
  }
}

enum RunPlace: CoordinatedValue {
  case room
  case result(Int)
  case guarded

  @MainActor var coordinator: any Coordinator { RunCoordinator(place: self) }
}

/// A place that no screen shows.
enum UnknownPlace: NavigationValue {
  case nowhere
}

/// Posts one notice, when the test lets it.
@MainActor
final class NoticeStage {
  nonisolated static let text = "Run 12 is done."
  let origin: NoticeOrigin
  let hasLink: Bool
  private let entrance = Entrance()

  init(_ origin: NoticeOrigin, hasLink: Bool) { (self.origin, self.hasLink) = (origin, hasLink) }

  nonisolated func post(_ notice: NoticeAction) {
    if hasLink { notice(Self.text, link: RunPlace.result(12)) } else { notice(Self.text) }
  }

  func gate() async { await entrance.pass() }

  func open() { entrance.open() }

  var commands: [ShellCommand] {
    [
      ShellCommand("deploy", summary: "Deploy.") { [self] _ in
        @Environment(\.notice) var notice
        post(notice)
      },
      ShellCommand("slowly", summary: "Deploy slowly.") { [self] call in
        await gate()
        post(call.environment.notice)
      },
    ]
  }
}

struct RunCoordinator: FlowCoordinator {
  let place: RunPlace
  @Environment(\.notice) private var notice
  @Environment(\.noticeStage) private var stage

  func start() -> some View { RunPlaceView(place: place) }

  func handle(_ action: String) -> Bool {
    Task {
      await stage?.gate()
      stage?.post(notice)
    }
    return true
  }
}

private enum NoticeStageKey: EnvironmentKey {
  static var defaultValue: NoticeStage? { nil }
}

extension EnvironmentValues {
  fileprivate var noticeStage: NoticeStage? {
    get { self[NoticeStageKey.self] }
    set { self[NoticeStageKey.self] = newValue }
  }
}

private struct RunPlaceView: View {
  let place: RunPlace
  @Environment(\.send) private var send

  var body: some View {
    switch place {
    case .room: Button("Send") { send("work") }.navigationTitle("Room")
    case .result(let id): Text("All well.").navigationTitle("Result \(id)")
    case .guarded: Text("Within.").navigationTitle("Guarded")
    }
  }
}

/// A desk whose button, tasks, commands and guards post notices.
struct NoticeDesk: View {
  let stage: NoticeStage
  @Environment(\.notice) private var notice
  @State private var isRevealed = false

  var body: some View {
    NavigationStack {
      VStack {
        Button("Go") { go() }
        if isRevealed {
          Text("Revealed")
            .onAppear { if stage.origin == .onAppear { stage.post(notice) } }
            .task {
              guard stage.origin == .taskOfView else { return }
              await stage.gate()
              stage.post(notice)
            }
        }
      }
      .onChange(of: isRevealed) { if stage.origin == .onChange { stage.post(notice) } }
      .navigationTitle("Runs")
      .coordinators(for: RunPlace.self) { $0.coordinator }
    }
    .guarding(RunPlace.self) { place in
      guard place == .guarded else { return .allow }
      await stage.gate()
      if stage.origin == .guardOfPlace { stage.post(notice) }
      return .allow
    }
    .environment(\.noticeStage, stage)
  }

  private func go() {
    let (stage, notice) = (stage, notice)
    switch stage.origin {
    case .action: stage.post(notice)
    case .onAppear, .onChange, .taskOfView: isRevealed = true
    case .startedTask:
      Task {
        await stage.gate()
        stage.post(notice)
      }
    case .detached:
      Task.detached {
        await stage.gate()
        stage.post(notice)
      }
    case .thread:
      Task {
        await stage.gate()
        DispatchQueue.global().async { stage.post(notice) }
      }
    default: break
    }
  }
}
