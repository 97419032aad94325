import Testing
import WaylineGraph
import WaylineViews

@testable import WaylineNavigation

/// A way in which a screen is asked to end.
private enum Ending: CaseIterable {
  case binding, dismiss, back, undo, home, link
}

/// What happens while a guard has not decided.
private enum Interruption: CaseIterable {
  case none, again, back, otherBinding, restart, program
}

/// One case: the guard, its decision, and what happens until it decides.
private struct Situation {
  let time: BoundGate.Time
  let decision: BoundGate.Kind
  let interruption: Interruption

  /// True if the guard refuses, with or without a redirect.
  var isRefused: Bool { time != .none && decision != .allow }

  static let all = BoundGate.Time.allCases.flatMap { time in
    (time == .none ? [.allow] : BoundGate.Kind.allCases).flatMap { decision in
      (time == .later ? Interruption.allCases : [.none]).map {
        Situation(time: time, decision: decision, interruption: $0)
      }
    }
  }
}

@Suite("Bindings under guards")
@MainActor
struct BindingGuardTests {
  private let other = Slot(kind: .sheet, view: .child)

  @Test(
    "A binding reads what is shown while a guard decides about the end of its screen, and after (10)",
    arguments: Slot.Kind.allCases)
  func closing(kind: Slot.Kind) async {
    for situation in Situation.all {
      for ending in Ending.allCases {
        let problems = await problems(of: situation, ending: Slot(kind: kind), by: ending)
        if !problems.isEmpty { Issue.record("\(situation) \(ending): \(problems)") }
      }
    }
  }

  private func problems(
    of situation: Situation, ending slot: Slot, by ending: Ending
  ) async -> [String] {
    let scene = BoundScene(BoundValues([slot, other]))
    let shelf = scene.shelf
    (shelf.gate.leaving, shelf.gate.kind) = (situation.time, situation.decision)
    scene.act { shelf.values[slot] = 1 }
    let problems = await decide(situation, in: scene) { request(ending, of: slot, in: scene) }
    let name = BoundValues.name(slot, 1)
    let expected: Set<String> =
      switch situation.interruption {
      case .restart: [name]
      case .otherBinding: [name, BoundValues.name(other, 1)]
      case _ where situation.isRefused:
        situation.decision == .redirect ? [name, "place(5)"] : [name]
      case .back: []
      case .none, .again, .program: ending == .link ? ["place(3)"] : []
      }
    return problems + check(scene, slot, expected)
  }

  private func request(_ ending: Ending, of slot: Slot, in scene: BoundScene) {
    scene.act {
      switch ending {
      case .binding: scene.shelf.values[slot] = nil
      case .dismiss: scene.router.dismiss()
      case .back: scene.router.back()
      case .undo: scene.router.undo()
      case .home: scene.router.home()
      case .link: scene.router.open(BoundPlace.place(3))
      }
    }
  }

  @Test(
    "A binding reads what is shown while a guard decides about a place that it names, and after (10)",
    arguments: Slot.Kind.allCases.filter(\.namesPlace).map { Optional($0) } + [nil], [false, true])
  func opening(kind: Slot.Kind?, isReplacing: Bool) async {
    for situation in Situation.all {
      let problems = await problems(
        of: situation, opening: kind.map { Slot(kind: $0) }, isReplacing: isReplacing)
      if !problems.isEmpty { Issue.record("\(situation): \(problems)") }
    }
  }

  private func problems(
    of situation: Situation, opening slot: Slot?, isReplacing: Bool
  ) async -> [String] {
    let scene = BoundScene(BoundValues([slot, other].compactMap { $0 }))
    let shelf = scene.shelf
    (shelf.gate.entering, shelf.gate.kind) = (situation.time, situation.decision)
    scene.restart()
    func request(_ value: Int) {
      scene.act {
        if let slot { shelf.values[slot] = value } else { shelf.path.append(.place(value)) }
      }
    }
    if isReplacing { request(1) }
    await scene.settle()
    let before = shelf.names
    let problems = await decide(situation, in: scene) { request(2) }
    let expected: Set<String> =
      switch situation.interruption {
      case .restart: before
      case .otherBinding: before.union([BoundValues.name(other, 1)])
      case .back where isReplacing: []
      case _ where situation.isRefused:
        situation.decision == .redirect ? before.union(["place(5)"]) : before
      default: slot.map { [BoundValues.name($0, 2)] } ?? before.union(["place(2)"])
      }
    return problems + check(scene, slot ?? other, expected)
  }

  /// Makes a request, and answers its guard after the interruption.
  private func decide(
    _ situation: Situation, in scene: BoundScene, _ request: () -> Void
  ) async -> [String] {
    let before = scene.shelf.names
    request()
    guard situation.time == .later else { return [] }
    await scene.untilAsked()
    var problems = scene.problems()
    if scene.shelf.names != before { problems.append("undecided: \(scene.shelf.names)") }
    switch situation.interruption {
    case .none: break
    case .again: request()
    case .back: scene.act { scene.router.back() }
    case .otherBinding: scene.act { scene.shelf.values[other] = 1 }
    case .restart: scene.restart()
    case .program: scene.hosting.host.graph.perform { scene.shelf.tab = "B" }
    }
    await Task.yield()
    problems += scene.problems().map { "interrupted: \($0)" }
    for _ in 0..<1_000 where scene.router.queue.undecided != nil {
      scene.shelf.gate.answer()
      await Task.yield()
    }
    // A guard that was replaced retains its screen until its task has ended.
    for _ in 0..<8 { await Task.yield() }
    return problems
  }

  /// Compares the screens with the bindings, opens or closes a screen, and restarts the scene.
  private func check(_ scene: BoundScene, _ slot: Slot, _ expected: Set<String>) -> [String] {
    let shelf = scene.shelf
    var problems = scene.problems()
    if shelf.names != expected { problems.append("\(shelf.names) instead of \(expected)") }
    (shelf.gate.leaving, shelf.gate.entering) = (.none, .none)
    scene.restart()
    problems += scene.problems().map { "restarted: \($0)" }
    if shelf.names != expected { problems.append("restarted: \(shelf.names)") }
    for value in [nil, 1, nil] {
      scene.act { shelf.values[slot] = value }
      problems += scene.problems().map { "again: \($0)" }
      if shelf.values[slot] != value { problems.append("cannot be set to \(value ?? 0)") }
    }
    return problems
  }

  @Test(
    "The setter of a binding is called when the user leaves, and not when the program closes (10)")
  func setter() {
    for kind in Slot.Kind.allCases {
      let slot = Slot(kind: kind)
      let scene = BoundScene(BoundValues([slot]))
      scene.act { scene.shelf.values[slot] = 1 }
      scene.act { scene.shelf.values[slot] = nil }
      #expect(scene.shelf.written == [], "\(kind)")

      scene.act { scene.shelf.values[slot] = 1 }
      scene.act { scene.router.back() }
      #expect(scene.shelf.written == ["\(slot) nil"], "\(kind)")
    }
  }
}
