import Wayline

/// The whole console: its stack, and the work that goes on whatever screen is shown.
struct ConsoleView: View {
  @Deployments private var deployments
  @SignIns private var signIns
  @State private var beat = 0
  @State private var stopped: Deployment?
  @Environment(\.cluster) private var cluster
  @Environment(\.clock) private var clock
  @Environment(\.runnerName) private var runnerName
  @Environment(\.router) private var router
  @Environment(\.notice) private var notice

  var body: some View {
    NavigationStack {
      HomeView()
        .coordinators(for: Place.self) { $0.coordinator }
        .coordinators(for: SignedInPlace.self) { $0.coordinator }
    }
    .environment(\.services, cluster.services(at: beat))
    .modifier(PlaceGuards())
    .task(name: "watch", role: .background) { await watch() }
    .task(id: next, name: "deploy") { await run() }
    .alert(
      "\(stopped?.title ?? "") was interrupted", isPresented: isAlerting, presenting: stopped
    ) { deployment in
      Button("Show it") { router.open(Place.deployment(id: deployment.id)) }
      Button("Later", role: .cancel) {}
    }
  }

  private var isAlerting: Binding<Bool> {
    Binding(get: { stopped != nil }, set: { if !$0 { stopped = nil } })
  }

  /// The deployment that this process works on; it does one after the other.
  private var next: Int? {
    deployments.first { $0.isActive && $0.runner == runnerName }?.id
  }

  private func run() async {
    guard let next else { return }
    let runner = Runner(
      name: runnerName, cluster: cluster, clock: clock, deployments: $deployments, signIns: $signIns
    )
    do {
      try await runner.run(next)
      if let ended = $deployments[next], ended.hasEnded {
        notice("\(ended.title), \(ended.state)", link: Place.deployment(id: next))
      }
    } catch {
      notice("\(error)")
    }
  }

  /// Follows the services, and notices deployments whose runner has gone: nothing of them changes.
  private func watch() async {
    var idle: [Deployment: Duration] = [:]
    for next in cluster.beats {
      beat = next
      let foreign = deployments.filter { $0.isActive && $0.runner != runnerName }
      idle = Dictionary(
        uniqueKeysWithValues: foreign.map { ($0, (idle[$0] ?? .zero) + cluster.second * 5) })
      for (deployment, time) in idle where time > cluster.patience { interrupt(deployment) }
      guard (try? await clock.sleep(for: cluster.second * 5)) != nil else { return }
    }
  }

  private func interrupt(_ deployment: Deployment) {
    do {
      try $deployments.change(deployment.id, in: deployment.phase) {
        if $0 == deployment { $0.phase = .interrupted }
      }
      stopped = $deployments[deployment.id]
    } catch {
      notice("\(error)")
    }
  }
}
