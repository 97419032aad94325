import WaylineGraph

extension View {
  /// Puts a field above the view for a text to search for: `[1] Search: (title or author)`.
  ///
  /// `.onSubmit(of: .search)` follows it. Source: SwiftUI's `searchable`.
  nonisolated public func searchable(
    text: Binding<String>, placement: SearchFieldPlacement = .automatic, prompt: Text? = nil
  ) -> some View {
    TupleView(
      TextField(
        text: text, reading: FieldReading(trigger: .search), prompt: prompt, label: Text("Search")),
      self)
  }

  /// Puts a field above the view for a text to search for, with a prompt while it is empty.
  nonisolated public func searchable<Prompt: StringProtocol>(
    text: Binding<String>, placement: SearchFieldPlacement = .automatic, prompt: Prompt
  ) -> some View {
    searchable(text: text, placement: placement, prompt: Text(prompt))
  }

  /// Puts a field above the view for a text to search for; it is there whether presented or not.
  nonisolated public func searchable(
    text: Binding<String>, isPresented: Binding<Bool>,
    placement: SearchFieldPlacement = .automatic, prompt: Text? = nil
  ) -> some View {
    searchable(text: text, placement: placement, prompt: prompt)
  }
}

/// Kept so that code written for SwiftUI compiles; the field stands above the view.
public struct SearchFieldPlacement: Hashable, Sendable {
  private static let only = SearchFieldPlacement()

  /// The one place.
  public static var automatic: SearchFieldPlacement { only }
  /// The one place.
  public static var toolbar: SearchFieldPlacement { only }
  /// The one place.
  public static var sidebar: SearchFieldPlacement { only }
  /// The one place.
  public static var navigationBarDrawer: SearchFieldPlacement { only }

  /// The one place, which is always there.
  public static func navigationBarDrawer(
    displayMode: NavigationBarDrawerDisplayMode
  ) -> SearchFieldPlacement { only }

  /// Kept so that code written for SwiftUI compiles.
  public enum NavigationBarDrawerDisplayMode: Hashable, Sendable {
    case automatic, always
  }
}
