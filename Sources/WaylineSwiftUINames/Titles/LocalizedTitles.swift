import WaylineGraph
import WaylineViews

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

// Titles that are a `LocalizedStringKey`. A literal is a `String` where both fit; these take a
// variable of the type, as in code written for SwiftUI.

extension Button where Label == Text {
  /// A button with a text as its label.
  @_disfavoredOverload
  @preconcurrency nonisolated public init(
    _ titleKey: LocalizedStringKey, action: @escaping @MainActor () -> Void
  ) {
    self.init(role: nil, action: action) { Text(titleKey) }
  }

  /// A button with a role and a text as its label.
  @_disfavoredOverload
  @preconcurrency nonisolated public init(
    _ titleKey: LocalizedStringKey, role: ButtonRole?, action: @escaping @MainActor () -> Void
  ) {
    self.init(role: role, action: action) { Text(titleKey) }
  }

  /// A button with a text as its label; the name of the icon is not shown.
  @_disfavoredOverload
  @preconcurrency nonisolated public init(
    _ titleKey: LocalizedStringKey, systemImage: String, action: @escaping @MainActor () -> Void
  ) {
    self.init(role: nil, action: action) { Text(titleKey) }
  }

  /// A button with a role and a text as its label; the name of the icon is not shown.
  @_disfavoredOverload
  @preconcurrency nonisolated public init(
    _ titleKey: LocalizedStringKey, systemImage: String, role: ButtonRole?,
    action: @escaping @MainActor () -> Void
  ) {
    self.init(role: role, action: action) { Text(titleKey) }
  }
}

extension Toggle where Label == Text {
  /// A toggle with a text as its label.
  @_disfavoredOverload
  nonisolated public init(_ titleKey: LocalizedStringKey, isOn: Binding<Bool>) {
    self.init(isOn: isOn) { Text(titleKey) }
  }

  /// A toggle with a text as its label; the name of the icon is not shown.
  @_disfavoredOverload
  nonisolated public init(
    _ titleKey: LocalizedStringKey, systemImage: String, isOn: Binding<Bool>
  ) {
    self.init(isOn: isOn) { Text(titleKey) }
  }
}

extension Picker where Label == Text {
  /// A picker with a text as its label.
  @_disfavoredOverload
  nonisolated public init(
    _ titleKey: LocalizedStringKey, selection: Binding<SelectionValue>,
    @ViewBuilder content: () -> Content
  ) {
    self.init(selection: selection, content: content) { Text(titleKey) }
  }

  /// A picker with a text as its label; the name of the icon is not shown.
  @_disfavoredOverload
  nonisolated public init(
    _ titleKey: LocalizedStringKey, systemImage: String, selection: Binding<SelectionValue>,
    @ViewBuilder content: () -> Content
  ) {
    self.init(selection: selection, content: content) { Text(titleKey) }
  }
}

extension TextField where Label == Text {
  /// A field with a text as its label.
  @_disfavoredOverload
  nonisolated public init(
    _ titleKey: LocalizedStringKey, text: Binding<String>, prompt: Text? = nil
  ) {
    self.init(text: text, prompt: prompt) { Text(titleKey) }
  }

  /// A field with a text as its label; it takes one line, whichever way it may grow.
  @_disfavoredOverload
  nonisolated public init(
    _ titleKey: LocalizedStringKey, text: Binding<String>, prompt: Text? = nil, axis: Axis
  ) {
    self.init(text: text, prompt: prompt) { Text(titleKey) }
  }

  /// A field of a value that its description can be read back to, with a text as its label.
  @_disfavoredOverload
  nonisolated public init<Value: LosslessStringConvertible>(
    _ titleKey: LocalizedStringKey, value: Binding<Value>, prompt: Text? = nil
  ) {
    self.init(value: value, prompt: prompt) { Text(titleKey) }
  }

  /// A field of a value that is nil while the field is empty, with a text as its label.
  @_disfavoredOverload
  nonisolated public init<Value: LosslessStringConvertible>(
    _ titleKey: LocalizedStringKey, value: Binding<Value?>, prompt: Text? = nil
  ) {
    self.init(value: value, prompt: prompt) { Text(titleKey) }
  }

