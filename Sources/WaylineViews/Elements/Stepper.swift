import WaylineGraph
import WaylineSystem

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A number that is changed in steps.
///
/// ```swift
/// Stepper("Copies", value: $copies, in: 0...9)
/// ```
///
/// Prints `[7] Copies: 3 (0 to 9)`; `7 +` and `7 -` step, `7 4` sets a value that steps can reach. A step
/// ends at the end of the range, and leads a value outside of it back. A typed value outside the range is
/// refused and changes nothing. A label that ends with the value
/// (`"Copies: \(copies)"`) does not repeat it. Source: SwiftUI's `Stepper`.
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
  /// The content of the view.
  public var body: some View { control.element(label: label) }
}

extension Stepper {
  /// A stepper of a value that a format shows and reads, with a label made of views.
  nonisolated public init<Format: ParseableFormatStyle>(
    value: Binding<Format.FormatInput>, step: Format.FormatInput.Stride = 1, format: Format,
    @ViewBuilder label: () -> Label, onEditingChanged: @escaping (Bool) -> Void = { _ in }
  ) where Format.FormatInput: Strideable, Format.FormatOutput == String {
    let steps = SteppedValue(value, in: nil, step: step, notation: Notation(format))
    self.init(
      control: StepControl(steps, onEditingChanged: onEditingChanged), label: label())
  }

  /// A stepper of a value within bounds that a format shows and reads, with a label made of views.
  nonisolated public init<Format: ParseableFormatStyle>(
    value: Binding<Format.FormatInput>, in bounds: ClosedRange<Format.FormatInput>,
    step: Format.FormatInput.Stride = 1, format: Format, @ViewBuilder label: () -> Label,
    onEditingChanged: @escaping (Bool) -> Void = { _ in }
  ) where Format.FormatInput: Strideable, Format.FormatOutput == String {
    let steps = SteppedValue(value, in: bounds, step: step, notation: Notation(format))
    self.init(
      control: StepControl(steps, onEditingChanged: onEditingChanged), label: label())
  }
}

extension Stepper where Label == Text {
  /// A stepper of a value that a format shows and reads, with a text as its label.
  nonisolated public init<Title: StringProtocol, Format: ParseableFormatStyle>(
    _ title: Title, value: Binding<Format.FormatInput>, step: Format.FormatInput.Stride = 1,
    format: Format, onEditingChanged: @escaping (Bool) -> Void = { _ in }
  ) where Format.FormatInput: Strideable, Format.FormatOutput == String {
    self.init(
      value: value, step: step, format: format, label: { Text(title) },
      onEditingChanged: onEditingChanged)
  }

  /// A stepper of a value within bounds that a format shows and reads, with a text as its label.
  nonisolated public init<Title: StringProtocol, Format: ParseableFormatStyle>(
    _ title: Title, value: Binding<Format.FormatInput>, in bounds: ClosedRange<Format.FormatInput>,
    step: Format.FormatInput.Stride = 1, format: Format,
    onEditingChanged: @escaping (Bool) -> Void = { _ in }
  ) where Format.FormatInput: Strideable, Format.FormatOutput == String {
    self.init(
      value: value, in: bounds, step: step, format: format, label: { Text(title) },
      onEditingChanged: onEditingChanged)
  }

  /// A stepper of a value that a format shows and reads, with a text as its label.
  @_disfavoredOverload
  nonisolated public init<Format: ParseableFormatStyle>(
    _ titleKey: LocalizedStringKey, value: Binding<Format.FormatInput>,
    step: Format.FormatInput.Stride = 1, format: Format,
    onEditingChanged: @escaping (Bool) -> Void = { _ in }
  ) where Format.FormatInput: Strideable, Format.FormatOutput == String {
    self.init(
      value: value, step: step, format: format, label: { Text(titleKey) },
      onEditingChanged: onEditingChanged)
  }

