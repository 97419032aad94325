import WaylineGraph
import WaylineSystem

/// A number within bounds, which is typed.
///
/// ```swift
/// Slider(value: $fee) { Text("Fee") }
/// ```
///
/// Prints `[1] Fee: 0.5 (0.0 to 1.0)`; `1 0.7` sets it, `1 +` and `1 -` change it by its step, or by a
/// tenth of its range without one. A number outside the bounds, or between two steps, is refused.
/// Source: SwiftUI's `Slider`.
public struct Slider<Label: View, ValueLabel: View> {
  private let control: StepControl
  private let label: Label
  private let bounds: (minimum: ValueLabel, maximum: ValueLabel)?

  nonisolated private init(
    _ control: StepControl, _ label: Label, _ bounds: (minimum: ValueLabel, maximum: ValueLabel)?
  ) {
    (self.control, self.label, self.bounds) = (control, label, bounds)
  }

  /// A slider with a label, and labels of its bounds, which are shown after it.
  nonisolated public init<Value: BinaryFloatingPoint>(
    value: Binding<Value>, in bounds: ClosedRange<Value> = 0...1, step: Value? = nil,
    @ViewBuilder label: () -> Label, @ViewBuilder minimumValueLabel: () -> ValueLabel,
    @ViewBuilder maximumValueLabel: () -> ValueLabel,
    onEditingChanged: @escaping (Bool) -> Void = { _ in }
  ) where Value: LosslessStringConvertible {
    let steps = SliderSteps(value: value, bounds: bounds, step: step)
    self.init(
      StepControl(steps, onEditingChanged: onEditingChanged), label(),
      (minimumValueLabel(), maximumValueLabel()))
  }
}

extension Slider where ValueLabel == EmptyView {
  /// A slider with a label.
  nonisolated public init<Value: BinaryFloatingPoint>(
    value: Binding<Value>, in bounds: ClosedRange<Value> = 0...1, step: Value? = nil,
    @ViewBuilder label: () -> Label, onEditingChanged: @escaping (Bool) -> Void = { _ in }
  ) where Value: LosslessStringConvertible {
    let steps = SliderSteps(value: value, bounds: bounds, step: step)
    self.init(StepControl(steps, onEditingChanged: onEditingChanged), label(), nil)
  }
}

extension Slider where Label == EmptyView, ValueLabel == EmptyView {
  /// A slider without a label; `.accessibilityLabel` gives it one.
  nonisolated public init<Value: BinaryFloatingPoint>(
    value: Binding<Value>, in bounds: ClosedRange<Value> = 0...1, step: Value? = nil,
    onEditingChanged: @escaping (Bool) -> Void = { _ in }
  ) where Value: LosslessStringConvertible {
    self.init(
      value: value, in: bounds, step: step, label: { EmptyView() },
      onEditingChanged: onEditingChanged)
  }
}

extension Slider: View {
  /// The content of the view.
  public var body: some View {
    Row(TupleView(control.element(label: label), boundsLabels))
  }

  @ViewBuilder private var boundsLabels: some View {
    if let bounds {
      bounds.minimum
      Text(verbatim: "to")
      bounds.maximum
    }
  }
}

/// The values of a slider.
private struct SliderSteps<Value: BinaryFloatingPoint & LosslessStringConvertible>: Steps {
  let value: Binding<Value>
  let bounds: ClosedRange<Value>
  let step: Value?

  var elementValue: ElementValue? { ElementValue(value) }
  var text: String { value.wrappedValue.description }
  var range: String? { "\(bounds.lowerBound) to \(bounds.upperBound)" }

  func step(up: Bool) -> String? {
    let present = value.wrappedValue
    let (length, ends) = (bounds.upperBound - bounds.lowerBound, ["\(bounds.lowerBound)"])
    let width = step ?? length / 10
    let decimals = ends + (step.map { ["\($0)"] } ?? ["\(bounds.upperBound)0"])
    // A thousandth of a step is near enough: steps such as 0.1 have no exact value.
    let place = (present - bounds.lowerBound) / width
    let count = up ? (place + 0.001).rounded(.down) + 1 : (place - 0.001).rounded(.up) - 1
    let last = (length / width + 0.001).rounded(.down)
    let next = (bounds.lowerBound + min(max(count, 0), last) * width)
      .rounded(toDecimalsOf: decimals)
    guard up ? next > present : next < present else {
      return "\(text) cannot be \(up ? "increased" : "decreased"); the range is \(range ?? "")."
    }
    value.wrappedValue = next
    return nil
  }

  func set(_ typed: String) -> String? {
    guard let number = Value(typed) else {
      return ReadableType.refusal(of: typed, as: Value.self, range: range)
    }
    guard bounds.contains(number) else {
      return "\(SafeText.line(of: typed)) is not in \(range ?? "")."
    }
    if let step {
      let count = ((number - bounds.lowerBound) / step).rounded()
      guard abs(bounds.lowerBound + count * step - number) < step / 1000 else {
        return
          "\(SafeText.line(of: typed)) cannot be reached from \(bounds.lowerBound) in steps of "
          + "\(step)."
      }
    }
    value.wrappedValue = number
    return nil
  }
}
