/// Says why a text could not be read as a value.
enum ReadableType {
  /// The sentence for a text that a type refused.
  static func refusal(of text: String, as type: any LosslessStringConvertible.Type) -> String {
    "'\(SafeText.line(of: text))' \(reason(text, type)); nothing was changed."
  }

  /// The sentence for a text that a format refused, which alone knows what it reads.
  static func refusal(of text: String, asFormatOf type: Any.Type) -> String {
    "'\(SafeText.line(of: text))' cannot be read as \(type); nothing was changed."
  }

  private static func reason(_ text: String, _ type: any LosslessStringConvertible.Type) -> String {
    switch type {
    case let integer as any FixedWidthInteger.Type:
      isWholeNumber(text) ? "is not in \(bounds(of: integer))" : "is not a whole number"
    case is any BinaryFloatingPoint.Type: "is not a number"
    case is Bool.Type: "is neither true nor false"
    case is Character.Type, is Unicode.Scalar.Type: "is not one character"
    default: "cannot be read as \(type)"
    }
  }

  private static func isWholeNumber(_ text: String) -> Bool {
    let digits = text.first.map { "+-".contains($0) } == true ? text.dropFirst() : text[...]
    return !digits.isEmpty && digits.allSatisfy { ("0"..."9").contains($0) }
  }

  private static func bounds<Integer: FixedWidthInteger>(of type: Integer.Type) -> String {
    "\(Integer.min) to \(Integer.max)"
  }
}
