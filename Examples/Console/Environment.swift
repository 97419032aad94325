import Wayline

private enum ClusterKey: EnvironmentKey {
  static let defaultValue = Cluster()
}

private enum PersonKey: EnvironmentKey {
  static let defaultValue = "ada"
}

private enum ServicesKey: EnvironmentKey {
  static let defaultValue: [Service] = []
}

private enum RunnerNameKey: EnvironmentKey {
  /// Another one in each process: what it has begun, nobody else continues by mistake.
  static let defaultValue = UUID().uuidString
}

extension EnvironmentValues {
  /// The cluster that the console is for.
  var cluster: Cluster {
    get { self[ClusterKey.self] }
    set { self[ClusterKey.self] = newValue }
  }

  /// The person who uses the console.
  var person: String {
    get { self[PersonKey.self] }
    set { self[PersonKey.self] = newValue }
  }

  /// The services as they are now.
  var services: [Service] {
    get { self[ServicesKey.self] }
    set { self[ServicesKey.self] = newValue }
  }

  /// The name of this process among those that run deployments.
  var runnerName: String {
    get { self[RunnerNameKey.self] }
    set { self[RunnerNameKey.self] = newValue }
  }
}
