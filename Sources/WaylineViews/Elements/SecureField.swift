import WaylineGraph

/// One line of text that is never shown.
///
/// ```swift
/// SecureField("Passcode", text: $passcode)
/// ```
///
/// Prints `[4] Passcode: (hidden, 6 characters)`; `4` asks for it without echo. The length is printed
/// for the user who types blindly. Questions, JSON and session logs say `hidden` only. Source:
/// SwiftUI's `SecureField`.
public struct SecureField<Label: View> {
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

extension SecureField: View {
  /// The content of the view.
  public var body: some View {
    let (binding, submit) = ($text, submit)
    let _ = binding.hideInDumps()
    let secret: @MainActor () -> String = { binding.wrappedValue }
    let completion = { @MainActor () -> Void in submit?.run(.text) }
    ElementView(element, label: label, secret: secret, completion: completion) { input in
      guard case .value(let value) = input else {
        let present = binding.wrappedValue.isEmpty ? "" : "hidden"
        return .needsValue(ValueRequest(present: present, isSecret: true))
      }
      binding.wrappedValue = value
      return .done
    }
  }

  private var element: Element {
    var element = Element(.secret)
    let count = text.count
    if count > 0 { element.value = "(hidden, \(count) character\(count == 1 ? "" : "s"))" }
    element.placeholder = prompt?.plain ?? ""
    return element
  }
}

extension SecureField where Label == Text {
  /// A field with a text as its label.
  nonisolated public init<Title: StringProtocol>(
    _ title: Title, text: Binding<String>, prompt: Text? = nil
  ) {
    self.init(text: text, prompt: prompt) { Text(title) }
  }
}
