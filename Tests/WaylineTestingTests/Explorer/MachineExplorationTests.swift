import Testing
import WaylineTesting

@Suite("Exploring a pure machine")
struct MachineExplorationTests {
  @Test("Every state and every step is found once")
  func counts() {
    let report = Explorer(ScreenStack()).run()
    // All stacks of at most four screens, and a sheet of three kinds on those of at most two.
    #expect(report.states == 121 + 3 * (1 + 3 + 9))
    #expect(report.isComplete && report.isSound)
    #expect(report.depth == 4)
  }

  @Test("A trace has the fewest commands, and ends where the predicate is broken")
  func shortest() {
    let report = Explorer(ScreenStack())
      .always("Screen 2 is never above screen 1") { !$0.screens.starts(with: [1, 2]) }
      .run()
    #expect(report.violations.map(\.commands) == [["push(1)", "push(2)"]])
    #expect(report.violations[0].before == ["State(screens: [1], sheet: nil)"])
    #expect(report.violations[0].after == ["State(screens: [1, 2], sheet: nil)"])
    #expect(report.violations[0].count == 1 + 3 + 9 + 3)
    #expect(!report.isSound)
  }

  @Test("A goal is reached by the shortest way, and one that is not reachable is a violation")
  func goals() {
    let report = Explorer(Turnstile())
      .sometimes("It opens") { $0 == .unlocked }
      .sometimes("It is neither") { $0 != .unlocked && $0 != .locked }
      .run()
    #expect(report.goals.map(\.commands) == [["coin"]])
    #expect(report.violations.map(\.property) == ["It is neither"])
    #expect(report.violations[0].message == "No reachable state satisfies it.")
  }

  @Test("A property that no state was about is vacuous, and neither kept nor broken")
  func vacuous() {
    let report = Explorer(Turnstile())
      .always("Never asked", where: { _ in false }) { _ in false }
      .leadsTo("Never begun", from: { _ in false }, to: { _ in true })
      .never("Asked", where: { $0 == .locked }) { $0 == .unlocked }
      .run()
    #expect(report.vacuous == ["Never asked", "Never begun"])
    #expect(report.isSound)
  }

  @Test("A goal must stay reachable from every state with the condition")
  func leadsTo() {
    let fallible = Explorer(Unreliable())
      .leadsTo("Work gets done", from: { _ in true }, to: { $0.done == 2 })
      .run()
    #expect(fallible.violations.map(\.commands) == [["work"]])
    #expect(fallible.violations[0].after == ["State(done: 0, failed: true)"])

    let counter = Explorer(Counter()).leadsTo("It gets to 9", from: { _ in true }, to: { $0 == 9 })
    #expect(counter.run().isSound)
  }

  @Test("A run that can go round for ever avoids a goal; one that is unfair does not count")
  func inevitable() {
    let back = Explorer(Counter(limit: 3))
      .leadsTo("It gets to 3", .inevitably, from: { $0 == 1 }, to: { $0 == 3 })
      .run()
    #expect(back.violations.map(\.commands) == [["up"]])
    #expect(back.violations.first?.loop.isEmpty == false)

    // Only waiting would avoid it, while counting up stays possible: that run is unfair.
    let onward = Explorer(Counter(limit: 3, canFallBack: false))
      .leadsTo("It gets to 3", .inevitably, from: { $0 == 1 }, to: { $0 == 3 })
      .run()
    #expect(onward.isSound, "\(onward)")

    let ending = Explorer(Unreliable())
      .leadsTo("Work gets done", .inevitably, from: { $0.done == 1 }, to: { $0.done == 2 })
      .run()
    #expect(ending.violations.map(\.message) == ["A run ends without reaching the goal."])
  }

  @Test("States with one representative are explored once")
  func symmetry() {
    #expect(Explorer(Tokens()).run().states == 16)
    let report = Explorer(Tokens()).representative { $0.sorted() }.run()
    #expect(report.states == 10)
    #expect(report.limits.contains { $0.contains("representative") })
  }

  @Test("Each bound is named, and nothing beyond it is claimed")
  func budgets() {
    let states = Explorer(ScreenStack()).budget(states: 20).run()
    #expect(states.states == 20)
    #expect(states.cut == ["states beyond the first 20."])
    let depth = Explorer(ScreenStack()).budget(depth: 2).run()
    #expect(depth.depth == 2)
    #expect(depth.cut == ["states that need more than 2 commands."])
    let time = Explorer(ScreenStack()).budget(time: .zero).run()
    #expect(time.cut.count == 1)
    #expect(!time.isComplete)
    // What was not expanded counts as reaching everything.
    let leads = Explorer(Counter()).leadsTo("Up", from: { _ in true }, to: { $0 == 9 })
    #expect(leads.budget(depth: 3).run().isSound)
  }

