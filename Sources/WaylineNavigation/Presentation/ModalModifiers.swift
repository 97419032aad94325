import WaylineGraph
import WaylineViews

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

// MARK: - Sheets and covers

extension View {
  /// Presents a sheet while the binding holds an item.
  ///
  /// Source: SwiftUI's `sheet(item:onDismiss:content:)`.
  nonisolated public func sheet<Item: Identifiable, Content: View>(
    item: Binding<Item?>, onDismiss: (@MainActor () -> Void)? = nil,
    @ViewBuilder content: @escaping @MainActor (Item) -> Content
  ) -> some View {
    modifier(presentation(item, as: .sheet, onDismiss, content))
  }

  /// Presents a sheet while the binding is true.
  ///
  /// Source: SwiftUI's `sheet(isPresented:onDismiss:content:)`.
  nonisolated public func sheet<Content: View>(
    isPresented: Binding<Bool>, onDismiss: (@MainActor () -> Void)? = nil,
    @ViewBuilder content: @escaping @MainActor () -> Content
  ) -> some View {
    modifier(presentation(isPresented, as: .sheet, onDismiss, content))
  }

  /// Covers everything with a screen while the binding holds an item.
  ///
  /// Source: SwiftUI's `fullScreenCover(item:onDismiss:content:)`.
  nonisolated public func fullScreenCover<Item: Identifiable, Content: View>(
    item: Binding<Item?>, onDismiss: (@MainActor () -> Void)? = nil,
    @ViewBuilder content: @escaping @MainActor (Item) -> Content
  ) -> some View {
    modifier(presentation(item, as: .cover, onDismiss, content))
  }

  /// Covers everything with a screen while the binding is true.
  ///
  /// Source: SwiftUI's `fullScreenCover(isPresented:onDismiss:content:)`.
  nonisolated public func fullScreenCover<Content: View>(
    isPresented: Binding<Bool>, onDismiss: (@MainActor () -> Void)? = nil,
    @ViewBuilder content: @escaping @MainActor () -> Content
  ) -> some View {
    modifier(presentation(isPresented, as: .cover, onDismiss, content))
  }
}

// MARK: - Beside the screen

extension View {
  /// Presents a sheet while the binding is true: lines have no place beside the view.
  ///
  /// Source: SwiftUI's `popover(isPresented:content:)`.
  nonisolated public func popover<Content: View>(
    isPresented: Binding<Bool>, @ViewBuilder content: @escaping @MainActor () -> Content
  ) -> some View {
    sheet(isPresented: isPresented, content: content)
  }

  /// Presents a sheet while the binding holds an item: lines have no place beside the view.
  ///
  /// Source: SwiftUI's `popover(item:content:)`.
  nonisolated public func popover<Item: Identifiable, Content: View>(
    item: Binding<Item?>, @ViewBuilder content: @escaping @MainActor (Item) -> Content
  ) -> some View {
    sheet(item: item, content: content)
  }

  /// Shows views below the view, set off by a blank line, while the binding is true.
  ///
  /// Source: SwiftUI's `inspector(isPresented:content:)`.
  nonisolated public func inspector<Content: View>(
    isPresented: Binding<Bool>, @ViewBuilder content: () -> Content
  ) -> some View {
    Inspected(isPresented: isPresented, content: self, inspector: content())
  }
}

/// A view with another one below it.
private struct Inspected<Content: View, Inspector: View> {
  @Binding var isPresented: Bool
  let content: Content
  let inspector: Inspector

  nonisolated init(isPresented: Binding<Bool>, content: Content, inspector: Inspector) {
    _isPresented = isPresented
    (self.content, self.inspector) = (content, inspector)
  }
}

extension Inspected: View {
  var body: some View {
    content
    if isPresented { Section { inspector } }
  }
}

private func presentation<Item: Identifiable, Content: View>(
  _ item: Binding<Item?>, as form: NavigationEntry.Presentation,
  _ onEnd: (@MainActor () -> Void)?, _ content: @escaping @MainActor (Item) -> Content
) -> BoundPresentation<Item, Content> {
  BoundPresentation(
    item, as: form, key: { AnyHashable($0.id) }, route: { Route.naming($0) }, onEnd: onEnd,
    destination: content)
}

private func presentation<Content: View>(
  _ isPresented: Binding<Bool>, as form: NavigationEntry.Presentation,
  _ onEnd: (@MainActor () -> Void)?, _ content: @escaping @MainActor () -> Content
) -> BoundPresentation<Bool, Content> {
  BoundPresentation(
    isPresented.item, as: form, key: { AnyHashable($0) }, onEnd: onEnd,
    destination: { _ in content() })
}

// MARK: - Alerts and dialogs

extension View {
  /// Asks for a decision while the binding is true; each choice closes the alert.
  ///
  /// Source: SwiftUI's `alert(_:isPresented:actions:message:)`.
  nonisolated public func alert<Title: StringProtocol, Actions: View, Message: View>(
    _ title: Title, isPresented: Binding<Bool>,
    @ViewBuilder actions: @escaping @MainActor () -> Actions,
    @ViewBuilder message: @escaping @MainActor () -> Message
  ) -> some View {
    modifier(
      AlertModifier(String(title), isPresented: isPresented, actions: actions, message: message))
  }

