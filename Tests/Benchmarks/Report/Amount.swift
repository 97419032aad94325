/// Prints figures with three digits and a unit that fits.
enum Amount {
  /// Nanoseconds as `7.1 ns`, `1.94 µs`, `38.5 ms`.
  static func time(_ nanoseconds: Double) -> String {
    switch nanoseconds {
    case ..<999.5: "\(digits(nanoseconds)) ns"
    case ..<999_500: "\(digits(nanoseconds / 1_000)) µs"
    case ..<999_500_000: "\(digits(nanoseconds / 1_000_000)) ms"
    default: "\(digits(nanoseconds / 1_000_000_000)) s"
    }
  }

  /// Bytes as `812 B`, `19.4 kB`, `1.2 MB`.
  static func bytes(_ bytes: Double) -> String {
    switch bytes {
    case ..<999.5: "\(digits(bytes)) B"
    case ..<999_500: "\(digits(bytes / 1_000)) kB"
    default: "\(digits(bytes / 1_000_000)) MB"
    }
  }

  /// A ratio of times as its bound is written: `4.2×`, or the share of the floor's speed, `31 %`.
  static func ratio(_ ratio: Double, as reach: Reach?) -> String {
    if case .share = reach { return "\(digits(100 / ratio)) %" }
    return "\(digits(ratio))×"
  }

  /// A bound: `≤ 20×`, `≥ 25 %`.
  static func reach(_ reach: Reach) -> String {
    switch reach {
    case .times(let bound): "≤ \(digits(bound))×"
    case .share(let bound): "≥ \(digits(bound * 100)) %"
    case .rate(let bound): "≥ \(digits(bound))/s"
    }
  }

  /// Three digits, or all before the point.
  static func digits(_ value: Double) -> String {
    let places = value >= 99.95 ? 0 : value >= 9.995 ? 1 : 2
    let scale = [1.0, 10, 100][places]
    let whole = Int((value * scale).rounded())
    guard places > 0 else { return "\(whole)" }
    let fraction = "\(whole % Int(scale))"
    let zeros = String(repeating: "0", count: places - fraction.count)
    return trimmed("\(whole / Int(scale)).\(zeros)\(fraction)")
  }

  private static func trimmed(_ text: String) -> String {
    var text = text
    while text.hasSuffix("0") { text.removeLast() }
    if text.hasSuffix(".") { text.removeLast() }
    return text
  }
}
