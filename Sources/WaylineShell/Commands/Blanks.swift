extension UInt8 {
  /// A space or a tab.
  var isBlank: Bool { self == 0x20 || self == 0x09 }

  /// An ASCII digit.
  var isDigit: Bool { self >= UInt8(ascii: "0") && self <= UInt8(ascii: "9") }
}

extension Substring {
  /// Whether it holds nothing but blanks.
  var isBlank: Bool { utf8.allSatisfy(\.isBlank) }

  /// The text without blanks before it.
  func droppingBlanks() -> Substring {
    var bytes = utf8
    while let first = bytes.first, first.isBlank { bytes.removeFirst() }
    return Substring(bytes)
  }

  /// The text without the one blank that sets it off from what stands before.
  func droppingBlank() -> Substring {
    utf8.first?.isBlank == true ? Substring(utf8.dropFirst()) : self
  }

  /// The text without blanks after it.
  func trimmingBlanksAtEnd() -> Substring {
    var bytes = utf8
    while let last = bytes.last, last.isBlank { bytes.removeLast() }
    return Substring(bytes)
  }
}
