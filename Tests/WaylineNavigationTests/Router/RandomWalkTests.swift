import Testing
import WaylineTestScale

@testable import WaylineNavigation

@Suite("Random walks")
struct RandomWalkTests {
  @Test("The invariants hold after any request (4)", arguments: 0..<40)
  func invariants(seed: UInt64) {
    for round in 0..<Scale.factor {
      var walk = Walk(seed: seed + UInt64(round) << 32)
      for _ in 0..<150 {
        let action = walk.next()
        let before = walk.state
        let outcome = walk.state.step(action)
        let problems = walk.state.checkInvariants()

        if !problems.isEmpty { Issue.record("\(problems) after \(action)") }
        if outcome != .completed, walk.state != before { Issue.record("\(action) did something") }
      }
    }
  }

  @Test("The scene saved after any walk is restored as it was (19)", arguments: 0..<20)
  func restoring(seed: UInt64) {
    for round in 0..<Scale.factor {
      var walk = Walk(seed: seed + UInt64(round) << 32, binds: false)
      for _ in 0..<60 { _ = walk.state.step(walk.next()) }
      var (before, after) = (SceneWriter(), SceneWriter())
      let saved = before.write(walk.state).whole

      let restored = RebuiltScene(of: walk.state).restored(from: saved)

      #expect(after.write(restored).whole == saved)
      #expect(restored.checkInvariants() == [])
    }
  }

  @Test(
    "Undoing every step returns to the beginning, redoing them to the end (15)", arguments: 0..<20)
  func history(seed: UInt64) {
    for round in 0..<Scale.factor { undoAll(Walk(seed: seed + UInt64(round) << 32, binds: false)) }
  }

  /// Takes every step of a walk back, and does them again.
  private func undoAll(_ start: Walk) {
    var walk = start
    var history = NavigationHistory()
    for _ in 0..<60 {
      let (action, before) = (walk.next(mounts: false), walk.state)
      if walk.state.step(action) == .completed { history.record(.navigation, from: before) }
    }
    let end = walk.state

    while let past = history.past.last {
      history.record(.recall(.undo), from: walk.state)
      walk.state = walk.state.recalling(past.state) { _ in false }
      #expect(walk.state.checkInvariants() == [])
    }
    #expect(NavigationChange(from: start.state, to: walk.state).isEmpty)

    while let next = history.future.last {
      history.record(.recall(.redo), from: walk.state)
      walk.state = walk.state.recalling(next.state) { _ in false }
    }
    #expect(NavigationChange(from: end, to: walk.state).isEmpty)
  }

  @Test("A change leads from one state to the other (7)", arguments: 0..<20)
  func changes(seed: UInt64) {
    var walk = Walk(seed: seed)
    let old = walk.state
    for _ in 0..<30 { walk.state.step(walk.next()) }

    let change = NavigationChange(from: old, to: walk.state)

    let before = Set(old.stacks.flatMap { $0.trail.dropLast() })
    let after = Set(walk.state.stacks.flatMap { $0.trail.dropLast() })
    #expect(Set(change.left) == before.subtracting(after))
    #expect(Set(change.entered) == after.subtracting(before))
  }

  @Test(
    "The screens below one, or around it, end after it and begin before it (7)",
    arguments: 0..<20)
  func order(seed: UInt64) {
    var walk = Walk(seed: seed)
    for _ in 0..<40 { walk.state.step(walk.next()) }
    let old = walk.state
    for _ in 0..<10 { walk.state.step(walk.next()) }

    let change = NavigationChange(from: old, to: walk.state)

    #expect(isFromTheTop(change.left, in: old))
    #expect(isFromTheTop(change.entered.reversed(), in: walk.state))
  }

  private func isFromTheTop(_ entries: [NavigationEntry], in state: NavigationState) -> Bool {
    entries.indices.allSatisfy { index in
      let below = Set(state.visits(from: entries[index].id).dropFirst())
      return !entries[..<index].contains { below.contains($0.id) }
    }
  }
}
