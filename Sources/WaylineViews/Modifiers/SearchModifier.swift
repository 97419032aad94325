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
}

/// Kept so that code written for SwiftUI compiles; the field stands above the view.
public enum SearchFieldPlacement: Hashable, Sendable {
  case automatic, toolbar, sidebar, navigationBarDrawer
}
