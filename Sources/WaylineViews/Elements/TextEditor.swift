import WaylineGraph
import WaylineSystem

/// A field for several lines of text.
///
/// ```swift
/// TextEditor(text: $note)
/// ```
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
  /// The content of the view.
  public var body: some View {
    let binding = $text
    let value = { ElementValue(binding) }
    ElementView(element, label: EmptyView(), value: value) { input in
      guard case .value(let value) = input else {
        return .needsValue(ValueRequest(present: binding.wrappedValue, isMultiline: true))
      }
      if !binding.has(value) { binding.wrappedValue = value }
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
