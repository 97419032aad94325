import Wayline

/// Does the work of deployments, and stores each second of it: whoever looks sees how far it is, and a
/// process that ends in the middle loses nothing.
struct Runner {
  let name: String
  let cluster: Cluster
  let clock: any Clock<Duration>
  let deployments: Deployments
  let signIns: SignIns

  /// Works until the deployment has ended, is paused, or is continued by another runner.
  ///
  /// A task that is cancelled, such as by ^C or SIGTERM, leaves an interrupted deployment.
  @MainActor
  func run(_ id: Int, report: (Deployment) -> Void = { _ in }) async throws {
    while let deployment = deployments[id], deployment.isActive, deployment.runner == name {
      report(deployment)
      do {
        try await work(on: deployment)
      } catch is CancellationError {
        return try change(id) { $0.phase = .interrupted }
      }
    }
  }

  @MainActor
  private func work(on deployment: Deployment) async throws {
    if deployment.needsToken(in: cluster), !signIns.spend(by: deployment.requester) {
      return try change(deployment.id) { $0.phase = .paused }
    }
    try await clock.sleep(for: cluster.second)
    try change(deployment.id) { $0.advance(in: cluster) }
  }

  private func change(_ id: Int, _ edit: (inout Deployment) -> Void) throws {
    try deployments.change(id, in: .running, .undoing) { deployment in
      if deployment.runner == name { edit(&deployment) }
    }
  }
}
