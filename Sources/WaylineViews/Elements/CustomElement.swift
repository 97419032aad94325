import WaylineGraph

/// An element whose kind and state another room decides: a link, the tabs of a tab view.
package struct CustomElement<Label: View> {
  private let kind: Element.Kind
  private let configure: (inout Element) -> Void
  private let label: Label
  private let action: @MainActor (ElementInput) -> ElementReply

  /// An element that says what it is in `configure`, and does `action` on input.
  nonisolated package init(
    _ kind: Element.Kind, label: Label, configure: @escaping (inout Element) -> Void = { _ in },
    action: @escaping @MainActor (ElementInput) -> ElementReply
  ) {
    self.kind = kind
    self.configure = configure
    self.label = label
    self.action = action
  }
}

extension CustomElement: View {
  /// What the view consists of.
  package var body: some View {
    var element = Element(kind)
    configure(&element)
    return ElementView(element, label: label, action: action)
  }
}
