import WaylineGraph
import WaylineViews

/// An element that leads to another screen.
///
/// Prints `[1] The Go-Between`. Source: SwiftUI's `NavigationLink`.
public struct NavigationLink<Label: View, Destination: View> {
  @Environment(\.place) private var place
  private let target: Target
  private let label: Label

  private enum Target {
    /// Pushes a place on the enclosing stack.
    case route(Route?)
    /// Pushes this screen, which has no name.
    case screen(@MainActor () -> Destination)
  }

  /// A link to a screen that stands here, and not at a destination of the stack.
  nonisolated public init(
    @ViewBuilder destination: @escaping @MainActor () -> Destination,
    @ViewBuilder label: () -> Label
  ) {
    target = .screen(destination)
    self.label = label()
  }

  /// A link to a screen that stands here, and not at a destination of the stack.
  nonisolated public init(
    destination: @autoclosure @escaping @MainActor () -> Destination,
    @ViewBuilder label: () -> Label
  ) {
    target = .screen(destination)
    self.label = label()
  }

}

extension NavigationLink: View {
  /// What the view consists of.
  public var body: some View {
    switch target {
    case .route(let route):
      // NB: the action holds what it needs, and not the link with its label.
      linkElement(label, isEnabled: route != nil) { [place] in
        if let route { place?.follow(route) }
      }
    case .screen(let destination):
      ScreenLink(label: label, destination: destination)
    }
  }
}

/// A link to a screen that stands where the link stands.
private struct ScreenLink<Label: View, Destination: View>: View {
  @State private var isOpen = false
  let label: Label
  let destination: @MainActor () -> Destination

  var body: some View {
    linkElement(label, isEnabled: true) { isOpen = true }
      .navigationDestination(isPresented: $isOpen, destination: destination)
  }
}

private func linkElement(
  _ label: some View, isEnabled: Bool, action: @escaping @MainActor () -> Void
) -> some View {
  var element = Element(.link)
  element.isEnabled = isEnabled
  return ElementView(element, label: label) { input in
    guard input == .activate else {
      return .refused("This is a link; it takes no value. Give its number alone.")
    }
    action()
    return .done
  }
}

extension NavigationPlace {
  /// Goes where a link leads.
  @MainActor
  fileprivate func follow(_ route: Route) {
    if let onLink = router.onLink { return onLink(route) }
    router.push(route, onto: nil)
  }
}

extension NavigationLink where Destination == Never {
  /// A link that pushes a place; nil makes a link that leads nowhere.
  nonisolated public init<Value: Hashable & Sendable>(
    value: Value?, @ViewBuilder label: () -> Label
  ) {
    target = .route(value.map { Route($0) })
    self.label = label()
  }
}

extension NavigationLink where Label == Text, Destination == Never {
  /// A link with a text as its label that pushes a place.
  nonisolated public init<Title: StringProtocol, Value: Hashable & Sendable>(
    _ title: Title, value: Value?
  ) {
    self.init(value: value) { Text(title) }
  }
}

extension NavigationLink where Label == Text {
  /// A link with a text as its label to a screen that stands here.
  nonisolated public init<Title: StringProtocol>(
    _ title: Title, @ViewBuilder destination: @escaping @MainActor () -> Destination
  ) {
    self.init(destination: destination) { Text(title) }
  }

  /// A link with a text as its label to a screen that stands here.
  nonisolated public init<Title: StringProtocol>(
    _ title: Title, destination: @autoclosure @escaping @MainActor () -> Destination
  ) {
    self.init(destination: destination) { Text(title) }
  }
}