  /// A field of a value that a format shows and reads, with a text as its label.
  @_disfavoredOverload
  nonisolated public init<Format: ParseableFormatStyle>(
    _ titleKey: LocalizedStringKey, value: Binding<Format.FormatInput>, format: Format,
    prompt: Text? = nil
  ) where Format.FormatOutput == String {
    self.init(value: value, format: format, prompt: prompt) { Text(titleKey) }
  }

  /// A field of a value that is nil while the field is empty, with a text as its label.
  @_disfavoredOverload
  nonisolated public init<Format: ParseableFormatStyle>(
    _ titleKey: LocalizedStringKey, value: Binding<Format.FormatInput?>, format: Format,
    prompt: Text? = nil
  ) where Format.FormatOutput == String {
    self.init(value: value, format: format, prompt: prompt) { Text(titleKey) }
  }
}

extension LabeledContent where Label == Text, Content == Text {
  /// A value as a format shows it, with a text as its label.
  @_disfavoredOverload
  nonisolated public init<Format: FormatStyle>(
    _ titleKey: LocalizedStringKey, value: Format.FormatInput, format: Format
  ) where Format.FormatOutput == String {
    self.init(content: { Text(value, format: format) }, label: { Text(titleKey) })
  }

  /// A text with a text as its label.
  @_disfavoredOverload
  nonisolated public init<Value: StringProtocol>(
    _ titleKey: LocalizedStringKey, value: Value
  ) {
    self.init(content: { Text(value) }, label: { Text(titleKey) })
  }
}

extension SecureField where Label == Text {
  /// A field with a text as its label.
  @_disfavoredOverload
  nonisolated public init(
    _ titleKey: LocalizedStringKey, text: Binding<String>, prompt: Text? = nil
  ) {
    self.init(text: text, prompt: prompt) { Text(titleKey) }
  }
}

extension Stepper where Label == Text {
  /// A stepper of a value without bounds, with a text as its label.
  @_disfavoredOverload
  nonisolated public init<Value: Strideable>(
    _ titleKey: LocalizedStringKey, value: Binding<Value>, step: Value.Stride = 1,
    onEditingChanged: @escaping (Bool) -> Void = { _ in }
  ) {
    self.init(
      value: value, step: step, label: { Text(titleKey) }, onEditingChanged: onEditingChanged)
  }

  /// A stepper of a value within bounds, with a text as its label.
  @_disfavoredOverload
  nonisolated public init<Value: Strideable>(
    _ titleKey: LocalizedStringKey, value: Binding<Value>, in bounds: ClosedRange<Value>,
    step: Value.Stride = 1,
    onEditingChanged: @escaping (Bool) -> Void = { _ in }
  ) {
    self.init(
      value: value, in: bounds, step: step, label: { Text(titleKey) },
      onEditingChanged: onEditingChanged)
  }

  /// A stepper of two actions, with a text as its label; without one there is no such step.
  @_disfavoredOverload
  nonisolated public init(
    _ titleKey: LocalizedStringKey, onIncrement: (() -> Void)?, onDecrement: (() -> Void)?,
    onEditingChanged: @escaping (Bool) -> Void = { _ in }
  ) {
    self.init(
      label: { Text(titleKey) }, onIncrement: onIncrement, onDecrement: onDecrement,
      onEditingChanged: onEditingChanged)
  }
}

extension Link where Label == Text {
  /// A link with a text as its label.
  @_disfavoredOverload
  nonisolated public init(_ titleKey: LocalizedStringKey, destination: URL) {
    self.init(destination: destination) { Text(titleKey) }
  }
}

extension DisclosureGroup where Label == Text {
  /// A group with a text as its label and a state of its own.
  @_disfavoredOverload
  nonisolated public init(
    _ titleKey: LocalizedStringKey, @ViewBuilder content: @escaping () -> Content
  ) {
    self.init(content: content) { Text(titleKey) }
  }

