import WaylineGraph
import WaylineSystem
import WaylineViews

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

// Each form takes its title as a string, and once more as a text or the key of one.

extension View {
  /// Asks for a decision while the binding is true; each choice closes the alert after its action.
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
  /// Source: SwiftUI's `alert(_:isPresented:actions:message:)`.
  nonisolated public func alert<Actions: View, Message: View>(
    _ title: some TextRepresentable, isPresented: Binding<Bool>,
    @ViewBuilder actions: @escaping @MainActor () -> Actions,
    @ViewBuilder message: @escaping @MainActor () -> Message
  ) -> some View {
    alert(title.asText.plain, isPresented: isPresented, actions: actions, message: message)
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

  /// Asks for a decision while the binding is true; each choice closes the alert.
  ///
  /// Source: SwiftUI's `alert(_:isPresented:actions:)`.
  nonisolated public func alert<Actions: View>(
    _ title: some TextRepresentable, isPresented: Binding<Bool>,
    @ViewBuilder actions: @escaping @MainActor () -> Actions
  ) -> some View {
    alert(title.asText.plain, isPresented: isPresented, actions: actions)
  }

  /// Asks for a decision about an item while the binding is true and there is one.
  ///
  /// The alert stays about the item that it was presented for, whatever the item becomes meanwhile.
  /// Source: SwiftUI's `alert(_:isPresented:presenting:actions:message:)`.
  nonisolated public func alert<Title: StringProtocol, Item, Actions: View, Message: View>(
    _ title: Title, isPresented: Binding<Bool>, presenting item: Item?,
    @ViewBuilder actions: @escaping @MainActor (Item) -> Actions,
    @ViewBuilder message: @escaping @MainActor (Item) -> Message
  ) -> some View {
    modifier(
      ItemAlertModifier(
        String(title), isPresented: isPresented, item: item, actions: actions, message: message))
  }

  /// Asks for a decision about an item while the binding is true and there is one.
  ///
  /// Source: SwiftUI's `alert(_:isPresented:presenting:actions:message:)`.
  nonisolated public func alert<Item, Actions: View, Message: View>(
    _ title: some TextRepresentable, isPresented: Binding<Bool>, presenting item: Item?,
    @ViewBuilder actions: @escaping @MainActor (Item) -> Actions,
    @ViewBuilder message: @escaping @MainActor (Item) -> Message
  ) -> some View {
    alert(
      title.asText.plain, isPresented: isPresented, presenting: item, actions: actions,
      message: message)
  }

  /// Asks for a decision about an item while the binding is true and there is one.
  ///
  /// Source: SwiftUI's `alert(_:isPresented:presenting:actions:)`.
  nonisolated public func alert<Title: StringProtocol, Item, Actions: View>(
    _ title: Title, isPresented: Binding<Bool>, presenting item: Item?,
    @ViewBuilder actions: @escaping @MainActor (Item) -> Actions
  ) -> some View {
    alert(title, isPresented: isPresented, presenting: item, actions: actions) { _ in EmptyView() }
  }

  /// Asks for a decision about an item while the binding is true and there is one.
  ///
  /// Source: SwiftUI's `alert(_:isPresented:presenting:actions:)`.
  nonisolated public func alert<Item, Actions: View>(
    _ title: some TextRepresentable, isPresented: Binding<Bool>, presenting item: Item?,
    @ViewBuilder actions: @escaping @MainActor (Item) -> Actions
  ) -> some View {
    alert(title.asText.plain, isPresented: isPresented, presenting: item, actions: actions)
  }
}

extension View {
  /// Offers choices while the binding is true; each choice closes the dialog.
  ///
  /// The choices are printed without the title if `titleVisibility` is `.hidden`.
  /// Source: SwiftUI's `confirmationDialog(_:isPresented:titleVisibility:actions:message:)`.
  nonisolated public func confirmationDialog<Title: StringProtocol, Actions: View, Message: View>(
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
  /// Source: SwiftUI's `confirmationDialog(_:isPresented:titleVisibility:actions:message:)`.
  nonisolated public func confirmationDialog<Actions: View, Message: View>(
    _ title: some TextRepresentable, isPresented: Binding<Bool>,
    titleVisibility: Visibility = .automatic,
    @ViewBuilder actions: @escaping @MainActor () -> Actions,
    @ViewBuilder message: @escaping @MainActor () -> Message
  ) -> some View {
    confirmationDialog(
      title.asText.plain, isPresented: isPresented, titleVisibility: titleVisibility,
      actions: actions, message: message)
  }

  /// Offers choices while the binding is true; each choice closes the dialog.
  ///
  /// The choices are printed without the title if `titleVisibility` is `.hidden`.
  /// Source: SwiftUI's `confirmationDialog(_:isPresented:titleVisibility:actions:)`.
  nonisolated public func confirmationDialog<Title: StringProtocol, Actions: View>(
    _ title: Title, isPresented: Binding<Bool>, titleVisibility: Visibility = .automatic,
    @ViewBuilder actions: @escaping @MainActor () -> Actions
  ) -> some View {
    confirmationDialog(
      title, isPresented: isPresented, titleVisibility: titleVisibility, actions: actions
    ) { EmptyView() }
  }

  /// Offers choices while the binding is true; each choice closes the dialog.
  ///
  /// Source: SwiftUI's `confirmationDialog(_:isPresented:titleVisibility:actions:)`.
  nonisolated public func confirmationDialog<Actions: View>(
    _ title: some TextRepresentable, isPresented: Binding<Bool>,
    titleVisibility: Visibility = .automatic,
    @ViewBuilder actions: @escaping @MainActor () -> Actions
  ) -> some View {
    confirmationDialog(
      title.asText.plain, isPresented: isPresented, titleVisibility: titleVisibility,
      actions: actions)
  }

  /// Offers choices about an item while the binding is true and there is one.
  ///
  /// The choices are printed without the title if `titleVisibility` is `.hidden`.
  /// Source: SwiftUI's
  /// `confirmationDialog(_:isPresented:titleVisibility:presenting:actions:message:)`.
  nonisolated public func confirmationDialog<
    Title: StringProtocol, Item, Actions: View, Message: View
  >(
    _ title: Title, isPresented: Binding<Bool>, titleVisibility: Visibility = .automatic,
    presenting item: Item?,
    @ViewBuilder actions: @escaping @MainActor (Item) -> Actions,
    @ViewBuilder message: @escaping @MainActor (Item) -> Message
  ) -> some View {
    alert(
      titleVisibility == .hidden ? "" : String(title), isPresented: isPresented, presenting: item,
      actions: actions, message: message)
  }

  /// Offers choices about an item while the binding is true and there is one.
  ///
  /// Source: SwiftUI's
  /// `confirmationDialog(_:isPresented:titleVisibility:presenting:actions:message:)`.
  nonisolated public func confirmationDialog<Item, Actions: View, Message: View>(
    _ title: some TextRepresentable, isPresented: Binding<Bool>,
    titleVisibility: Visibility = .automatic, presenting item: Item?,
    @ViewBuilder actions: @escaping @MainActor (Item) -> Actions,
    @ViewBuilder message: @escaping @MainActor (Item) -> Message
  ) -> some View {
    confirmationDialog(
      title.asText.plain, isPresented: isPresented, titleVisibility: titleVisibility,
      presenting: item, actions: actions, message: message)
  }

  /// Offers choices about an item while the binding is true and there is one.
  ///
  /// The choices are printed without the title if `titleVisibility` is `.hidden`.
  /// Source: SwiftUI's `confirmationDialog(_:isPresented:titleVisibility:presenting:actions:)`.
  nonisolated public func confirmationDialog<Title: StringProtocol, Item, Actions: View>(
    _ title: Title, isPresented: Binding<Bool>, titleVisibility: Visibility = .automatic,
    presenting item: Item?,
    @ViewBuilder actions: @escaping @MainActor (Item) -> Actions
  ) -> some View {
    confirmationDialog(
      title, isPresented: isPresented, titleVisibility: titleVisibility, presenting: item,
      actions: actions
    ) { _ in EmptyView() }
  }

  /// Offers choices about an item while the binding is true and there is one.
  ///
  /// Source: SwiftUI's `confirmationDialog(_:isPresented:titleVisibility:presenting:actions:)`.
  nonisolated public func confirmationDialog<Item, Actions: View>(
    _ title: some TextRepresentable, isPresented: Binding<Bool>,
    titleVisibility: Visibility = .automatic, presenting item: Item?,
    @ViewBuilder actions: @escaping @MainActor (Item) -> Actions
  ) -> some View {
    confirmationDialog(
      title.asText.plain, isPresented: isPresented, titleVisibility: titleVisibility,
      presenting: item, actions: actions)
  }
}

// MARK: - Errors

extension View {
  /// Reports an error while the binding is true; the title is the description of the error.
  ///
  /// Nothing is presented without an error. Source: SwiftUI's `alert(isPresented:error:actions:)`.
  nonisolated public func alert<Problem: LocalizedError, Actions: View>(
    isPresented: Binding<Bool>, error: Problem?,
    @ViewBuilder actions: @escaping @MainActor () -> Actions
  ) -> some View {
    alert(
      error.title, isPresented: isPresented, presenting: error, actions: { _ in actions() })
  }

