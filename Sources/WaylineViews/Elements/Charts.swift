import WaylineSystem

/// A row of numbers as one line of small bars, with their bounds in words.
///
/// ```swift
/// Sparkline("Loans", values: [1, 3, 2])
/// ```
///
/// ```
/// Loans this week: ▂▄█▁▁▃▆  1 to 17, last 12
/// ```
///
/// The bars are an addition: the sentence after them says what a screen reader needs.
public struct Sparkline {
  private let title: String
  private let values: [Double]

  /// Creates a line of bars; values that are not finite are left out.
  nonisolated public init<Title: StringProtocol, Value: BinaryFloatingPoint>(
    _ title: Title, values: [Value]
  ) {
    self.title = String(title)
    self.values = values.map { Double($0) }.filter(\.isFinite)
  }

  /// Creates a line of bars for whole numbers.
  nonisolated public init<Title: StringProtocol, Value: BinaryInteger>(
    _ title: Title, values: [Value]
  ) {
    self.init(title, values: values.map { Double($0) })
  }
}

extension Sparkline {
  /// Creates a line of bars; values that are not finite are left out.
  @_disfavoredOverload
  nonisolated public init<Value: BinaryFloatingPoint>(
    _ titleKey: LocalizedStringKey, values: [Value]
  ) {
    self.init(Text(titleKey).plain, values: values)
  }

  /// Creates a line of bars for whole numbers.
  @_disfavoredOverload
  nonisolated public init<Value: BinaryInteger>(_ titleKey: LocalizedStringKey, values: [Value]) {
    self.init(Text(titleKey).plain, values: values)
  }
}

extension Sparkline: View {
  /// The line.
  public var body: some View {
    Text(verbatim: "\(title): \(text)")
  }

  private var text: String {
    guard let low = values.min(), let high = values.max(), let last = values.last else {
      return "no values"
    }
    let bars = values.map { Bars.high[Bars.step(of: $0, from: low, to: high, of: 7)] }
    let bounds = low == high ? Bars.text(low) : "\(Bars.text(low)) to \(Bars.text(high))"
    return "\(bars.joined())  \(bounds), last \(Bars.text(last))"
  }
}

/// A number of named values as horizontal bars, one line each.
///
/// ```swift
/// BarChart(books, label: \.title, value: \.id)
/// ```
///
/// ```
/// fiction  ████████████████████  120
/// poetry   █████                  30
/// ```
///
/// The longest bar is the largest value; each line ends with its number.
public struct BarChart<Data: RandomAccessCollection> {
  private let rows: [(label: String, value: Double)]

  /// The width of the longest bar, in columns.
  private static var width: Int { 20 }

  /// Creates a chart of the elements of a collection; values below zero have no bar.
  nonisolated public init<Value: BinaryFloatingPoint>(
    _ data: Data, label: (Data.Element) -> String, value: (Data.Element) -> Value
  ) {
    rows = data.map { (label($0), Double(value($0))) }.filter(\.1.isFinite)
  }

  /// Creates a chart of whole numbers; values below zero have no bar.
  nonisolated public init<Value: BinaryInteger>(
    _ data: Data, label: (Data.Element) -> String, value: (Data.Element) -> Value
  ) {
    self.init(data, label: label, value: { Double(value($0)) })
  }
}

extension BarChart: View {
  /// The lines.
  public var body: some View {
    ForEach(Array(lines.enumerated()), id: \.offset) { Text(verbatim: $0.element) }
  }

  private var lines: [String] {
    let labels = rows.map { SafeText.line(of: $0.label) }
    let numbers = rows.map { Bars.text($0.value) }
    let columns = labels.map(DisplayWidth.of).max() ?? 0
    let digits = numbers.map(\.count).max() ?? 0
    let largest = max(rows.map(\.value).max() ?? 0, 0)
    return rows.indices.map { row in
      let bar = DisplayWidth.filled(Self.bar(rows[row].value, of: largest), to: Self.width)
      let gap = String(repeating: " ", count: digits - numbers[row].count)
      return "\(DisplayWidth.filled(labels[row], to: columns))  \(bar)  \(gap)\(numbers[row])"
    }
  }

  /// A bar in eighths of a column.
  private static func bar(_ value: Double, of largest: Double) -> String {
    guard value > 0, largest > 0 else { return "" }
    let eighths = Bars.step(of: value, from: 0, to: largest, of: width * 8)
    let rest = eighths % 8
    return String(repeating: "█", count: eighths / 8) + (rest == 0 ? "" : Bars.wide[rest - 1])
  }
}

/// The characters of bars, and the numbers beside them.
private enum Bars {
  /// Bars from the lowest to the full height (U+2581 to U+2588).
  static let high = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]
  /// Bars from one to seven eighths of the width (U+258F to U+2589).
  static let wide = ["▏", "▎", "▍", "▌", "▋", "▊", "▉"]

  /// The nearest of `count` steps between two bounds.
  static func step(of value: Double, from low: Double, to high: Double, of count: Int) -> Int {
    guard high > low else { return count / 2 }
    return Int(((value - low) / (high - low) * Double(count)).rounded())
  }

  /// A number without a fraction where it has none, otherwise with two digits of it.
  static func text(_ value: Double) -> String {
    let hundredths = (value * 100).rounded() / 100
    return hundredths == hundredths.rounded() && abs(hundredths) < 1e15
      ? String(Int(hundredths)) : String(hundredths)
  }
}
