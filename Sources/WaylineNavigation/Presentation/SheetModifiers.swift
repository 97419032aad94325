import WaylineGraph
import WaylineViews

extension View {
  /// Shows a screen in front while the binding holds an item.
  ///
  /// Source: SwiftUI's `sheet(item:onDismiss:content:)`.
  nonisolated public func sheet<Item: Identifiable, Content: View>(
    item: Binding<Item?>, onDismiss: (@MainActor () -> Void)? = nil,
    @ViewBuilder content: @escaping @MainActor (Item) -> Content
  ) -> some View {
    modifier(presentation(item, as: .sheet, onDismiss, content))
  }

  /// Shows a screen in front while the binding is true.
  ///
  /// Source: SwiftUI's `sheet(isPresented:onDismiss:content:)`.
  nonisolated public func sheet<Content: View>(
    isPresented: Binding<Bool>, onDismiss: (@MainActor () -> Void)? = nil,
    @ViewBuilder content: @escaping @MainActor () -> Content
  ) -> some View {
    modifier(presentation(isPresented, as: .sheet, onDismiss, content))
  }

  /// Covers everything with a screen while the binding holds an item.
  ///
  /// Source: SwiftUI's `fullScreenCover(item:onDismiss:content:)`.
  nonisolated public func fullScreenCover<Item: Identifiable, Content: View>(
    item: Binding<Item?>, onDismiss: (@MainActor () -> Void)? = nil,
    @ViewBuilder content: @escaping @MainActor (Item) -> Content
  ) -> some View {
    modifier(presentation(item, as: .cover, onDismiss, content))
  }

  /// Covers everything with a screen while the binding is true.
  ///
  /// Source: SwiftUI's `fullScreenCover(isPresented:onDismiss:content:)`.
  nonisolated public func fullScreenCover<Content: View>(
    isPresented: Binding<Bool>, onDismiss: (@MainActor () -> Void)? = nil,
    @ViewBuilder content: @escaping @MainActor () -> Content
  ) -> some View {
    modifier(presentation(isPresented, as: .cover, onDismiss, content))
  }
}

private func presentation<Item: Identifiable, Content: View>(
  _ item: Binding<Item?>, as form: NavigationEntry.Presentation,
  _ onEnd: (@MainActor () -> Void)?, _ content: @escaping @MainActor (Item) -> Content
) -> BoundPresentation<Item, Content> {
  BoundPresentation(
    item, as: form, key: { AnyHashable($0.id) }, route: { Route.naming($0) }, onEnd: onEnd,
    destination: content)
}

private func presentation<Content: View>(
  _ isPresented: Binding<Bool>, as form: NavigationEntry.Presentation,
  _ onEnd: (@MainActor () -> Void)?, _ content: @escaping @MainActor () -> Content
) -> BoundPresentation<Bool, Content> {
  BoundPresentation(
    isPresented.item, as: form, key: { AnyHashable($0) }, onEnd: onEnd,
    destination: { _ in content() })
}
