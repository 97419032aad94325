/// A value within bounds, in words.
///
/// ```swift
/// Gauge(value: 0.4) { Text("Shelf") }
/// ```
///
/// Prints `Shelf: 40 %`, with a bar at a terminal with colour, or the label of the value, and its bounds if they have labels: `Shelf: 40
/// books from 0 to 100`. Source: SwiftUI's `Gauge`.
public struct Gauge<Label: View, CurrentValueLabel: View, BoundsLabel: View> {
  private let fraction: Int?
  private let label: Label
  private let currentValueLabel: CurrentValueLabel
  private let bounds: (minimum: BoundsLabel, maximum: BoundsLabel)?

  nonisolated private init(
    _ fraction: Int?, _ label: Label, _ currentValueLabel: CurrentValueLabel,
    _ bounds: (minimum: BoundsLabel, maximum: BoundsLabel)?
  ) {
    (self.fraction, self.label) = (fraction, label)
    (self.currentValueLabel, self.bounds) = (currentValueLabel, bounds)
  }

  /// A gauge with labels for the value and its bounds.
  nonisolated public init<Value: BinaryFloatingPoint>(
    value: Value, in bounds: ClosedRange<Value> = 0...1, @ViewBuilder label: () -> Label,
    @ViewBuilder currentValueLabel: () -> CurrentValueLabel,
    @ViewBuilder minimumValueLabel: () -> BoundsLabel,
    @ViewBuilder maximumValueLabel: () -> BoundsLabel
  ) {
    self.init(
      Percent.of(value, in: bounds), label(), currentValueLabel(),
      (minimumValueLabel(), maximumValueLabel()))
  }
}

extension Gauge: View {
  /// The content of the view.
  public var body: some View { Labeled(label: label, content: Row(value)) }

  @ViewBuilder private var value: some View {
    if CurrentValueLabel.self == EmptyView.self {
      Text(verbatim: fraction.map { "\($0) %" } ?? "unknown").saying(share: fraction)
    } else {
      currentValueLabel
    }
    if let bounds {
      Text(verbatim: "from")
      bounds.minimum
      Text(verbatim: "to")
      bounds.maximum
    }
  }
}

extension Gauge where BoundsLabel == EmptyView {
  /// A gauge with a label for the value.
  nonisolated public init<Value: BinaryFloatingPoint>(
    value: Value, in bounds: ClosedRange<Value> = 0...1, @ViewBuilder label: () -> Label,
    @ViewBuilder currentValueLabel: () -> CurrentValueLabel
  ) {
    self.init(Percent.of(value, in: bounds), label(), currentValueLabel(), nil)
  }
}

extension Gauge where CurrentValueLabel == EmptyView, BoundsLabel == EmptyView {
  /// A gauge that shows its value in per cent.
  nonisolated public init<Value: BinaryFloatingPoint>(
    value: Value, in bounds: ClosedRange<Value> = 0...1, @ViewBuilder label: () -> Label
  ) {
    self.init(Percent.of(value, in: bounds), label(), EmptyView(), nil)
  }
}

/// A part of a whole in per cent.
enum Percent {
  /// The nearest per cent, within 0 and 100; nil where there is no whole.
  static func of<Value: BinaryFloatingPoint>(
    _ value: Value, in bounds: ClosedRange<Value>
  ) -> Int? {
    let whole = bounds.upperBound - bounds.lowerBound
    guard whole > 0, value.isFinite, whole.isFinite else { return nil }
    return Int((min(max((value - bounds.lowerBound) / whole, 0), 1) * 100).rounded())
  }
}
