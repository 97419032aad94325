import Wayline

/// The state of a service, as `status --json` prints it.
struct ServiceStatus: Codable, Sendable {
  let name: String
  let isUp: Bool
  let load: Int
  /// The version in production; nil if none was deployed.
  let version: String?

  var line: String {
    "\(name): \(isUp ? "up, \(load) % load" : "down")\(version.map { ", version \($0)" } ?? "")"
  }
}

extension ShellCommand {
  /// Prints one service or all; with `--json`, values.
  static let status = ShellCommand(
    "status", usage: "status [SERVICE]", summary: "Show the state of the services."
  ) { call in
    @Deployments var deployments
    @Environment(\.cluster) var cluster
    let all = cluster.services(at: cluster.beats.lowerBound).map { service in
      let latest = deployments.last {
        $0.request.service == service.name && $0.request.target == .production
          && $0.phase == .succeeded
      }
      return ServiceStatus(
        name: service.name, isUp: service.isUp, load: service.load, version: latest?.request.version
      )
    }
    guard let name = call.words.first else { return .value(all, lines: all.map(\.line)) }
    guard let one = all.first(where: { $0.name == name }) else { throw unknown(name) }
    return .value(one, lines: [one.line])
  }

  /// Prints what a service logs, until ^C or until nobody reads it.
  static let logs = ShellCommand(
    "logs", usage: "logs SERVICE", summary: "Print the log of a service until ^C."
  ) { call in
    @Environment(\.cluster) var cluster
    @Environment(\.clock) var clock
    guard cluster.names.contains(call.text) else { throw unknown(call.text) }
    for await line in cluster.log(of: call.text, clock: clock) { call.print(line) }
  }

  private static func unknown(_ name: String) -> ShellFailure {
    ShellFailure("There is no service '\(name)'. Type 'status' to list them.")
  }
}
