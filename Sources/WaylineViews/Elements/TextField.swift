import WaylineGraph
import WaylineSystem

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A field for a line of text, or for a value that is parsed from one.
///
/// ```swift
/// TextField("Member", text: $member)
/// ```
///
/// Prints `[2] Name: Ann`, with the prompt in parentheses while it is empty. `2 Ann` sets it, `2`
/// asks for the value, `2 ""` empties it. A text that cannot be read as the value is refused and
/// changes nothing. Source: SwiftUI's `TextField`.
public struct TextField<Label: View> {
  @Environment(\.submit) private var submit
  @Binding private var text: String
  private let reading: FieldReading
  /// The value behind the text; nil for the text itself.
  private let value: (() -> ElementValue?)?
  private let prompt: Text?
  private let label: Label

  nonisolated init(
    text: Binding<String>, of value: (() -> ElementValue?)? = nil, reading: FieldReading,
    prompt: Text?, label: Label
  ) {
    _text = text
    self.reading = reading
    self.value = value
    self.prompt = prompt
    self.label = label
  }

  /// A field with a label made of views.
  nonisolated public init(
    text: Binding<String>, prompt: Text? = nil, @ViewBuilder label: () -> Label
  ) {
    self.init(text: text, reading: .text, prompt: prompt, label: label())
  }

  /// A field of a value that its description can be read back to, with a label made of views.
  nonisolated public init<Value: LosslessStringConvertible>(
    value: Binding<Value>, prompt: Text? = nil, @ViewBuilder label: () -> Label
  ) {
    self.init(
      text: value.typedText, of: { ElementValue(value) }, reading: FieldReading(type: Value.self),
      prompt: prompt, label: label())
  }

  /// A field of a value that is nil while the field is empty, with a label made of views.
  nonisolated public init<Value: LosslessStringConvertible>(
    value: Binding<Value?>, prompt: Text? = nil, @ViewBuilder label: () -> Label
  ) {
    self.init(
      text: value.typedText, of: { ElementValue(value) },
      reading: FieldReading(type: Value.self, allowsEmpty: true), prompt: prompt, label: label())
  }
}

extension TextField: View {
  /// The content of the view.
  public var body: some View {
    let (binding, reading, submit) = ($text, reading, submit)
    let completion = { @MainActor () -> Void in submit?.run(reading.trigger) }
    let value = value ?? { ElementValue(binding) }
    ElementView(element, label: label, value: value, completion: completion) { input in
      guard case .value(let value) = input else {
        return .needsValue(ValueRequest(present: binding.wrappedValue))
      }
      let text = reading.readable(value)
      // The text of a value may show less than the value has: what was not changed stays as it is.
      if binding.has(text) { return .done }
      if let refusal = reading.refusal(of: text) { return .refused(refusal) }
      binding.wrappedValue = text
      return .done
    }
  }

  private var element: Element {
    var element = Element(.text)
    element.value = text
    element.placeholder = prompt?.plain ?? ""
    if reading.trigger == .search { element.isSearch = true }
    return element
  }
}

extension TextField where Label == Text {
  /// A field with a text as its label.
  nonisolated public init<Title: StringProtocol>(
    _ title: Title, text: Binding<String>, prompt: Text? = nil
  ) {
    self.init(text: text, prompt: prompt) { Text(title) }
  }

  /// A field with a text as its label; it takes one line, whichever way it may grow.
  nonisolated public init<Title: StringProtocol>(
    _ title: Title, text: Binding<String>, prompt: Text? = nil, axis: Axis
  ) {
    self.init(text: text, prompt: prompt) { Text(title) }
  }

  /// A field of a value that its description can be read back to, with a text as its label.
  nonisolated public init<Title: StringProtocol, Value: LosslessStringConvertible>(
    _ title: Title, value: Binding<Value>, prompt: Text? = nil
  ) {
    self.init(value: value, prompt: prompt) { Text(title) }
  }

  /// A field of a value that is nil while the field is empty, with a text as its label.
  nonisolated public init<Title: StringProtocol, Value: LosslessStringConvertible>(
    _ title: Title, value: Binding<Value?>, prompt: Text? = nil
  ) {
    self.init(value: value, prompt: prompt) { Text(title) }
  }
}

extension Binding<String> {
  /// True if the text is the same, scalar by scalar.
  func has(_ text: String) -> Bool {
    wrappedValue.unicodeScalars.elementsEqual(text.unicodeScalars)
  }
}

/// The parsing of a field's text into a value, and the actions that follow.
struct FieldReading {
  /// The type that a text must be readable as; nil takes every text.
  var type: (any LosslessStringConvertible.Type)?
  /// The format that must read a text.
  var format: FieldFormat?
  /// True if an empty text is a value by itself.
  var allowsEmpty = false
  /// The submit actions that the field runs.
  var trigger = SubmitTriggers.text

  static var text: FieldReading { FieldReading() }

  /// The text as it was typed, or without the blanks around it where only that can be read.
  func readable(_ text: String) -> String {
    guard refusal(of: text) != nil else { return text }
    let trimmed = text.trimmed
    return refusal(of: trimmed) == nil ? trimmed : text
  }

  /// The reason to refuse a text, as a whole sentence; nil when it is valid.
  func refusal(of text: String) -> String? {
    if allowsEmpty, text.isEmpty { return nil }
    if let format {
      return format.reads(text) ? nil : format.refusal(of: text)
    }
    guard let type else { return nil }
    return ReadableType.reads(text, as: type) ? nil : ReadableType.refusal(of: text, as: type)
  }
}

