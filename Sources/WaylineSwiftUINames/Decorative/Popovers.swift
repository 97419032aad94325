import WaylineGraph
import WaylineNavigation
import WaylineViews

extension View {
  /// Presents a sheet while the binding is true: lines have no place beside the view.
  ///
  /// Source: SwiftUI's `popover(isPresented:attachmentAnchor:arrowEdge:content:)`.
  nonisolated public func popover<Content: View>(
    isPresented: Binding<Bool>, attachmentAnchor: PopoverAttachmentAnchor = .rect(.bounds),
    arrowEdge: Edge? = nil, @ViewBuilder content: @escaping @MainActor () -> Content
  ) -> some View {
    sheet(isPresented: isPresented, content: content)
  }

  /// Presents a sheet while the binding holds an item: lines have no place beside the view.
  ///
  /// Source: SwiftUI's `popover(item:attachmentAnchor:arrowEdge:content:)`.
  nonisolated public func popover<Item: Identifiable, Content: View>(
    item: Binding<Item?>, attachmentAnchor: PopoverAttachmentAnchor = .rect(.bounds),
    arrowEdge: Edge? = nil, @ViewBuilder content: @escaping @MainActor (Item) -> Content
  ) -> some View {
    sheet(item: item, content: content)
  }
}
