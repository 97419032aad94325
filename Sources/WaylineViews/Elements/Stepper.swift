import WaylineGraph

/// A number that goes up and down by steps.
///
/// Prints `[7] Copies: 3 (0 to 9)`; `7 +` and `7 -` step, `7 4` sets a value that steps can reach.
/// A value outside the range is refused and changes nothing. A label that ends with the value
/// (`"Copies: \(copies)"`) does not say it twice. Source: SwiftUI's `Stepper`.
public struct Stepper<Label: View> {
  private let control: StepControl
  private let label: Label

  nonisolated init(control: StepControl, label: Label) {
    self.control = control
    self.label = label
  }

  /// A stepper of a value without bounds, with a label made of views.
  nonisolated public init<Value: Strideable>(
    value: Binding<Value>, step: Value.Stride = 1, @ViewBuilder label: () -> Label,
    onEditingChanged: @escaping (Bool) -> Void = { _ in }
  ) {
    let control = StepControl(
      SteppedValue(value, in: nil, step: step), onEditingChanged: onEditingChanged)
    self.init(control: control, label: label())
  }

  /// A stepper of a value within bounds, with a label made of views.
  nonisolated public init<Value: Strideable>(
    value: Binding<Value>, in bounds: ClosedRange<Value>, step: Value.Stride = 1,
    @ViewBuilder label: () -> Label, onEditingChanged: @escaping (Bool) -> Void = { _ in }
  ) {
    let control = StepControl(
      SteppedValue(value, in: bounds, step: step), onEditingChanged: onEditingChanged)
    self.init(control: control, label: label())
  }

  /// A stepper of two actions, with a label made of views; without one there is no such step.
  nonisolated public init(
    @ViewBuilder label: () -> Label, onIncrement: (() -> Void)?, onDecrement: (() -> Void)?,
    onEditingChanged: @escaping (Bool) -> Void = { _ in }
  ) {
    let control = StepControl(
      SteppingActions(up: onIncrement, down: onDecrement), onEditingChanged: onEditingChanged)
    self.init(control: control, label: label())
  }
}

extension Stepper: View {
  /// What the view consists of.
  public var body: some View {
    let control = control
    ElementView(element, label: label) { control.perform($0) }
  }

  private var element: Element {
    var element = Element(.number)
    element.value = control.steps.text
    element.range = control.steps.range
    return element
  }
}

extension Stepper where Label == Text {
  /// A stepper of a value without bounds, with a text as its label.
  nonisolated public init<Title: StringProtocol, Value: Strideable>(
    _ title: Title, value: Binding<Value>, step: Value.Stride = 1,
    onEditingChanged: @escaping (Bool) -> Void = { _ in }
  ) {
    self.init(
      value: value, step: step, label: { Text(title) }, onEditingChanged: onEditingChanged)
  }

  /// A stepper of a value within bounds, with a text as its label.
  nonisolated public init<Title: StringProtocol, Value: Strideable>(
    _ title: Title, value: Binding<Value>, in bounds: ClosedRange<Value>, step: Value.Stride = 1,
    onEditingChanged: @escaping (Bool) -> Void = { _ in }
  ) {
    self.init(
      value: value, in: bounds, step: step, label: { Text(title) },
      onEditingChanged: onEditingChanged)
  }

  /// A stepper of two actions, with a text as its label; without one there is no such step.
  nonisolated public init<Title: StringProtocol>(
    _ title: Title, onIncrement: (() -> Void)?, onDecrement: (() -> Void)?,
    onEditingChanged: @escaping (Bool) -> Void = { _ in }
  ) {
    self.init(
      label: { Text(title) }, onIncrement: onIncrement, onDecrement: onDecrement,
      onEditingChanged: onEditingChanged)
  }
}
