import WaylineGraph

/// A choice of one value among several.
///
/// The options are the views of its content that have a `.tag`; in a `ForEach` the identity is the
/// tag. Prints `[6] Theme: dark (light, dark, auto)`; `6 light` and `6 1` choose. A word that names
/// no option is refused and changes nothing. Source: SwiftUI's `Picker`.
///
/// ```swift
/// Picker("Theme", selection: $theme) {
///   ForEach(Theme.allCases, id: \.self) { Text($0.rawValue) }
/// }
/// ```
public struct Picker<Label: View, SelectionValue: Hashable, Content: View> {
  @Binding private var selection: SelectionValue
  private let label: Label
  private let content: Content

  /// A picker with a label made of views.
  nonisolated public init(
    selection: Binding<SelectionValue>, @ViewBuilder content: () -> Content,
    @ViewBuilder label: () -> Label
  ) {
    _selection = selection
    self.label = label()
    self.content = content()
  }

  /// A picker with a view as its label.
  nonisolated public init(
    selection: Binding<SelectionValue>, label: Label, @ViewBuilder content: () -> Content
  ) {
    self.init(selection: selection, content: content) { label }
  }
}

extension Picker: View {
  /// What the view consists of.
  public var body: some View {
    let binding = $selection
    let choice = TagSelection(
      chosen: [AnyHashable(selection)],
      accepts: { $0.base is SelectionValue },
      choose: { if let value = $0?.base as? SelectionValue { binding.wrappedValue = value } },
      allowsNone: false)
    ChoiceView(
      Element(.choice), selection: choice, label: label, content: content)
  }
}

extension Picker where Label == Text {
  /// A picker with a text as its label.
  nonisolated public init<Title: StringProtocol>(
    _ title: Title, selection: Binding<SelectionValue>, @ViewBuilder content: () -> Content
  ) {
    self.init(selection: selection, content: content) { Text(title) }
  }
}
