import Wayline
import WaylineTesting

/// A console for the services of a library: see what runs, deploy a version, approve what others deploy.
@main
struct ConsoleApp: App {
  static let version = "1.0"
  static let summary = "Show services, and deploy versions of them."
  static let user = AppOption(
    "user", short: "u", variable: "CONSOLE_USER", operand: "NAME", default: "ada",
    summary: "Act as NAME (ada).")
  static let speed = AppOption(
    "speed", variable: "CONSOLE_SPEED", operand: "N", default: 1,
    summary: "Run the simulated cluster N times as fast (1)."
  ).requiring("a number from 1 to 1000") { (1...1_000).contains($0) }
  static let options = AppOptions(user, speed)
  static let commands: [ShellCommand] = [.status, .logs, .deploy]

  @Environment(\.options) private var options

  var body: some Scene {
    WindowGroup {
      ConsoleView()
        .environment(\.cluster, Cluster(second: .seconds(1) / options[Self.speed]))
        .environment(\.person, options[Self.user])
    }
    .explorable(Self.explore)
  }
}
