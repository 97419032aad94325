import WaylineGraph

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

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