extension LosslessStringConvertible {
  /// The value as typed text; a text that cannot be parsed changes nothing.
  var typedText: String {
    get { description }
    set { if let value = Self(newValue) { self = value } }
  }
}

extension Optional where Wrapped: LosslessStringConvertible {
  /// The value as typed text, empty for nil.
  var typedText: String {
    get { map(\.description) ?? "" }
    set {
      if newValue.isEmpty { self = nil } else if let value = Wrapped(newValue) { self = value }
    }
  }
}

extension TextField {
  /// A field of a value that a format shows and reads, with a label made of views.
  nonisolated public init<Format: ParseableFormatStyle>(
    value: Binding<Format.FormatInput>, format: Format, prompt: Text? = nil,
    @ViewBuilder label: () -> Label
  ) where Format.FormatOutput == String {
    let text = Binding<String> {
      format.format(value.wrappedValue)
    } set: {
      if let read = format.value(of: $0) { value.wrappedValue = read }
    }
    let reading = FieldReading(format: FieldFormat(format))
    self.init(
      text: text, of: { ElementValue(value) }, reading: reading, prompt: prompt, label: label())
  }

  /// A field of a value that is nil while the field is empty, with a label made of views.
  nonisolated public init<Format: ParseableFormatStyle>(
    value: Binding<Format.FormatInput?>, format: Format, prompt: Text? = nil,
    @ViewBuilder label: () -> Label
  ) where Format.FormatOutput == String {
    let text = Binding<String> {
      value.wrappedValue.map(format.format) ?? ""
    } set: {
      if $0.isEmpty {
        value.wrappedValue = nil
      } else if let read = format.value(of: $0) {
        value.wrappedValue = read
      }
    }
    let reading = FieldReading(format: FieldFormat(format), allowsEmpty: true)
    self.init(
      text: text, of: { ElementValue(value) }, reading: reading, prompt: prompt, label: label())
  }
}

extension TextField where Label == Text {
  /// A field of a value that a format shows and reads, with a text as its label.
  nonisolated public init<Title: StringProtocol, Format: ParseableFormatStyle>(
    _ title: Title, value: Binding<Format.FormatInput>, format: Format, prompt: Text? = nil
  ) where Format.FormatOutput == String {
    self.init(value: value, format: format, prompt: prompt) { Text(title) }
  }

  /// A field of a value that is nil while the field is empty, with a text as its label.
  nonisolated public init<Title: StringProtocol, Format: ParseableFormatStyle>(
    _ title: Title, value: Binding<Format.FormatInput?>, format: Format, prompt: Text? = nil
  ) where Format.FormatOutput == String {
    self.init(value: value, format: format, prompt: prompt) { Text(title) }
  }
}

extension LabeledContent where Label == Text, Content == Text {
  /// A value as a format shows it, with a text as its label.
  nonisolated public init<Title: StringProtocol, Format: FormatStyle>(
    _ title: Title, value: Format.FormatInput, format: Format
  ) where Format.FormatOutput == String {
    self.init(content: { Text(value, format: format) }, label: { Text(title) })
  }
}

/// Says why a text could not be read as a value.
enum ReadableType {
  /// True if a person can mean a value: not infinity, which also stands for a number that is too large, and
  /// not what is no number.
  static func isTyped(_ value: Any) -> Bool { (value as? any FloatingPoint)?.isFinite ?? true }

  /// True if a text is a value of a type that a person can mean.
  static func reads(_ text: String, as type: any LosslessStringConvertible.Type) -> Bool {
    type.init(text).map(isTyped) ?? false
  }

  /// The sentence for a text that a type refused.
  ///
  /// - Parameter range: the values that are taken, in words; nil for all of the type.
  static func refusal(
    of text: String, as type: any LosslessStringConvertible.Type, range: String? = nil
  ) -> String {
    if text.isEmpty { return "Type \(wanted(type, range))." }
    return "'\(SafeText.line(of: text))' \(reason(text, type)); nothing was changed."
  }

  /// The values of a type, in words.
  private static func wanted(
    _ type: any LosslessStringConvertible.Type, _ range: String?
  ) -> String {
    let bounds = range.map { " from \($0)" } ?? ""
    return switch type {
    case is any FixedWidthInteger.Type: "a whole number\(bounds)"
    case is any BinaryFloatingPoint.Type: "a number\(bounds)"
    case is Bool.Type: "true or false"
    case is Character.Type, is Unicode.Scalar.Type: "one character"
    case let closed as any CaseIterable.Type: "one of \(cases(of: closed))"
    default: "a value of \(type)"
    }
  }

  /// The message for a text that a format refused.
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
    case let closed as any CaseIterable.Type: "is not one of \(cases(of: closed))"
    default: "cannot be read as \(type)"
    }
  }

  /// The texts of at most ten cases.
  private static func cases<Value: CaseIterable>(of type: Value.Type) -> String {
    let texts = type.allCases.prefix(10).map { "\($0)" }
    return texts.joined(separator: ", ") + (type.allCases.count > 10 ? ", …" : "")
  }

  private static func isWholeNumber(_ text: String) -> Bool {
    let digits = text.first.map { "+-".contains($0) } == true ? text.dropFirst() : text[...]
    return !digits.isEmpty && digits.allSatisfy { ("0"..."9").contains($0) }
  }

  private static func bounds<Integer: FixedWidthInteger>(of type: Integer.Type) -> String {
    "\(Integer.min) to \(Integer.max)"
  }
}
