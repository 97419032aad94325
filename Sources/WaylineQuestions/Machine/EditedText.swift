/// One line of text with a cursor, as it is typed. Pure.
package struct EditedText: Hashable, Sendable {
  /// The characters before the cursor.
  package private(set) var before: String
  /// The characters behind the cursor.
  package private(set) var after = ""

  /// Creates a text with the cursor at its end.
  package init(_ text: String = "") {
    before = text
  }

  /// The whole text.
  package var text: String { before + after }

  /// True without a character.
  package var isEmpty: Bool { before.isEmpty && after.isEmpty }

  /// Inserts a text at the cursor.
  package mutating func insert(_ text: String) { before += text }

  /// Moves the cursor by one character.
  package mutating func move(forwards: Bool) {
    if forwards {
      if !after.isEmpty { before.append(after.removeFirst()) }
    } else if let last = before.popLast() {
      after.insert(last, at: after.startIndex)
    }
  }

  /// Moves the cursor by one word.
  package mutating func moveWord(forwards: Bool) {
    var hasLetter = false
    while let next = forwards ? after.first : before.last {
      if next == " ", hasLetter { return }
      hasLetter = hasLetter || next != " "
      move(forwards: forwards)
    }
  }

  /// Moves the cursor to the beginning or the end.
  package mutating func moveToEnd(_ isEnd: Bool) {
    let text = text
    (before, after) = isEnd ? (text, "") : ("", text)
  }

  /// Deletes the character before the cursor.
  package mutating func deleteBackwards() { _ = before.popLast() }

  /// Deletes the character behind the cursor.
  package mutating func deleteForwards() { if !after.isEmpty { after.removeFirst() } }

  /// Deletes the word before the cursor.
  package mutating func deleteWord() {
    while before.last == " " { before.removeLast() }
    while let last = before.last, last != " " { before.removeLast() }
  }

  /// Deletes everything before the cursor, or behind it.
  package mutating func delete(behind: Bool) {
    if behind { after = "" } else { before = "" }
  }
}
