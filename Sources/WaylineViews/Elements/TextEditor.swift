import WaylineGraph

/// Several lines of text that a person enters.
///
/// Prints `[5] Note: 3 lines`; `5` asks for lines up to one with a single dot. The label is what
/// `.accessibilityLabel` gives, otherwise `Text`. Source: SwiftUI's `TextEditor`.
public struct TextEditor {
  @Binding private var text: String

  /// An editor of a text.
  nonisolated public init(text: Binding<String>) {
    _text = text
  }
}

extension TextEditor: View {
  /// What the view consists of.
  public var body: some View {
    let binding = $text
    ElementView(element, label: EmptyView()) { input in
      guard case .value(let value) = input else {
        return .needsValue(prompt: "", isSecret: false, isMultiline: true)
      }
      binding.wrappedValue = value
      return .done
    }
  }

  private var element: Element {
    var element = Element(.editor, label: "Text")
    let lines = SafeText.lines(of: text)
    let count = lines.last == "" ? lines.count - 1 : lines.count
    element.value = text.isEmpty ? "" : count == 1 ? "1 line" : "\(count) lines"
    return element
  }
}
