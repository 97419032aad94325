import WaylineGraph
import WaylineViews

/// An element that opens another screen.
///
/// ```swift
/// NavigationStack {
///   NavigationLink("Emma", value: 42)
///     .navigationDestination(for: Int.self) { Text("Book \($0)") }
/// }
/// ```
///
/// Prints `[1] The Go-Between`. Source: SwiftUI's `NavigationLink`.
public struct NavigationLink<Label: View, Destination: View> {
  private let target: Target
  private let label: Label

  private enum Target {
    /// Pushes a place on the enclosing stack.
    case route(Route?)
    /// Pushes a screen without a name.
    case screen(@MainActor () -> Destination)

    /// The place that is pushed; nil for none.
    var route: Route? { if case .route(let route) = self { route } else { nil } }
  }

  /// Creates a link to a screen that is given here instead of at a destination of the stack.
  nonisolated public init(
    @ViewBuilder destination: @escaping @MainActor () -> Destination,
    @ViewBuilder label: () -> Label
  ) {
    target = .screen(destination)
    self.label = label()
  }

  /// Creates a link to a screen that is given here instead of at a destination of the stack.
  nonisolated public init(
    destination: @autoclosure @escaping @MainActor () -> Destination,
    @ViewBuilder label: () -> Label
  ) {
    target = .screen(destination)
    self.label = label()
  }
}

extension NavigationLink: PrimitiveView {
  // NB: both are inlined, where the metadata of the type is at hand; elsewhere it is looked up.
  /// Creates the node of the view.
  @inline(__always)
  package static func make(_ view: Self, in context: NodeContext) -> ViewNode {
    // The type decides and not the value, so that an update meets the node that it expects.
    if Destination.self == Never.self {
      return PlaceNode(to: view.target.route?.elementPlace, labeled: view.label, in: context)
    }
    return makeScreenLink(view, in: context)
  }

  /// Updates the node to a new value of the view.
  @inline(__always)
  package static func update(_ node: ViewNode, to view: Self) {
    if Destination.self == Never.self {
      // The function above has made the node.
      return unsafeDowncast(node, to: PlaceNode.self)
        .update(to: view.target.route?.elementPlace, labeled: view.label)
    }
    updateScreenLink(node, to: view)
  }

  // Apart from the functions above, which would look up the type for each link to a place.
  @inline(never)
  @MainActor private static func makeScreenLink(_ view: Self, in context: NodeContext) -> ViewNode {
    ScreenLink._makeNode(view.screenLink, in: context)
  }

  @inline(never)
  @MainActor private static func updateScreenLink(_ node: ViewNode, to view: Self) {
    ScreenLink._updateNode(node, to: view.screenLink)
  }

  /// The link to a screen without a name.
  @MainActor private var screenLink: ScreenLink<Label, Destination> {
    switch target {
    case .screen(let destination): ScreenLink(label: label, destination: destination)
    case .route: preconditionFailure("Only a link without a screen is created with a place.")
    }
  }
}

extension Route {
  /// Opens the place from a link: it is pushed, or selected.
  @MainActor
  func follow(in environment: EnvironmentScope) -> ElementReply {
    let values = environment.values
    // In a column of a split view, a link to a value of the selection selects it, as in SwiftUI.
    if values.isInColumn, values.select?(hashable) == true { return .done }
    return values.position?.follow(self) ?? .done
  }
}

extension NavigationLink: LinkedView {
  /// The value of the place that the link pushes; nil where it has a screen without a name.
  package var linkedValue: (any Sendable)? { target.route?.value }
}

/// A link to a screen that is given with the link.
private struct ScreenLink<Label: View, Destination: View>: View {
  @State private var isOpen = false
  let label: Label
  let destination: @MainActor () -> Destination

  var body: some View {
    ElementView(Element(.link), label: label) { input in
      if case .value = input { return PlaceNode.refusalOfValue }
      // No place leads to a screen without a name.
      if input == .activate { isOpen = true }
      return .done
    }
    .navigationDestination(isPresented: $isOpen, destination: destination)
  }
}

extension NavigationPosition {
  /// Opens the place of a link; a place that cannot be opened is a refusal with its reason, which a
  /// guard may give later.
  @MainActor
  fileprivate func follow(_ route: Route) -> ElementReply {
    let handle = router.push(route)
    guard let outcome = handle.outcome else {
      handle.whenFinished { [weak router] outcome in
        if let reason = Self.refusal(of: outcome, route) { router?.onLateRefusal?(reason) }
      }
      return .done
    }
    return Self.refusal(of: outcome, route).map(ElementReply.refused) ?? .done
  }

  /// The sentence for a place that was not opened; nil if it was.
  private static func refusal(of outcome: NavigationOutcome, _ route: Route) -> String? {
    if case .notFound = outcome { return "This program has no screen for '\(route.spoken)'." }
    return outcome.isSuccess ? nil : outcome.description
  }
}

extension NavigationLink where Destination == Never {
  /// Creates a link that pushes a place; nil creates a disabled link.
  nonisolated public init<Value: Hashable & Sendable>(
    value: Value?, @ViewBuilder label: () -> Label
  ) {
    target = .route(value.map { Route($0) })
    self.label = label()
  }
}

extension NavigationLink where Label == Text, Destination == Never {
  // NB: inlinable, because a list makes a link for each row, and without the type of its value that is slow.
  /// Creates a link with a text as its label that pushes a place.
  @inlinable
  nonisolated public init<Title: StringProtocol, Value: Hashable & Sendable>(
    _ title: Title, value: Value?
  ) {
    self.init(to: value.map { Route($0) }, Text(title))
  }

  /// Creates a link with a text as its label that pushes a place.
  @_disfavoredOverload
  @inlinable
  nonisolated public init<Value: Hashable & Sendable>(
    _ titleKey: LocalizedStringKey, value: Value?
  ) {
    self.init(to: value.map { Route($0) }, Text(titleKey))
  }

  @usableFromInline
  nonisolated init(to route: Route?, _ label: Text) {
    target = .route(route)
    self.label = label
  }
}

extension NavigationLink where Label == Text {
  /// Creates a link with a text as its label to a screen that is given here.
  nonisolated public init<Title: StringProtocol>(
    _ title: Title, @ViewBuilder destination: @escaping @MainActor () -> Destination
  ) {
    self.init(destination: destination) { Text(title) }
  }

  /// Creates a link with a text as its label to a screen that is given here.
  nonisolated public init<Title: StringProtocol>(
    _ title: Title, destination: @autoclosure @escaping @MainActor () -> Destination
  ) {
    self.init(destination: destination) { Text(title) }
  }

  /// Creates a link with a text as its label to a screen that is given here.
  @_disfavoredOverload
  nonisolated public init(
    _ titleKey: LocalizedStringKey,
    @ViewBuilder destination: @escaping @MainActor () -> Destination
  ) {
    self.init(destination: destination) { Text(titleKey) }
  }

  /// Creates a link with a text as its label to a screen that is given here.
  @_disfavoredOverload
  nonisolated public init(
    _ titleKey: LocalizedStringKey,
    destination: @autoclosure @escaping @MainActor () -> Destination
  ) {
    self.init(destination: destination) { Text(titleKey) }
  }
}
