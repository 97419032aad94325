/// Fields and sections below each other.
///
/// Source: SwiftUI's `Form`.
public struct Form<Content: View> {
  private let content: Content

  /// A form of the views of its content.
  nonisolated public init(@ViewBuilder content: () -> Content) {
    self.content = content()
  }
}

extension Form: View {
  /// What the view consists of.
  public var body: some View { Rows(content) }
}
