import Testing
import Wayline
import WaylineTesting

@testable import tour

/// The tour as a scene that reads lines, without a process.
@MainActor
final class SceneStage: Stage {
  private let host = TestHost(program: "tour") { HomeView() }

  init() {
    host.onFailure = { Issue.record("\($0)") }
  }

  func press(_ label: String) { host.press(label) }

  func type(_ value: String, into label: String) { host.type(value, into: label) }

  func back() { host.back() }

  func settle() async { await host.settle() }

  var lines: [String] { host.lines.filter { !$0.isEmpty } }
}
