/// How what is typed into a field becomes a value, and who is told.
struct FieldReading {
  /// The type that a text must be readable as; nil takes every text.
  var type: (any LosslessStringConvertible.Type)?
  /// Whether a format can read a text, and the type of value that it reads.
  var format: (reads: (String) -> Bool, type: Any.Type)?
  /// Whether an empty text is a value by itself.
  var allowsEmpty = false
  /// Which submit actions follow.
  var trigger = SubmitTriggers.text

  static var text: FieldReading { FieldReading() }

  /// Why a text is refused, as a whole sentence; nil when it can be read.
  func refusal(of text: String) -> String? {
    if allowsEmpty, text.isEmpty { return nil }
    if let format {
      return format.reads(text) ? nil : ReadableType.refusal(of: text, asFormatOf: format.type)
    }
    guard let type else { return nil }
    return type.init(text) == nil ? ReadableType.refusal(of: text, as: type) : nil
  }
}

extension LosslessStringConvertible {
  /// The value as a person types it; a text that cannot be read changes nothing.
  var typedText: String {
    get { description }
    set { if let value = Self(newValue) { self = value } }
  }
}

extension Optional where Wrapped: LosslessStringConvertible {
  /// The value as a person types it, empty for nil.
  var typedText: String {
    get { map(\.description) ?? "" }
    set {
      if newValue.isEmpty { self = nil } else if let value = Wrapped(newValue) { self = value }
    }
  }
}
