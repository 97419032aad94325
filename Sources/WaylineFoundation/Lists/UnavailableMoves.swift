import Foundation
import WaylineViews

extension DynamicViewContent {
  /// Unavailable: use buttons that move a row up and down.
  @available(*, unavailable, message: "use buttons that move a row up and down")
  public func onMove(perform action: ((IndexSet, Int) -> Void)?) -> Self { self }
}
