import Testing
import WaylineTesting

@testable import Wayline
@testable import WaylineFlows

/// A guard that decides at once, or when a test answers it.
@MainActor
private final class Porter {
  enum Time: CaseIterable { case never, now, later }

  var time = Time.never
  var decision = GuardDecision.allow
  private(set) var waiting: [CheckedContinuation<GuardDecision, Never>] = []

  func ask() async -> GuardDecision { await withCheckedContinuation { waiting.append($0) } }

  /// Answers everybody who waits, the latest first.
  func answer() {
    let asked = waiting
    waiting = []
    for question in asked.reversed() { question.resume(returning: decision) }
  }
}

private enum Room: String, NavigationValue, Identifiable, Codable {
  case hall
  var id: Room { self }
}

/// The modifier whose binding is a value of the scene's storage.
private enum StoredKind: CaseIterable {
  case sheet, itemSheet, cover, flag, item, path, tab

  /// The commands that do not leave such a screen.
  var otherCommands: [String] {
    switch self {
    case .sheet, .itemSheet, .cover: []
    case .flag, .item, .path: ["dismiss"]
    case .tab: ["back", "dismiss", "home"]
    }
  }
}

private struct HallView: View {
  let isBound: Bool
  let porter: Porter
  let leave: @MainActor () -> Void

  var body: some View {
    // NB: a guard that waits must not retain the screen.
    let porter = porter
    let content = VStack {
      Text("The hall, bound \(isBound)")
      Button("Leave", action: leave)
    }
    switch porter.time {
    case .never: content
    case .now: content.onLeave { porter.decision }
    case .later: content.onLeave { () async -> GuardDecision in await porter.ask() }
    }
  }
}

private struct HouseView: View {
  let kind: StoredKind
  let porter: Porter
  @SceneStorage("isOpen") private var isOpen = false
  @SceneStorage("room") private var room: Room?
  @SceneStorage("path") private var path: [Room] = []
  @SceneStorage("tab") private var tab = "Garden"

  private var hall: HallView {
    HallView(isBound: isBound, porter: porter) {
      switch kind {
      case .sheet, .cover, .flag: isOpen = false
      case .itemSheet, .item: room = nil
      case .path: path = []
      case .tab: tab = "Garden"
      }
    }
  }

  private var isBound: Bool {
    switch kind {
    case .sheet, .cover, .flag: isOpen
    case .itemSheet, .item: room != nil
    case .path: !path.isEmpty
    case .tab: tab == "House"
    }
  }

  private func enter() {
    switch kind {
    case .sheet, .cover, .flag: isOpen = true
    case .itemSheet, .item: room = .hall
    case .path: path.append(.hall)
    case .tab: tab = "House"
    }
  }

  var body: some View {
    let garden = VStack {
      Text("The garden, bound \(isBound)")
      Button("Enter", action: enter)
    }
    switch kind {
    case .sheet: garden.sheet(isPresented: $isOpen) { hall }
    case .itemSheet: garden.sheet(item: $room) { _ in hall }
    case .cover: garden.fullScreenCover(isPresented: $isOpen) { hall }
    case .flag: NavigationStack { garden.navigationDestination(isPresented: $isOpen) { hall } }
    case .item: NavigationStack { garden.navigationDestination(item: $room) { _ in hall } }
    case .path:
      NavigationStack(path: $path) { garden.navigationDestination(for: Room.self) { _ in hall } }
    case .tab:
      TabView(selection: $tab) {
        Tab("Garden", systemImage: "leaf", value: "Garden") { garden }
        Tab("House", systemImage: "leaf", value: "House") { hall }
      }
    }
  }
}

@Suite("Bindings to what the scene stores, under guards", .timeLimit(.minutes(15)))
@MainActor
struct StoredBindingTests {
  /// What is typed while a guard has not decided; nil for a restart.
  nonisolated private static let interruptions: [String?] = ["show", "Leave", "back", nil]

  private struct Situation {
    let time: Porter.Time
    let isRefused: Bool
    let ending: String
    let interruption: String?

    static let all = Porter.Time.allCases.flatMap { time in
      (time == .never ? [false] : [false, true]).flatMap { isRefused in
        ["Leave", "back", "dismiss", "home", "undo"].flatMap { ending in
          (time == .later ? interruptions : ["show"]).map {
            Situation(time: time, isRefused: isRefused, ending: ending, interruption: $0)
          }
        }
      }
    }
  }

  @Test(
    "The stored value is that of the screen at every step, and leads there again after a restart (10)",
    arguments: StoredKind.allCases)
  private func stored(kind: StoredKind) async {
    for situation in Situation.all {
      if kind.otherCommands.contains(situation.ending) { continue }
      for problem in await problems(of: situation, kind) {
        Issue.record("\(kind) \(situation): \(problem)")
      }
    }
  }

  private func problems(of situation: Situation, _ kind: StoredKind) async -> [String] {
    let porter = Porter()
    let host = TestHost { HouseView(kind: kind, porter: porter) }
    (porter.time, porter.decision) = (situation.time, situation.isRefused ? .block("No.") : .allow)
    host.send("Enter")
    var problems = difference(in: host, isInside: true, "entered")
    host.send(situation.ending)
    if situation.time == .later, kind != .tab { problems += await decide(situation, porter, host) }
    let isRestarted = situation.time == .later && situation.interruption == nil
    let isInside = kind != .tab && (situation.isRefused && situation.time != .never || isRestarted)
    problems += difference(in: host, isInside: isInside, "decided")
    porter.time = .never
    host.restart()
    problems += difference(in: host, isInside: isInside, "restarted")
    for line in isInside ? ["Leave", "Enter"] : ["Enter", "Leave"] {
      host.send(line)
      problems += difference(in: host, isInside: line == "Enter", "\(line) again")
    }
    await host.end()
    return problems
  }

  /// Answers the guard after the interruption.
  private func decide(
    _ situation: Situation, _ porter: Porter, _ host: TestHost
  ) async -> [String] {
    for _ in 0..<1_000 where porter.waiting.isEmpty { await Task.yield() }
    var problems = difference(in: host, isInside: true, "undecided")
    if let line = situation.interruption { host.send(line) } else { host.restart() }
    problems += difference(in: host, isInside: true, "interrupted")
    for _ in 0..<1_000 where !porter.waiting.isEmpty || !host.pending.isEmpty {
      porter.answer()
      await Task.yield()
    }
    return problems
  }

  private func difference(in host: TestHost, isInside: Bool, _ moment: String) -> [String] {
    let lines = host.lines
    let expected = isInside ? "The hall, bound true" : "The garden, bound false"
    return lines.contains { $0.hasSuffix(expected) } ? [] : ["\(moment): \(lines)"]
  }
}
