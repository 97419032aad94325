import Wayline

@testable import tour

/// The depth of a scenario: a scene in the process of the test, or the built program.
enum Depth: CaseIterable, Sendable {
  case scene, process

  /// The tour at its first screen, with stores of its own.
  @MainActor func stage() -> any Stage {
    switch self {
    case .scene: SceneStage()
    case .process: ProcessStage()
    }
  }
}

/// A tour that can be driven by the labels on its screen, whatever is around it.
@MainActor
protocol Stage {
  func press(_ label: String)
  func type(_ value: String, into label: String)
  func back()
  /// Returns when nothing is pending.
  func settle() async
  /// The screen as a person sees it.
  var lines: [String] { get throws }
}
