// A screen has a title line and no bars.

extension View {
  /// Accepted without effect: a title is a line.
  nonisolated public func navigationBarTitleDisplayMode(_ mode: TitleDisplayMode) -> Self { self }

  /// Accepted without effect: `back` is always there.
  nonisolated public func navigationBarBackButtonHidden(_ hidesBackButton: Bool = true) -> Self {
    self
  }

  /// Accepted without effect: there is no bar.
  nonisolated public func navigationBarHidden(_ hidden: Bool) -> Self { self }

  /// Accepted without effect: there are no bars.
  nonisolated public func toolbar(_ visibility: Visibility, for bars: ToolbarPlacement...) -> Self {
    self
  }

  /// Accepted without effect: there are no bars.
  nonisolated public func toolbarBackground(
    _ visibility: Visibility, for bars: ToolbarPlacement...
  ) -> Self { self }

  /// Accepted without effect: there are no bars.
  nonisolated public func toolbarBackground(
    _ color: Color, for bars: ToolbarPlacement...
  ) -> Self { self }

  /// Accepted without effect: there is no bar.
  nonisolated public func statusBarHidden(_ hidden: Bool = true) -> Self { self }

  /// Accepted without effect: a preview is a screen.
  nonisolated public func previewDisplayName(_ value: String?) -> Self { self }

  /// Accepted without effect: a preview is a screen.
  nonisolated public func previewLayout(_ value: PreviewLayout) -> Self { self }
}

/// Kept so that code written for SwiftUI compiles; a title is a line.
public enum TitleDisplayMode: Hashable, Sendable {
  case automatic, inline, inlineLarge, large
}

/// Kept so that code written for SwiftUI compiles; there are no bars.
public enum ToolbarPlacement: Hashable, Sendable {
  case automatic, navigationBar, bottomBar, tabBar, windowToolbar
}

/// Kept so that code written for SwiftUI compiles; a preview is a screen.
public enum PreviewLayout: Hashable, Sendable {
  case device, sizeThatFits
  case fixed(width: Double, height: Double)
}
