import Testing
import WaylineGraph
import WaylineTestScale
import WaylineViews

@testable import WaylineNavigation

/// A step of a random program; numbers choose among the slots of the program.
private enum Step: CustomStringConvertible {
  case open(Int)
  case close(Int)
  case replace(Int)
  case tab(Bool)
  case append, clear, ask, answerAlert
  case push, present, link, pop, back, dismiss, home, undo, redo, forward
  case guarding(BoundGate.Time, BoundGate.Time, BoundGate.Kind)
  case answer, restart
  indirect case action([Step])

  var description: String {
    switch self {
    case .open(let slot): "open \(slot)"
    case .close(let slot): "close \(slot)"
    case .replace(let slot): "replace \(slot)"
    case .append: "append"
    case .clear: "clear"
    case .ask: "ask"
    case .answerAlert: "answer the alert"
    case .tab(let isSecond): "tab \(isSecond ? "B" : "A")"
    case .push: "push"
    case .present: "present"
    case .link: "link"
    case .pop: "pop"
    case .back: "back"
    case .dismiss: "dismiss"
    case .home: "home"
    case .undo: "undo"
    case .redo: "redo"
    case .forward: "forward"
    case .guarding(let leaving, let entering, let kind):
      "guards \(leaving), \(entering), \(kind)"
    case .answer: "answer"
    case .restart: "restart"
    case .action(let steps): "(\(steps.map(\.description).joined(separator: "; ")))"
    }
  }

  static func random(_ dice: inout Dice) -> Step {
    switch dice.below(12) {
    case 0: return .answer
    case 1: return .restart
    case 2:
      let (times, kinds) = (BoundGate.Time.allCases, BoundGate.Kind.allCases)
      return .guarding(times[dice.below(3)], times[dice.below(3)], kinds[dice.below(3)])
    case 3, 4: return .action((0...dice.below(2) + 1).map { _ in write(&dice) })
    default: return write(&dice)
    }
  }

  private static func write(_ dice: inout Dice) -> Step {
    let slot = dice.below(BindingWalkTests.slots)
    switch dice.below(24) {
    case 0...4: return .open(slot)
    case 5...7: return .close(slot)
    case 8: return .replace(slot)
    case 9: return .append
    case 10: return .clear
    case 11: return .ask
    case 12: return .answerAlert
    case 13: return .tab(true)
    case 14, 15: return .tab(false)
    case 16: return .push
    case 17: return .present
    case 18: return .link
    case 19: return .back
    case 20: return [.dismiss, .home, .pop][dice.below(3)]
    default: return [.undo, .redo, .forward][dice.below(3)]
    }
  }

  @MainActor func carryOut(in scene: BoundScene) {
    let (shelf, router) = (scene.shelf, scene.router)
    switch self {
    case .open(let slot): shelf.values[shelf.slots[slot]] = 1
    case .close(let slot): shelf.values[shelf.slots[slot]] = nil
    case .replace(let number):
      let slot = shelf.slots[number]
      shelf.values[slot] = slot.kind.namesPlace ? 2 : 1
    case .append: shelf.path.append(.place(shelf.path.count))
    case .clear: shelf.path = []
    case .ask: shelf.asks = true
    case .answerAlert: shelf.asks = false
    case .tab(let isSecond): shelf.tab = isSecond ? "B" : "A"
    case .push: router.push(BoundPlace.place(7))
    case .present: router.present(BoundPlace.place(6))
    case .link: router.open(BoundPlace.place(3))
    case .pop: router.pop()
    case .back: router.back()
    case .dismiss: router.dismiss()
    case .home: router.home()
    case .undo: router.undo()
    case .redo: router.redo()
    case .forward: router.forward()
    case .guarding(let leaving, let entering, let kind):
      let gate = shelf.gate
      (gate.leaving, gate.entering, gate.kind) = (leaving, entering, kind)
    case .answer: shelf.gate.answer()
    case .restart: scene.restart()
    case .action(let steps): for step in steps { step.carryOut(in: scene) }
    }
  }
}

@Suite("Random programs of bindings and guards")
@MainActor
struct BindingWalkTests {
  nonisolated static let slots = 5

  @Test(
    "Bindings read what is shown, and what is shown is printed, whatever a program does (10)",
    arguments: 0..<20)
  func walk(seed: UInt64) async {
    for round in 0..<UInt64(Scale.factor) {
      var dice = Dice(seed: seed + round << 16)
      let slots = (0..<Self.slots).map { _ in Slot.all[dice.below(Slot.all.count)] }
      let program = Array(Set(slots)).sorted { $0.description < $1.description }
      let padded = program + Array(repeating: program[0], count: Self.slots - program.count)
      let steps = (0..<60).map { _ in Step.random(&dice) }
      guard await failure(of: steps, with: padded) != nil else { continue }
      let short = await shortened(steps) { await failure(of: $0, with: padded) != nil }
      let problems = await failure(of: short, with: padded) ?? []
      Issue.record("\(program): \(short): \(problems)")
    }
  }

  /// The problems after the first step that has any.
  private func failure(of steps: [Step], with slots: [Slot]) async -> [String]? {
    let distinct = slots.enumerated().filter { slots.firstIndex(of: $0.element) == $0.offset }
    let scene = BoundScene(BoundValues(slots, shown: distinct.map(\.element)))
    defer { scene.hosting.host.end() }
    for step in steps {
      if case .restart = step {
        step.carryOut(in: scene)
      } else {
        _ = withReports { scene.act { step.carryOut(in: scene) } }
      }
      for _ in 0..<3 { await Task.yield() }
      let problems = scene.problems() + freshProblems(of: scene)
      if !problems.isEmpty { return problems + ["after \(step)"] }
    }
    return nil
  }

  /// The difference between the page and that of a fresh scene with the same values.
  ///
  /// Of several screens only their order in time decides which is on top, which no value has.
  private func freshProblems(of scene: BoundScene) -> [String] {
    let shelf = scene.shelf
    let entries = scene.router.stored.allEntries.filter { $0.presentation != .root }
    let isPresented = entries.contains { !$0.isBound && $0.presentation.isModal }
    guard entries.count < 2, !isPresented else { return [] }
    let copy = BoundValues(shelf.slots, shown: shelf.shown)
    (copy.values, copy.path, copy.tab, copy.asks) = (
      shelf.values, shelf.path, shelf.tab, shelf.asks
    )
    let fresh = BoundScene(copy)
    defer { fresh.hosting.host.end() }
    return fresh.hosting.lines == scene.hosting.lines && fresh.hosting.layer == scene.hosting.layer
      ? [] : ["a fresh scene shows \(fresh.hosting.lines), not \(scene.hosting.lines)"]
  }

  /// Leaves out steps as long as the rest still fails.
  private func shortened(
    _ steps: [Step], while fails: ([Step]) async -> Bool
  ) async -> [Step] {
    var (steps, size) = (steps, steps.count / 2)
    while size > 0 {
      var start = 0
      while start < steps.count {
        var fewer = steps
        fewer.removeSubrange(start..<min(start + size, steps.count))
        if await fails(fewer) { steps = fewer } else { start += size }
      }
      size /= 2
    }
    return steps
  }
}
