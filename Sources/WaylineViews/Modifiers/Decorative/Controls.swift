// An element looks as its kind does: styles of controls are accepted without effect.

extension View {
  /// Accepted without effect: a button is a numbered line.
  nonisolated public func buttonStyle(_ style: ButtonStyle) -> Self { self }

  /// Accepted without effect: a field is a numbered line.
  nonisolated public func textFieldStyle(_ style: TextFieldStyle) -> Self { self }

  /// Accepted without effect: a toggle is a numbered line.
  nonisolated public func toggleStyle(_ style: ToggleStyle) -> Self { self }

  /// Accepted without effect: a picker is a numbered line.
  nonisolated public func pickerStyle(_ style: PickerStyle) -> Self { self }

  /// Accepted without effect: a menu is a numbered line.
  nonisolated public func menuStyle(_ style: MenuStyle) -> Self { self }

  /// Accepted without effect: a label shows its title.
  nonisolated public func labelStyle(_ style: LabelStyle) -> Self { self }

  /// Accepted without effect: progress is told in words.
  nonisolated public func progressViewStyle(_ style: ProgressViewStyle) -> Self { self }

  /// Accepted without effect: an element has one size.
  nonisolated public func controlSize(_ size: ControlSize) -> Self { self }

  /// Accepted without effect: elements have no colour.
  nonisolated public func tint(_ color: Color?) -> Self { self }

  /// Accepted without effect: elements have no colour.
  nonisolated public func accentColor(_ color: Color?) -> Self { self }

  /// Accepted without effect: a person must be able to name an element.
  nonisolated public func labelsHidden() -> Self { self }
}

/// Kept so that code written for SwiftUI compiles.
public enum ButtonStyle: Hashable, Sendable {
  case automatic, bordered, borderedProminent, borderless, plain, link
}

/// Kept so that code written for SwiftUI compiles.
public enum TextFieldStyle: Hashable, Sendable {
  case automatic, plain, roundedBorder
}

/// Kept so that code written for SwiftUI compiles.
public enum ToggleStyle: Hashable, Sendable {
  case automatic, `switch`, button, checkbox
}

/// Kept so that code written for SwiftUI compiles.
public enum PickerStyle: Hashable, Sendable {
  case automatic, inline, menu, navigationLink, palette, segmented, wheel, radioGroup
}

/// Kept so that code written for SwiftUI compiles.
public enum MenuStyle: Hashable, Sendable {
  case automatic, button, borderlessButton
}

/// Kept so that code written for SwiftUI compiles.
public enum LabelStyle: Hashable, Sendable {
  case automatic, iconOnly, titleOnly, titleAndIcon
}

/// Kept so that code written for SwiftUI compiles.
public enum ProgressViewStyle: Hashable, Sendable {
  case automatic, linear, circular
}

/// Kept so that code written for SwiftUI compiles.
public enum ControlSize: Hashable, Sendable {
  case mini, small, regular, large, extraLarge
}
