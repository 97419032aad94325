import WaylineGraph

/// One line of text, or a value that is read from one, that a person enters.
///
/// Prints `[2] Name: Ann`, with the prompt in parentheses while it is empty. `2 Ann` sets it, `2`
/// asks for the value, `2 ""` empties it. A text that cannot be read as the value is refused and
/// changes nothing. Source: SwiftUI's `TextField`.
public struct TextField<Label: View> {
  @Environment(\.submit) private var submit
  @Binding private var text: String
  private let reading: FieldReading
  private let prompt: Text?
  private let label: Label

  nonisolated init(
    text: Binding<String>, reading: FieldReading, prompt: Text?, label: Label
  ) {
    _text = text
    self.reading = reading
    self.prompt = prompt
    self.label = label
  }

  /// A field with a label made of views.
  nonisolated public init(
    text: Binding<String>, prompt: Text? = nil, @ViewBuilder label: () -> Label
  ) {
    self.init(text: text, reading: .text, prompt: prompt, label: label())
  }

  /// A field of a value that its description can be read back to, with a label made of views.
  nonisolated public init<Value: LosslessStringConvertible>(
    value: Binding<Value>, prompt: Text? = nil, @ViewBuilder label: () -> Label
  ) {
    self.init(
      text: value.typedText, reading: FieldReading(type: Value.self), prompt: prompt,
      label: label())
  }

  /// A field of a value that is nil while the field is empty, with a label made of views.
  nonisolated public init<Value: LosslessStringConvertible>(
    value: Binding<Value?>, prompt: Text? = nil, @ViewBuilder label: () -> Label
  ) {
    self.init(
      text: value.typedText, reading: FieldReading(type: Value.self, allowsEmpty: true),
      prompt: prompt, label: label())
  }
}

extension TextField: View {
  /// What the view consists of.
  public var body: some View {
    let (binding, reading, submit) = ($text, reading, submit)
    ElementView(element, label: label) { input in
      guard case .value(let value) = input else {
        return .needsValue(prompt: "", isSecret: false, isMultiline: false)
      }
      if let refusal = reading.refusal(of: value) { return .refused(refusal) }
      binding.wrappedValue = value
      submit?.run(reading.trigger)
      return .done
    }
  }

  private var element: Element {
    var element = Element(.text)
    element.value = text
    element.placeholder = prompt?.plain ?? ""
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

  /// A field with a text as its label; it takes one line, whichever way it may grow.
  nonisolated public init<Title: StringProtocol>(
    _ title: Title, text: Binding<String>, prompt: Text? = nil, axis: Axis
  ) {
    self.init(text: text, prompt: prompt) { Text(title) }
  }

  /// A field of a value that its description can be read back to, with a text as its label.
  nonisolated public init<Title: StringProtocol, Value: LosslessStringConvertible>(
    _ title: Title, value: Binding<Value>, prompt: Text? = nil
  ) {
    self.init(value: value, prompt: prompt) { Text(title) }
  }

  /// A field of a value that is nil while the field is empty, with a text as its label.
  nonisolated public init<Title: StringProtocol, Value: LosslessStringConvertible>(
    _ title: Title, value: Binding<Value?>, prompt: Text? = nil
  ) {
    self.init(value: value, prompt: prompt) { Text(title) }
  }
}
