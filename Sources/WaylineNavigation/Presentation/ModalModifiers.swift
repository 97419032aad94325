import WaylineGraph
import WaylineViews

// MARK: - Sheets and covers

extension View {
  /// Presents a sheet while the binding holds an item.
  ///
  /// Source: SwiftUI's `sheet(item:onDismiss:content:)`.
  nonisolated public func sheet<Item: Identifiable, Content: View>(
    item: Binding<Item?>, onDismiss: (@MainActor () -> Void)? = nil,
    @ViewBuilder content: @escaping @MainActor (Item) -> Content
  ) -> some View {
    modifier(presentation(item, as: .sheet, onDismiss, content))
  }

  /// Presents a sheet while the binding is true.
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

// MARK: - Beside the screen

extension View {
  /// Shows views below the view, set off by a blank line, while the binding is true.
  ///
  /// Source: SwiftUI's `inspector(isPresented:content:)`.
  nonisolated public func inspector<Content: View>(
    isPresented: Binding<Bool>, @ViewBuilder content: () -> Content
  ) -> some View {
    Inspected(isPresented: isPresented, content: self, inspector: content())
  }
}

/// A view with another one below it.
struct Inspected<Content: View, Inspector: View> {
  @Binding var isPresented: Bool
  let content: Content
  let inspector: Inspector

  nonisolated init(isPresented: Binding<Bool>, content: Content, inspector: Inspector) {
    _isPresented = isPresented
    (self.content, self.inspector) = (content, inspector)
  }
}

extension Inspected: View {
  var body: some View {
    content
    if isPresented { Section { inspector } }
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
