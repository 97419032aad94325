/// A text that is looked for among labels, in any case.
///
/// Most texts and labels are ASCII: those are compared byte by byte, where they lie. Others are
/// compared as the characters that they are in lower case.
struct SoughtText {
  private let text: String

  init(_ text: some StringProtocol) {
    self.text = text.lowercased()
  }

  /// Whether a label is this text.
  func isSame(as label: String) -> Bool {
    compare(with: label, whole: true) ?? (label.lowercased() == text)
  }

  /// Whether a label begins with this text.
  func isBeginning(of label: String) -> Bool {
    compare(with: label, whole: false) ?? label.lowercased().hasPrefix(text)
  }

  /// The answer, if bytes can give it; nil where a character that is not ASCII may decide.
  private func compare(with label: String, whole: Bool) -> Bool? {
    var rest = label.utf8.makeIterator()
    for byte in text.utf8 {
      guard let other = rest.next() else { return byte < 0x80 ? false : nil }
      if byte >= 0x80 || other >= 0x80 { return nil }
      if byte != other.lowercase { return false }
    }
    guard let next = rest.next() else { return true }
    // What is not ASCII may be a mark that belongs to the character before.
    return next < 0x80 ? !whole : nil
  }
}

extension UInt8 {
  /// The letter in lower case; any other byte as it is.
  fileprivate var lowercase: UInt8 {
    self >= UInt8(ascii: "A") && self <= UInt8(ascii: "Z") ? self | 0x20 : self
  }
}