  @Test("One core and several give the same report, byte for byte")
  func cores() {
    let explorer = Explorer(ScreenStack(routes: 6, depth: 5))
      .always("Never 3 on 4") { !$0.screens.contains(3) || !$0.screens.contains(4) }
      .sometimes("Deep") { $0.screens == [5, 5, 5, 5] }
      .leadsTo("Home", from: { $0.sheet != nil }, to: { $0.screens.isEmpty })
      .seed(7)
    let one = explorer.workers(1).run()
    #expect(one.states == 9_331 + 6 * (1 + 6 + 36 + 216))
    for workers in [2, 3, 8] {
      #expect("\(explorer.workers(workers).run())" == "\(one)")
    }
    #expect("\(explorer.run())" == "\(one)")
  }

  @Test("A search that was stopped resumes to the same report, also from its bytes")
  func resuming() throws {
    let explorer = Explorer(ScreenStack(routes: 4, depth: 5))
      .always("Never 3 on 2") { !$0.screens.starts(with: [0, 1, 2, 3]) }
      .leadsTo("Home", from: { $0.sheet != nil }, to: { $0.screens.isEmpty })
    let whole = explorer.run()
    for states in [1, 7, 100, 333, 1_000] {
      let stopped = explorer.budget(states: states).run()
      let saved = try #require(stopped.checkpoint)
      let read = try ExplorationCheckpoint(bytes: saved.bytes)
      #expect(read == saved)
      #expect("\(try explorer.run(resuming: read))" == "\(whole)", "stopped after \(states)")
    }
    var saved: [ExplorationCheckpoint] = []
    _ = explorer.onCheckpoint { saved.append($0) }.run()
    #expect(saved.count > 4)
    for checkpoint in saved {
      #expect("\(try explorer.run(resuming: checkpoint))" == "\(whole)")
    }
  }

  @Test("A checkpoint of another machine or with damage is refused")
  func foreignCheckpoint() throws {
    let saved = try #require(Explorer(Turnstile()).budget(states: 1).run().checkpoint)
    #expect(throws: CheckpointError.self) { try Explorer(Counter()).run(resuming: saved) }
    #expect(throws: CheckpointError.self) {
      _ = try ExplorationCheckpoint(bytes: Array(saved.bytes.dropLast(8)))
    }
    #expect(throws: CheckpointError.self) { _ = try ExplorationCheckpoint(bytes: [1, 2, 3]) }
  }

  @Test("The shards of a search, merged, find what one search finds")
  func shards() throws {
    let explorer = Explorer(ScreenStack(routes: 5, depth: 5))
      .always("Never 3 on 2") { !$0.screens.starts(with: [0, 1, 2, 3]) }
      .sometimes("Deep") { $0.screens == [4, 4, 4, 4, 4] }
    let whole = explorer.run()
    let reports = try (1...3).map { index in
      try ExplorationReport(shardFile: explorer.shard(index, of: 3).run().shardFile)
    }
    let merged = ExplorationReport.merging(reports)
    #expect(merged.states == whole.states)
    #expect(merged.transitions == whole.transitions)
    #expect(merged.violations.map(\.commands) == whole.violations.map(\.commands))
    #expect(merged.goals == whole.goals)
    #expect(merged.isComplete)
    #expect(reports.allSatisfy { !$0.isComplete })
  }

  @Test("The graph of the states is drawn for Graphviz and Mermaid, steps not taken dashed")
  func graph() throws {
    let whole = try #require(Explorer(Turnstile()).recordingGraph().run().graph)
    #expect(whole.dot.contains("s0 -> s1 [label=\"coin\"];"))
    #expect(whole.mermaid.contains("s1 -->|\"push\"| s0"))
    let part = try #require(Explorer(Counter()).budget(depth: 1).recordingGraph().run().graph)
    #expect(part.dot.contains("style=dashed"))
    #expect(part.mermaid.contains("-.->"))
  }

  @Test("The report says in words what it does not prove")
  func limits() {
    let report = Explorer(ScreenStack()).run()
    #expect(report.limits.count == 1)
    #expect(report.limits[0].contains("the chance that two had the same is 1 in "))
  }
}
