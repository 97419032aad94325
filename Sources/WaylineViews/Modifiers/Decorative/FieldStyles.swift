// A field is a numbered line, whatever its style.

extension View {
  /// Accepted without effect: a field is a numbered line.
  nonisolated public func textFieldStyle<Style: TextFieldStyle>(_ style: Style) -> Self { self }

  /// Accepted without effect: an editor is a numbered line.
  nonisolated public func textEditorStyle<Style: TextEditorStyle>(_ style: Style) -> Self { self }
}

/// Kept so that code written for SwiftUI compiles; a field is a numbered line.
public protocol TextFieldStyle {}

/// Kept so that code written for SwiftUI compiles; a field is a numbered line.
public struct DefaultTextFieldStyle: TextFieldStyle {
  nonisolated public init() {}
}

extension TextFieldStyle where Self == DefaultTextFieldStyle {
  /// Kept so that code written for SwiftUI compiles; a field is a numbered line.
  public static var automatic: DefaultTextFieldStyle { DefaultTextFieldStyle() }
}

/// Kept so that code written for SwiftUI compiles; a field is a numbered line.
public struct PlainTextFieldStyle: TextFieldStyle {
  nonisolated public init() {}
}

extension TextFieldStyle where Self == PlainTextFieldStyle {
  /// Kept so that code written for SwiftUI compiles; a field is a numbered line.
  public static var plain: PlainTextFieldStyle { PlainTextFieldStyle() }
}

/// Kept so that code written for SwiftUI compiles; a field is a numbered line.
public struct RoundedBorderTextFieldStyle: TextFieldStyle {
  nonisolated public init() {}
}

extension TextFieldStyle where Self == RoundedBorderTextFieldStyle {
  /// Kept so that code written for SwiftUI compiles; a field is a numbered line.
  public static var roundedBorder: RoundedBorderTextFieldStyle { RoundedBorderTextFieldStyle() }
}

/// Kept so that code written for SwiftUI compiles; a field is a numbered line.
public struct SquareBorderTextFieldStyle: TextFieldStyle {
  nonisolated public init() {}
}

extension TextFieldStyle where Self == SquareBorderTextFieldStyle {
  /// Kept so that code written for SwiftUI compiles; a field is a numbered line.
  public static var squareBorder: SquareBorderTextFieldStyle { SquareBorderTextFieldStyle() }
}

/// Kept so that code written for SwiftUI compiles; an editor is a numbered line.
public protocol TextEditorStyle {}

/// Kept so that code written for SwiftUI compiles; an editor is a numbered line.
public struct AutomaticTextEditorStyle: TextEditorStyle {
  nonisolated public init() {}
}

extension TextEditorStyle where Self == AutomaticTextEditorStyle {
  /// Kept so that code written for SwiftUI compiles; an editor is a numbered line.
  public static var automatic: AutomaticTextEditorStyle { AutomaticTextEditorStyle() }
}

/// Kept so that code written for SwiftUI compiles; an editor is a numbered line.
public struct PlainTextEditorStyle: TextEditorStyle {
  nonisolated public init() {}
}

extension TextEditorStyle where Self == PlainTextEditorStyle {
  /// Kept so that code written for SwiftUI compiles; an editor is a numbered line.
  public static var plain: PlainTextEditorStyle { PlainTextEditorStyle() }
}
