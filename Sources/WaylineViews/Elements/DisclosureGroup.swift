import WaylineGraph
import WaylineSystem

/// Content that can be opened and closed.
///
/// ```swift
/// DisclosureGroup("Details") { Text("Shelf 3") }
/// ```
///
/// Prints `[9] Details: closed`; `9` opens it, and the content follows with numbers of its own.
/// `9 open` and `9 closed` set it. Closed content is released. Source: SwiftUI's
/// `DisclosureGroup`.
public struct DisclosureGroup<Label: View, Content: View> {
  @State private var isOpen = false
  @Binding private var given: Bool
  private let isGiven: Bool
  private let label: Label
  private let content: () -> Content

  /// A group that begins closed and has a state of its own.
  nonisolated public init(
    @ViewBuilder content: @escaping () -> Content, @ViewBuilder label: () -> Label
  ) {
    _given = .constant(false)
    isGiven = false
    self.label = label()
    self.content = content
  }

  /// A group whose state is a binding.
  nonisolated public init(
    isExpanded: Binding<Bool>, @ViewBuilder content: @escaping () -> Content,
    @ViewBuilder label: () -> Label
  ) {
    _given = isExpanded
    isGiven = true
    self.label = label()
    self.content = content
  }
}

extension DisclosureGroup: View {
  /// The content of the view.
  public var body: some View {
    let binding = isGiven ? $given : $isOpen
    let isExpanded = binding.wrappedValue
    ElementView(Element(isExpanded: isExpanded), label: label) { input in
      Disclosure.perform(input, on: binding)
    }
    if isExpanded { content() }
  }
}

extension DisclosureGroup where Label == Text {
  /// A group with a text as its label and a state of its own.
  nonisolated public init<Title: StringProtocol>(
    _ title: Title, @ViewBuilder content: @escaping () -> Content
  ) {
    self.init(content: content) { Text(title) }
  }

  /// A group with a text as its label.
  nonisolated public init<Title: StringProtocol>(
    _ title: Title, isExpanded: Binding<Bool>, @ViewBuilder content: @escaping () -> Content
  ) {
    self.init(isExpanded: isExpanded, content: content) { Text(title) }
  }
}

/// The input handling of a disclosure group.
@MainActor
enum Disclosure {
  static func perform(_ input: ElementInput, on isOpen: Binding<Bool>) -> ElementReply {
    guard case .value(let word) = input else {
      isOpen.wrappedValue.toggle()
      return .done
    }
    switch word.lowercased() {
    case "open", "opened": isOpen.wrappedValue = true
    case "closed", "close": isOpen.wrappedValue = false
    default:
      return .refused(
        "'\(SafeText.line(of: word))' is neither open nor closed. Type open or closed.")
    }
    return .done
  }
}

extension Element {
  /// Something that is open or closed.
  ///
  /// - Parameter needsValue: whether its number alone does something else, so that the values that
  ///   open and close it are shown.
  nonisolated init(isExpanded: Bool, needsValue: Bool = false) {
    self.init(.disclosure)
    value = isExpanded ? "open" : "closed"
    choices = ["open", "closed"]
    if needsValue { range = "open, closed" }
  }
}

/// Actions that are shown while the menu is open; using one closes it.
///
/// ```swift
/// Menu("Sort") { Button("By title") { titles.sort() } }
/// ```
///
/// Prints `[9] More: closed`; `9` opens or closes it. With a primary action, it prints
/// `[9] More: closed (open, closed)`; `9` runs the action, and `9 open` opens the menu. Source:
/// SwiftUI's `Menu`.
public struct Menu<Label: View, Content: View> {
  @State private var isOpen = false
  private let primaryAction: (@MainActor () -> Void)?
  private let label: Label
  private let content: () -> Content

  /// A menu with a label made of views.
  nonisolated public init(
    @ViewBuilder content: @escaping () -> Content, @ViewBuilder label: () -> Label
  ) {
    primaryAction = nil
    self.label = label()
    self.content = content
  }

  /// A menu with a label made of views, whose number runs an action.
  @preconcurrency nonisolated public init(
    @ViewBuilder content: @escaping () -> Content, @ViewBuilder label: () -> Label,
    primaryAction: @escaping @MainActor () -> Void
  ) {
    self.primaryAction = primaryAction
    self.label = label()
    self.content = content
  }
}

extension Menu: View {
  /// The content of the view.
  public var body: some View {
    let (binding, isExpanded, primaryAction) = ($isOpen, isOpen, primaryAction)
    ElementView(
      Element(isExpanded: isExpanded, needsValue: primaryAction != nil), label: label
    ) { input in
      guard input == .activate, let primaryAction else {
        return Disclosure.perform(input, on: binding)
      }
      primaryAction()
      return .done
    }
    if isExpanded { content().closing(finish: { binding.wrappedValue = false }) }
  }
}

extension Menu where Label == Text {
  /// A menu with a text as its label.
  nonisolated public init<Title: StringProtocol>(
    _ title: Title, @ViewBuilder content: @escaping () -> Content
  ) {
    self.init(content: content) { Text(title) }
  }

  /// A menu with a text as its label; the name of the icon is not shown.
  nonisolated public init<Title: StringProtocol>(
    _ title: Title, systemImage: String, @ViewBuilder content: @escaping () -> Content
  ) {
    self.init(content: content) { Text(title) }
  }
}

extension Menu where Label == Text {
  /// A menu with a text as its label, whose number runs an action.
  @_disfavoredOverload
  @preconcurrency nonisolated public init(
    _ titleKey: LocalizedStringKey, @ViewBuilder content: @escaping () -> Content,
    primaryAction: @escaping @MainActor () -> Void
  ) {
    self.init(content: content, label: { Text(titleKey) }, primaryAction: primaryAction)
  }

  /// A menu with a text as its label, whose number runs an action; no icon is shown.
  @_disfavoredOverload
  @preconcurrency nonisolated public init(
    _ titleKey: LocalizedStringKey, systemImage: String,
    @ViewBuilder content: @escaping () -> Content, primaryAction: @escaping @MainActor () -> Void
  ) {
    self.init(content: content, label: { Text(titleKey) }, primaryAction: primaryAction)
  }

  /// A menu with a text as its label, whose number runs an action.
  @preconcurrency nonisolated public init<Title: StringProtocol>(
    _ title: Title, @ViewBuilder content: @escaping () -> Content,
    primaryAction: @escaping @MainActor () -> Void
  ) {
    self.init(content: content, label: { Text(title) }, primaryAction: primaryAction)
  }

  /// A menu with a text as its label, whose number runs an action; no icon is shown.
  @preconcurrency nonisolated public init<Title: StringProtocol>(
    _ title: Title, systemImage: String, @ViewBuilder content: @escaping () -> Content,
    primaryAction: @escaping @MainActor () -> Void
  ) {
    self.init(content: content, label: { Text(title) }, primaryAction: primaryAction)
  }
}