  /// A stepper of a value within bounds that a format shows and reads, with a text as its label.
  @_disfavoredOverload
  nonisolated public init<Format: ParseableFormatStyle>(
    _ titleKey: LocalizedStringKey, value: Binding<Format.FormatInput>,
    in bounds: ClosedRange<Format.FormatInput>, step: Format.FormatInput.Stride = 1,
    format: Format, onEditingChanged: @escaping (Bool) -> Void = { _ in }
  ) where Format.FormatInput: Strideable, Format.FormatOutput == String {
    self.init(
      value: value, in: bounds, step: step, format: format, label: { Text(titleKey) },
      onEditingChanged: onEditingChanged)
  }

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

/// The element of a value that is changed in steps.
struct StepControl {
  let steps: any Steps
  private let onEditingChanged: (Bool) -> Void

  init(_ steps: any Steps, onEditingChanged: @escaping (Bool) -> Void) {
    self.steps = steps
    self.onEditingChanged = onEditingChanged
  }

  /// The element, which shows the value after its label.
  @MainActor
  func element(label: some View) -> some View {
    var element = Element(.number)
    (element.value, element.range) = (steps.text, steps.range)
    let completion = { @MainActor () -> Void in onEditingChanged(false) }
    let value = { steps.elementValue }
    return ElementView(element, label: label, value: value, completion: completion) { perform($0) }
  }

  private func perform(_ input: ElementInput) -> ElementReply {
    guard case .value(let typed) = input else {
      return .needsValue(ValueRequest(present: steps.text))
    }
    onEditingChanged(true)
    let refusal =
      switch typed {
      case "+": steps.step(up: true)
      case "-": steps.step(up: false)
      // The text may show less than the value has: what was not changed stays as it is.
      default: typed == steps.text ? nil : steps.set(typed)
      }
    guard let refusal else { return .done }
    onEditingChanged(false)
    return .refused(refusal)
  }
}

/// The steps of a value; each returns the reason if it is refused.
protocol Steps {
  /// The present value.
  var text: String { get }
  /// The values it can take, in words.
  var range: String? { get }
  func step(up: Bool) -> String?
  func set(_ typed: String) -> String?
  /// The value that a step changes, which `undo` restores; nil for actions of the program.
  var elementValue: ElementValue? { get }
}

/// Two actions of the program.
struct SteppingActions: Steps {
  let up: (() -> Void)?
  let down: (() -> Void)?
  let text = ""
  let range: String? = nil
  let elementValue: ElementValue? = nil

  func step(up isUp: Bool) -> String? {
    guard let action = isUp ? up : down else {
      return "This value can only be \(isUp ? "decreased" : "increased")."
    }
    action()
    return nil
  }

  func set(_ typed: String) -> String? {
    "'\(SafeText.line(of: typed))' is neither + nor -. Type + or -."
  }
}

/// The way in which values are written.
struct Notation<Value> {
  let write: (Value) -> String
  let read: (String) -> Value?
  /// The sentence for a text that cannot be read.
  let refusal: (String) -> String

  /// The way of a format.
  nonisolated init<Format: ParseableFormatStyle>(_ format: Format)
  where Format.FormatInput == Value, Format.FormatOutput == String {
    write = format.format
    read = { format.value(of: $0) }
    refusal = { FieldFormat(format).refusal(of: $0) }
  }
}

/// A value with bounds and a step.
struct SteppedValue<Value: Strideable>: Steps {
  private let value: Binding<Value>
  private let bounds: ClosedRange<Value>?
  private let stride: Value.Stride
  /// Nil for the description of the type.
  private let notation: Notation<Value>?

  init(
    _ value: Binding<Value>, in bounds: ClosedRange<Value>?, step: Value.Stride,
    notation: Notation<Value>? = nil
  ) {
    self.value = value
    self.bounds = bounds
    self.notation = notation
    stride = step
  }

  var elementValue: ElementValue? { ElementValue(value) }
  var text: String { text(of: value.wrappedValue) }
  var range: String? {
    bounds.map { "\(text(of: $0.lowerBound)) to \(text(of: $0.upperBound))" }
  }

  private func text(of value: Value) -> String {
    SafeText.line(of: notation?.write(value) ?? "\(value)")
  }

  func step(up: Bool) -> String? {
    let (present, step) = (value.wrappedValue, up ? stride : 0 - stride)
    let end = step < 0 ? bounds?.lowerBound : bounds?.upperBound
    guard let wanted = present.stepped(by: step) ?? end else { return refusal(up: up) }
    let next = bounds.map { min(max(wanted, $0.lowerBound), $0.upperBound) } ?? wanted
    // A value outside the range can be led back, and not further away.
    guard next != present, (next > present) == (step > 0) else { return refusal(up: up) }
    value.wrappedValue = next
    return nil
  }

