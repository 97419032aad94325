import Wayline
import WaylineTesting

extension Cluster {
  /// A cluster for the exploration: one service that stays as it is, and one deployment of four seconds.
  static let small = Cluster(
    names: ["web"], beats: 0..<0, secondsPerStep: 1, stepsPerToken: 2, capacity: 1)
}

extension ConsoleApp {
  /// The plan of `console explore`: a small cluster, few values, and what must hold on every screen.
  static func explore(_ plan: inout Exploration) {
    plan.environment(\.cluster, .small)
    plan.environment(\.runnerName, "explored")
    plan.values(["2.8"], for: "Version")
    plan.values([""], for: "Find a service")
    plan.values(["web"], for: "Name of the service")
    plan.never("Production is deployed without a second person") { screen in
      screen.lines.contains("State: running")
        && screen.lines.contains { $0.contains("to production") }
    }
    plan.never("A deployment has done more than all of its steps") { screen in
      screen.lines.contains { $0.hasSuffix(": 100 %") }
    }
    plan.sometimes("A version gets to staging") { $0.lines.contains("State: succeeded") }
    plan.sometimes("A deployment is cancelled when half of it is done") { screen in
      screen.lines.contains("Replace the instances: 50 %")
        && screen.lines.contains("State: rolling back. Cancelled by ada.")
    }
    plan.leadsTo(
      "What runs can be taken back", from: { $0.lines.contains("State: running") },
      to: { $0.lines.contains("State: rolled back. Cancelled by ada.") })
    plan.leadsTo(
      "What waits can be withdrawn", from: { $0.lines.contains("State: waits for approval") },
      to: { $0.lines.contains("State: rolled back. Withdrawn by ada.") })
  }
}