  /// Asks for a decision while the binding is true; each choice closes the alert.
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

  /// Reports an error while the binding is true; the title is the description of the error.
  ///
  /// Source: SwiftUI's `alert(isPresented:error:actions:)`.
  nonisolated public func alert<Problem: LocalizedError, Actions: View>(
    isPresented: Binding<Bool>, error: Problem?,
    @ViewBuilder actions: @escaping @MainActor () -> Actions
  ) -> some View {
    alert(error.title, isPresented: isPresented, actions: actions)
  }

  /// Reports an error while the binding is true; the title is the description of the error.
  ///
  /// Source: SwiftUI's `alert(isPresented:error:actions:message:)`.
  public func alert<Problem: LocalizedError, Actions: View, Message: View>(
    isPresented: Binding<Bool>, error: Problem?,
    @ViewBuilder actions: @escaping @MainActor (Problem) -> Actions,
    @ViewBuilder message: @escaping @MainActor (Problem) -> Message
  ) -> some View {
    alert(
      error.title, isPresented: isPresented, presenting: error, actions: actions, message: message)
  }

  /// Offers choices while the binding is true; each choice closes the dialog.
  ///
  /// The choices are printed without the title if `titleVisibility` is `.hidden`. Source:
  /// SwiftUI's `confirmationDialog(_:isPresented:titleVisibility:actions:message:)`.
  nonisolated public func confirmationDialog<
    Title: StringProtocol, Actions: View, Message: View
  >(
    _ title: Title, isPresented: Binding<Bool>, titleVisibility: Visibility = .automatic,
    @ViewBuilder actions: @escaping @MainActor () -> Actions,
    @ViewBuilder message: @escaping @MainActor () -> Message
  ) -> some View {
    alert(
      titleVisibility == .hidden ? "" : String(title), isPresented: isPresented, actions: actions,
      message: message)
  }

  /// Offers choices while the binding is true; each choice closes the dialog.
  ///
  /// The choices are printed without the title if `titleVisibility` is `.hidden`. Source:
  /// SwiftUI's `confirmationDialog(_:isPresented:titleVisibility:actions:)`.
  nonisolated public func confirmationDialog<Title: StringProtocol, Actions: View>(
    _ title: Title, isPresented: Binding<Bool>, titleVisibility: Visibility = .automatic,
    @ViewBuilder actions: @escaping @MainActor () -> Actions
  ) -> some View {
    confirmationDialog(
      title, isPresented: isPresented, titleVisibility: titleVisibility, actions: actions
    ) { EmptyView() }
  }
}

extension Optional where Wrapped: LocalizedError {
  /// The title of an alert about the error.
  fileprivate var title: String { self?.errorDescription ?? map { "\($0)" } ?? "" }
}

/// The modifier behind alerts and dialogs.
struct AlertModifier<Actions: View, Message: View> {
  @NodeStorage<AlertPresenter> private var presenter
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

extension AlertModifier: ViewModifier {
  func body(content: Content) -> some View {
    // NB: the closure must not retain the modifier, which retains the presenter that stores it.
    let close: @MainActor () -> Void = { [binding = _isPresented] in binding.wrappedValue = false }
    let _ = presenter?.follow(isPresented, close: close)
    Presented(
      base: content,
      layer: isPresented ? .alert(title: SafeText.line(of: title), message: "") : nil,
      id: nil
    ) {
      AlertContent(actions: actions(), message: message(), close: close)
    }
  }
}

/// An alert or a dialog while it is presented: never saved, and no part of the history.
@MainActor
final class AlertPresenter: NodeObject {
  private let position: NavigationPosition?
  private var isShown = false
  private var onClose: (@MainActor () -> Void)?

  init(in node: Node) {
    position = node.environment.values.position
  }

  /// Called by each body run of the modifier.
  func follow(_ isShown: Bool, close: @escaping @MainActor () -> Void) {
    onClose = close
    guard isShown != self.isShown, let mounted = position?.router.mounted else { return }
    self.isShown = isShown
    if isShown { mounted.add(self) } else { mounted.remove(self) }
  }

  /// True if a state shows the alert: not while a hidden tab or a covered modal holds it.
  func isPresented(in state: NavigationState) -> Bool {
    position.map { state.isPresenting($0.context) } ?? false
  }

  /// Closes it, as `back` does.
  func close() { onClose?() }
}

/// The lines of an alert: the message, then the choices, each of which closes it.
private struct AlertContent<Actions: View, Message: View>: View {
  let actions: Actions
  let message: Message
  let close: @MainActor () -> Void

  var body: some View {
    message
    if Actions.self == EmptyView.self {
      Button("OK", action: close)
    } else {
      actions.closing(close)
    }
  }
}
