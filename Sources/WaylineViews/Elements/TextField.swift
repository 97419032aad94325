import WaylineGraph

/// One line of text that a person enters.
///
/// Prints `[2] Name: Ann`, with the prompt in parentheses while it is empty. `2 Ann` sets it, `2`
/// asks for the value, `2 ""` empties it. Source: SwiftUI's `TextField`.
public struct TextField<Label: View> {
  @Environment(\.element) private var environment
  @Environment(\.submit) private var submit
  @Binding private var text: String
  private let prompt: Text?
  private let label: Label

  /// A field with a label made of views.
  nonisolated public init(
    text: Binding<String>, prompt: Text? = nil, @ViewBuilder label: () -> Label
  ) {
    _text = text
    self.prompt = prompt
    self.label = label()
  }
}

extension TextField: View {
  public var body: some View {
    let (binding, submit) = ($text, submit)
    ElementView(element, label: label) { input in
      guard case .value(let value) = input else {
        return .needsValue(prompt: "", isSecret: false, isMultiline: false)
      }
      binding.wrappedValue = value
      submit?.action()
      return .done
    }
  }

  private var element: Element {
    var element = Element(.text, in: environment)
    element.value = SafeText.line(of: text)
    element.placeholder = prompt.map { SafeText.line(of: $0.plain) } ?? ""
    return element
  }
}

extension TextField where Label == Text {
  /// A field with a text as its label.
  nonisolated public init<Title: StringProtocol>(
    _ title: Title, text: Binding<String>, prompt: Text? = nil
  ) {
    self.init(text: text, prompt: prompt) { Text(title) }
  }
}
