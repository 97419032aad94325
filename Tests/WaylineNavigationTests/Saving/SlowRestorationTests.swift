import Testing
import WaylineGraph
import WaylineViews

@testable import WaylineNavigation

/// A step of a wizard, which no guard is asked about.
private enum StepRoute: NavigationValue {
  case step(Int)
  case signIn
}

/// A step of a wizard with a guard.
private enum GuardedRoute: NavigationValue {
  case step(Int)
}

/// The place where a guard decides, and its decision.
private struct Decision: CustomStringConvertible {
  let step: Int
  let isSlow: Bool
  let kind: Kind

  enum Kind: CaseIterable {
    case allow, block, redirect
  }

  var description: String { "\(kind) at step \(step), \(isSlow ? "slow" : "at once")" }

  func decide(_ route: GuardedRoute) -> GuardDecision {
    guard route == .step(step) else { return .allow }
    switch kind {
    case .allow: return .allow
    case .block: return .block("The desk is closed.")
    case .redirect: return .redirect(to: StepRoute.signIn)
    }
  }
}

/// A wizard whose guard may take time.
private struct StepsView: View {
  var decision: Decision?

  var body: some View {
    if let decision, decision.isSlow {
      steps.guarding(GuardedRoute.self) { (route: GuardedRoute) async -> GuardDecision in
        await Task.yield()
        return decision.decide(route)
      }
    } else {
      steps.guarding(GuardedRoute.self) { (route: GuardedRoute) -> GuardDecision in
        decision?.decide(route) ?? .allow
      }
    }
  }

  private var steps: some View {
    NavigationStack {
      Text("Desk")
        .navigationDestination(for: StepRoute.self) { Text("\($0)") }
        .navigationDestination(for: GuardedRoute.self) { Text("guarded \($0)") }
    }
  }
}

@Suite("Saved steps whose guard takes time", .timeLimit(.minutes(15)))
@MainActor
struct SlowRestorationTests {
  /// The places that a scene shows, and the report about the others.
  private struct Result: Equatable {
    let lines: [String]
    let routes: [Route]
    let kept: [Route]
    let dropped: [RestorationReport.Reason]
    let isUndecided: Bool
  }

  /// A saved wizard of steps with these numbers guarded; a bit of `forms` makes a step a sheet.
  private func saved(_ depth: Int, guarded: ClosedRange<Int>, forms: Int) -> [UInt8] {
    let first = Hosting { StepsView() }
    for step in 1...depth {
      let isSheet = forms >> (step - 1) & 1 == 1
      switch (guarded.contains(step), isSheet) {
      case (true, true): first.router.present(GuardedRoute.step(step))
      case (true, false): first.router.push(GuardedRoute.step(step))
      case (false, true): first.router.present(StepRoute.step(step))
      case (false, false): first.router.push(StepRoute.step(step))
      }
    }
    return Array(first.router.save().utf8)
  }

  /// The result of a restoration, and the places that it shows before a slow guard has decided.
  private func restore(_ saved: [UInt8], _ decision: Decision) async -> (Result, first: [Route]) {
    let hosting = Hosting { StepsView(decision: decision) }
    hosting.router.restore(saved)
    let first = hosting.router.state.routes
    while !hosting.host.graph.pending.isEmpty { await Task.yield() }
    let report = hosting.router.restorationReport
    let result = Result(
      lines: hosting.lines, routes: hosting.router.state.routes,
      kept: report?.kept ?? [], dropped: report?.dropped.map(\.reason) ?? [],
      isUndecided: report?.isUndecided ?? false)
    return (result, first)
  }

  @Test(
    "The step with the guard and those above it come together, as if it had decided at once",
    arguments: 1...3)
  func together(depth: Int) async {
    for step in 1...depth {
      let below = (1..<step).map { Route(StepRoute.step($0)) }
      for forms in 0..<(1 << depth) {
        let saved = saved(depth, guarded: step...step, forms: forms)
        for kind in Decision.Kind.allCases {
          let slow = Decision(step: step, isSlow: true, kind: kind)
          let (once, _) = await restore(saved, Decision(step: step, isSlow: false, kind: kind))
          let (later, first) = await restore(saved, slow)
          #expect(first == below, "\(slow) of \(depth), forms \(forms)")
          #expect(later == once, "\(slow) of \(depth), forms \(forms)")
          let losses = kind == .allow ? 0 : depth - step + (kind == .block ? 1 : 0)
          #expect(later.dropped.count == losses && !later.isUndecided)
          #expect(later.routes.starts(with: below))
          #expect(later.routes.count == (kind == .allow ? depth : step - (kind == .block ? 1 : 0)))
        }
      }
    }
  }

  @Test("Steps that all have a slow guard are restored or refused as a whole", arguments: 1...3)
  func whole(depth: Int) async {
    let all = (1...depth).map { Route(GuardedRoute.step($0)) }
    for forms in 0..<(1 << depth) {
      let saved = saved(depth, guarded: 1...depth, forms: forms)
      for step in 1...depth {
        for kind in Decision.Kind.allCases {
          let slow = Decision(step: step, isSlow: true, kind: kind)
          let (result, first) = await restore(saved, slow)
          #expect(first == [] && !result.isUndecided)
          switch kind {
          case .allow:
            #expect(result.routes == all && result.kept == all && result.dropped == [])
          case .block:
            #expect(result.routes == [] && result.kept == [], "\(slow) of \(depth)")
            #expect(result.dropped.count == depth && result.lines == ["Desk"])
          case .redirect:
            #expect(result.routes == [Route(StepRoute.signIn)], "\(slow) of \(depth)")
          }
        }
      }
    }
  }
}
