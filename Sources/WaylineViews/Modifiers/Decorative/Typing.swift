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

  /// Accepted without effect: a text is kept as it was typed.
  nonisolated public func textInputAutocapitalization(
    _ autocapitalization: TextInputAutocapitalization?
  ) -> Self { self }

  /// Accepted without effect: return ends a line.
  nonisolated public func submitLabel(_ label: SubmitLabel) -> Self { self }
}

/// Kept so that code written for SwiftUI compiles; there is one keyboard.
public enum KeyboardType: Hashable, Sendable {
  case `default`, asciiCapable, numbersAndPunctuation, numberPad, phonePad, namePhonePad
  case emailAddress, decimalPad, twitter, webSearch, asciiCapableNumberPad, alphabet
  // swift-format-ignore: AlwaysUseLowerCamelCase
  case URL
}

/// Kept so that code written for SwiftUI compiles; nothing is filled in by itself.
public enum TextContentType: Hashable, Sendable {
  case name, givenName, familyName, middleName, nickname, organizationName, jobTitle, location
  case fullStreetAddress, streetAddressLine1, streetAddressLine2, addressCity, addressState
  case postalCode, countryName, telephoneNumber, emailAddress, creditCardNumber, username
  case password, newPassword, oneTimeCode
  // swift-format-ignore: AlwaysUseLowerCamelCase
  case URL
}

/// Kept so that code written for SwiftUI compiles; a text is kept as it was typed.
public enum TextInputAutocapitalization: Hashable, Sendable {
  case never, words, sentences, characters
}

/// Kept so that code written for SwiftUI compiles; return ends a line.
public enum SubmitLabel: Hashable, Sendable {
  case done, go, send, join, route, search, `return`, next, `continue`
}
