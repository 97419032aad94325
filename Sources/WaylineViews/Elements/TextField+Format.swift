import WaylineGraph

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension TextField {
  /// A field of a value that a format shows and reads, with a label made of views.
  nonisolated public init<Format: ParseableFormatStyle>(
    value: Binding<Format.FormatInput>, format: Format, prompt: Text? = nil,
    @ViewBuilder label: () -> Label
  ) where Format.FormatOutput == String {
    let text = Binding<String> {
      format.format(value.wrappedValue)
    } set: {
      if let read = try? format.parseStrategy.parse($0) { value.wrappedValue = read }
    }
    self.init(text: text, reading: FieldReading(of: format), prompt: prompt, label: label())
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
      } else if let read = try? format.parseStrategy.parse($0) {
        value.wrappedValue = read
      }
    }
    var reading = FieldReading(of: format)
    reading.allowsEmpty = true
    self.init(text: text, reading: reading, prompt: prompt, label: label())
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

extension FieldReading {
  /// What a format can read.
  nonisolated fileprivate init<Format: ParseableFormatStyle>(of format: Format)
  where Format.FormatOutput == String {
    let strategy = format.parseStrategy
    self.init(format: ({ (try? strategy.parse($0)) != nil }, Format.FormatInput.self))
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
