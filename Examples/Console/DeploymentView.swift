import Wayline

/// One deployment: how far it is, and what can be done about it.
struct DeploymentView: View {
  let id: Int
  @Deployments private var deployments
  @State private var refusal: String?
  @Environment(\.cluster) private var cluster
  @Environment(\.runnerName) private var runnerName
  @Environment(\.person) private var person

  var body: some View {
    Group {
      if let deployment = $deployments[id] {
        Text("\(deployment.title), requested by \(deployment.requester)")
        progress(of: deployment)
        actions(for: deployment)
      }
      if let refusal { Text(refusal) }
    }
    .navigationTitle("Deployment \(id)")
  }

  @ViewBuilder private func progress(of deployment: Deployment) -> some View {
    LabeledContent("State", value: deployment.state)
    if deployment.isActive, let step = deployment.step(in: cluster) {
      ProgressView(
        step.rawValue, value: Double(deployment.done),
        total: Double(Deployment.seconds(in: cluster)))
    }
  }

  @ViewBuilder private func actions(for deployment: Deployment) -> some View {
    switch deployment.phase {
    case .waiting:
      NavigationLink("Approve or reject", value: SignedInPlace.approval(id: id))
      Button("Withdraw", role: .destructive) { undo("Withdrawn by \(person).") }
    case .running:
      Button("Cancel", role: .destructive) { undo("Cancelled by \(person).") }
    case .paused:
      NavigationLink("Sign in", value: Place.signIn)
      Button("Continue", action: resume)
      Button("Roll back", role: .destructive) { undo("Rolled back by \(person).") }
    case .interrupted:
      Button("Continue", action: resume)
      Button("Roll back", role: .destructive) { undo("Rolled back by \(person).") }
    case .undoing, .succeeded, .undone, .rejected: EmptyView()
    }
  }

  /// Continues in this process.
  private func resume() {
    change(in: .paused, .interrupted) { ($0.phase, $0.runner) = (.running, runnerName) }
  }

  private func undo(_ reason: String) {
    change(in: .waiting, .running) { $0.undo(because: reason) }
    change(in: .paused, .interrupted) {
      $0.runner = runnerName
      $0.undo(because: reason)
    }
  }

  private func change(in phases: Deployment.Phase..., edit: (inout Deployment) -> Void) {
    do {
      for phase in phases { try $deployments.change(id, in: phase, edit: edit) }
      refusal = nil
    } catch {
      refusal = "\(error)"
    }
  }
}
