import WaylineGraph

/// A choice between on and off.
///
/// Prints `[3] Notify me: off`; `3` flips it, `3 on` sets it. Source: SwiftUI's `Toggle`.
public struct Toggle<Label: View> {
  @Binding private var isOn: Bool
  private let label: Label

  /// A toggle with a label made of views.
  nonisolated public init(isOn: Binding<Bool>, @ViewBuilder label: () -> Label) {
    _isOn = isOn
    self.label = label()
  }
}

extension Toggle: View {
  /// The content of the view.
  public var body: some View {
    let binding = $isOn
    ElementView(element, label: label) { Self.perform($0, on: binding) }
  }

  private var element: Element {
    var element = Element(.toggle)
    element.value = isOn ? "on" : "off"
    element.choices = ["on", "off"]
    return element
  }

  private static func perform(_ input: ElementInput, on isOn: Binding<Bool>) -> ElementReply {
    guard case .value(let word) = input else {
      isOn.wrappedValue.toggle()
      return .done
    }
    switch word.lowercased() {
    case "on", "yes", "true": isOn.wrappedValue = true
    case "off", "no", "false": isOn.wrappedValue = false
    default: return .refused("'\(SafeText.line(of: word))' is neither on nor off.")
    }
    return .done
  }
}

extension Toggle where Label == Text {
  /// A toggle with a text as its label.
  nonisolated public init<Title: StringProtocol>(_ title: Title, isOn: Binding<Bool>) {
    self.init(isOn: isOn) { Text(title) }
  }
}
