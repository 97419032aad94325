import WaylineGraph

/// A key, by the character that it types.
///
/// Source: SwiftUI's `KeyEquivalent`.
public struct KeyEquivalent: Hashable, Sendable {
  /// The character of the key.
  public let character: Character

  /// The key of a character.
  public init(_ character: Character) {
    self.character = character
  }

  /// The key that ends a line.
  public static let `return` = KeyEquivalent("\r")
  /// The key that cancels.
  public static let escape = KeyEquivalent("\u{1B}")
  /// The space bar.
  public static let space = KeyEquivalent(" ")
  /// The tabulator.
  public static let tab = KeyEquivalent("\t")
  /// The key that deletes backwards.
  public static let delete = KeyEquivalent("\u{8}")

  /// The key that moves up.
  public static let upArrow = KeyEquivalent("\u{F700}")
  /// The key that moves down.
  public static let downArrow = KeyEquivalent("\u{F701}")
  /// The key that moves left.
  public static let leftArrow = KeyEquivalent("\u{F702}")
  /// The key that moves right.
  public static let rightArrow = KeyEquivalent("\u{F703}")

  /// The word for the key on a line.
  fileprivate var word: String {
    switch self {
    case .return: "return"
    case .escape: "escape"
    case .space: "space"
    case .tab: "tab"
    case .delete: "delete"
    case .upArrow: "up"
    case .downArrow: "down"
    case .leftArrow: "left"
    case .rightArrow: "right"
    default: character.lowercased()
    }
  }
}

extension KeyEquivalent: ExpressibleByExtendedGraphemeClusterLiteral {
  /// The key of a character.
  public init(extendedGraphemeClusterLiteral character: Character) {
    self.init(character)
  }
}

/// Keys held together with another; on a line they are words before it.
///
/// Source: SwiftUI's `EventModifiers`.
public struct EventModifiers: OptionSet, Sendable {
  /// A bit for each member.
  public let rawValue: Int

  /// The members whose bits are set.
  public init(rawValue: Int) {
    self.rawValue = rawValue
  }

  /// The caps lock key.
  public static let capsLock = EventModifiers(rawValue: 1)
  /// The shift key.
  public static let shift = EventModifiers(rawValue: 2)
  /// The control key.
  public static let control = EventModifiers(rawValue: 4)
  /// The option key.
  public static let option = EventModifiers(rawValue: 8)
  /// The command key.
  public static let command = EventModifiers(rawValue: 16)

  /// The modifiers as text, `control-shift-`; a typed line implies command.
  fileprivate var words: String {
    let names: [(EventModifiers, String)] = [
      (.control, "control-"), (.option, "option-"), (.shift, "shift-"),
    ]
    return names.filter { contains($0.0) }.map(\.1).joined()
  }
}

/// A key with the keys that are held with it.
///
/// Source: SwiftUI's `KeyboardShortcut`.
public struct KeyboardShortcut: Hashable, Sendable {
  /// The word that activates an element.
  let word: String

  /// A shortcut of a key.
  public init(_ key: KeyEquivalent, modifiers: EventModifiers = .command) {
    word = modifiers.words + key.word
  }

  /// The word `return`.
  public static let defaultAction = KeyboardShortcut(.return, modifiers: [])
  /// The word `escape`.
  public static let cancelAction = KeyboardShortcut(.escape, modifiers: [])
}

extension View {
  /// Gives the element a word that activates it: the key's character or name, `shift-` before it.
  nonisolated public func keyboardShortcut(
    _ key: KeyEquivalent, modifiers: EventModifiers = .command
  ) -> some View {
    keyboardShortcut(KeyboardShortcut(key, modifiers: modifiers))
  }

  /// Gives the element a word that activates it.
  nonisolated public func keyboardShortcut(_ shortcut: KeyboardShortcut?) -> some View {
    Described(self, by: .shortcut(shortcut?.word))
  }
}
