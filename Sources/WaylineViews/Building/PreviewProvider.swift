/// Offers a view for a test host to show.
@preconcurrency
@MainActor
public protocol PreviewProvider {
  associatedtype Previews: View
  /// What is shown.
  @ViewBuilder static var previews: Previews { get }
}