  /// Reports an error while the binding is true; the title is the description of the error.
  ///
  /// Source: SwiftUI's `alert(isPresented:error:actions:message:)`.
  nonisolated public func alert<Problem: LocalizedError, Actions: View, Message: View>(
    isPresented: Binding<Bool>, error: Problem?,
    @ViewBuilder actions: @escaping @MainActor (Problem) -> Actions,
    @ViewBuilder message: @escaping @MainActor (Problem) -> Message
  ) -> some View {
    alert(
      error.title, isPresented: isPresented, presenting: error, actions: actions, message: message)
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
    let write: @MainActor (Bool) -> Void = { [binding = _isPresented] in binding.wrappedValue = $0 }
    let close: @MainActor () -> Void = { write(false) }
    let _ = presenter?.follow(isPresented, title: title, write)
    Presented(
      base: content,
      layer: isPresented ? .alert(title: SafeText.line(of: title), message: "") : nil,
      id: nil
    ) {
      AlertContent(
        actions: actions(), message: message(), close: close,
        choose: { [weak presenter] in presenter?.isChosen = $0 })
    }
  }
}

/// The modifier behind alerts and dialogs about an item.
struct ItemAlertModifier<Item, Actions: View, Message: View> {
  @NodeStorage<PresentedItem<Item>> private var presented
  private let isPresented: Binding<Bool>
  private let title: String
  private let item: Item?
  private let actions: @MainActor (Item) -> Actions
  private let message: @MainActor (Item) -> Message

