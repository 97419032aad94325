import Wayline

/// The stored deployments, as a property of views, commands and runners.
///
/// Consoles that share a store share the deployments: each change reads and writes in one step, and
/// leaves alone what another process has changed meanwhile.
@propertyWrapper
struct Deployments: DynamicProperty {
  @Persisted(key: "deployments", defaultValue: []) private var list: [Deployment]

  var wrappedValue: [Deployment] { list }
  var projectedValue: Self { self }

  subscript(id: Int) -> Deployment? { list.first { $0.id == id } }

  /// Adds a deployment, which waits for approval if it is for production, and returns its number.
  func add(_ request: Request, by requester: String, runner: String, in cluster: Cluster) throws
    -> Int
  {
    var id = 0
    try _list.update { list in
      if let other = list.first(where: { $0.request.service == request.service && !$0.hasEnded }) {
        throw ShellFailure("\(other.title) has not ended: open it first.")
      }
      guard list.count < cluster.capacity else {
        throw ShellFailure("The cluster takes no more deployments.")
      }
      id = list.count + 1
      let phase = request.target == .production ? Deployment.Phase.waiting : .running
      list.append(
        Deployment(id: id, request: request, requester: requester, runner: runner, phase: phase))
    }
    return id
  }

  /// Changes a deployment, if it is still in one of some phases.
  func change(
    _ id: Int, in phases: Deployment.Phase..., edit: (inout Deployment) -> Void
  ) throws {
    try _list.update { list in
      guard let index = list.firstIndex(where: { $0.id == id }), phases.contains(list[index].phase)
      else { return }
      edit(&list[index])
    }
  }
}
