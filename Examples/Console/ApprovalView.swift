import Wayline

/// Has a second person decide about a deployment to production.
struct ApprovalView: View {
  let id: Int
  @Deployments private var deployments
  @State private var reason = ""
  @State private var refusal: String?
  @Environment(\.person) private var person
  @Environment(\.dismiss) private var dismiss

  var body: some View {
    Group {
      if let deployment = $deployments[id] {
        Text("\(deployment.title), requested by \(deployment.requester)")
      }
      Button("Approve") { decide { $0.phase = .running } }
        .requiresWholeLabel()
      TextField("Reason", text: $reason)
      Button("Reject", role: .destructive) {
        decide { ($0.phase, $0.reason) = (.rejected, "\(person): \(reason)") }
      }
      .disabled(reason.isEmpty)
      .help("Enter the reason first.")
      if let refusal { Text(refusal) }
    }
    .navigationTitle("Approval")
  }

  private func decide(_ edit: (inout Deployment) -> Void) {
    do {
      try $deployments.change(id, in: .waiting, edit: edit)
      dismiss()
    } catch {
      refusal = "\(error)"
    }
  }
}
