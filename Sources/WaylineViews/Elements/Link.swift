import WaylineGraph

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A label that leads to an address outside the program.
///
/// Prints `[1] Opening hours`; activating it calls the environment's `openURL`, which tells the
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
  /// What the view consists of.
  public var body: some View {
    let (openURL, destination, closing) = (openURL, destination, closing)
    ElementView(Element(.link), label: label) { input in
      guard input == .activate else {
        return .refused("This is a link; it takes no value. Give its number alone.")
      }
      closing?.action()
      openURL(destination)
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
