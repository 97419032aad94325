#if canImport(Darwin)
  internal import Foundation
#else
  @_spi(_Unicode) internal import Swift
#endif

extension String {
  /// The text in Unicode's normal form C, in which equal texts have equal bytes: an `é` may be typed as one
  /// character or as two.
  ///
  /// - Complexity: O(length); a text of ASCII is returned as it is.
  package var composed: String {
    if utf8.allSatisfy({ $0 < 0x80 }) { return self }
    #if canImport(Darwin)
      return precomposedStringWithCanonicalMapping
    #else
      // NB: the standard library has the form, by which it compares texts, and no other name for it.
      return String(String.UnicodeScalarView(_nfc))
    #endif
  }
}
