import WaylineGraph
import WaylineViews

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension View {
  /// Receives the links that name no declared place, such as those of another program.
  ///
  /// A link to a declared place opens that place, and is not received: `navigationDestination` and
  /// coordinators declare places. Source: SwiftUI's `onOpenURL(perform:)`, which receives all links.
  nonisolated public func onOpenURL(
    perform action: @escaping @MainActor (URL) -> Void
  ) -> some View {
    modifier(DeclaringModifier<LinkReceiver> { $0.follow(action) })
  }
}

/// The receiver of links, stored in the node of its modifier.
@MainActor
final class LinkReceiver: NodeObject {
  private(set) var action: (@MainActor (URL) -> Void)?
  private let position: NavigationPosition?

  init(in node: Node) {
    position = node.environment.values.position
    position?.router.mounted.receivers.add(self, for: .scene)
  }

  /// Called by each body run of the modifier.
  func follow(_ action: @escaping @MainActor (URL) -> Void) { self.action = action }

  deinit {
    // A node releases its storage on the main actor only.
    MainActor.assumeIsolated { [position] in position?.router.mounted.receivers.purge(.scene) }
  }
}

extension MountedScene {
  /// Passes a link that names no place to the views that receive such links; false without any.
  func receive(_ url: String) -> Bool {
    let receivers = self.receivers[.scene]
    guard !receivers.isEmpty, let url = URL(string: url) else { return false }
    for receiver in receivers { receiver.action?(url) }
    return true
  }
}
