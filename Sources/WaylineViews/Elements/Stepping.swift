extension Strideable {
  /// The value one step on; nil where its type ends.
  func stepped(by step: Stride) -> Self? {
    guard let number = self as? any FixedWidthInteger, let step = step as? Int else {
      return advanced(by: step)
    }
    return number.added(step) as? Self
  }

  /// Whether a whole number of steps leads from `start` to the value.
  ///
  /// Where the distance cannot be measured, any value can be reached.
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

extension FixedWidthInteger {
  fileprivate func added(_ step: Int) -> Self? {
    guard let wide else { return nil }
    let (sum, isOver) = wide.addingReportingOverflow(Int128(step))
    return isOver ? nil : Self(exactly: sum)
  }

  /// The value with room for every distance; nil for what is wider than 64 bits.
  fileprivate var wide: Int128? { Self.bitWidth <= 64 ? Int128(self) : nil }
}
