/// One thing told to the person outside of the screen.
package struct Message: Hashable, Sendable {
  /// What a message is about.
  package enum Kind: String, Hashable, Sendable {
    /// Something that was asked for, or happened.
    case note
    /// The titles of a place, which is printed as above a screen.
    case place
    /// A line that was not accepted, or something that went wrong.
    case problem
  }

  /// What the message is about.
  package var kind: Kind
  /// The text, of one line or several; control characters are made visible when it is printed.
  package var text: String

  /// Something that was asked for, or happened.
  package static func note(_ text: String) -> Message {
    Message(kind: .note, text: text)
  }

  /// The titles of a place.
  package static func place(_ text: String) -> Message {
    Message(kind: .place, text: text)
  }

  /// A line that was not accepted, or something that went wrong.
  package static func problem(_ text: String) -> Message {
    Message(kind: .problem, text: text)
  }
}
