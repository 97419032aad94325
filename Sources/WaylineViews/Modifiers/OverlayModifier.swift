extension View {
  /// Shows views after this one: lines do not lie on each other.
  nonisolated public func overlay<Overlay: View>(
    alignment: Alignment = .center, @ViewBuilder content: () -> Overlay
  ) -> some View {
    Column(TupleView(self, content()))
  }

  /// Shows a view after this one: lines do not lie on each other.
  nonisolated public func overlay<Overlay: View>(
    _ overlay: Overlay, alignment: Alignment = .center
  ) -> some View {
    Column(TupleView(self, overlay))
  }

  /// Shows views before this one or after it: a terminal has no edges to keep free.
  nonisolated public func safeAreaInset<Inset: View>(
    edge: VerticalEdge, alignment: HorizontalAlignment = .center, spacing: Double? = nil,
    @ViewBuilder content: () -> Inset
  ) -> some View {
    let inset = content()
    return Column(
      TupleView(edge == .top ? inset : nil, self, edge == .top ? nil : inset))
  }
}

/// An edge at which views are put.
///
/// Source: SwiftUI's `VerticalEdge`.
public enum VerticalEdge: Int8, Hashable, Sendable, CaseIterable {
  case top, bottom
}
