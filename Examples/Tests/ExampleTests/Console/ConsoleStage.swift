import Testing
import Wayline
import WaylineTesting

@testable import console

/// A console of one person, with a cluster of two services. Consoles with the same stores share what is stored.
@MainActor
struct ConsoleStage {
  let host: TestHost
  private let stores: SceneStores

  init(
    _ person: String = "ada", stores: SceneStores = .inMemory(), cluster: Cluster = .still
  ) {
    self.stores = stores
    var starts = 0
    host = TestHost(stores: stores, commands: ConsoleApp.commands) {
      starts += 1
      return ConsoleView()
        .environment(\.cluster, cluster)
        .environment(\.person, person)
        .environment(\.runnerName, "start \(starts) of \(person)")
    }
    host.onFailure = { Issue.record("\($0)") }
  }

  /// The console of another person in a second process, which shares the store.
  func other(_ person: String = "grace", cluster: Cluster = .still) -> ConsoleStage {
    let shared = SceneStores(state: stores.state, keychain: stores.keychain, scene: person)
    return ConsoleStage(person, stores: shared, cluster: cluster)
  }

  var lines: [String] { host.lines }

  /// Types lines, each after the guards of the one before have decided.
  func type(_ typed: String...) async {
    for line in typed {
      host.send(line)
      await decide()
    }
  }

  /// Lets guards decide; they ask the cluster, which takes a tenth of a second.
  func decide() async {
    let deadline = ContinuousClock.now + .seconds(60)
    while host.pending.contains("a guard"), ContinuousClock.now < deadline {
      if !host.clock.remaining.isEmpty { host.clock.advance(by: .milliseconds(100)) }
      await host.run(turns: 1)
    }
  }

  /// Lets time pass, at most a second at once, until the screen has a line.
  func see(_ line: String, fileID: String = #fileID, at number: Int = #line) async {
    let deadline = ContinuousClock.now + .seconds(60)
    while !lines.contains(line), ContinuousClock.now < deadline {
      if !host.clock.remaining.isEmpty { host.clock.advance(by: .seconds(1)) }
      await host.run(turns: 1)
    }
    #expect(lines.contains(line), "\(fileID):\(number): \(lines)")
  }

  /// Asks for a deployment to staging, step by step.
  func deployToStaging(_ version: String = "2.8") async {
    await type("New deployment", "web", "Version: \(version)", "Next", "Deploy now")
  }

  /// Asks for a deployment to production, and signs in for it.
  func deployToProduction() async {
    await type("New deployment", "web", "Version: 2.8", "Target: production", "Next")
    await signIn()
    await type("Name of the service: web", "Deploy now")
  }

  /// Signs in where that is asked for, and continues to what needed it.
  func signIn() async { await type("1 secret", "Sign in") }

  /// Approves a deployment, as a person who is not signed in yet.
  func approve(_ id: Int) async {
    await type("open approval \(id)")
    await signIn()
    await type("Approve")
  }
}

extension Cluster {
  /// Two services that stay as they are.
  static let still = Cluster(names: ["loans", "web"], beats: 0..<0)
  /// The same, one of which changes every five seconds.
  static let lively = Cluster(names: ["loans", "web"], beats: 0..<100)
}
