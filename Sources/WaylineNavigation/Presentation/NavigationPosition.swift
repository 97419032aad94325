import WaylineGraph
import WaylineViews

/// The position of a view in the navigation of its scene.
///
/// An object, because every screen has one, and the environment of the screen, its closures and its
/// links refer to it.
final class NavigationPosition: Equatable, Sendable {
  /// The scene's router.
  let router: Router
  /// The nearest stack.
  let stack: MountedStack
  /// The screen or tab.
  let context: NavigationContext
  /// The screen.
  let entry: NavigationEntry.ID
  /// True if the screen is a root that no navigation removes: not that of a stack in a sheet.
  let isRoot: Bool

  init(
    router: Router, stack: MountedStack, context: NavigationContext, entry: NavigationEntry.ID,
    isRoot: Bool
  ) {
    (self.router, self.stack, self.context, self.entry) = (router, stack, context, entry)
    self.isRoot = isRoot
  }

  static func == (left: NavigationPosition, right: NavigationPosition) -> Bool {
    left === right
      || left.router === right.router && left.stack === right.stack
        && left.context == right.context && left.entry == right.entry
        && left.isRoot == right.isRoot
  }
}

private enum NavigationPositionKey: EnvironmentKey {
  static var defaultValue: NavigationPosition? { nil }
}

extension EnvironmentValues {
  /// The position of a view in the navigation of its scene; nil outside of a scene.
  var position: NavigationPosition? {
    get { self[NavigationPositionKey.self] }
    set { self[NavigationPositionKey.self] = newValue }
  }

  /// The identity of the visit to a screen or tab that shows a view; the same when `undo` or `redo`
  /// returns to the visit.
  package var visit: AnyHashable? { position.map { AnyHashable($0.context) } }

  /// The router of the scene. Outside of a scene it refuses every request as
  /// `.outsideScene`.
  public var router: Router { position?.router ?? Router() }

  /// Ends the screen that reads it: pops it, or closes the sheet or cover.
  ///
  /// The first screen of a stack ends with the sheet, cover or pushed screen that shows the stack.
  public var dismiss: DismissAction { DismissAction(position: position) }

  /// The presentation of the screen that reads it, for code older than `dismiss`.
  public var presentationMode: Binding<PresentationMode> {
    .constant(PresentationMode(isPresented: isPresented, action: dismiss))
  }

  /// True if `dismiss` can end the screen, which is true of all but the first of the scene and its tabs.
  public var isPresented: Bool { position.map { !$0.isRoot } ?? false }
}

extension Router {
  /// True if the screen or tab of a visit is open.
  package func isOpen(_ visit: AnyHashable) -> Bool {
    (visit.base as? NavigationContext).map(stored.contains) ?? false
  }
}

extension View {
  // NB: not by a key path, which costs more than the rest of the environment of a screen.
  /// Sets the position of the views inside.
  nonisolated func position(_ position: NavigationPosition?) -> EnvironmentWriter<Self> {
    EnvironmentWriter(self) { $0.position = position }
  }
}

/// Ends the presentation it belongs to; it does nothing after that has ended.
///
/// Source: SwiftUI's `DismissAction`.
public struct DismissAction {
  let position: NavigationPosition?

  /// Ends the presentation; from the first screen of the scene it returns `.nothingToPop`, and outside
  /// of a scene `.outsideScene`.
  @MainActor
  @discardableResult
  public func callAsFunction() -> NavigationOutcome {
    guard let position else { return .outsideScene }
    return position.router.end(position.entry).outcome ?? .pending
  }
}

/// The presentation of a screen; `dismiss` and `isPresented` of the environment are its newer form.
///
/// Source: SwiftUI's `PresentationMode`.
public struct PresentationMode {
  /// True if the screen can be ended, as `isPresented` of the environment is.
  public let isPresented: Bool
  let action: DismissAction

  /// Ends the presentation.
  @MainActor
  public mutating func dismiss() { action() }
}
