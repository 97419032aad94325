import Testing
import WaylineGraph
import WaylineViews

@testable import WaylineNavigation

private enum Step: NavigationValue, CaseIterable {
  case title, shelf, summary
}

/// A wizard: its first step has a stack of its own, on which the others are pushed.
private struct Desk: View {
  let guarding: [LateContentTests.Guarding]

  var body: some View {
    NavigationStack {
      Text("Desk").navigationDestination(for: Step.self) { StepView(step: $0) }
    }
    .guarding(Step.self) { step in
      if guarding[Step.allCases.firstIndex(of: step) ?? 0] == .blocks { return .block("Closed.") }
      if guarding[Step.allCases.firstIndex(of: step) ?? 0] == .takesTime { await Task.yield() }
      return .allow
    }
  }
}

private struct StepView: View {
  let step: Step

  var body: some View {
    if step == .title {
      NavigationStack {
        Text("title").navigationDestination(for: Step.self) { StepView(step: $0) }
      }
    } else {
      Text("\(step)")
    }
  }
}

@Suite("What is inside a place that is restored when its guard has decided")
@MainActor
struct LateContentTests {
  enum Guarding: CaseIterable {
    case allows, takesTime, blocks
  }

  private nonisolated static let presentations: [NavigationEntry.Presentation] = [
    .push, .sheet, .cover,
  ]

  private func settle(_ hosting: Hosting) async {
    while !hosting.host.graph.pending.isEmpty { await Task.yield() }
  }

  private func hosting(_ guarding: [Guarding]) -> Hosting {
    Hosting { Desk(guarding: guarding) }
  }

  @Test(
    "The steps of a wizard are restored, up to a stack of which a guard refuses one",
    arguments: presentations, 0...2)
  func steps(presentation: NavigationEntry.Presentation, above: Int) async {
    let first = hosting([.allows, .allows, .allows])
    if presentation == .push {
      _ = await first.router.push(Step.title).value
    } else {
      _ = await first.router.present(Step.title, as: presentation).value
    }
    for step in Step.allCases.dropFirst().prefix(above) { _ = await first.router.push(step).value }
    let saved = first.router.save()
    #expect(first.lines == ["\(Step.allCases[above])"])

    for guarding in Self.guardings {
      let second = hosting(guarding)
      second.router.restore(Array(saved.utf8))
      await settle(second)
      let refused = guarding.prefix(above + 1).firstIndex(of: .blocks)
      // The steps above the first are one stack, about which guards that take time decide as a whole.
      let kept = refused.map { min($0, 1) } ?? above + 1
      #expect(second.lines == [kept == 0 ? "Desk" : "\(Step.allCases[kept - 1])"], "\(guarding)")
      let report = second.router.restorationReport
      #expect(report?.kept.count == kept, "\(guarding)")
      #expect(report?.isUndecided == false && report?.isComplete == (refused == nil), "\(guarding)")
      if refused == nil { #expect(second.router.save() == saved, "\(guarding)") }
    }
  }

  private static let guardings = Guarding.allCases.flatMap { title in
    Guarding.allCases.flatMap { shelf in Guarding.allCases.map { [title, shelf, $0] } }
  }
}