  /// A group with a text as its label.
  @_disfavoredOverload
  nonisolated public init(
    _ titleKey: LocalizedStringKey, isExpanded: Binding<Bool>,
    @ViewBuilder content: @escaping () -> Content
  ) {
    self.init(isExpanded: isExpanded, content: content) { Text(titleKey) }
  }
}

extension Menu where Label == Text {
  /// A menu with a text as its label.
  @_disfavoredOverload
  nonisolated public init(
    _ titleKey: LocalizedStringKey, @ViewBuilder content: @escaping () -> Content
  ) {
    self.init(content: content) { Text(titleKey) }
  }

  /// A menu with a text as its label; the name of the icon is not shown.
  @_disfavoredOverload
  nonisolated public init(
    _ titleKey: LocalizedStringKey, systemImage: String,
    @ViewBuilder content: @escaping () -> Content
  ) {
    self.init(content: content) { Text(titleKey) }
  }
}

extension Section where Parent == Text, Footer == EmptyView {
  /// A section with a text as its heading.
  @_disfavoredOverload
  nonisolated public init(
    _ titleKey: LocalizedStringKey, @ViewBuilder content: () -> Content
  ) {
    self.init(content: content, header: { Text(titleKey).bold() }, footer: { EmptyView() })
  }

  /// A section that a text, its heading, opens and closes: `[1] Books: closed`.
  @_disfavoredOverload
  nonisolated public init(
    _ titleKey: LocalizedStringKey, isExpanded: Binding<Bool>, @ViewBuilder content: () -> Content
  ) {
    self.init(isExpanded: isExpanded, content: content, header: { Text(titleKey) })
  }
}

extension Label where Title == Text, Icon == EmptyView {
  /// A label with a text; the name of the icon is not shown.
  @_disfavoredOverload
  nonisolated public init(_ titleKey: LocalizedStringKey, systemImage name: String) {
    self.init(title: { Text(titleKey) }, icon: { EmptyView() })
  }

  /// A label with a text; the name of the icon is not shown.
  @_disfavoredOverload
  nonisolated public init(_ titleKey: LocalizedStringKey, image name: String) {
    self.init(title: { Text(titleKey) }, icon: { EmptyView() })
  }
}

extension LabeledContent where Label == Text {
  /// Content with a text as its label.
  @_disfavoredOverload
  nonisolated public init(
    _ titleKey: LocalizedStringKey, @ViewBuilder content: () -> Content
  ) {
    self.init(content: content) { Text(titleKey) }
  }
}

extension ProgressView where Label == Text, CurrentValueLabel == EmptyView {
  /// Progress of unknown extent, with a text as its label.
  @_disfavoredOverload
  nonisolated public init(_ titleKey: LocalizedStringKey) {
    self.init { Text(titleKey) }
  }

  /// Progress up to a total, with a text as its label; nil is of unknown extent.
  @_disfavoredOverload
  nonisolated public init<Value: BinaryFloatingPoint>(
    _ titleKey: LocalizedStringKey, value: Value?, total: Value = 1
  ) {
    self.init(value: value, total: total) { Text(titleKey) }
  }
}

extension TableColumn where Label == Text {
  /// A column with a text as its heading.
  @_disfavoredOverload
  nonisolated public init(
    _ titleKey: LocalizedStringKey, @ViewBuilder content: @escaping (RowValue) -> Content
  ) {
    self.init(content: content) { Text(titleKey) }
  }

  /// A column with a text as its heading, and a value by which rows can be sorted.
  @_disfavoredOverload
  nonisolated public init<Value>(
    _ titleKey: LocalizedStringKey, value: KeyPath<RowValue, Value>,
    @ViewBuilder content: @escaping (RowValue) -> Content
  ) {
    self = TableColumn(content: content) { Text(titleKey) }.showing(value)
  }

  /// A column that shows a value as a text.
  @_disfavoredOverload
  nonisolated public init<Value: LosslessStringConvertible>(
    _ titleKey: LocalizedStringKey, value: KeyPath<RowValue, Value>
  ) where Content == Text {
    self = TableColumn(
      content: { Text($0[keyPath: value].description) }, label: { Text(titleKey) }
    ).showing(value)
  }
}
