import Testing

@testable import WaylineNavigation

@Suite("Random walks")
struct RandomWalkTests {
  @Test("Whatever is asked for, the invariants hold", arguments: 0..<40)
  func invariants(seed: UInt64) {
    var walk = Walk(seed: seed)

    for _ in 0..<150 {
      let action = walk.next()
      let before = walk.state
      let outcome = walk.state.step(action)

      #expect(walk.state.checkInvariants() == [], "after \(action)")
      if outcome != .completed { #expect(walk.state == before, "after \(action)") }
    }
  }

  @Test("Undoing every step returns to the beginning, redoing them to the end", arguments: 0..<20)
  func history(seed: UInt64) {
    var walk = Walk(seed: seed, binds: false)
    var history = NavigationHistory()
    let start = walk.state
    for _ in 0..<60 {
      let (action, before) = (walk.next(mounts: false), walk.state)
      if walk.state.step(action) == .completed { history.record(before) }
    }
    let end = walk.state

    while let past = history.past.last {
      history.recordUndo(walk.state)
      walk.state = walk.state.recalling(past) { _ in false }
      #expect(walk.state.checkInvariants() == [])
    }
    #expect(NavigationChange(from: start, to: walk.state).isEmpty)

    while let next = history.future.last {
      history.recordRedo(walk.state)
      walk.state = walk.state.recalling(next) { _ in false }
    }
    #expect(NavigationChange(from: end, to: walk.state).isEmpty)
  }

  @Test("A change leads from one state to the other", arguments: 0..<20)
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
}
