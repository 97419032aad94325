/// The progress of a task, in words.
///
/// ```swift
/// ProgressView("Importing", value: 0.5)
/// ```
///
/// Prints `Importing: 50 %`. Its forms:
///
/// | initialiser | printed |
/// |---|---|
/// | `ProgressView()` | `Loading …` |
/// | `ProgressView("Importing")`, or with a closure for the label | `Importing …` |
/// | `ProgressView(value: 0.4)` | `40 %` |
/// | `ProgressView("Importing", value: 4, total: 10)` | `Importing: 40 %` |
/// | `ProgressView(value: 4, total: 10) { Text("Importing") }` | `Importing: 40 %` |
/// | the same with `currentValueLabel: { Text("4 of 10") }` | `Importing: 4 of 10` |
/// | `ProgressView(timerInterval: start...end)` | the time that is left |
///
/// At a terminal with colour a bar follows the per cents: `Importing: 50 % █████░░░░░`. A screen reader, a pipe and JSON have
/// the words alone.
///
/// A value of nil is of unknown extent, and so is a total that is not positive. Source: SwiftUI's `ProgressView`.
public struct ProgressView<Label: View, CurrentValueLabel: View> {
  private let percent: Int?
  private let hasLabel: Bool
  private let label: Label
  private let currentValueLabel: CurrentValueLabel

  nonisolated init(
    percent: Int?, hasLabel: Bool = true, label: Label, currentValueLabel: CurrentValueLabel
  ) {
    self.percent = percent
    self.hasLabel = hasLabel
    self.label = label
    self.currentValueLabel = currentValueLabel
  }

  /// Progress up to a total, with a label and a label of the value; nil is of unknown extent.
  nonisolated public init<Value: BinaryFloatingPoint>(
    value: Value?, total: Value = 1, @ViewBuilder label: () -> Label,
    @ViewBuilder currentValueLabel: () -> CurrentValueLabel
  ) {
    self.init(
      percent: Self.percent(value, total), label: label(), currentValueLabel: currentValueLabel())
  }

  nonisolated static func percent<Value: BinaryFloatingPoint>(
    _ value: Value?, _ total: Value
  ) -> Int? {
    guard let value, total > 0 else { return nil }
    return Percent.of(value, in: 0...total)
  }
}

extension ProgressView: View {
  /// The content of the view.
  public var body: some View {
    switch (percent, hasLabel) {
    case (let percent?, true): Labeled(label: label, content: value(percent))
    case (let percent?, false): value(percent)
    case (nil, true): Row(TupleView(label, Text(verbatim: "…")))
    case (nil, false): Text(verbatim: "Loading …")
    }
  }

  @ViewBuilder private func value(_ percent: Int) -> some View {
    if CurrentValueLabel.self == EmptyView.self {
      Text(verbatim: "\(percent) %").saying(share: percent)
    } else {
      currentValueLabel
    }
  }
}

extension ProgressView where CurrentValueLabel == EmptyView {
  /// Progress of unknown extent, with a label made of views.
  nonisolated public init(@ViewBuilder label: () -> Label) {
    self.init(percent: nil, label: label(), currentValueLabel: EmptyView())
  }

  /// Progress up to a total, with a label made of views; nil is of unknown extent.
  nonisolated public init<Value: BinaryFloatingPoint>(
    value: Value?, total: Value = 1, @ViewBuilder label: () -> Label
  ) {
    self.init(value: value, total: total, label: label) { EmptyView() }
  }
}

extension ProgressView where Label == EmptyView, CurrentValueLabel == EmptyView {
  /// Progress of unknown extent: `Loading …`.
  nonisolated public init() {
    self.init(
      percent: nil, hasLabel: false, label: EmptyView(), currentValueLabel: EmptyView())
  }

  /// Progress up to a total; nil is of unknown extent.
  nonisolated public init<Value: BinaryFloatingPoint>(value: Value?, total: Value = 1) {
    self.init(
      percent: Self.percent(value, total), hasLabel: false, label: EmptyView(),
      currentValueLabel: EmptyView())
  }
}

extension ProgressView where Label == Text, CurrentValueLabel == EmptyView {
  /// Progress of unknown extent, with a text as its label.
  nonisolated public init<Title: StringProtocol>(_ title: Title) {
    self.init { Text(title) }
  }

  /// Progress up to a total, with a text as its label; nil is of unknown extent.
  nonisolated public init<Title: StringProtocol, Value: BinaryFloatingPoint>(
    _ title: Title, value: Value?, total: Value = 1
  ) {
    self.init(value: value, total: total) { Text(title) }
  }
}
