import WaylineGraph

// A screen reader reads lines, so most of its needs are met already.

extension View {
  /// Sets the label of the element, instead of the text of its content.
  @inlinable
  nonisolated public func accessibilityLabel<Label: StringProtocol>(_ label: Label) -> some View {
    Described(self, by: .label(String(label)))
  }

  /// Sets the label of the element, instead of the text of its content.
  nonisolated public func accessibilityLabel(_ label: some TextRepresentable) -> some View {
    Described(self, by: .label(label.asText.plain))
  }

  /// Sets the value of the element as it is shown and read: `[1] Rating: 4 of 5 stars`.
  ///
  /// A view that is not an element has no value, and shows its text.
  nonisolated public func accessibilityValue<Value: StringProtocol>(_ value: Value) -> some View {
    Described(self, by: .value(String(value)))
  }

  /// Sets the value of the element as it is shown and read.
  nonisolated public func accessibilityValue(_ value: some TextRepresentable) -> some View {
    Described(self, by: .value(value.asText.plain))
  }

  /// Sets the help text of the element; a hint is the same on lines.
  nonisolated public func accessibilityHint<Hint: StringProtocol>(_ hint: Hint) -> some View {
    help(String(hint))
  }

  /// Sets the help text of the element; a hint is the same on lines.
  nonisolated public func accessibilityHint(_ hint: some TextRepresentable) -> some View {
    help(hint.asText.plain)
  }

  /// Sets the help text, which is also the reason given while the element is disabled.
  nonisolated public func help(_ text: some TextRepresentable) -> some View {
    help(text.asText.plain)
  }

  /// Accepted without effect: an element is addressed by its number or label.
  nonisolated public func accessibilityIdentifier(_ identifier: String) -> Self { self }

  /// Accepted without effect; `hidden()` takes a view from the screen.
  nonisolated public func accessibilityHidden(_ hidden: Bool) -> Self { self }

  /// Accepted without effect: a row of a list is read as one.
  nonisolated public func accessibilityElement(
    children: AccessibilityChildBehavior = .ignore
  ) -> Self { self }

  /// Accepted without effect: the form of an element shows its kind.
  nonisolated public func accessibilityAddTraits(_ traits: AccessibilityTraits) -> Self { self }

  /// Accepted without effect: the form of an element shows its kind.
  nonisolated public func accessibilityRemoveTraits(_ traits: AccessibilityTraits) -> Self { self }

  /// Accepted without effect: lines are read in their order.
  nonisolated public func accessibilitySortPriority(_ sortPriority: Double) -> Self { self }
}

/// Accepted for compatibility with SwiftUI; without effect.
public enum AccessibilityChildBehavior: Hashable, Sendable {
  case ignore, contain, combine
}

/// Accepted for compatibility with SwiftUI; without effect.
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
  /// The kinds of presentation that hide the rest of the screen.
  public static let isModal = AccessibilityTraits(rawValue: 64)
  /// The fields that change often.
  public static let updatesFrequently = AccessibilityTraits(rawValue: 128)
}

/// A setting that an ancestor gives the elements below it.
@usableFromInline
enum ElementDescription: Equatable {
  case disabled(Bool)
  case label(String)
  case value(String)
  case help(String)
  case shortcut(String?)
  case requiresWholeLabel(Bool)

  /// Applies the setting to the environment, unless it is empty.
  func apply(to values: inout EnvironmentValues) {
    switch self {
    case .disabled(false): break
    case .disabled(true): values.element.isEnabled = false
    case .label(let label): values.element.label = label
    case .value(let value): values.element.value = value
    case .help(let help): values.element.help = help
    case .shortcut(let word): values.element.shortcut = word
    case .requiresWholeLabel(false): break
    case .requiresWholeLabel(true): values.element.requiresWholeLabel = true
    }
  }
}

// NB: programs see its layout, or its type would be looked up by name in every body.
/// A view with something said of its elements.
///
/// It is compared by value, so a body that repeats the setting costs one comparison.
@usableFromInline
struct Described<Content> {
  @usableFromInline let content: Content
  @usableFromInline let description: ElementDescription

  @inlinable
  nonisolated init(_ content: Content, by description: ElementDescription) {
    self.content = content
    self.description = description
  }
}

extension Described: View where Content: View {
  /// Never evaluated: the view makes its own node.
  @usableFromInline
  var body: Never { preconditionFailure("\(Self.self) has a node, not a body.") }

  @usableFromInline
  static func _makeNode(_ view: Self, in context: NodeContext) -> ViewNode {
    let node = DescribedNode(view.description, in: context)
    node.child = Content._makeNode(view.content, in: context.below(node, environment: node.scope))
    return node
  }

  @usableFromInline
  static func _updateNode(_ node: ViewNode, to view: Self) {
    // A node is updated by the type that made it: see `_makeNode`.
    let node = unsafeDowncast(node, to: DescribedNode.self)
    node.update(to: view.description)
    if let child = node.child { Content._updateNode(child, to: view.content) }
  }
}

/// The node of a view with something said of its elements.
final class DescribedNode: EnvironmentNode {
  private var description: ElementDescription

  init(_ description: ElementDescription, in context: NodeContext) {
    self.description = description
    super.init(in: context, change: description.apply)
  }

  func update(to description: ElementDescription) {
    guard description != self.description else { return }
    self.description = description
    scope.update(description.apply)
  }
}
