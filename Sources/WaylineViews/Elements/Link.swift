import WaylineGraph

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A label that leads to an address outside the program.
///
/// ```swift
/// Link("Catalog", destination: catalog)
/// ```
///
/// Prints `[1] Opening hours`; activating it calls the environment's `openURL`, which prints the
/// address unless the program gave another action. Source: SwiftUI's `Link`.
public struct Link<Label: View> {
  @Environment(\.openURL) private var openURL
  @Environment(\.closing) private var closing
  private let destination: URL
  private let label: Label

  /// A link with a label made of views.
  nonisolated public init(destination: URL, @ViewBuilder label: () -> Label) {
    self.destination = destination
    self.label = label()
  }
}

extension Link: View {
  /// The content of the view.
  public var body: some View {
    let (openURL, destination, closing) = (openURL, destination, closing)
    ElementView(Element(.link), label: label) { input in
      guard input == .activate else {
        return PlaceNode.refusalOfValue
      }
      if let closing {
        closing.run { openURL(destination) }
      } else {
        openURL(destination)
      }
      return .done
    }
  }
}

extension Link where Label == Text {
  /// A link with a text as its label.
  nonisolated public init<Title: StringProtocol>(_ title: Title, destination: URL) {
    self.init(destination: destination) { Text(title) }
  }
}

/// Opens an address; without a handler of the program, the address is printed.
///
/// Source: SwiftUI's `OpenURLAction`.
public struct OpenURLAction {
  private let handler: @MainActor (URL) -> Result
  private var showMessage = MessageAction.silent

  /// An action that a handler of the program answers for.
  public init(handler: @escaping @MainActor (URL) -> Result) {
    self.handler = handler
  }

  /// Opens an address.
  @MainActor
  public func callAsFunction(_ url: URL) {
    callAsFunction(url) { _ in }
  }

  /// Opens an address and returns true if it was accepted.
  @MainActor
  public func callAsFunction(_ url: URL, completion: (_ accepted: Bool) -> Void) {
    switch handler(url).choice {
    case .handled: completion(true)
    case .discarded: completion(false)
    case .system(let other):
      showMessage("Open \((other ?? url).absoluteString) in a browser.")
      completion(true)
    }
  }

  func printing(_ showMessage: MessageAction) -> Self {
    var action = self
    action.showMessage = showMessage
    return action
  }

  /// The result of a handler of an address.
  public struct Result: Sendable {
    fileprivate enum Choice: Sendable {
      case handled
      case discarded
      case system(URL?)
    }

    fileprivate let choice: Choice

    /// The handler opened it.
    public static let handled = Result(choice: .handled)
    /// The handler refused it.
    public static let discarded = Result(choice: .discarded)
    /// The address is printed.
    public static let systemAction = Result(choice: .system(nil))

    /// Another address is printed.
    public static func systemAction(_ url: URL) -> Result { Result(choice: .system(url)) }
  }
}

private enum OpenURLKey: EnvironmentKey {
  static var defaultValue: OpenURLAction { OpenURLAction { _ in .systemAction } }
}

extension EnvironmentValues {
  /// Opens an address; without a handler of the program, the address is printed.
  public var openURL: OpenURLAction {
    get { self[OpenURLKey.self].printing(showMessage) }
    set { self[OpenURLKey.self] = newValue }
  }
}
