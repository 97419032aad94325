import WaylineGraph
import WaylineViews

/// An alert or a dialog while it is shown: never saved, and no part of the history.
@MainActor
final class MomentPresenter: JoinedObject {
  private let router: Router?
  private var isShown = false
  private var end: (@MainActor () -> Void)?

  init(in node: Node) {
    router = node.environment.values.place?.router
  }

  /// Called by each body run of the modifier.
  func follow(_ isShown: Bool, end: @escaping @MainActor () -> Void) {
    self.end = end
    guard isShown != self.isShown else { return }
    self.isShown = isShown
    if isShown { router?.scene.add(self) } else { router?.scene.remove(self) }
  }

  /// Ends it, as `back` does.
  func close() {
    end?()
  }
}

/// The modifier behind alerts and dialogs.
struct MomentModifier<Actions: View, Message: View> {
  @Joined<MomentPresenter> private var presenter
  @Binding private var isPresented: Bool
  private let title: String
  private let actions: @MainActor () -> Actions
  private let message: @MainActor () -> Message

  nonisolated init(
    _ title: String, isPresented: Binding<Bool>, actions: @escaping @MainActor () -> Actions,
    message: @escaping @MainActor () -> Message
  ) {
    self.title = title
    _isPresented = isPresented
    self.actions = actions
    self.message = message
  }

}

extension MomentModifier: ViewModifier {
  func body(content: Content) -> some View {
    // NB: the closure must not hold the modifier, which holds the presenter that keeps it.
    let end: @MainActor () -> Void = { [binding = _isPresented] in binding.wrappedValue = false }
    let _ = presenter?.follow(isPresented, end: end)
    Presented(
      base: content,
      layer: isPresented ? .alert(title: SafeText.line(of: title), message: "") : nil,
      id: nil
    ) {
      MomentContent(actions: actions(), message: message(), end: end)
    }
  }
}

/// The lines of an alert: the message, then the choices, each of which ends it.
private struct MomentContent<Actions: View, Message: View>: View {
  let actions: Actions
  let message: Message
  let end: @MainActor () -> Void

  var body: some View {
    message
    if Actions.self == EmptyView.self {
      Button("OK", action: end)
    } else {
      actions.closing(end)
    }
  }
}

extension View {
  /// Asks for a decision while the binding is true; each choice ends it.
  ///
  /// Source: SwiftUI's `alert(_:isPresented:actions:message:)`.
  nonisolated public func alert<Title: StringProtocol, Actions: View, Message: View>(
    _ title: Title, isPresented: Binding<Bool>,
    @ViewBuilder actions: @escaping @MainActor () -> Actions,
    @ViewBuilder message: @escaping @MainActor () -> Message
  ) -> some View {
    modifier(
      MomentModifier(String(title), isPresented: isPresented, actions: actions, message: message))
  }

  /// Asks for a decision while the binding is true; each choice ends it.
  ///
  /// Source: SwiftUI's `alert(_:isPresented:actions:)`.
  nonisolated public func alert<Title: StringProtocol, Actions: View>(
    _ title: Title, isPresented: Binding<Bool>,
    @ViewBuilder actions: @escaping @MainActor () -> Actions
  ) -> some View {
    alert(title, isPresented: isPresented, actions: actions) { EmptyView() }
  }

  /// Asks for a decision about an item while the binding is true.
  ///
  /// Source: SwiftUI's `alert(_:isPresented:presenting:actions:message:)`.
  public func alert<Title: StringProtocol, Item, Actions: View, Message: View>(
    _ title: Title, isPresented: Binding<Bool>, presenting item: Item?,
    @ViewBuilder actions: @escaping @MainActor (Item) -> Actions,
    @ViewBuilder message: @escaping @MainActor (Item) -> Message
  ) -> some View {
    alert(title, isPresented: isPresented) {
      if let item { actions(item) }
    } message: {
      if let item { message(item) }
    }
  }

  /// Offers choices while the binding is true; each of them ends it.
  ///
  /// Source: SwiftUI's `confirmationDialog(_:isPresented:actions:message:)`.
  nonisolated public func confirmationDialog<
    Title: StringProtocol, Actions: View, Message: View
  >(
    _ title: Title, isPresented: Binding<Bool>,
    @ViewBuilder actions: @escaping @MainActor () -> Actions,
    @ViewBuilder message: @escaping @MainActor () -> Message
  ) -> some View {
    alert(title, isPresented: isPresented, actions: actions, message: message)
  }

  /// Offers choices while the binding is true; each of them ends it.
  ///
  /// Source: SwiftUI's `confirmationDialog(_:isPresented:actions:)`.
  nonisolated public func confirmationDialog<Title: StringProtocol, Actions: View>(
    _ title: Title, isPresented: Binding<Bool>,
    @ViewBuilder actions: @escaping @MainActor () -> Actions
  ) -> some View {
    alert(title, isPresented: isPresented, actions: actions) { EmptyView() }
  }
}
