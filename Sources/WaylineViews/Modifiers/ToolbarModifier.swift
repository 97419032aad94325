/// What a toolbar is made of.
///
/// Source: SwiftUI's `ToolbarContent`.
public protocol ToolbarContent: View {}

/// Makes the items of a toolbar of the statements of a closure.
public typealias ToolbarContentBuilder = ViewBuilder

/// One item of a toolbar.
///
/// Lines have one place for it, after the content. Source: SwiftUI's `ToolbarItem`.
public struct ToolbarItem<Content: View> {
  private let content: Content

  /// An item; where it stands has no meaning in lines.
  nonisolated public init(
    placement: ToolbarItemPlacement = .automatic, @ViewBuilder content: () -> Content
  ) {
    self.content = content()
  }

  /// An item with a name, which has no meaning in lines.
  nonisolated public init(
    id: String, placement: ToolbarItemPlacement = .automatic, @ViewBuilder content: () -> Content
  ) {
    self.content = content()
  }
}

extension ToolbarItem: ToolbarContent {
  /// What the view consists of.
  public var body: some View { content }
}

/// Several items of a toolbar.
///
/// Source: SwiftUI's `ToolbarItemGroup`.
public struct ToolbarItemGroup<Content: View> {
  private let content: Content

  /// Items; where they stand has no meaning in lines.
  nonisolated public init(
    placement: ToolbarItemPlacement = .automatic, @ViewBuilder content: () -> Content
  ) {
    self.content = content()
  }
}

extension ToolbarItemGroup: ToolbarContent {
  /// What the view consists of.
  public var body: some View { content }
}

extension TupleView: ToolbarContent where repeat each Child: ToolbarContent {}
extension Group: ToolbarContent where Content: ToolbarContent {}
extension Optional: ToolbarContent where Wrapped: ToolbarContent {}
extension ConditionalContent: ToolbarContent where First: ToolbarContent, Second: ToolbarContent {}

/// Kept so that code written for SwiftUI compiles; items follow the content.
public enum ToolbarItemPlacement: Hashable, Sendable {
  case automatic, principal, navigation, primaryAction, secondaryAction, status, keyboard
  case confirmationAction, cancellationAction, destructiveAction, bottomBar
  case topBarLeading, topBarTrailing, navigationBarLeading, navigationBarTrailing
}

extension View {
  /// Shows items after the view.
  nonisolated public func toolbar<Content: View>(
    @ViewBuilder content: () -> Content
  ) -> some View {
    TupleView(self, content())
  }
}
