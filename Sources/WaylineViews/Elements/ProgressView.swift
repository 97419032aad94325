/// The progress of a task, in words.
///
/// Prints `Loading: 40 %` with a value and `Loading …` without one. Source: SwiftUI's
/// `ProgressView`.
public struct ProgressView<Label: View> {
  private let percent: Int?
  private let hasLabel: Bool
  private let label: Label

  nonisolated init(percent: Int?, hasLabel: Bool = true, label: Label) {
    self.percent = percent
    self.hasLabel = hasLabel
    self.label = label
  }

  /// Progress of unknown extent, with a label made of views.
  nonisolated public init(@ViewBuilder label: () -> Label) {
    self.init(percent: nil, label: label())
  }

  /// Progress up to a total, with a label made of views; nil is of unknown extent.
  nonisolated public init<Value: BinaryFloatingPoint>(
    value: Value?, total: Value = 1, @ViewBuilder label: () -> Label
  ) {
    self.init(percent: Self.percent(value, total), label: label())
  }

  nonisolated static func percent<Value: BinaryFloatingPoint>(
    _ value: Value?, _ total: Value
  ) -> Int? {
    guard let value, total > 0, value.isFinite, total.isFinite else { return nil }
    return Int((min(max(value / total, 0), 1) * 100).rounded())
  }
}

extension ProgressView: View {
  /// The content of the view.
  public var body: some View {
    switch (percent, hasLabel) {
    case (let percent?, true): Labeled(label: label, content: Text(verbatim: "\(percent) %"))
    case (let percent?, false): Text(verbatim: "\(percent) %")
    case (nil, true): Row(TupleView(label, Text(verbatim: "…")))
    case (nil, false): Text(verbatim: "Loading …")
    }
  }
}

extension ProgressView where Label == EmptyView {
  /// Progress of unknown extent: `Loading …`.
  nonisolated public init() {
    self.init(percent: nil, hasLabel: false, label: EmptyView())
  }

  /// Progress up to a total; nil is of unknown extent.
  nonisolated public init<Value: BinaryFloatingPoint>(value: Value?, total: Value = 1) {
    self.init(percent: Self.percent(value, total), hasLabel: false, label: EmptyView())
  }
}

extension ProgressView where Label == Text {
  /// Progress of unknown extent, with a text as its label.
  nonisolated public init<Title: StringProtocol>(_ title: Title) {
    self.init(percent: nil, label: Text(title))
  }

  /// Progress up to a total, with a text as its label; nil is of unknown extent.
  nonisolated public init<Title: StringProtocol, Value: BinaryFloatingPoint>(
    _ title: Title, value: Value?, total: Value = 1
  ) {
    self.init(percent: Self.percent(value, total), label: Text(title))
  }
}
