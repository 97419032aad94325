import WaylineGraph
import WaylineViews

// A list is its rows: how they are set apart is accepted without effect.

extension View {
  /// Accepted without effect: nothing stands between rows.
  nonisolated public func listRowSeparator(
    _ visibility: Visibility, edges: Edge.Set = .all
  ) -> Self { self }

  /// Accepted without effect: rows follow each other.
  nonisolated public func listRowSpacing(_ spacing: Double?) -> Self { self }

  /// Accepted without effect: a blank line stands between sections.
  nonisolated public func listSectionSpacing(_ spacing: Double) -> Self { self }

  /// Accepted without effect: a heading is a heading.
  nonisolated public func headerProminence(_ prominence: Prominence) -> Self { self }

  /// Accepted without effect: rows have no margins.
  nonisolated public func listRowInsets(_ insets: EdgeInsets?) -> Self { self }

  /// Accepted without effect: rows have no background.
  nonisolated public func listRowBackground<Background: View>(
    _ view: Background?
  ) -> Self { self }

  /// Accepted without effect: a terminal scrolls by itself.
  nonisolated public func scrollIndicators(_ visibility: Visibility) -> Self { self }

  /// Accepted without effect: a terminal scrolls by itself.
  nonisolated public func scrollDisabled(_ disabled: Bool) -> Self { self }

  /// Accepted without effect: whoever types a line has a keyboard.
  nonisolated public func scrollDismissesKeyboard(_ mode: ScrollDismissesKeyboardMode) -> Self {
    self
  }

  /// Accepted without effect: lists have no background.
  nonisolated public func scrollContentBackground(_ visibility: Visibility) -> Self { self }
}

/// Accepted for compatibility with SwiftUI; without effect.
public enum Prominence: Hashable, Sendable {
  case standard, increased
}

/// Accepted for compatibility with SwiftUI; without effect.
public enum ScrollDismissesKeyboardMode: Hashable, Sendable {
  case automatic, immediately, interactively, never
}

// Elements have one size and no colour.

extension View {
  /// Accepted without effect: an element has one size.
  nonisolated public func controlSize(_ size: ControlSize) -> Self { self }

  /// Accepted without effect: elements have no colour.
  nonisolated public func tint(_ color: Color?) -> Self { self }

  /// Accepted without effect: elements have no colour.
  nonisolated public func accentColor(_ color: Color?) -> Self { self }

  /// Accepted without effect: the user must be able to name an element.
  nonisolated public func labelsHidden() -> Self { self }
}

/// Accepted for compatibility with SwiftUI; without effect.
public enum ControlSize: Hashable, Sendable {
  case mini, small, regular, large, extraLarge
}

// A screen has a title line and no bars.

extension View {
  /// Accepted without effect: a title is a line.
  nonisolated public func navigationBarTitleDisplayMode(_ mode: TitleDisplayMode) -> Self { self }

  /// Accepted without effect: `back` is always there.
  nonisolated public func navigationBarBackButtonHidden(_ hidesBackButton: Bool = true) -> Self {
    self
  }

  /// Accepted without effect: there is no bar.
  nonisolated public func navigationBarHidden(_ hidden: Bool) -> Self { self }

  /// Accepted without effect: there are no bars.
  nonisolated public func toolbar(_ visibility: Visibility, for bars: ToolbarPlacement...) -> Self {
    self
  }

  /// Accepted without effect: there are no bars.
  nonisolated public func toolbarBackground(
    _ visibility: Visibility, for bars: ToolbarPlacement...
  ) -> Self { self }

  /// Accepted without effect: there are no bars.
  nonisolated public func toolbarBackground(
    _ color: Color, for bars: ToolbarPlacement...
  ) -> Self { self }

  /// Accepted without effect: there is no bar.
  nonisolated public func statusBarHidden(_ hidden: Bool = true) -> Self { self }

  /// Accepted without effect: a preview is a screen.
  nonisolated public func previewDisplayName(_ value: String?) -> Self { self }

  /// Accepted without effect: a preview is a screen.
  nonisolated public func previewLayout(_ value: PreviewLayout) -> Self { self }
}

/// Accepted for SwiftUI, without effect: a title is a line.
public enum TitleDisplayMode: Hashable, Sendable {
  case automatic, inline, inlineLarge, large
}

/// Accepted for SwiftUI, without effect: there are no bars.
public enum ToolbarPlacement: Hashable, Sendable {
  case automatic, navigationBar, bottomBar, tabBar, windowToolbar
}

/// Accepted for SwiftUI, without effect: a preview is a screen.
public enum PreviewLayout: Hashable, Sendable {
  case device, sizeThatFits
  case fixed(width: Double, height: Double)
}

// Whoever types a line has a keyboard: hints for one on the screen are accepted without effect.

extension View {
  /// Accepted without effect: there is one keyboard.
  nonisolated public func keyboardType(_ type: KeyboardType) -> Self { self }

  /// Accepted without effect: nothing is filled in by itself.
  nonisolated public func textContentType(_ type: TextContentType?) -> Self { self }

  /// Accepted without effect: nothing is corrected.
  nonisolated public func autocorrectionDisabled(_ disable: Bool = true) -> Self { self }

  /// Accepted without effect: nothing is corrected.
  nonisolated public func disableAutocorrection(_ disable: Bool?) -> Self { self }

  /// Accepted without effect: a text stays as it was typed.
  nonisolated public func textInputAutocapitalization(
    _ autocapitalization: TextInputAutocapitalization?
  ) -> Self { self }

  /// Accepted without effect: return ends a line.
  nonisolated public func submitLabel(_ label: SubmitLabel) -> Self { self }
}

/// Accepted for SwiftUI, without effect: there is one keyboard.
public enum KeyboardType: Hashable, Sendable {
  case `default`, asciiCapable, numbersAndPunctuation, numberPad, phonePad, namePhonePad
  case emailAddress, decimalPad, twitter, webSearch, asciiCapableNumberPad, alphabet
  // swift-format-ignore: AlwaysUseLowerCamelCase
  case URL
}

/// Accepted for SwiftUI, without effect: nothing is filled in by itself.
public enum TextContentType: Hashable, Sendable {
  case name, givenName, familyName, middleName, nickname, organizationName, jobTitle, location
  case fullStreetAddress, streetAddressLine1, streetAddressLine2, addressCity, addressState
  case postalCode, countryName, telephoneNumber, emailAddress, creditCardNumber, username
  case password, newPassword, oneTimeCode
  // swift-format-ignore: AlwaysUseLowerCamelCase
  case URL
}

/// Accepted for SwiftUI, without effect: a text stays as it was typed.
public enum TextInputAutocapitalization: Hashable, Sendable {
  case never, words, sentences, characters
}

/// Accepted for SwiftUI, without effect: return ends a line.
public enum SubmitLabel: Hashable, Sendable {
  case done, go, send, join, route, search, `return`, next, `continue`
}
