import WaylineGraph

// Lines are what a screen reader reads, so most of what helps one is there already.

extension View {
  /// The label of the element, instead of what its content says.
  @inlinable
  nonisolated public func accessibilityLabel<Label: StringProtocol>(_ label: Label) -> some View {
    Described(self, by: .label(String(label)))
  }

  /// The label of the element, instead of what its content says.
  nonisolated public func accessibilityLabel(_ label: Text) -> some View {
    Described(self, by: .label(label.plain))
  }

  /// What `help` says of the element: a hint is the same to a person who reads lines.
  nonisolated public func accessibilityHint<Hint: StringProtocol>(_ hint: Hint) -> some View {
    help(String(hint))
  }

  /// What `help` says of the element: a hint is the same to a person who reads lines.
  nonisolated public func accessibilityHint(_ hint: Text) -> some View { help(hint.plain) }

  /// What `help` says of the element, and the reason that is given while it is disabled.
  nonisolated public func help(_ text: Text) -> some View { help(text.plain) }

  /// Accepted without effect: an element is addressed by its number or label.
  nonisolated public func accessibilityIdentifier(_ identifier: String) -> Self { self }

  /// Accepted without effect; `hidden()` takes a view from the screen.
  nonisolated public func accessibilityHidden(_ hidden: Bool) -> Self { self }

  /// Accepted without effect: a row of a list is read as one.
  nonisolated public func accessibilityElement(
    children: AccessibilityChildBehavior = .ignore
  ) -> Self { self }

  /// Accepted without effect: an element says what it is by its form.
  nonisolated public func accessibilityAddTraits(_ traits: AccessibilityTraits) -> Self { self }

  /// Accepted without effect: an element says what it is by its form.
  nonisolated public func accessibilityRemoveTraits(_ traits: AccessibilityTraits) -> Self { self }

  /// Accepted without effect: lines are read in the order in which they stand.
  nonisolated public func accessibilitySortPriority(_ sortPriority: Double) -> Self { self }
}

/// Kept so that code written for SwiftUI compiles.
public enum AccessibilityChildBehavior: Hashable, Sendable {
  case ignore, contain, combine
}

/// Kept so that code written for SwiftUI compiles.
public struct AccessibilityTraits: OptionSet, Sendable {
  /// A bit for each member.
  public let rawValue: Int

  /// The members whose bits are set.
  public init(rawValue: Int) {
    self.rawValue = rawValue
  }

  /// A button.
  public static let isButton = AccessibilityTraits(rawValue: 1)
  /// A heading.
  public static let isHeader = AccessibilityTraits(rawValue: 2)
  /// Something selected.
  public static let isSelected = AccessibilityTraits(rawValue: 4)
  /// A link.
  public static let isLink = AccessibilityTraits(rawValue: 8)
  /// A picture.
  public static let isImage = AccessibilityTraits(rawValue: 16)
  /// A text that does not change.
  public static let isStaticText = AccessibilityTraits(rawValue: 32)
  /// What hides everything else from a person.
  public static let isModal = AccessibilityTraits(rawValue: 64)
  /// What changes often.
  public static let updatesFrequently = AccessibilityTraits(rawValue: 128)
}
