import WaylineSystem

/// A filter of labels by what is typed: whole labels first, then beginnings, parts, and letters in order. Pure.
///
/// A number that is typed as a part of a label is a whole number there first: `2` finds `Shelf 2` before `2026`, as
/// a line with it does.
///
/// The labels are one array of bytes: a key that is typed among 100,000 of them is answered within a frame.
package struct LabelFilter: Hashable, Sendable {
  /// The way in which a label matches, best first.
  private enum Match: Int, CaseIterable {
    case whole, beginning, part, letters
    /// The same where a typed number is a part of another one.
    case beginningWithin, partWithin, lettersWithin

    /// The same match of a text with a number that is a part of another one.
    var within: Match {
      switch self {
      case .beginning: .beginningWithin
      case .part: .partWithin
      case .letters: .lettersWithin
      case .whole, .beginningWithin, .partWithin, .lettersWithin: self
      }
    }
  }

  /// The labels in small letters, in the form in which equal texts have equal bytes, one after the other.
  private let bytes: [UInt8]
  /// The end of each label.
  private let ends: [Int]

  /// Creates a filter of labels.
  ///
  /// - Complexity: O(letters of all labels).
  package init(_ labels: [String]) {
    var (bytes, ends) = ([UInt8](), [Int]())
    ends.reserveCapacity(labels.count)
    for label in labels {
      bytes += label.lowercased().composed.utf8
      ends.append(bytes.count)
    }
    (self.bytes, self.ends) = (bytes, ends)
  }

  /// The positions of the labels that match a text in any case; all of them for an empty one.
  ///
  /// Labels that match in the same way stay in their order.
  ///
  /// - Complexity: O(letters of all labels).
  package func matches(of text: String) -> [Int] {
    guard !text.isEmpty else { return Array(ends.indices) }
    var found = [[Int]](repeating: [], count: Match.allCases.count)
    let wanted = Array(text.lowercased().composed.utf8)
    let isASCII = wanted.allSatisfy { $0 < 0x80 }
    let hasNumber = wanted.contains(where: Self.isDigit)
    bytes.withUnsafeBufferPointer { bytes in
      wanted.withUnsafeBufferPointer { wanted in
        var start = 0
        for (index, end) in ends.enumerated() {
          let label = UnsafeBufferPointer(rebasing: bytes[start..<end])
          if var match = Self.match(of: wanted, in: label, isASCII) {
            if hasNumber, !Self.hasNumbers(of: wanted, in: label) { match = match.within }
            found[match.rawValue].append(index)
          }
          start = end
        }
      }
    }
    return Array(found.joined())
  }

  private static func match(
    of wanted: UnsafeBufferPointer<UInt8>, in label: UnsafeBufferPointer<UInt8>, _ isASCII: Bool
  ) -> Match? {
    guard has(wanted, inOrderIn: label) else { return nil }
    if isSame(wanted, label, at: 0) { return wanted.count == label.count ? .whole : .beginning }
    // A whole character of UTF-8 is never a part of another one.
    var start = 1
    while start + wanted.count <= label.count {
      if label[start] == wanted[0], isSame(wanted, label, at: start) { return .part }
      start += 1
    }
    // The bytes of one character may belong to several others.
    return isASCII || hasCharacters(of: wanted, in: label) ? .letters : nil
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

  /// True if each number of a text is a number of the label as a whole.
  private static func hasNumbers(
    of wanted: UnsafeBufferPointer<UInt8>, in label: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    var start = 0
    while let number = number(in: wanted, from: &start) {
      var (place, isFound) = (0, false)
      while !isFound, let other = Self.number(in: label, from: &place) {
        isFound =
          other.count == number.count && isSame(number, label, at: place - other.count)
      }
      if !isFound { return false }
    }
    return true
  }

  /// The next digits of a text behind a place, which is moved behind them; nil without any.
  private static func number(
    in text: UnsafeBufferPointer<UInt8>, from place: inout Int
  ) -> UnsafeBufferPointer<UInt8>? {
    while place < text.count, !isDigit(text[place]) { place += 1 }
    let start = place
    while place < text.count, isDigit(text[place]) { place += 1 }
    return start < place ? UnsafeBufferPointer(rebasing: text[start..<place]) : nil
  }

  private static func has(
    _ wanted: UnsafeBufferPointer<UInt8>, inOrderIn label: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    var next = 0
    for byte in label where byte == wanted[next] {
      next += 1
      if next == wanted.count { return true }
    }
    return false
  }

  private static func isSame(
    _ wanted: UnsafeBufferPointer<UInt8>, _ label: UnsafeBufferPointer<UInt8>, at start: Int
  ) -> Bool {
    guard start + wanted.count <= label.count else { return false }
    for index in 0..<wanted.count where wanted[index] != label[start + index] { return false }
    return true
  }

  private static func hasCharacters(
    of wanted: UnsafeBufferPointer<UInt8>, in label: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    var rest = String(decoding: wanted, as: UTF8.self)[...]
    for character in String(decoding: label, as: UTF8.self) where character == rest.first {
      rest = rest.dropFirst()
    }
    return rest.isEmpty
  }
}

extension LabelFilter {
  /// The positions of the characters of a label that a text matches; empty where it does not.
  package static func marks(of text: String, in label: String) -> Set<Int> {
    let (wanted, letters) = (text.map { $0.lowercased() }, label.map { $0.lowercased() })
    guard !wanted.isEmpty, wanted.count <= letters.count else { return [] }
    for start in 0...(letters.count - wanted.count)
    where letters[start..<start + wanted.count].elementsEqual(wanted) {
      return Set(start..<start + wanted.count)
    }
    var marks: Set<Int> = []
    for (position, letter) in letters.enumerated()
    where marks.count < wanted.count && letter == wanted[marks.count] {
      marks.insert(position)
    }
    return marks.count == wanted.count ? marks : []
  }
}