  private func refusal(up: Bool) -> String {
    let outside = range.map { "; the range is \($0)" } ?? ""
    return "\(text) cannot be \(up ? "increased" : "decreased")\(outside)."
  }

  func set(_ typed: String) -> String? {
    let shown = SafeText.line(of: typed)
    let read: Value
    if let notation {
      guard let value = notation.read(typed) else { return notation.refusal(typed) }
      read = value
    } else {
      guard let type = Value.self as? any LosslessStringConvertible.Type else {
        return "Type + or - to change this value."
      }
      guard let value = type.init(typed) as? Value else {
        return ReadableType.refusal(of: typed, as: type, range: range)
      }
      read = value
    }
    guard let read = within(read) else { return "\(shown) is not in \(range ?? "")." }
    guard isReached(read) else {
      return "\(shown) cannot be reached from \(text) in steps of \(stride)."
    }
    value.wrappedValue = read
    return nil
  }

  /// The value, or the bound that is shown like it and has more decimals; nil outside the range.
  private func within(_ read: Value) -> Value? {
    guard let bounds, !bounds.contains(read) else { return read }
    return [bounds.lowerBound, bounds.upperBound].first { text(of: $0) == text(of: read) }
  }

  /// True if steps lead to a value, from the present one or from an end of the range, where they stop.
  private func isReached(_ end: Value) -> Bool {
    let starts = [value.wrappedValue] + (bounds.map { [$0.lowerBound, $0.upperBound] } ?? [])
    return starts.contains { end.isReached(from: $0, by: stride) }
  }
}

extension Strideable {
  /// The value one step on; nil where its type ends.
  func stepped(by step: Stride) -> Self? {
    guard let number = self as? any FixedWidthInteger, let step = step as? Int else {
      let next = advanced(by: step)
      let numbers = ["\(self)", "\(step)"]
      return (next as? any BinaryFloatingPoint)?.rounded(toDecimalsOf: numbers) as? Self ?? next
    }
    return number.added(step) as? Self
  }

  /// True if a whole number of steps leads from `start` to the value.
  ///
  /// If the distance cannot be measured, every value is accepted.
  func isReached(from start: Self, by step: Stride) -> Bool {
    if let number = self as? any FixedWidthInteger, let step = step as? Int {
      guard let end = number.wide, let start = (start as? any FixedWidthInteger)?.wide else {
        return true
      }
      return step == 0 ? end == start : (end - start) % Int128(step) == 0
    }
    guard let distance = start.distance(to: self) as? any BinaryFloatingPoint,
      let step = step as? any BinaryFloatingPoint
    else { return true }
    let count = Double(distance) / Double(step)
    // Steps such as 0.1 have no exact value; a thousandth of a step is near enough.
    return count.isFinite && abs(count - count.rounded()) < 0.001
  }
}

extension BinaryFloatingPoint {
  /// The number with as many decimals as other numbers have at most: 0.6, and not 0.6000000000000001, where
  /// the steps are 0.1.
  func rounded(toDecimalsOf numbers: [String]) -> Self {
    let decimals = numbers.map { number in
      let parts = number.split(separator: ".", omittingEmptySubsequences: false)
      return number.contains("e") ? .max : parts.count > 1 ? parts[1].count : 0
    }
    guard let most = decimals.max(), most <= 12 else { return self }
    let scale = (0..<most).reduce(1.0) { scale, _ in scale * 10 }
    let scaled = (Double(self) * scale).rounded()
    return scaled.magnitude < 0x1p50 ? Self(scaled / scale) : self
  }
}

extension FixedWidthInteger {
  fileprivate func added(_ step: Int) -> Self? {
    guard let wide else { return nil }
    let (sum, isOver) = wide.addingReportingOverflow(Int128(step))
    return isOver ? nil : Self(exactly: sum)
  }

  /// The value with room for every distance; nil for what is wider than 64 bits.
  fileprivate var wide: Int128? { Self.bitWidth <= 64 ? Int128(self) : nil }
}
