import WaylineGraph

extension View {
  /// Puts a field above the view for a text to search for: `[1] Search: (empty)`.
  ///
  /// The prompt is the name of the field: `[1] Find a book: (empty)`.
  /// `.onSubmit(of: .search)` follows it. Views below read `@Environment(\.isSearching)`. Source:
  /// SwiftUI's `searchable`.
  nonisolated public func searchable(
    text: Binding<String>, placement: SearchFieldPlacement = .automatic, prompt: Text? = nil
  ) -> some View {
    Searchable(content: self, text: text, isPresented: nil, prompt: prompt)
  }

  /// Puts a field above the view for a text to search for, with the prompt as its name.
  nonisolated public func searchable<Prompt: StringProtocol>(
    text: Binding<String>, placement: SearchFieldPlacement = .automatic, prompt: Prompt
  ) -> some View {
    searchable(text: text, placement: placement, prompt: Text(prompt))
  }

  /// Puts a field above the view for a text to search for, with the prompt as its name.
  @_disfavoredOverload
  nonisolated public func searchable(
    text: Binding<String>, placement: SearchFieldPlacement = .automatic, prompt: LocalizedStringKey
  ) -> some View {
    searchable(text: text, placement: placement, prompt: Text(prompt))
  }

  /// Puts a field above the view for a text to search for, which is there also when not presented.
  ///
  /// The binding becomes true when a text is typed, and false when the search is dismissed.
  nonisolated public func searchable(
    text: Binding<String>, isPresented: Binding<Bool>,
    placement: SearchFieldPlacement = .automatic, prompt: Text? = nil
  ) -> some View {
    Searchable(content: self, text: text, isPresented: isPresented, prompt: prompt)
  }

  /// Puts a field above the view that is there also when not presented, with the prompt as its name.
  nonisolated public func searchable<Prompt: StringProtocol>(
    text: Binding<String>, isPresented: Binding<Bool>,
    placement: SearchFieldPlacement = .automatic, prompt: Prompt
  ) -> some View {
    searchable(text: text, isPresented: isPresented, placement: placement, prompt: Text(prompt))
  }

  /// Puts a field above the view that is there also when not presented, with the prompt as its name.
  @_disfavoredOverload
  nonisolated public func searchable(
    text: Binding<String>, isPresented: Binding<Bool>,
    placement: SearchFieldPlacement = .automatic, prompt: LocalizedStringKey
  ) -> some View {
    searchable(text: text, isPresented: isPresented, placement: placement, prompt: Text(prompt))
  }

  /// Puts a choice of what is searched above the field: `[1] Scope: Titles (Titles, Authors)`.
  nonisolated public func searchScopes<Value: Hashable, Scopes: View>(
    _ scope: Binding<Value>, @ViewBuilder scopes: () -> Scopes
  ) -> some View {
    Supplemented(
      self, arrangement: TupleView(Picker("Scope", selection: scope, content: scopes), self))
  }

  /// Puts a choice of what is searched above the field, which is always there.
  nonisolated public func searchScopes<Value: Hashable, Scopes: View>(
    _ scope: Binding<Value>, activation: SearchScopeActivation,
    @ViewBuilder _ scopes: () -> Scopes
  ) -> some View {
    searchScopes(scope, scopes: scopes)
  }

  /// Shows views below the field of `.searchable`, such as texts with a completion.
  nonisolated public func searchSuggestions<Suggestions: View>(
    @ViewBuilder _ suggestions: @escaping () -> Suggestions
  ) -> some View {
    EnvironmentWriter(self) { $0.searchSuggestions = { AnyView(suggestions()) } }
  }

  /// Makes the view a suggestion: using it searches for a text. Outside of suggestions it is a view.
  nonisolated public func searchCompletion(_ completion: String) -> some View {
    SearchCompletion(content: self, completion: completion)
  }
}

/// The time at which SwiftUI shows the scopes of a search; lines always show them.
///
/// Source: SwiftUI's `SearchScopeActivation`.
public enum SearchScopeActivation: Hashable, Sendable {
  case automatic, onTextEntry, onSearchPresentation
}

/// A view below a field for a text to search for.
struct Searchable<Content: View> {
  @Environment(\.searchSuggestions) private var suggestions
  @Binding private var text: String
  private let isPresented: Binding<Bool>?
  let content: Content
  private let prompt: Text?

  nonisolated init(
    content: Content, text: Binding<String>, isPresented: Binding<Bool>?, prompt: Text?
  ) {
    (self.content, self.isPresented, self.prompt) = (content, isPresented, prompt)
    _text = text
  }
}

extension Searchable: ModifiedView {
  var body: some View {
    let (binding, isSearching) = (search, !text.isEmpty)
    TextField(
      text: binding, reading: FieldReading(trigger: .search), prompt: nil,
      label: prompt ?? Text("Search"))
    if let suggestions {
      EnvironmentWriter(suggestions()) { $0.searchedText = binding }
    }
    EnvironmentWriter(content) { values in
      values.isSearching = isSearching
      values.dismissSearch = DismissSearchAction { binding.wrappedValue = "" }
      // A search inside is another one.
      values.searchSuggestions = nil
    }
  }

  /// The text; the search is presented while there is one.
  private var search: Binding<String> {
    guard let isPresented else { return $text }
    return Binding { [$text] in
      $text.wrappedValue
    } set: { [$text] in
      $text.wrappedValue = $0
      isPresented.wrappedValue = !$0.isEmpty
    }
  }
}

/// A view that is a suggestion where a search offers one.
private struct SearchCompletion<Content: View> {
  @Environment(\.searchedText) private var text
  let content: Content
  let completion: String

  nonisolated init(content: Content, completion: String) {
    (self.content, self.completion) = (content, completion)
  }
}

extension SearchCompletion: ModifiedView {
  var body: some View {
    if let text {
      Button {
        text.wrappedValue = completion
      } label: {
        content
      }
    } else {
      content
    }
  }
}

/// Ends a search: the text is emptied.
///
/// Source: SwiftUI's `DismissSearchAction`.
public struct DismissSearchAction {
  fileprivate let action: @MainActor () -> Void

  /// Ends the search.
  @MainActor
  public func callAsFunction() { action() }
}

private enum IsSearchingKey: EnvironmentKey {
  static var defaultValue: Bool { false }
}

private enum DismissSearchKey: EnvironmentKey {
  static var defaultValue: DismissSearchAction { DismissSearchAction {} }
}

private enum SearchSuggestionsKey: EnvironmentKey {
  static var defaultValue: (() -> AnyView)? { nil }
}

private enum SearchedTextKey: EnvironmentKey {
  static var defaultValue: Binding<String>? { nil }
}

extension EnvironmentValues {
  /// True if the field of `.searchable` around the view has a text.
  public fileprivate(set) var isSearching: Bool {
    get { self[IsSearchingKey.self] }
    set { self[IsSearchingKey.self] = newValue }
  }

  /// Ends the search of `.searchable` around the view; does nothing outside one.
  public fileprivate(set) var dismissSearch: DismissSearchAction {
    get { self[DismissSearchKey.self] }
    set { self[DismissSearchKey.self] = newValue }
  }

  /// The views below the field of the next `.searchable`.
  fileprivate var searchSuggestions: (() -> AnyView)? {
    get { self[SearchSuggestionsKey.self] }
    set { self[SearchSuggestionsKey.self] = newValue }
  }

  /// The text that a suggestion completes.
  fileprivate var searchedText: Binding<String>? {
    get { self[SearchedTextKey.self] }
    set { self[SearchedTextKey.self] = newValue }
  }
}
