import WaylineGraph
import WaylineViews

/// An element that leads to another screen.
///
/// Prints `[1] The Go-Between`. Source: SwiftUI's `NavigationLink`.
public struct NavigationLink<Label: View, Destination: View> {
  @Environment(\.place) private var place
  @State private var isOpen = false
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
      element { open(route) }.disabled(route == nil)
    case .screen(let destination):
      element { isOpen = true }
        .navigationDestination(isPresented: $isOpen, destination: destination)
    }
  }

  private func element(_ action: @escaping @MainActor () -> Void) -> some View {
    CustomElement(.link, label: label) { input in
      guard input == .activate else {
        return .refused("This is a link; it takes no value. Give its number alone.")
      }
      action()
      return .done
    }
  }

  @MainActor private func open(_ route: Route?) {
    guard let route, let place else { return }
    if let onLink = place.router.onLink { return onLink(route) }
    place.router.push(route, onto: nil)
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
