import WaylineGraph
import WaylineSystem

/// A choice between on and off.
///
/// ```swift
/// Toggle("Notify me", isOn: $notifies)
/// ```
///
/// Prints `[3] Notify me: off`; `3` flips it, `3 on` sets it. Source: SwiftUI's `Toggle`.
///
/// A toggle of several sources prints `mixed` while they differ; a command sets them all.
public struct Toggle<Label: View> {
  @Binding private var isOn: Bool
  private let isMixed: Bool
  private let label: Label

  /// A toggle with a label made of views.
  nonisolated public init(isOn: Binding<Bool>, @ViewBuilder label: () -> Label) {
    _isOn = isOn
    isMixed = false
    self.label = label()
  }

  /// A toggle of several values, with a label made of views.
  ///
  /// It is on while all of them are on; flipping a mixed one turns all of them on.
  nonisolated public init<Sources: RandomAccessCollection>(
    sources: Sources, isOn: KeyPath<Sources.Element, Binding<Bool>>, @ViewBuilder label: () -> Label
  ) {
    let values = sources.map { $0[keyPath: isOn] }
    _isOn = Binding(
      get: { values.allSatisfy(\.wrappedValue) },
      set: { for value in values { value.wrappedValue = $0 } })
    isMixed = Set(values.map(\.wrappedValue)).count > 1
    self.label = label()
  }
}

extension Toggle: View {
  /// The content of the view.
  public var body: some View {
    let binding = $isOn
    let value = { ElementValue(binding) }
    ElementView(element, label: label, value: value) { Self.perform($0, on: binding) }
  }

  private var element: Element {
    var element = Element(.toggle)
    element.value = isMixed ? "mixed" : isOn ? "on" : "off"
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
    default: return .refused("'\(SafeText.line(of: word))' is neither on nor off. Type on or off.")
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

extension Toggle where Label == Text {
  /// A toggle of several values, with a text as its label.
  nonisolated public init<Title: StringProtocol, Sources: RandomAccessCollection>(
    _ title: Title, sources: Sources, isOn: KeyPath<Sources.Element, Binding<Bool>>
  ) {
    self.init(sources: sources, isOn: isOn) { Text(title) }
  }

  /// A toggle of several values, with a text as its label.
  @_disfavoredOverload
  nonisolated public init<Sources: RandomAccessCollection>(
    _ titleKey: LocalizedStringKey, sources: Sources, isOn: KeyPath<Sources.Element, Binding<Bool>>
  ) {
    self.init(sources: sources, isOn: isOn) { Text(titleKey) }
  }
}
