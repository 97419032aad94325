import WaylineGraph

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Opens an address; without a handler of the program, the address is told to the person.
///
/// Source: SwiftUI's `OpenURLAction`.
public struct OpenURLAction {
  private let handler: @MainActor (URL) -> Result
  private var tell = TellAction.silent

  /// An action that a handler of the program answers for.
  public init(handler: @escaping @MainActor (URL) -> Result) {
    self.handler = handler
  }

  /// Opens an address.
  @MainActor
  public func callAsFunction(_ url: URL) {
    callAsFunction(url) { _ in }
  }

  /// Opens an address and says whether it was taken.
  @MainActor
  public func callAsFunction(_ url: URL, completion: (_ accepted: Bool) -> Void) {
    switch handler(url).choice {
    case .handled: completion(true)
    case .discarded: completion(false)
    case .told(let other):
      let address = SafeText.line(of: (other ?? url).absoluteString)
      tell("Open \(address) in a browser.")
      completion(true)
    }
  }

  func telling(_ tell: TellAction) -> Self {
    var action = self
    action.tell = tell
    return action
  }

  /// What a handler did with an address.
  public struct Result: Sendable {
    fileprivate enum Choice: Sendable {
      case handled
      case discarded
      case told(URL?)
    }

    fileprivate let choice: Choice

    /// The handler opened it.
    public static let handled = Result(choice: .handled)
    /// The handler refused it.
    public static let discarded = Result(choice: .discarded)
    /// The address is told to the person.
    public static let systemAction = Result(choice: .told(nil))

    /// Another address is told to the person.
    public static func systemAction(_ url: URL) -> Result { Result(choice: .told(url)) }
  }
}

private enum OpenURLKey: EnvironmentKey {
  static var defaultValue: OpenURLAction { OpenURLAction { _ in .systemAction } }
}

extension EnvironmentValues {
  /// Opens an address; without a handler of the program, the address is told to the person.
  public var openURL: OpenURLAction {
    get { self[OpenURLKey.self].telling(tell) }
    set { self[OpenURLKey.self] = newValue }
  }
}