  nonisolated init(
    _ title: String, isPresented: Binding<Bool>, item: Item?,
    actions: @escaping @MainActor (Item) -> Actions,
    message: @escaping @MainActor (Item) -> Message
  ) {
    (self.title, self.isPresented, self.item) = (title, isPresented, item)
    (self.actions, self.message) = (actions, message)
  }
}

extension ItemAlertModifier: ViewModifier {
  func body(content: Content) -> some View {
    let item = presented?.follow(item, while: isPresented.wrappedValue)
    content.alert(title, isPresented: item == nil ? .constant(false) : isPresented) {
      if let item { actions(item) }
    } message: {
      if let item { message(item) }
    }
  }
}

/// The item of an alert from the moment at which it is presented.
private final class PresentedItem<Item>: NodeObject {
  private var item: Item?

  init(in node: Node) {}

  /// Returns the item that the alert is about; nil while it is not presented.
  func follow(_ present: Item?, while isPresented: Bool) -> Item? {
    item = isPresented ? item ?? present : nil
    return item
  }
}

/// The view of an alert or a dialog, which is never saved, and no part of the history of navigations.
@MainActor
final class AlertPresenter: NodeObject {
  /// True while the action of one of its choices runs: to that action the alert is closed.
  var isChosen = false
  private let position: NavigationPosition?
  private weak var node: Node?
  private(set) var isShown = false
  private var write: (@MainActor (Bool) -> Void)?

  init(in node: Node) {
    position = node.environment.values.position
    self.node = node
    position?.router.mounted.addView(self)
  }

  deinit {
    // A node releases its storage on the main actor only.
    MainActor.assumeIsolated { [id = ObjectIdentifier(self), router = position?.router] in
      router?.mounted.removeView(id)
    }
  }

  /// Called by each body run of the modifier.
  func follow(_ isShown: Bool, title: String, _ write: @escaping @MainActor (Bool) -> Void) {
    let isFirst = self.write == nil
    self.write = write
    guard isShown != self.isShown, let router = position?.router else { return }
    self.isShown = isShown
    if isShown { router.mounted.add(self) } else { router.mounted.remove(self) }
    // An alert of a new screen belongs to the navigation that has opened the screen.
    guard !isFirst, let notice = router.onAlert, let place else { return }
    notice(AlertChange(title: title, isShown: isShown, place: place))
  }

  /// The place of the modifier, which is the same when its screen has been opened again.
  var place: PresenterPlace? { PresenterPlace(of: node, in: position) }

  /// True if a state shows the alert: not while a hidden tab or a covered modal holds it.
  func isPresented(in state: NavigationState) -> Bool {
    !isChosen && position.map { state.isPresenting($0.context) } == true
  }

  /// Closes it, as `back` does.
  func close() { show(false) }

  /// Opens or closes it by its binding.
  func show(_ isShown: Bool) { write?(isShown) }
}

/// An alert or a dialog that was opened or closed.
package struct AlertChange {
  /// The title, which may be empty.
  package let title: String
  /// True if it was opened.
  package let isShown: Bool
  let place: PresenterPlace
}

extension Router {
  /// True if an alert is presented, or closed, where one was opened or closed before; nil without its
  /// screen.
  package func isShown(_ change: AlertChange) -> Bool? {
    mounted.alert(at: change.place)?.isShown
  }

  /// Opens or closes an alert by its binding, in an update of its own. Returns whether the binding
  /// has taken the value.
  package func show(_ isShown: Bool, _ change: AlertChange) -> Bool {
    guard let alert = mounted.alert(at: change.place) else { return false }
    asPerson { alert.show(isShown) }
    guard alert.isShown != isShown else { return true }
    asPerson { alert.show(!isShown) }
    return false
  }
}

/// The lines of an alert: the message, then the choices, each of which closes it after its action.
private struct AlertContent<Actions: View, Message: View>: View {
  let actions: Actions
  let message: Message
  let close: @MainActor () -> Void
  /// Called with true before the action of a choice, and with false after it.
  let choose: @MainActor (Bool) -> Void

  var body: some View {
    message
    if Self.hasNoActions {
      Button("OK", role: .cancel, action: close)
    } else {
      actions.closing {
        choose(true)
      } finish: {
        close()
        choose(false)
      }
    }
  }

  /// True if the actions are known to be none, also those for an item.
  private static var hasNoActions: Bool {
    Actions.self == EmptyView.self || Actions.self == EmptyView?.self
  }
}
