import WaylineGraph
import WaylineSystem

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

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
    let control = control
    let completion = { @MainActor () -> Void in control.end() }
    let value = { control.steps.elementValue }
    Row(
      TupleView(
        ElementView(element, label: label, value: value, completion: completion) {
          control.perform($0)
        },
        boundsLabels))
  }

  @ViewBuilder private var boundsLabels: some View {
    if let bounds {
      bounds.minimum
      Text(verbatim: "to")
      bounds.maximum
    }
  }

  private var element: Element {
    var element = Element(.number)
    element.value = control.steps.text
    element.range = control.steps.range
    return element
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

/// The parts of a date that a `DatePicker` shows and reads.
///
/// Source: SwiftUI's `DatePickerComponents`.
public struct DatePickerComponents: OptionSet, Sendable {
  /// A bit for each member.
  public let rawValue: UInt

  /// The members whose bits are set.
  public init(rawValue: UInt) {
    self.rawValue = rawValue
  }

  /// Year, month and day: `2026-11-22`.
  public static let date = DatePickerComponents(rawValue: 1)
  /// Hour and minute: `14:05`.
  public static let hourAndMinute = DatePickerComponents(rawValue: 2)
}

/// A date, which is typed.
///
/// ```swift
/// DatePicker("Due", selection: $due, displayedComponents: .date)
/// ```
///
/// Prints `[1] Due: 2026-11-22 14:05`, in the time zone of the environment; `1 2026-12-01 9:30` sets
/// it. With one component only that part is shown, changed, and compared with the range. A text that is not
/// a date, or a date outside the range, is refused. Source: SwiftUI's `DatePicker`.
public struct DatePicker<Label: View> {
  @Environment(\.timeZone) private var timeZone
  @Binding private var selection: Date
  private let range: DateBounds
  private let components: DatePickerComponents
  private let label: Label

  nonisolated private init(
    _ selection: Binding<Date>, _ range: (Date?, Date?), _ components: DatePickerComponents,
    _ label: Label
  ) {
    _selection = selection
    self.range = DateBounds(lower: range.0, upper: range.1)
    (self.components, self.label) = (components, label)
  }

  /// A date with a label made of views.
  nonisolated public init(
    selection: Binding<Date>, displayedComponents: DatePickerComponents = [.hourAndMinute, .date],
    @ViewBuilder label: () -> Label
  ) {
    self.init(selection, (nil, nil), displayedComponents, label())
  }

  /// A date within a range, with a label made of views.
  nonisolated public init(
    selection: Binding<Date>, in range: ClosedRange<Date>,
    displayedComponents: DatePickerComponents = [.hourAndMinute, .date],
    @ViewBuilder label: () -> Label
  ) {
    self.init(selection, (range.lowerBound, range.upperBound), displayedComponents, label())
  }

  /// A date that is not before another, with a label made of views.
  nonisolated public init(
    selection: Binding<Date>, in range: PartialRangeFrom<Date>,
    displayedComponents: DatePickerComponents = [.hourAndMinute, .date],
    @ViewBuilder label: () -> Label
  ) {
    self.init(selection, (range.lowerBound, nil), displayedComponents, label())
  }

  /// A date that is not after another, with a label made of views.
  nonisolated public init(
    selection: Binding<Date>, in range: PartialRangeThrough<Date>,
    displayedComponents: DatePickerComponents = [.hourAndMinute, .date],
    @ViewBuilder label: () -> Label
  ) {
    self.init(selection, (nil, range.upperBound), displayedComponents, label())
  }
}

extension DatePicker where Label == Text {
  /// A date with a text as its label.
  nonisolated public init<Title: StringProtocol>(
    _ title: Title, selection: Binding<Date>,
    displayedComponents: DatePickerComponents = [.hourAndMinute, .date]
  ) {
    self.init(selection, (nil, nil), displayedComponents, Text(title))
  }

  /// A date within a range, with a text as its label.
  nonisolated public init<Title: StringProtocol>(
    _ title: Title, selection: Binding<Date>, in range: ClosedRange<Date>,
    displayedComponents: DatePickerComponents = [.hourAndMinute, .date]
  ) {
    self.init(selection, (range.lowerBound, range.upperBound), displayedComponents, Text(title))
  }

  /// A date that is not before another, with a text as its label.
  nonisolated public init<Title: StringProtocol>(
    _ title: Title, selection: Binding<Date>, in range: PartialRangeFrom<Date>,
    displayedComponents: DatePickerComponents = [.hourAndMinute, .date]
  ) {
    self.init(selection, (range.lowerBound, nil), displayedComponents, Text(title))
  }

  /// A date that is not after another, with a text as its label.
  nonisolated public init<Title: StringProtocol>(
    _ title: Title, selection: Binding<Date>, in range: PartialRangeThrough<Date>,
    displayedComponents: DatePickerComponents = [.hourAndMinute, .date]
  ) {
    self.init(selection, (nil, range.upperBound), displayedComponents, Text(title))
  }

  /// A date with a text as its label.
  @_disfavoredOverload
  nonisolated public init(
    _ titleKey: LocalizedStringKey, selection: Binding<Date>,
    displayedComponents: DatePickerComponents = [.hourAndMinute, .date]
  ) {
    self.init(selection, (nil, nil), displayedComponents, Text(titleKey))
  }

  /// A date within a range, with a text as its label.
  @_disfavoredOverload
  nonisolated public init(
    _ titleKey: LocalizedStringKey, selection: Binding<Date>, in range: ClosedRange<Date>,
    displayedComponents: DatePickerComponents = [.hourAndMinute, .date]
  ) {
    self.init(selection, (range.lowerBound, range.upperBound), displayedComponents, Text(titleKey))
  }

  /// A date that is not before another, with a text as its label.
  @_disfavoredOverload
  nonisolated public init(
    _ titleKey: LocalizedStringKey, selection: Binding<Date>, in range: PartialRangeFrom<Date>,
    displayedComponents: DatePickerComponents = [.hourAndMinute, .date]
  ) {
    self.init(selection, (range.lowerBound, nil), displayedComponents, Text(titleKey))
  }

  /// A date that is not after another, with a text as its label.
  @_disfavoredOverload
  nonisolated public init(
    _ titleKey: LocalizedStringKey, selection: Binding<Date>, in range: PartialRangeThrough<Date>,
    displayedComponents: DatePickerComponents = [.hourAndMinute, .date]
  ) {
    self.init(selection, (nil, range.upperBound), displayedComponents, Text(titleKey))
  }
}

extension DatePicker: View {
  /// The content of the view.
  public var body: some View {
    let (binding, form) = ($selection, DateText(timeZone: timeZone))
    let (components, range) = (components, range)
    let value = { ElementValue(binding) }
    ElementView(element(form), label: label, value: value) { input in
      let present = binding.wrappedValue
      let entry = DateEntry(form, range, components, present: present)
      guard case .value(let typed) = input else {
        var request = ValueRequest(present: entry.presentText)
        if components.contains(.date) { request.date = entry }
        return .needsValue(request)
      }
      switch entry.read(typed) {
      case .failure(let refusal): return .refused(refusal.sentence)
      case .success(let date): if typed != entry.presentText { binding.wrappedValue = date }
      }
      return .done
    }
  }

  private func element(_ form: DateText) -> Element {
    var element = Element(.text)
    element.value = form.text(of: selection, components)
    return element
  }
}
